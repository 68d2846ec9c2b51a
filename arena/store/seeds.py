"""Where the chance of rated matches comes from: a secret key per deal epoch, published when the epoch closes.

The seed of match k of a rotation is HMAC-SHA256(key, "ladder|rotation|attempt|k"): the ladder's name, the
rotation's number on it (from 1, without gaps), the lease (from 1) and the match (from 0), in decimal.
"""

import hmac
import secrets
from hashlib import sha256

KEY_BYTES = 32


def new_key() -> bytes:
    """A key nobody can guess."""
    return secrets.token_bytes(KEY_BYTES)


def commitment(key: bytes) -> str:
    """What is published when the epoch opens: SHA-256 of the key, in hex."""
    return sha256(key).hexdigest()


def match_seed(key: bytes, ladder: str, rotation: int, attempt: int, match: int) -> bytes:
    """The 32-byte seed of one match; its deal and its bots' seeds are drawn from it."""
    return hmac.digest(key, f"{ladder}|{rotation}|{attempt}|{match}".encode(), "sha256")


def pairing_seed(key: bytes, ladder: str, rotation: int) -> bytes:
    """The seed of the dice that pair a rotation."""
    return hmac.digest(key, f"{ladder}|{rotation}|pairing".encode(), "sha256")
