"""`arena check`: a bot's process under examination, over the gate and by the clock of the ladder.

Start reading at `checkup.py` (the scenarios in order) and `stage.py` (one life of the process).
"""
