"""HTTP/2 by hand, so that it can be spoken wrongly: frames, and just enough of their meaning to open a stream."""

import os
import socket
import struct

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RESET, SETTINGS, PING, GOAWAY, WINDOW, CONTINUATION = 0, 1, 3, 4, 6, 7, 8, 9
END_STREAM, ACK, END_HEADERS = 1, 1, 4


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """One frame."""
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def _literal(name: bytes, value: bytes) -> bytes:
    return b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value


CALL = b"".join(
    _literal(name, value)
    for name, value in (
        (b":method", b"POST"),
        (b":scheme", b"http"),
        (b":path", b"/stockpit.v1.Table/Play"),
        (b":authority", b"localhost"),
        (b"content-type", b"application/grpc"),
        (b"te", b"trailers"),
    )
)


def message(data: bytes, claimed: int | None = None) -> bytes:
    """A gRPC message, or one that claims to be longer than it is."""
    return struct.pack(">BI", 0, len(data) if claimed is None else claimed) + data


class Connection:
    """One to the referee."""

    def __init__(self) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(5)
        self.socket.connect(os.environ["ARENA_ADDRESS"].removeprefix("unix:"))
        self.say(PREFACE + frame(SETTINGS, 0, 0))
        self.window = {0: 65535}
        self.heard = b""

    def say(self, data: bytes) -> None:
        """Send; OSError once the referee has hung up."""
        self.socket.sendall(data)

    def open(self, stream: int) -> None:
        """Begin a call."""
        self.window[stream] = 65535
        self.say(frame(HEADERS, END_HEADERS, stream, CALL))

    def pour(self, stream: int, data: bytes) -> None:
        """Send data as the referee's windows allow; OSError if it does not open them within a second."""
        while data:
            room = min(self.window[0], self.window[stream], 16384)
            if room <= 0:
                self.hear()
                continue
            self.say(frame(DATA, 0, stream, data[:room]))
            self.window[0] -= room
            self.window[stream] -= room
            data = data[room:]

    def hear(self) -> None:
        """Take what came and note wider windows."""
        self.socket.settimeout(1)
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionResetError
        self.heard += data
        while len(self.heard) >= 9:
            size = int.from_bytes(self.heard[:3])
            if len(self.heard) < 9 + size:
                return
            kind, flags = self.heard[3], self.heard[4]
            stream = int.from_bytes(self.heard[5:9]) & 0x7FFFFFFF
            payload, self.heard = self.heard[9 : 9 + size], self.heard[9 + size :]
            if kind == WINDOW:
                self.window[stream] = self.window.get(stream, 65535) + int.from_bytes(payload)
            elif kind == SETTINGS and not flags & ACK:
                for place in range(0, size, 6):
                    name, value = struct.unpack_from(">HI", payload, place)
                    if name == 4:  # INITIAL_WINDOW_SIZE
                        for key in self.window:
                            if key:
                                self.window[key] += value - 65535
                self.say(frame(SETTINGS, ACK, 0))
            elif kind in (RESET, GOAWAY):
                raise ConnectionResetError
