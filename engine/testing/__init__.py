"""The laws every game must keep, over random matches: `python -m engine.testing --matches 5000`.

Start reading at `walk.py` (a random match with the laws applied on the way) and `laws.py` (the laws).
"""
