"""What `arena check` says of every bot that breaks the contract, and of bots with lesser faults."""

from dataclasses import replace

import pytest
from terms_for_tests import E2E, SHORT

from arena.app.checking import measures, scenarios
from arena.app.checking.examination import Spans
from arena.model.clock import SECOND

BREAKING = {
    "cannot_run": ("joins", "fail", "`run` in bot.toml must name a program"),
    "exits_at_once": ("joins", "fail", "exit code 1: I do not feel like it; it must join first"),
    "never_joins": ("joins", "fail", "not_ready: no Join within 2 s; it never called"),
    "wrong_token": ("joins", "fail", "its call was refused: the token is not the one in ARENA_TOKEN"),
    "exits_at_third": ("plays", "fail", "exited after it joined: exit code 3; it must live until Goodbye"),
    "kills_keeper": ("plays", "fail", "it must leave the process above it alone"),
    "illegal_id": ("plays", "fail", "answer with one of Decision.legal"),
    "unknown_id": ("plays", "fail", "illegal_action: action 4294967295 is not among"),
    "missing_field": ("plays", "fail", "missing_field: no action in the choice"),
    "answers_late": ("plays", "fail", "its answers come, but too late"),
    "never_answers": ("plays", "fail", "no answer has come: send a Choice for each Decision"),
    "stops_itself": ("plays", "fail", "its process is stopped by a signal (SIGSTOP)"),
    "sends_100_kb": ("plays", "fail", "message_too_large: a message of 100000 bytes"),
    "sends_10_mb": ("plays", "fail", "message_too_large: a message of 10000000 bytes"),
    "sends_garbage": ("plays", "fail", "unparsable: 100 bytes that are no BotMessage; send nothing but BotMessage"),
    "floods": (
        "plays",
        "fail",
        "flooded: more than 20 messages in a row that answer nothing; answer each decision once",
    ),
    "closes_stream": ("plays", "fail", "stream_closed: the bot closed its stream; keep the stream open"),
    "other_match": ("answers", "advice", "for decisions it was not asked: give back match and decision"),
    "answers_twice": ("answers", "advice", "decisions answered twice: only the first answer counts"),
    "joins_twice": ("answers", "advice", "2 calls from one process (the token is used already"),
    "prints_lines": ("output", "advice", "only the first and last 32 KiB of each stream are kept; print less"),
    "prints_without_newline": ("output", "advice", "only the first and last 32 KiB of each stream are kept"),
    "forks_daemon": ("goodbye", "advice", "leaves a process of its own behind (a daemon)"),
}
"""By bot of docs/faults.md: the scenario that notices it, and words of what it says."""
CLOCKS = {
    "never_joins": {"start_us": 2 * SECOND},
    "wrong_token": {"start_us": 5 * SECOND},
    "answers_late": {"soft_limit_us": 3 * SECOND // 2},
    "never_answers": {"soft_limit_us": SECOND // 2},
    "stops_itself": {"soft_limit_us": SECOND // 2},
    "starts_late": {"start_us": 6 * SECOND},
    "thinks_long": {"soft_limit_us": 5 * SECOND},
}
"""Of those that only time reveals."""

LESSER = {
    "starts_late": ("joins", "advice", "send Join first, then load what takes time"),
    "fails_at_five_seats": ("decisions", "fail", "exit code 1: ValueError: five seats; it must live until Goodbye"),
    "plays_one": ("batch", "fail", "ValueError: two at once"),
    "knows_every_message": ("unknown", "fail", "a message of no kind I know; skip every field, event and kind"),
    "knows_every_event": ("unknown", "fail", "KeyError: 99; skip every field, event and kind of message"),
    "receives_little": ("large", "fail", "let gRPC receive messages of 4 MiB"),
    "reads_places": ("cancel", "fail", "a match without a winner; a MatchEnd may come while a decision is open"),
    "keeps_matches": ("memory", "advice", "MiB more with each match: forget a match at its MatchEnd"),
    "holds_much": ("memory", "fail", "out_of_memory: "),
    "thinks_long": ("time", "advice", "near the soft limit of 5 s a decision"),
    "exits_with_3": ("goodbye", "advice", "exit code 3 after Goodbye: exit with code 0"),
    "draws": ("repeats", "pass", "choices differ with the same bot_seed"),
}
"""By argument of tests/e2e/checked/main.py."""
MORE = {
    "fails_at_five_seats": [scenarios.decisions],
    "plays_one": [scenarios.batch],
    "knows_every_message": [scenarios.unknown],
    "knows_every_event": [scenarios.unknown],
    "receives_little": [scenarios.large],
    "reads_places": [scenarios.cancel],
    "keeps_matches": [measures.memory],
    "holds_much": [measures.memory],
    "draws": [scenarios.decisions, measures.repeats],
}
"""Scenarios beside the first two."""


def test_every_bot_of_the_page_of_faults_is_in_the_table():
    assert sorted(path.parent.name for path in (E2E / "bots").glob("*/bot.toml")) == sorted(BREAKING)


@pytest.mark.parametrize("bot", BREAKING)
def test_a_bot_that_breaks_the_contract_gets_the_right_line(bot, checked):
    scenario, grade, words = BREAKING[bot]
    goodbye = 8.0 if bot == "answers_late" else 0.2
    found = checked(E2E / "bots" / bot, spans=Spans(goodbye=goodbye), **CLOCKS.get(bot, {}))
    assert (found[scenario][0], words in found[scenario][1]) == (grade, True), found


@pytest.mark.parametrize("name", LESSER)
def test_a_lesser_fault_is_noticed_by_its_scenario(name, checked, misdeed):
    scenario, grade, words = LESSER[name]
    spans = replace(SHORT, plenty=10.0, repeating=20.0 if name == "keeps_matches" else 0.0)
    found = checked(misdeed(name), MORE.get(name, ()), spans, **CLOCKS.get(name, {}))
    assert (found[scenario][0], words in found[scenario][1]) == (grade, True), found


def test_what_builds_on_a_failed_scenario_is_not_tried(checked):
    found = checked(E2E / "bots" / "unknown_id", todo=(scenarios.batch,), spans=Spans(goodbye=0.2))
    assert {name for name, (grade, _) in found.items() if grade == "not tried"} >= {"decisions", "batch", "memory"}
