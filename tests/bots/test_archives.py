"""What is handed in: taken in one form, or refused in one line that names the entry."""

import gzip
import io
import os
import socket
import stat
import tarfile
import zipfile

import pytest
from archiving import FILES, MANIFEST, entry, tarred, zip_entry, zipped

from arena.bots.archives.rules import MIB
from arena.bots.archives.source import pack_folder, read_archive, read_archive_bytes, read_stored
from arena.model.errors import BadInput, WorldTrouble


@pytest.fixture
def folder(tmp_path):
    """A bot's folder."""
    for name, data in FILES.items():
        path = tmp_path / "alice" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return tmp_path / "alice"


def unpacked(source):
    """Names, bytes and modes of a source."""
    with tarfile.open(fileobj=io.BytesIO(source.tar)) as archive:
        return [(info.name, archive.extractfile(info).read(), info.mode) for info in archive]


def with_manifest(*entries):
    return [("bot.toml", MANIFEST), *entries]


def refusal(data):
    with pytest.raises(BadInput) as caught:
        read_archive_bytes(data)
    said = str(caught.value)
    assert said.isprintable()
    assert len(said) < 300
    return said


def test_equal_files_are_the_same_version_however_they_are_packed(folder):
    inside = {f"alice-1.0/{name}": data for name, data in reversed(FILES.items())}
    forms = [
        tarred(FILES),
        tarred(FILES, "w"),
        tarred(FILES, form=tarfile.PAX_FORMAT),
        tarred(inside),
        tarred({f"./{name}": data for name, data in FILES.items()}),
        zipped(FILES),
        zipped(inside, zipfile.ZIP_STORED),
        tarred([("./", entry("./", tarfile.DIRTYPE)), *FILES.items(), ("empty", entry("empty", tarfile.DIRTYPE))]),
    ]
    sources = [pack_folder(folder), *map(read_archive_bytes, forms)]
    assert len({source.digest for source in sources}) == 1
    assert unpacked(sources[0]) == [(name, FILES[name], 0o644) for name in sorted(FILES)]


def test_a_source_that_was_kept_is_the_same_again():
    source = read_archive_bytes(tarred(FILES))
    assert read_stored(source.tar) == source
    with pytest.raises(WorldTrouble, match=r"a source that was kept is damaged: the archive is cut in the middle"):
        read_stored(source.tar[:2000])


def test_the_manifest_is_read_without_unpacking_and_named_as_the_author_knows_it(tmp_path):
    path = tmp_path / "alice.zip"
    path.write_bytes(zipped(FILES))
    assert read_archive(path).manifest.name == "alice"
    assert refusal(zipped({"bot.toml": b"name = 3"})).startswith("bot.toml: no 'games'; ")


def test_who_may_run_a_file_is_kept_and_nothing_else_of_its_mode():
    modes = {"a": 0o4755, "b": 0o600, "c": 0o777}
    files = with_manifest(*((name, entry(name, mode=mode)) for name, mode in modes.items()))
    found = {name: mode for name, _, mode in unpacked(read_archive_bytes(tarred(files)))}
    assert found == {"a": 0o755, "b": 0o644, "c": 0o755, "bot.toml": 0o644}
    zips = [*with_manifest(), (zip_entry("a", stat.S_IFREG | 0o755), b""), (zip_entry("b", stat.S_IFREG | 0o640), b"")]
    assert [mode for *_, mode in unpacked(read_archive_bytes(zipped(zips)))] == [0o755, 0o644, 0o644]


def test_what_is_no_source_is_left_out_links_and_all(folder):
    rubbish = [".git/HEAD", "lib/__pycache__/x.pyc", "node_modules/a.js", "target/debug/x", ".DS_Store", "._main.py"]
    for name in rubbish:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"x")
    (folder / ".kit").symlink_to("/opt")
    (folder / "lib" / "target").mkdir()
    (folder / "lib" / "target" / "kept").write_bytes(b"")
    source = pack_folder(folder)
    assert {name for name, *_ in unpacked(source)} == {*FILES, "lib/target/kept"}
    link = ("a/.kit", entry("a/.kit", tarfile.SYMTYPE, linkname="/etc/shadow"))
    files = [(f"a/{name}", b"x") for name in rubbish] + [(f"a/{name}", data) for name, data in FILES.items()]
    assert read_archive_bytes(tarred([link, *files, ("__MACOSX/a", b"")])) == read_archive_bytes(tarred(FILES))


