"""The example of the page on training runs as it stands."""

import gzip
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "app"))

from stores import Desk, database, empty_database, make_ladder  # noqa: F401

from arena.store.reading import SqlReading
from engine.archive import TRANSCRIPT_KEYS

PAGE = (Path(__file__).parents[2] / "docs" / "training.md").read_text()
EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_example_plays_and_its_rewards_sum_to_nothing(capsys):
    code = EXAMPLES[0]
    names = {}
    exec(compile(code, "docs/training.md", "exec"), names)
    printed = capsys.readouterr().out
    assert printed.startswith("{'seat_0': ")
    assert abs(sum(names["sums"].values())) < 1e-9
    assert names["table"].agents == []


def test_the_example_reads_what_the_archive_has(database, tmp_path, monkeypatch, capsys):  # noqa: F811
    desk = Desk(database, make_ladder(database, "stockpile-4", 4))
    desk.record(*(desk.play(leased) for leased in desk.lease(2)))
    desk.coordination.close()
    reading = SqlReading(database)
    (day,) = reading.archive_days("stockpile-4")
    data = b"".join(reading.archive_file(day))
    (tmp_path / "stockpile-4-2026-11-30.jsonl.gz").write_bytes(data)
    monkeypatch.chdir(tmp_path)

    names = {}
    exec(compile(EXAMPLES[1], "docs/training.md", "exec"), names)

    decisions = sum(line.decisions for line in reading.matches("stockpile-4"))
    assert sum(names["choices"].values()) == decisions
    assert capsys.readouterr().out.startswith("[((")
    line = json.loads(gzip.decompress(data).splitlines()[0])
    told = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", PAGE.split("## Matches")[1], re.MULTILINE)))
    assert (sorted(told), sorted(line["transcript"])) == (sorted(line), sorted(TRANSCRIPT_KEYS))
