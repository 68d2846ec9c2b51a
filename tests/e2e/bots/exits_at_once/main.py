"""Exits before it joins."""

import sys

sys.exit("I do not feel like it")
