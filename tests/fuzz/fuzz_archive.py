"""Feeds the reader of archives whatever atheris thinks of: `python tests/fuzz/fuzz_archive.py -max_total_time=300`.

It begins with good archives, stops at the first bytes that are neither a source nor bad input, and writes them to a
file named `crash-...`. Options are libFuzzer's.
"""

import sys
import tempfile
from pathlib import Path

import atheris

sys.path.append(str(Path(__file__).parents[1] / "bots"))
with atheris.instrument_imports(
    include=["arena.bots.archives", "arena.bots.manifest", "tarfile", "zipfile", "tomllib"]
):
    from archiving import FILES, tarred, zipped

    from arena.bots.archives.source import read_archive_bytes, read_stored
    from arena.model.errors import BadInput

GOOD = (tarred(FILES), tarred(FILES, "w"), zipped(FILES), tarred(FILES, "w", 2), zipped({"alice/bot.toml": b""}))


def one_input(data: bytes) -> None:
    """Whatever is taken is taken again as it was kept."""
    try:
        source = read_archive_bytes(data)
    except BadInput as error:
        said = str(error)
    else:
        said = ""
        assert read_stored(source.tar) == source
    assert said.isprintable(), said


def main() -> None:
    """Fuzz from good archives on."""
    with tempfile.TemporaryDirectory() as corpus:
        for number, data in enumerate(GOOD):
            Path(corpus, str(number)).write_bytes(data)
        atheris.Setup([*sys.argv, corpus], one_input)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
