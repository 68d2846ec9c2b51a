"""What the documents say is so: links, commands, layers, causes and vendored files."""

import hashlib
import re
import tomllib
from pathlib import Path

import pytest

from arena.cli.app import COMMANDS
from arena.model.faults import Cause, Effect

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path
    for path in ROOT.rglob("*.md")
    if not {".venv", ".arena", "build", "node_modules"} & set(path.relative_to(ROOT).parts)
)
LOCKS = sorted(ROOT.glob("requirements*.lock"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_within_the_project_leads_somewhere(page):
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_readme_names_every_command_and_no_other():
    table = (ROOT / "README.md").read_text().partition("\n## Commands")[2]
    assert set(re.findall(r"`arena (\w+)", table)) == set(COMMANDS)


def test_every_layer_of_the_architecture_page_is_in_the_import_contract_in_the_same_order():
    page = (ROOT / "ARCHITECTURE.md").read_text().split("## Layers")[1].split("## Words")[0]
    told = [
        name
        for line in page.splitlines()
        if line.startswith("| `")
        for name in re.findall(r"`([a-z.]+)`", line.split("|")[1])
    ]
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]
    assert told == [name for layer in contract["layers"] for name in layer.split(" | ")]


def test_the_page_of_faults_tells_every_cause_and_what_it_costs():
    rows = re.findall(
        r"^\| `(\w+)` \|[^|]*\| (strike|ends the process) \|$", (ROOT / "docs" / "faults.md").read_text(), re.M
    )
    effects = {Effect.STRIKE: "strike", Effect.PROCESS: "ends the process"}
    assert dict(rows) == {cause.value: effects[cause.effect] for cause in Cause}


@pytest.mark.parametrize("folder", ["arena", "engine", "protos", "sample_bots", "stockpit_rl", "tests", "deploy"])
def test_every_top_folder_says_what_is_in_it(folder):
    assert (ROOT / folder / "README.md").read_text().startswith(f"# {folder}\n")


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_locks_hold_hashes_and_no_addresses(lock):
    text = lock.read_text()
    pins = re.findall(r"^[a-z0-9][\w.\-\[\]]*==", text, re.M)
    assert (len(pins) > 50, "://" in text, text.count("--hash=sha256:") >= len(pins)) == (True, False, True)


def test_vendored_files_are_those_of_the_manifest():
    folder = ROOT / "arena" / "web" / "static" / "vendor"
    sums = dict(reversed(line.split()) for line in (folder / "MANIFEST").read_text().splitlines())
    there = {f"./{path.name}": hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    assert {name: digest for name, digest in there.items() if name != "./MANIFEST"} == sums


def test_no_machine_path_or_registry_is_named_in_the_project():
    pattern = re.compile(r"/work/|/root/|/opt/wheels|\.\./shared|farm-studio")
    files = [
        p
        for top in ("arena", "engine", "protos", "sample_bots", "stockpit_rl", "deploy", "docs")
        for p in (ROOT / top).rglob("*")
    ]
    texts = [p for p in files if p.suffix in {".py", ".md", ".sh", ".proto", ".toml", ".go", ".html"}]
    assert [str(path) for path in texts if pattern.search(path.read_text())] == []
