"""How our commands look, whichever holds them: plain text, no completion, our own failures."""

import typer
from typer.core import TyperGroup


def group(
    text: str | None = None,
    *,
    cls: type[TyperGroup] | None = None,
    name: str | None = None,
    invoke_without_command: bool = False,
) -> typer.Typer:
    """A group of commands; with a text it shows its help if none is named."""
    return typer.Typer(
        name=name,
        help=text,
        cls=cls,
        no_args_is_help=text is not None,
        invoke_without_command=invoke_without_command,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
