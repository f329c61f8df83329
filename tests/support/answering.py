"""A server of a few lines that answers with exactly the bytes it is given: what a client must be ready for."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def answering(*answers: bytes | Iterator[bytes]) -> Iterator[tuple[str, list[bytes]]]:
    """A server that gives these bytes, one answer per connection, and keeps what it was sent."""
    listener = socket.create_server(("127.0.0.1", 0))
    got: list[bytes] = []
    waiting = threading.Event()

    def serve() -> None:
        for answer in answers:
            waiting.set()
            try:
                link, _ = listener.accept()
            except OSError:  # nobody asks any more
                return
            waiting.clear()
            with link:
                got.append(_request(link))
                for part in [answer] if isinstance(answer, bytes) else answer:
                    link.sendall(part)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", got
    finally:
        if waiting.is_set():
            listener.shutdown(socket.SHUT_RDWR)
        thread.join(120)
        listener.close()


def _request(link: socket.socket) -> bytes:
    data = b""
    while b"\r\n\r\n" not in data:
        data += link.recv(65536)
    head, _, body = data.partition(b"\r\n\r\n")
    length = int(
        next(line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")).split(b":")[1]
    )
    while len(body) < length:
        body += link.recv(65536)
    return head + b"\r\n\r\n" + body


def whole(body: bytes, status: str = "200 OK") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def chunked(*parts: bytes, end: bool = True) -> Iterator[bytes]:
    yield b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/event-stream\r\n\r\n"
    for part in parts:
        yield f"{len(part):x};ignored=1\r\n".encode() + part + b"\r\n"
    if end:
        yield b"0\r\nTrailer: x\r\n\r\n"
