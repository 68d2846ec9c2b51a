"""The web server, which ends its live streams before it waits for its connections to close."""

import logging
import socket

import uvicorn
from fastapi import FastAPI

from arena.web.live import Tail

PATIENCE_S = 2
"""How long a page that is being sent may keep the server from ending."""


class WebServer(uvicorn.Server):
    """Serves the application until `should_exit` is set or a signal comes."""

    def __init__(self, app: FastAPI) -> None:
        config = uvicorn.Config(
            app,
            log_level=logging.WARNING,
            timeout_graceful_shutdown=PATIENCE_S,
            proxy_headers=False,  # else whoever asks from this machine says where they ask from, and is counted there
        )
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Called by uvicorn once it is to end."""
        tail: Tail = self._app.state.tail
        await tail.end()
        await super().shutdown(sockets)
