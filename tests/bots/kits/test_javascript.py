"""JavaScript without a compiler: both kinds of modules find what the kit has."""

import pytest
from building import built
from test_templates import play

BODY = """
const { ARENA_ADDRESS, ARENA_TOKEN: token } = process.env;
const stream = new TableClient(ARENA_ADDRESS, credentials.createInsecure()).play();
stream.on("data", ({ message }) => {
  if (message?.$case === "goodbye") process.exit(0);
  const asked = message?.$case === "decisions" ? message.decisions.decisions : [];
  if (asked.length === 0) return;
  const choices = asked.map(({ match, decision, legal }) => ({ match, decision, action: legal[0] }));
  stream.write({ message: { $case: "choices", choices: { choices } } });
});
stream.write({ message: { $case: "join", join: { token, protocolVersion: 1, maxMatches: 8 } } });
"""
COMMON = """
const { credentials } = require("@grpc/grpc-js");
const { TableClient } = require("stockpit/v1/table");
"""
MODULE = """
import { credentials } from "@grpc/grpc-js";
import { TableClient } from "stockpit/v1/table.js";
"""


@pytest.mark.parametrize(
    ("program", "head", "build"),
    [("main.js", COMMON, ""), ("main.mjs", MODULE, 'build = ["ln -sfn .kit/node_modules node_modules"]')],
    ids=["CommonJS", "ES modules"],
)
def test_a_bot_in_plain_javascript_plays(tmp_path, program, head, build):
    (tmp_path / program).write_text(head + BODY)
    keys = f'name = "plain"\ngames = ["stockpile"]\nkit = "typescript"\nrun = "node {program}"\n{build}\n'
    (tmp_path / "bot.toml").write_text(keys)
    built(tmp_path)
    assert [match["faults"] for match in play("stockpile", tmp_path, 2)["matches"]] == [[], []]