def test_a_file_may_be_named_like_an_option_and_in_any_script():
    names = ["-rf", "--help", "$(reboot)", "a b", "größe", "数", "🂡"]
    source = read_archive_bytes(zipped(with_manifest(*((name, b"") for name in names))))
    assert {name for name, *_ in unpacked(source)} == {"bot.toml", *names}


def test_names_as_long_as_they_may_be_are_taken():
    name = "/".join(["a" * 97, "b" * 100, "c"])
    for form in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        source = read_archive_bytes(tarred(with_manifest((name, b"1")), form=form))
        assert unpacked(read_stored(source.tar))[0][:2] == (name, b"1")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("/etc/passwd", "has '/etc/passwd': names are relative to the bot's folder"),
        ("../x", "has '../x': names have no '..' in them"),
        ("a/../../x", "has 'a/../../x': names have no '..' in them"),
        ("a\nb", r"has 'a\nb': names have no control characters in them"),
        ("a\x1b[2Jb", r"has 'a\x1b[2Jb': names have no control characters in them"),
        ("a\u202eb", r"has 'a\u202eb': names have no control characters in them"),
        ("a\\b", r"has 'a\\b': names have '/' between their parts and no backslash"),
        ("x" * 10_000, f"has '{'x' * 57}...': a name may have 200 bytes, and each part of it 100"),
        ("x" * 101, f"has '{'x' * 57}...': a name may have 200 bytes, and each part of it 100"),
    ],
)
def test_a_name_that_is_not_taken_is_shown_with_what_is(name, said):
    assert refusal(tarred(with_manifest((name, b"")))) == f"the archive {said}"
    assert refusal(tarred(with_manifest((name, b"")), form=tarfile.PAX_FORMAT)) == f"the archive {said}"
    assert refusal(zipped(with_manifest((name, b"")))) == f"the archive {said}"


def test_a_name_that_is_not_utf_8_is_refused():
    data = tarred(with_manifest(("nXme", b"")), "w").replace(b"nXme", b"n\xe4me")
    data = repaired(data, b"n\xe4me")
    assert refusal(data) == r"the archive has 'n\\xe4me': names are UTF-8"
    assert refusal(zipped(with_manifest(("nXme", b""))).replace(b"nXme", b"n\xe4me")).endswith(": names are UTF-8")


def repaired(data, name):
    """A tar file in which a header's name was changed, with the check sum that it wants now."""
    place = data.index(name)
    header = bytearray(data[place : place + 512])
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return data[:place] + bytes(header) + data[place + 512 :]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (tarfile.SYMTYPE, "link"),
        (tarfile.LNKTYPE, "hard link"),
        (tarfile.CHRTYPE, "device"),
        (tarfile.BLKTYPE, "device"),
        (tarfile.FIFOTYPE, "fifo"),
        (tarfile.GNUTYPE_SPARSE, "sparse file"),
        (b"V", "thing of an unknown type"),
    ],
)
def test_only_files_and_folders_are_taken(kind, said):
    thing = entry("lib/x", kind, linkname="/etc/shadow")
    assert refusal(tarred(with_manifest(("lib/x", thing)))) == (
        f"the archive has 'lib/x': it is a {said}; files and folders are taken"
    )


def test_links_and_devices_in_a_zip_are_refused():
    for mode, said in ((stat.S_IFLNK, "link"), (stat.S_IFIFO, "device, fifo or socket")):
        data = zipped([*with_manifest(), (zip_entry("x", mode | 0o777), b"/etc/shadow")])
        assert refusal(data) == f"the archive has 'x': it is a {said}; files and folders are taken"


