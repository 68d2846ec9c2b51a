"""The pages on games have every setting and action, and the engine's figures."""

import json
import re
from pathlib import Path

import pytest

from engine.games import games
from engine.games.great_crash import rulebook as crash
from engine.games.stockpile import rulebook as stockpile
from engine.games.stonks.parameters import BLOCK
from engine.market.investors import CASH, CASH_OF_TWO
from engine.market.tracks import ADVANCED
from stockpit.games.great_crash.v1 import great_crash_pb2
from stockpit.games.stockpile.v1 import stockpile_pb2
from stockpit.games.stonks.v1 import stonks_pb2

GUIDE = Path(__file__).parents[2] / "docs" / "guide"
INVESTORS = ("Bill", "Bernie", "Cramer", "Donald", "Deborah", "Graham", "Martha", "Mark", "Stuart", "Warren")


def row(page, title):
    """The cells of the line that begins with this one."""
    (line,) = re.findall(rf"^\| {re.escape(title)} \|(.*)\|$", (GUIDE / page).read_text(), re.M)
    return [cell.strip() for cell in line.split("|")]


def numbers(page, title):
    return [int(cell.removesuffix(" K")) for cell in row(page, title)]


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_has_a_page_with_all_its_settings(name):
    page = (GUIDE / f"{name}.md").read_text().partition("\n## Settings")[2]
    rows = re.findall(r"^\| (`[^|]+`) \|", page, re.M)
    told = sorted(setting for cell in rows for setting in re.findall(r"`(\w+)`", cell))
    assert told == sorted(setting.name for setting in games()[name].settings_schema)


@pytest.mark.parametrize(
    ("name", "protocol"), [("stockpile", stockpile_pb2), ("great_crash", great_crash_pb2), ("stonks", stonks_pb2)]
)
def test_every_action_of_a_game_is_on_its_page(name, protocol):
    page = (GUIDE / f"{name}.md").read_text().partition("## The decisions")[2]
    every = {value.removeprefix("ACTION_TYPE_") for value in protocol.ActionType.DESCRIPTOR.values_by_name}
    assert every - {"UNSPECIFIED"} - set(re.findall(r"`([A-Z_]+)`", page)) == set()


def test_rounds_and_cash_of_stockpile():
    told = (numbers("stockpile.md", "rounds"), numbers("stockpile.md", "cash at the start, without investors"))
    assert told == (list(stockpile.ROUNDS.values()), list(stockpile.CASH.values()))


def test_investors():
    told = [[int(cell) for cell in row("stockpile.md", name)[:2]] for name in INVESTORS]
    assert told == [list(cash) for cash in zip(CASH, CASH_OF_TWO, strict=True)]


@pytest.mark.parametrize("company", ADVANCED)
def test_tracks_of_the_advanced_board(company):
    prices, start, after = row("stockpile.md", company)
    track = ADVANCED[company]
    values = [int(price.removesuffix("$")) for price in prices.split()]
    dollars = [price.endswith("$") for price in prices.split()]
    ends = [int(place.split()[-1]) for place in (start, after)]
    assert (values, dollars, ends) == (
        list(track.values),
        [index in track.dollars for index in range(len(track.values))],
        [track.values[track.start], track.values[track.split_return]],
    )


def test_rounds_of_the_great_crash():
    page = (GUIDE / "great_crash.md").read_text()
    rounds = re.search(r"There are (\d), (\d) or (\d) rounds for 3, 4 or 5 seats", page)
    assert [int(number) for number in rounds.groups()] == list(crash.ROUNDS.values())


def test_the_deck_of_stonks():
    told = [numbers("stonks.md", title) for title in ("rank", "market symbols", "shares")]
    assert told == [BLOCK["ranks"], BLOCK["symbols_by_rank"], BLOCK["shares_by_rank"]]


@pytest.mark.parametrize("setting", ["hand_size", "rounds", "players", "cards_override"])
def test_defaults_of_stonks(setting):
    assert json.loads(row("stonks.md", f"`{setting}`")[1].strip("`")) == BLOCK[setting]
