"""Writes the protocol's reference (docs/guide/protocol*.md) from the protos and their comments.

    .venv/bin/python deploy/protocol_reference.py

`tests/docs/test_guide_protocol.py` fails if a page is not what this would write.
"""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)

ROOT = Path(__file__).parents[1]
PROTOS = ROOT / "protos"
GUIDE = ROOT / "docs" / "guide"

PAGES = {
    "stockpit/v1/table.proto": ("protocol.md", "The protocol"),
    "stockpit/games/stockpile/v1/stockpile.proto": ("protocol_stockpile.md", "Stockpile in the protocol"),
    "stockpit/games/great_crash/v1/great_crash.proto": ("protocol_great_crash.md", "The Great Crash in the protocol"),
    "stockpit/games/stonks/v1/stonks.proto": ("protocol_stonks.md", "Stonks in the protocol"),
}
"""By proto: its page and the page's title."""

HEAD = """# {title}

*Generated from the comments of [{name}](../../protos/{path}) by `deploy/protocol_reference.py`.*

"""
SYNTAX, MESSAGE, FIELD, ONEOF, ENUM, VALUE, SERVICE, METHOD = (12,), 4, 2, 8, 5, 2, 6, 2
"""Numbers of fields in descriptor.proto: places of elements are told as paths of them."""

Place = tuple[int, ...]


@dataclass(frozen=True)
class Proto:
    """A file with the comments of its elements, by place."""

    file: FileDescriptorProto
    comments: dict[Place, str]

    def told(self, *place: int) -> str:
        """An element's comment in one line."""
        return " ".join(self.comments.get(place, "").split())


def pages() -> dict[str, str]:
    """The text of each page, by its file's name."""
    return {PAGES[proto.file.name][0]: _page(proto) for proto in _read(sorted(PAGES))}


def _read(names: Sequence[str]) -> list[Proto]:
    from grpc_tools import protoc

    with tempfile.NamedTemporaryFile() as out:
        options = [f"--proto_path={PROTOS}", "--include_source_info", f"--descriptor_set_out={out.name}"]
        if protoc.main(["protoc", *options, *names]) != 0:
            raise RuntimeError("protoc failed; its message stands above")
        files = FileDescriptorSet.FromString(Path(out.name).read_bytes()).file
    return [
        Proto(file, {tuple(at.path): at.leading_comments for at in file.source_code_info.location}) for file in files
    ]


def _page(proto: Proto) -> str:
    _, title = PAGES[proto.file.name]
    head = HEAD.format(path=proto.file.name, name=Path(proto.file.name).name, title=title)
    parts = chain(_services(proto), _messages(proto), _enums(proto))
    return head + _prose(proto.comments.get(SYNTAX, "")) + "".join(f"\n{part}" for part in parts)


def _prose(comment: str) -> str:
    """A file's comment: paragraphs as they are, what is laid out in columns as code."""
    written = []
    for block in comment.strip("\n").split("\n\n"):
        lines = [line.removeprefix(" ") for line in block.split("\n")]
        columns = [line.startswith("  ") for line in lines]
        for number, line in enumerate(lines):
            if columns[number] and (number == 0 or not columns[number - 1]):
                written.append("\n```text" if number else "```text")
            if not columns[number] and number and columns[number - 1]:
                written.append("```\n")
            written.append(line.removeprefix("  "))
        written.append("```\n" if columns[-1] else "")
    return "\n".join(written)


def _services(proto: Proto) -> Iterator[str]:
    for number, service in enumerate(proto.file.service):
        lines = [f"## {service.name}\n\n{proto.told(SERVICE, number)}\n"]
        for index, method in enumerate(service.method):
            asks, answers = _link(method.input_type, proto), _link(method.output_type, proto)
            told = proto.told(SERVICE, number, METHOD, index)
            lines.append(f"`rpc {method.name}` takes a stream of {asks} and answers with one of {answers}. {told}\n")
        yield "\n".join(lines)


def _messages(proto: Proto) -> Iterator[str]:
    for number, message in enumerate(proto.file.message_type):
        about = f"## {message.name}\n\n{proto.told(MESSAGE, number)}\n"
        if not message.field:
            yield about
            continue
        rows = "".join(_rows(proto, message, number))
        yield f"{about}\n| field | type | no. | meaning |\n|---|---|---|---|\n{rows}"


def _rows(proto: Proto, message: DescriptorProto, number: int) -> Iterator[str]:
    choice = None
    for index, field in enumerate(message.field):
        of = field.oneof_index if field.HasField("oneof_index") and not field.proto3_optional else None
        if of is not None and of != choice:
            told = proto.told(MESSAGE, number, ONEOF, of)
            yield f"| *{message.oneof_decl[of].name}* | one of these | | {_cell(told)} |\n"
        choice = of
        name = f"`{field.name}`" if of is None else f"– `{field.name}`"
        told = proto.told(MESSAGE, number, FIELD, index)
        yield f"| {name} | {_type(field, proto)} | {field.number} | {_cell(told)} |\n"


def _enums(proto: Proto) -> Iterator[str]:
    for number, enum in enumerate(proto.file.enum_type):
        rows = "".join(_values(proto, enum, number))
        about = proto.told(ENUM, number)
        yield f"## {enum.name}\n\n{about}\n\n| value | no. | meaning |\n|---|---|---|\n{rows}"


def _values(proto: Proto, enum: EnumDescriptorProto, number: int) -> Iterator[str]:
    for index, value in enumerate(enum.value):
        yield f"| `{value.name}` | {value.number} | {_cell(proto.told(ENUM, number, VALUE, index))} |\n"


def _type(field: FieldDescriptorProto, proto: Proto) -> str:
    """A field's type, as a link if it is ours."""
    if field.type in (FieldDescriptorProto.TYPE_MESSAGE, FieldDescriptorProto.TYPE_ENUM):
        name = _link(field.type_name, proto)
    else:
        name = FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
    if field.label == FieldDescriptorProto.LABEL_REPEATED:
        return f"repeated {name}"
    return f"optional {name}" if field.proto3_optional else name


def _link(type_name: str, proto: Proto) -> str:
    """`.stockpit.v1.Join` as a link to where it is told, here or on another page."""
    package, _, name = type_name.removeprefix(".").rpartition(".")
    (page,) = (page for path, (page, _) in PAGES.items() if path.rpartition("/")[0].replace("/", ".") == package)
    here = package == proto.file.package
    return f"[{name}]({'' if here else page}#{name.lower()})"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> None:
    """Write the pages."""
    for name, text in pages().items():
        (GUIDE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
