"""The games as pure value machines; standard library only. Start reading at `engine/contract.py`."""
