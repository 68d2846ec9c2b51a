"""Kits without making one: recipes, keys, tools that are missing, and a bot begun from a template."""

import json
import re
from pathlib import Path

import pytest
from building import absent

from arena.bots.build import build
from arena.bots.kits import shelf
from arena.bots.kits.linked import link_kit, linked_kit, with_kit
from arena.bots.kits.recipe import FOLDER, WHOLE, Tool, as_version, found_version, has_recipe, languages, recipe, sizes
from arena.bots.kits.shelf import MadeKit
from arena.bots.kits.starting import new_bot, startable
from arena.bots.manifest import KITS, load_manifest
from arena.bots.sandbox.kits import INSIDE, Mount
from arena.bots.sandbox.limits import MIB, Limits
from arena.model.errors import BadInput, WorldTrouble

ADDRESS = re.compile(r"https?://|registry\+http")
ALLOWED = re.compile(r'"url": "https://(opencollective|github)|xmlns=|format!\("http://')
"""Who asks for money, the name of a name space, and a bot's own way to dial."""


def test_every_kit_is_python_stdio_or_has_a_recipe():
    assert sorted((*languages(), "python", "stdio")) == sorted(KITS)


def test_a_bot_can_be_begun_with_every_kit():
    assert startable() == KITS


@pytest.mark.parametrize("language", languages())
def test_a_recipe_says_what_to_install(language):
    assert all(tool.command and tool.install for tool in recipe(language).tools)


def test_locks_name_no_registry():
    found = []
    for path in FOLDER.rglob("*"):
        if path.is_file():
            lines = [line for line in path.read_text().splitlines() if ADDRESS.search(line)]
            found += [f"{path.name}: {line}" for line in lines if not ALLOWED.search(line)]
    assert found == []


def test_an_unknown_language_is_named():
    with pytest.raises(BadInput, match="no kit 'cobol'; there are cpp, go, java, rust, typescript"):
        recipe("cobol")


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        (Tool("no-such-tool --version", "1.0", "apt install it"), "no no-such-tool; to install: apt install it"),
        (Tool("no-such-tool", "", "apt install it"), "no no-such-tool; to install: apt install it"),
        (Tool("echo tool 1.9.3", "1.24", "1.24 or newer"), "echo 1.9.3 is too old; to install: 1.24 or newer"),
        (Tool("false", "1", "mend it"), "`false` fails; to install: mend it"),
    ],
)
def test_a_tool_that_is_missing_or_too_old_is_one_line_that_says_what_to_do(tool, said):
    with pytest.raises(WorldTrouble, match=f"^{re.escape(said)}$"):
        found_version(tool)


def test_versions_are_compared_by_number():
    assert as_version("go1.24") < as_version("go version go1.26.8 linux") < as_version("2")


def test_hints_are_shares_of_the_cap():
    assert sizes(256, 0.5) == {"most": 192, "half": 128, "eighth": 32, "cpus": 1}


@pytest.mark.parametrize("language", languages())
def test_every_hint_can_be_filled_in(language):
    made = MadeKit(recipe(language), Path("/kits/x"))
    assert all("{" not in text for text in made.hints(Limits(memory_bytes=256 * MIB)).values())
    assert all("{" not in text for text in made.environment().values())


def test_in_the_sandbox_a_kit_lies_at_its_place_inside():
    kit = MadeKit(recipe("go"), Path("/kits/go-1")).sandboxed()
    assert kit.mounts == (Mount(Path("/kits/go-1"), INSIDE), Mount(Path("/kits/go-1"), Path("/kits/go-1")))
    told = kit.variables(Limits(memory_bytes=256 * MIB))
    assert (told["PATH"].split(":")[0], told["GOPROXY"], told["GOMEMLIMIT"]) == (f"{INSIDE}/bin", "off", "192MiB")


@pytest.mark.parametrize("language", WHOLE)
def test_a_program_that_is_whole_runs_without_its_kit_but_is_told_sizes(tmp_path, language):
    kit = shelf.to_run(tmp_path, language)
    assert (kit.mounts, set(kit.hints(Limits()))) == ((), set(recipe(language).hints))