def test_sparse_files_of_pax_are_refused():
    sparse = entry("x", pax_headers={"GNU.sparse.major": "1", "GNU.sparse.realsize": "99999999"})
    assert "it is a sparse file" in refusal(tarred(with_manifest(("x", sparse)), form=tarfile.PAX_FORMAT))


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["a", "a"], "has 'a' twice; each name may be there once"),
        (["a", "./a"], "has 'a' twice; each name may be there once"),
        (["README", "readme"], "has 'README' and 'readme', which are one name on some machines; rename one of them"),
        (["ﬁle", "file"], "has 'ﬁle' and 'file', which are one name on some machines; rename one of them"),
        (["é", "e\u0301"], "has 'é' and 'e\u0301', which are one name on some machines; rename one of them"),
        (["Src/a", "src"], "has 'Src' and 'src', which are one name on some machines; rename one of them"),
        (["Src/a", "src/b"], "has 'Src' and 'src', which are one name on some machines; rename one of them"),
        (["a/b", "a"], "has 'a' twice; each name may be there once"),
    ],
)
def test_names_that_clash_are_refused(names, said):
    files = with_manifest(*((name, b"") for name in names))
    assert refusal(tarred(files)) == f"the archive {said}"


def test_bombs_are_refused_by_what_they_unpack_to_not_by_what_they_say():
    flat = {"bot.toml": MANIFEST, "zeros": bytes(51 * MIB)}
    assert refusal(gzip.compress(tarred(flat, "w"), 1)) == (
        "the archive unpacks to more than 200 times its size; that is the most there may be"
    )
    assert "200 times" in refusal(zipped(flat))
    noise = os.urandom(MIB // 4)
    dense = {"bot.toml": MANIFEST} | {str(number): noise for number in range(204)}
    assert refusal(zipped(dense)) == "the archive is larger than 10 MiB; that is the most there may be"
    patterned = os.urandom(6000) * 10_000
    assert refusal(zipped({"bot.toml": MANIFEST, "x": patterned})) == (
        "the archive unpacks to more than 50 MiB; that is the most there may be"
    )
    lying = zipped(flat).replace((51 * MIB).to_bytes(4, "little"), (100).to_bytes(4, "little"))
    assert refusal(lying).startswith("the archive is damaged: ")
    giant = repaired(tarred(with_manifest(("x", entry("x", size=1 << 40))), "w"), b"x\0")
    assert refusal(giant) == "the archive is cut in the middle: 'x' ends behind its end"


@pytest.mark.parametrize("size", [1, 4, 1000])
def test_a_zip_that_tells_another_size_than_there_is_is_damaged(size):
    data = bytearray(zipped([*with_manifest(), ("x", b"abc")]))
    place = data.rindex(b"PK\x01\x02") + 24
    data[place : place + 4] = size.to_bytes(4, "little")
    assert refusal(bytes(data)).startswith("the archive is damaged: ")


def test_entries_that_lie_over_each_other_count_each():
    data = zipped({"bot.toml": MANIFEST, "a": bytes(MIB)})
    directory = data.rindex(b"PK\x01\x02")
    size = data.rindex(b"PK\x05\x06") - directory
    many = data[:directory] + data[directory : directory + size] * 300 + data[directory + size :]
    end = bytearray(many[-22:])
    end[8:10] = end[10:12] = (301).to_bytes(2, "little")
    end[12:16] = (int.from_bytes(end[12:16], "little") + size * 299).to_bytes(4, "little")
    assert refusal(many[:-22] + bytes(end)) in (
        "the archive unpacks to more than 200 times its size; that is the most there may be",
        "the archive is damaged: its zip data cannot be read",
    )


def test_a_million_empty_files_are_refused_unread():
    empty = entry("x").tobuf(tarfile.GNU_FORMAT)
    packer = io.BytesIO()
    with gzip.GzipFile(fileobj=packer, mode="wb", compresslevel=1) as stream:
        for _ in range(100):
            stream.write(empty * 10_000)
    assert refusal(packer.getvalue()) == "the archive unpacks to more than 50 MiB; that is the most there may be"
    assert refusal(tarred({str(number): b"" for number in range(2_001)})) == (
        "the archive has more than 2,000 entries; leave out what is no source"
    )
    assert refusal(zipped({str(number): b"" for number in range(2_001)})) == (
        "the archive has more than 2,000 entries; leave out what is no source"
    )


@pytest.mark.parametrize("pack", [tarred, zipped, lambda files: tarred(files, "w")])
def test_an_archive_that_is_cut_is_refused_wherever_it_is_cut(pack):
    whole = pack(FILES)
    for length in [*range(1, len(whole.rstrip(b"\0")), 7), len(whole.rstrip(b"\0")) - 1]:
        refusal(whole[:length])


def test_what_stands_behind_the_end_is_refused():
    assert refusal(tarred(FILES, "w") + tarred(FILES, "w")).endswith("has more behind the end of its tar data")
    assert refusal(tarred(FILES) + tarred(FILES)).endswith("has more behind the end of its gzip data")
    assert read_archive_bytes(tarred(FILES) + bytes(512)) == read_archive_bytes(tarred(FILES))


def test_encrypted_and_oddly_compressed_entries_are_named():
    data = bytearray(zipped({"bot.toml": MANIFEST}))
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    assert refusal(bytes(data)) == "the archive has 'bot.toml': it is encrypted; nothing may be"
    assert refusal(zipped(FILES, zipfile.ZIP_LZMA)) == (
        "the archive has 'bot.toml': it is compressed in a way that is not deflate"
    )


def test_extended_headers_without_end_are_refused():
    long = entry("x", pax_headers={"comment": "c" * 2 * MIB})
    said = refusal(tarred(with_manifest(("x", long)), "w", form=tarfile.PAX_FORMAT))
    assert said.startswith("the archive has an extended header of 20971")
    name = entry("././@LongLink", tarfile.GNUTYPE_LONGNAME, size=2).tobuf() + b"x\0".ljust(512, b"\0")
    assert refusal(name * 1000 + tarred(FILES, "w")) == "the archive has more than 8 extended headers in a row"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "the archive is none that is known here; it is a .zip, .tar.gz or .tar"),
        (b"\xfd7zXZ\0", "the archive is none that is known here; it is a .zip, .tar.gz or .tar"),
        (b"PK", "the archive is cut in the middle: its directory is not there"),
        (zipped({}), "the archive has no bot.toml; it stands in the bot's folder, on top of all else"),
        (zipped({"a/bot.toml": MANIFEST, "b/x": b""}), "the archive has no bot.toml; it stands in the bot's folder, "),
    ],
)
def test_what_is_no_archive_of_a_bot_is_refused(data, said):
    assert refusal(data).startswith(said)


def test_a_path_that_is_no_file_is_bad_input(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    for name, said in (("nothing", "No such file"), (".", "Is a directory")):
        with pytest.raises(BadInput, match=said):
            read_archive(tmp_path / name)


def test_links_and_sockets_in_a_folder_are_refused_by_name(folder):
    (folder / "lib" / "out").symlink_to("/etc/shadow")
    with pytest.raises(BadInput, match=r"has 'lib/out': it is a link; files and folders are taken"):
        pack_folder(folder)
    (folder / "lib" / "out").unlink()
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(folder / "socket"))
        with pytest.raises(BadInput, match=r"has 'socket': it is a device, fifo or socket"):
            pack_folder(folder)


def test_a_folder_that_is_no_bot_or_too_much_is_refused(folder, tmp_path):
    with pytest.raises(BadInput, match="nowhere cannot be read: No such file"):
        pack_folder(tmp_path / "nowhere")
    with (folder / "large").open("wb") as file:
        file.truncate(51 * MIB)
    with pytest.raises(BadInput, match="more than 50 MiB"):
        pack_folder(folder)
