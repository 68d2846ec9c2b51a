import pytest

from arena.app.home import Home
from arena.app.quarters import Quarters, quarters
from arena.bots.sandbox.limits import MIB, Limits
from arena.model.errors import BadInput
from arena.model.isolation import Isolation


@pytest.fixture
def home(tmp_path):
    def write(text=None):
        if text is not None:
            (tmp_path / "config.toml").write_text(text)
        return Home(tmp_path)

    return write


def test_limits_are_full_where_nothing_is_said(home, tmp_path):
    assert quarters(home()) == Quarters(
        Isolation.FULL, Limits(), tmp_path / "kits", (tmp_path / "objects").as_uri(), tmp_path / "artifacts"
    )


def test_a_home_names_its_limits_and_an_option_goes_before_it(home):
    told = home('[sandbox]\nlimits = "weak"\nmemory_mib = 256\ncpus = 0.5\npids = 64\n')
    limits = Limits(memory_bytes=256 * MIB, cpus=0.5, pids=64)
    assert (quarters(told).isolation, quarters(told).limits) == (Isolation.WEAK, limits)
    assert quarters(told, Isolation.NONE).isolation is Isolation.NONE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[sandbox]\nlimits = 'half'", "limits is 'half'; it is one of full, weak, none"),
        ("[sandbox]\nmemory = 1", "unknown sandbox.memory; there are limits, memory_mib, pids, cpus"),
        ("[sandbox]\npids = 1.5", "sandbox.pids is 1.5; it is a whole number above 0"),
        ("[sandbox]\ncpus = -1", "sandbox.cpus is -1; it is a number above 0"),
        ("sandbox = 1", r"sandbox is 1; it is a table: \[sandbox\]"),
        ("[sandbox", "is not TOML"),
    ],
)
def test_what_is_wrong_is_named(home, text, said):
    with pytest.raises(BadInput, match=said):
        quarters(home(text))


def test_no_limits_are_no_sandbox():
    with pytest.raises(BadInput, match="limits are none, so there is no sandbox"):
        Quarters().sandbox()
