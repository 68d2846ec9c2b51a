"""Joins, and eats memory without end at its first decision."""

from stockpit_sdk import run


def choose(decision):
    eaten = []
    while True:
        eaten.append(b"x" * (16 << 20))


run(choose)
