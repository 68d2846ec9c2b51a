"""The API as a page for people: what can be asked, with what, and what is answered; made from its own description."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from arena.web.api.app import create_api
from arena.web.identity import Viewer
from arena.web.rendering import Store, render

METHODS = ("get", "post", "put", "patch", "delete")

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Part:
    """Something a request has, or an answer's status, and what it is."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that can be asked."""

    method: str
    path: str
    text: str
    needs_token: bool
    given: tuple[Part, ...]
    answers: tuple[Part, ...]


@router.get("/api", response_class=HTMLResponse)
def page(store: Store, viewer: Viewer) -> HTMLResponse:
    """Every operation, by subject."""
    return HTMLResponse(render(store, "api.html", viewer, subjects=subjects()))


@cache
def subjects() -> dict[str, list[Operation]]:
    """The operations by subject."""
    found: dict[str, list[Operation]] = {}
    description = create_api().openapi()
    for path, methods in description["paths"].items():
        for method in METHODS:
            if method in methods:
                told = methods[method]
                found.setdefault(told["tags"][0], []).append(_operation(method, path, told, description))
    return found


def _operation(method: str, path: str, told: dict[str, Any], whole: dict[str, Any]) -> Operation:
    return Operation(
        method=method.upper(),
        path=f"/api/v1{path}",
        text=told.get("description", "").strip(),
        needs_token=bool(told.get("security")),
        given=tuple(_given(told, whole)),
        answers=tuple(Part(status, answer["description"]) for status, answer in sorted(told["responses"].items())),
    )


def _given(told: dict[str, Any], whole: dict[str, Any]) -> Iterator[Part]:
    for parameter in told.get("parameters", ()):
        kind = _kind(parameter["schema"])
        text = f"{parameter['in']}, {kind}" + ("" if parameter.get("required") else ", may be left out")
        yield Part(parameter["name"], f"{text}. {parameter.get('description', '')}".strip())
    for form, content in told.get("requestBody", {}).get("content", {}).items():
        schema = content["schema"]
        if "$ref" not in schema:
            yield Part("body", form)
            continue
        model = whole["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        for name, field in model["properties"].items():
            left_out = "" if name in model.get("required", ()) else ", may be left out"
            yield Part(name, f"body, {_kind(field)}{left_out}.")


def _kind(schema: dict[str, Any]) -> str:
    """A value's kind in a word or two."""
    if "anyOf" in schema:
        kinds = [_kind(one) for one in schema["anyOf"] if one.get("type") != "null"]
        return " or ".join(kinds)
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2]).lower()
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    return {"integer": "whole number", "string": "text"}.get(schema.get("type", ""), str(schema.get("type", "any")))
