"""The guide on the site: the pages of `docs/guide`, and those of `docs` that they lead to, as HTML.

The files are links and text for readers of the repository first; here links between them become addresses, and links
to what the site does not show become plain text.
"""

import re
from collections.abc import Iterator, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Any
from unicodedata import category

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup
from starlette.exceptions import HTTPException

from arena.web.identity import Viewer
from arena.web.rendering import Store, render

INSTALLED = Path(__file__).with_name("docs")
"""Where a wheel has them."""
DOCS = INSTALLED if INSTALLED.is_dir() else Path(__file__).parents[2] / "docs"
GUIDE, REFERENCE = "/guide", "/guide/reference"
INDEX = "index"
PAGE = re.compile(r"[a-z_]+")
"""A page's name: nothing else is looked for."""

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading below the title."""

    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A page, ready to be shown."""

    title: str
    html: Markup
    contents: tuple[Heading, ...]


@router.get(GUIDE, response_class=HTMLResponse)
def index(store: Store, viewer: Viewer) -> HTMLResponse:
    """The guide's first page."""
    return _shown(store, viewer, DOCS / "guide", INDEX)


@router.get(REFERENCE + "/{name}", response_class=HTMLResponse)
def reference(store: Store, viewer: Viewer, name: str) -> HTMLResponse:
    """A page that the guide builds on."""
    return _shown(store, viewer, DOCS, name)


@router.get(GUIDE + "/{name}", response_class=HTMLResponse)
def guide(store: Store, viewer: Viewer, name: str) -> HTMLResponse:
    """A page of the guide."""
    return _shown(store, viewer, DOCS / "guide", name)


def _shown(store: Store, viewer: Viewer, folder: Path, name: str) -> HTMLResponse:
    path = folder / f"{name}.md"
    if not PAGE.fullmatch(name) or not path.is_file():
        raise HTTPException(404)
    first = path == DOCS / "guide" / f"{INDEX}.md"
    return HTMLResponse(render(store, "guide.html", viewer, page=read_page(path), first=first))


@cache
def read_page(path: Path) -> GuidePage:
    """A file of `DOCS` as a page; they do not change while we run."""
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
    tokens = parser.parse(path.read_text(encoding="utf-8"))
    title = _take_title(tokens)
    contents = tuple(_anchored(tokens))
    for token in tokens:
        _lead_on(token, path.parent)
    html = parser.renderer.render(tokens, parser.options, {})
    return GuidePage(title, Markup(html), contents)  # written by ourselves, and without HTML of its own


class _Renderer(RendererHTML):
    """Tables scroll by themselves on a narrow screen."""

    def table_open(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        """A box around the table, which a keyboard can reach."""
        return f'<div class="scroll" tabindex="0">{self.renderToken(tokens, idx, options, env)}'

    def table_close(self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]) -> str:
        """The box's end."""
        return f"{self.renderToken(tokens, idx, options, env)}</div>"


def _take_title(tokens: list[Token]) -> str:
    """The text of the first heading, which is taken out: the page's head shows it."""
    if [token.tag for token in tokens[:3]] != ["h1", "", "h1"]:
        raise ValueError("a page begins with its title")
    title = _text(tokens[1])
    del tokens[:3]
    return title


def _anchored(tokens: Sequence[Token]) -> Iterator[Heading]:
    """Give each heading an anchor, as GitHub does; those of the second level."""
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            text = _text(inline)
            opening.attrSet("id", anchor_of(text))
            if opening.tag == "h2":
                yield Heading(anchor_of(text), text)


def anchor_of(heading: str) -> str:
    """How a heading is linked to: in small letters, without punctuation, blanks as hyphens."""
    kept = (letter for letter in heading.lower() if letter in " -_" or category(letter)[0] in "LN")
    return "".join(kept).replace(" ", "-")


def _text(inline: Token) -> str:
    return "".join(token.content for token in inline.children or ())


def _lead_on(token: Token, folder: Path) -> None:
    """Have the links of a paragraph lead to pages of the site."""
    inside = False
    for child in token.children or ():
        if child.type == "link_open":
            address = _address(str(child.attrGet("href")), folder)
            inside = address is None
            child.attrs = {} if address is None else {"href": address}
        if inside and child.type in ("link_open", "link_close"):
            child.tag = "span"
        inside = inside and child.type != "link_close"


def _address(link: str, folder: Path) -> str | None:
    """Where a link leads on the site; None if the site does not show that."""
    target, hash_, anchor = link.partition("#")
    if not target:
        return link
    path = Path(*_resolved(folder / target))
    for parent, place in ((DOCS / "guide", GUIDE), (DOCS, REFERENCE)):
        if path.parent == parent and path.suffix == ".md" and path.is_file():
            page = place if path == DOCS / "guide" / f"{INDEX}.md" else f"{place}/{path.stem}"
            return f"{page}{hash_}{anchor}"
    return None


def _resolved(path: Path) -> Sequence[str]:
    """The parts of a path without `..`, by words alone."""
    parts: list[str] = []
    for part in PurePosixPath(path).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return parts
