"""What every answer passes last, whoever gave it: the routes, the framework before them, or its last resort."""

from fastapi import FastAPI, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.web.refusals import body_too_large

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; "
        "form-action 'self'; base-uri 'none'; object-src 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
"""htmx sets inline styles while it swaps; scripts come from our own files only."""


class Site(FastAPI):
    """An application that says in its own words what the framework says in plain text, with its headers on all."""

    def build_middleware_stack(self) -> ASGIApp:
        """Around all that the framework puts around it: middleware that is added stands within its limit of bodies."""
        return SecurityHeaders(LargeBodies(super().build_middleware_stack()))


class SecurityHeaders:
    """Adds the security headers to every answer, streams included."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY_HEADERS)
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self._app(scope, receive, send_with_headers)


class LargeBodies:
    """Gives our own answer in place of the framework's "Content Too Large"."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        request = Request(dict(scope)) if scope["type"] == "http" else None
        replaced = False

        async def send_ours(message: Message) -> None:
            nonlocal replaced
            if request is not None and _is_the_frameworks(message):
                replaced = True
                answer = await run_in_threadpool(body_too_large, request)
                await answer(scope, receive, send)
            elif not replaced:
                await send(message)

        await self._app(scope, receive, send_ours)


def _is_the_frameworks(message: Message) -> bool:
    if message["type"] != "http.response.start" or message["status"] != 413:
        return False
    return Headers(raw=message["headers"]).get("content-type", "").startswith("text/plain")
