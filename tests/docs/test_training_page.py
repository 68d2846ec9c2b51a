"""The example of the page on training runs as it stands."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "training.md").read_text()


def test_the_example_plays_and_its_rewards_sum_to_nothing(capsys):
    code = re.search(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[1]
    names = {}
    exec(compile(code, "docs/training.md", "exec"), names)
    printed = capsys.readouterr().out
    assert printed.startswith("{'seat_0': ")
    assert abs(sum(names["sums"].values())) < 1e-9
    assert names["table"].agents == []
