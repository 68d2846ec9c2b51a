"""The page on deals, followed to the letter by a program of its own."""

import hmac
import re
from hashlib import sha256
from pathlib import Path

from engine.games import make_game
from engine.simulation import numbered_deal
from engine.streams import Streams, shuffle

PAGE = (Path(__file__).parents[2] / "docs" / "deals.md").read_text()
VECTORS = dict(re.findall(r"^\| ([^|`]*(?:`[^`]*`[^|`]*)?) \| `([^`]+)` \|$", PAGE.split("## Test vectors")[1], re.M))
KEY = bytes(range(32))
SEED = hmac.digest(KEY, b"main|17|2|3", "sha256")


def numbers(label, n, count):
    """As the page says, without our own code."""
    data = b"".join(sha256(SEED + label.encode() + b"\0" + i.to_bytes(8, "big")).digest() for i in range(8))
    size = max(1, -(-(n - 1).bit_length() // 8))
    found = []
    while len(found) < count:
        value, data = int.from_bytes(data[:size], "big"), data[size:]
        if value < 256**size // n * n:
            found.append(value % n)
    return found


def test_the_vectors_follow_from_the_words_of_the_page():
    letters = list("ABCDEF")
    shuffle(letters, Streams(SEED), "starting_shares")
    expected = {
        "commitment": sha256(KEY).hexdigest(),
        "seed": SEED.hex(),
        "stream `first`, one number below 4": " ".join(map(str, numbers("first", 4, 1))),
        "stream `market_deck`, eight numbers below 76": " ".join(map(str, numbers("market_deck", 76, 8))),
        "stream `big`, four numbers below 1000": " ".join(map(str, numbers("big", 1000, 4))),
        "ABCDEF shuffled by `starting_shares`": "".join(letters),
        "seed of `arena deal --seed 7`": sha256(b"deal|7").hexdigest(),
        "stream `bot_seed/0`, one number below 2^64": str(numbers("bot_seed/0", 2**64, 1)[0]),
    }
    assert expected == VECTORS


def test_the_engine_draws_what_the_page_says():
    streams = Streams(SEED)
    assert [streams("big", 1000) for _ in range(4)] == numbers("big", 1000, 4)


def test_a_numbered_deal_is_drawn_from_the_seed_the_page_names():
    game = make_game("stockpile", 4)
    assert numbered_deal(game, 7) == game.deal(Streams(sha256(b"deal|7").digest()))
