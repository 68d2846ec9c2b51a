"""The shapes the page on the audit format is written in: read from text, and compared with JSON."""

import re
from dataclasses import dataclass, field

TOKEN = re.compile(r'\s*("[^"]*"|-?\d+|[a-z_]+|[\[\]{}:;,])')


@dataclass
class Match:
    """What words and sizes mean in one match."""

    seats: int
    companies: tuple
    cards: tuple
    investors: tuple = ()
    sizes: dict = field(default_factory=dict)
    spaces = (0, 1, 3, 6, 10, 15, 20, 25)
    forecasts = ("DIV", -3, -2, 1, 2, 4)

    def is_word(self, word, value):
        whole = isinstance(value, int) and not isinstance(value, bool)
        words = {
            "int": whole,
            "money": whole,
            "round": whole and value >= 0,
            "seat": whole and 0 <= value < self.seats,
            "track": whole and 1 <= value <= max(4, self.seats),
            "bool": isinstance(value, bool),
            "text": isinstance(value, str),
            "null": value is None,
            "object": isinstance(value, dict),
        }
        if word in words:
            return words[word]
        among = {
            "company": self.companies,
            "card": self.cards,
            "investor": self.investors,
            "space": self.spaces,
            "forecast": self.forecasts,
        }
        return not isinstance(value, bool) and value in among[word]

    def keys(self, word):
        return {"company": self.companies, "card": self.cards}[word]


def read(text):
    """A shape: a function of a value and a Match."""
    tokens = TOKEN.findall(text)
    shape = _either(tokens)
    assert not tokens, (text, tokens)
    return shape


def _either(tokens):
    shapes = [_one(tokens)]
    while tokens and tokens[0] == "or":
        tokens.pop(0)
        shapes.append(_one(tokens))
    return lambda value, match: any(shape(value, match) for shape in shapes)


def _one(tokens):
    token = tokens.pop(0)
    if token == "[":
        return _list(tokens)
    if token == "{":
        return _object(tokens) if tokens[0].startswith('"') else _mapping(tokens)
    if token.startswith('"'):
        return lambda value, _: value == token.strip('"')
    if token.lstrip("-").isdigit():
        return lambda value, _: value == int(token)
    return lambda value, match: match.is_word(token, value)


def _list(tokens):
    if tokens[0] == "]":
        tokens.pop(0)
        return lambda value, _: value == []
    shapes = [_either(tokens)]
    size = None
    while (token := tokens.pop(0)) != "]":
        if token == ";":
            size = tokens.pop(0)
        else:
            shapes.append(_either(tokens))

    def fits(value, match):
        if not isinstance(value, list):
            return False
        if len(shapes) > 1:
            return len(value) == len(shapes) and all(
                shape(one, match) for shape, one in zip(shapes, value, strict=True)
            )
        sizes = {"seats": match.seats, "companies": len(match.companies), **match.sizes}
        return (size is None or len(value) == sizes[size]) and all(shapes[0](one, match) for one in value)

    return fits


def _object(tokens):
    shapes = {}
    while True:
        key = tokens.pop(0).strip('"')
        assert tokens.pop(0) == ":"
        shapes[key] = _either(tokens)
        if tokens.pop(0) == "}":
            break
    return lambda value, match: (
        isinstance(value, dict) and set(value) == set(shapes) and all(shapes[key](value[key], match) for key in shapes)
    )


def _mapping(tokens):
    word = tokens.pop(0)
    assert tokens.pop(0) == ":"
    shape = _either(tokens)
    assert tokens.pop(0) == "}"
    return lambda value, match: (
        isinstance(value, dict)
        and set(value) == set(match.keys(word))
        and all(shape(one, match) for one in value.values())
    )
