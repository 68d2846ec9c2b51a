"""Archives made by hand, good and bad."""

import io
import tarfile
import zipfile

MANIFEST = b'name = "alice"\ngames = ["stockpile"]\nkit = "python"\nrun = "python3 main.py"\n'
FILES = {"bot.toml": MANIFEST, "main.py": b"print('hello')\n", "lib/deep/x.py": b"X = 1\n"}


def tarred(files, mode="w:gz", form=tarfile.GNU_FORMAT, executable=()):
    """A tar file of names and bytes, or of names and `TarInfo`."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=mode, format=form) as archive:
        for name, data in files.items() if isinstance(files, dict) else files:
            if isinstance(data, tarfile.TarInfo):
                archive.addfile(data)
            else:
                rights = 0o755 if name in executable else 0o644
                archive.addfile(entry(name, size=len(data), mode=rights), io.BytesIO(data))
    return made.getvalue()


def entry(name, kind=tarfile.REGTYPE, **told):
    """A header."""
    info = tarfile.TarInfo(name)
    info.type = kind
    for key, value in told.items():
        setattr(info, key, value)
    return info


def zipped(files, method=zipfile.ZIP_DEFLATED):
    """A zip file of names, or of `ZipInfo`, and bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in files.items() if isinstance(files, dict) else files:
            archive.writestr(name, data)
    return made.getvalue()


def zip_entry(name, mode=0, **told):
    """A header."""
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    for key, value in told.items():
        setattr(info, key, value)
    return info