@pytest.fixture
def cpp_key():
    """The key of C++'s kit; without its tools there is none."""
    try:
        return shelf.key("cpp")
    except WorldTrouble as error:
        absent(str(error))


@pytest.mark.usefixtures("cpp_key")
def test_a_kit_that_was_not_made_is_asked_for(tmp_path):
    with pytest.raises(BadInput, match=r"the kit of cpp is not in .*; `arena kits build cpp` makes it"):
        shelf.need(tmp_path, "cpp")


def test_a_kit_made_elsewhere_or_not_to_the_end_is_none(tmp_path, cpp_key):
    folder = tmp_path / f"cpp-{cpp_key}"
    folder.mkdir()
    assert shelf.find(tmp_path, "cpp") is None
    (folder / shelf.ABOUT).write_text(json.dumps({"place": "/elsewhere", "seconds": 1}))
    assert shelf.find(tmp_path, "cpp") is None
    (folder / shelf.ABOUT).write_text(json.dumps({"place": str(folder), "seconds": 1}))
    assert shelf.find(tmp_path, "cpp") == MadeKit(recipe("cpp"), folder)


def test_a_link_leads_to_a_kit_made_by_somebody_else(tmp_path, cpp_key):
    theirs, ours = tmp_path / "theirs" / f"cpp-{cpp_key}", tmp_path / "ours"
    theirs.mkdir(parents=True)
    (theirs / shelf.ABOUT).write_text(json.dumps({"place": str(theirs), "seconds": 1}))
    ours.mkdir()
    (ours / theirs.name).symlink_to(theirs)
    assert shelf.find(ours, "cpp") == MadeKit(recipe("cpp"), theirs)


def test_earlier_kits_of_a_language_are_told_from_the_current_one(tmp_path):
    for name in ("go-0123456789abcdef", "go-fedcba9876543210", "go-making", "java-0123456789abcdef"):
        (tmp_path / name).mkdir()
    current = tmp_path / "go-fedcba9876543210"
    assert shelf.earlier(tmp_path, "go", current) == [tmp_path / "go-0123456789abcdef"]


def test_a_bot_finds_the_kit_it_was_linked_to(tmp_path):
    first, second = (MadeKit(recipe("go"), tmp_path / name) for name in ("one", "two"))
    for kit in (first, second):
        kit.folder.mkdir()
        link_kit(tmp_path, kit)
    assert linked_kit(tmp_path, "go") == second
    assert linked_kit(tmp_path, "python") is None


def test_a_file_in_the_way_of_the_link_is_named(tmp_path):
    (tmp_path / ".kit").write_text("mine")
    with pytest.raises(BadInput, match=r"\.kit is in the way of the link to the kit"):
        link_kit(tmp_path, MadeKit(recipe("go"), tmp_path))


def test_the_kits_programs_come_before_the_machines():
    assert with_kit({"PATH": "/bin", "A": "1"}, {"PATH": "/kit", "B": "2"}) == {"PATH": "/kit:/bin", "A": "1", "B": "2"}


@pytest.mark.parametrize("language", startable())
def test_a_new_bot_has_its_name_and_its_language(tmp_path, language):
    manifest = load_manifest(new_bot("my.bot-1", language, tmp_path))
    assert (manifest.name, manifest.kit) == ("my.bot-1", language)
    assert "NAME" not in (manifest.folder / "README.md").read_text()


@pytest.mark.parametrize(
    ("name", "language", "said"),
    [
        ("a/b", "go", "'a/b' is no name for a bot; a name is 1 to 40 letters"),
        ("", "go", "'' is no name for a bot"),
        ("taken", "go", "taken is there already; choose another name"),
        ("bot", "cobol", "no template in 'cobol'; there are cpp, go, java, python, rust, stdio, typescript"),
    ],
)
def test_a_bad_name_or_language_is_refused(tmp_path, name, language, said):
    (tmp_path / "taken").mkdir()
    with pytest.raises(BadInput, match=re.escape(said)):
        new_bot(name, language, tmp_path)


def test_a_new_python_bot_needs_no_kit_to_be_built(tmp_path):
    build(load_manifest(new_bot("snake", "python", tmp_path)), tmp_path / "kits")
    assert not has_recipe("python")
    assert not (tmp_path / "kits").exists()
