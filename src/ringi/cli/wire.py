"""The few lines of HTTP/1.1 that talking to our own server needs: one request per connection over a plain socket.

Written on `socket` alone, because the standard library's client costs more to import than the whole command.
"""

from __future__ import annotations

import socket

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO

CONNECT_SECONDS = 3.0
QUIET_SECONDS = 2.0
"""After so long without a word, whoever waits is told that they wait."""
_LINE_LIMIT = 65_536
_HEADER_LIMIT = 200


class Broken(Exception):
    """The answer ended in the middle, took too long or is not HTTP. `late` when only the time ran out."""

    def __init__(self, reason: str, *, late: bool = False) -> None:
        self.late = late
        super().__init__(reason)


def place(address: str) -> tuple[str, int]:
    """Host and port of `http://127.0.0.1:8750`; ValueError for anything else."""
    scheme, _, rest = address.partition("://")
    host, _, port = rest.rstrip("/").rpartition(":")
    if scheme != "http" or not host or not port.isdigit() or any(ch <= " " or ch in "/@?#" for ch in host):
        raise ValueError(address)
    return host.strip("[]"), int(port)


def connect(address: str, timeout: float = CONNECT_SECONDS) -> socket.socket:
    """An open connection, or OSError when nobody listens there."""
    host, port = place(address)
    link = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        link.settimeout(timeout)
        link.connect((host, port))
    except BaseException:
        link.close()
        raise
    return link


class Answer:
    """A response whose head has been read; the body is read once, whole or as it comes."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._file: IO[bytes] = link.makefile("rb")
        self.headers: dict[str, str] = {}
        try:
            self.status = self._head()
        except BaseException:
            self.close()
            raise

    def _head(self) -> int:
        first = self._line().split(b" ", 2)
        if len(first) < 2 or not first[0].startswith(b"HTTP/1.") or not first[1].isdigit():
            raise Broken("not an HTTP answer")
        for _ in range(_HEADER_LIMIT):
            line = self._line()
            if not line:
                return int(first[1])
            name, _, value = line.decode("latin-1").partition(":")
            self.headers[name.strip().lower()] = value.strip()
        raise Broken("too many headers")

    def chunks(self) -> Iterator[bytes]:
        """The body as it arrives. A body that stops early is never taken for a whole one."""
        if "chunked" in self.headers.get("transfer-encoding", "").lower():
            yield from self._chunked()
        elif "content-length" in self.headers:
            length = self.headers["content-length"]
            if not length.isdigit():
                raise Broken("a length that is no number")
            yield self._exactly(int(length))
        else:
            yield self._read(-1)

    def body(self) -> bytes:
        return b"".join(self.chunks())

    def close(self) -> None:
        self._file.close()
        self._link.close()

    def _chunked(self) -> Iterator[bytes]:
        while True:
            size = self._line().partition(b";")[0].strip()
            try:
                length = int(size, 16)
            except ValueError:
                raise Broken("a chunk without a size") from None
            if length < 0:
                raise Broken("a chunk of less than nothing")
            if length == 0:
                while self._line():
                    pass
                return
            yield self._exactly(length)
            if self._line():
                raise Broken("a chunk longer than it said")

    def _line(self) -> bytes:
        try:
            line = self._file.readline(_LINE_LIMIT)
        except TimeoutError:
            raise Broken("no answer in time", late=True) from None
        except OSError as error:
            raise Broken(error.strerror or "connection lost") from None
        if not line.endswith(b"\n"):
            raise Broken("connection closed early")
        return line.rstrip(b"\r\n")

    def _exactly(self, length: int) -> bytes:
        found = self._read(length)
        if len(found) != length:
            raise Broken("connection closed early")
        return found

    def _read(self, length: int) -> bytes:
        try:
            return self._file.read(length)
        except TimeoutError:
            raise Broken("no answer in time", late=True) from None
        except OSError as error:
            raise Broken(error.strerror or "connection lost") from None


def request(
    link: socket.socket,
    method: str,
    path: str,
    headers: dict[str, str],
    body: bytes,
    timeout: float,
    quiet: Callable[[], None] | None = None,
) -> Answer:
    """Send one request on a fresh connection and read the head of its answer; `quiet` is called when that is slow."""
    head = [f"{method} {path} HTTP/1.1", "Connection: close", f"Content-Length: {len(body)}"]
    head += [f"{name}: {value}" for name, value in headers.items()]
    try:
        link.settimeout(timeout)
        link.sendall("\r\n".join(head).encode("ascii") + b"\r\n\r\n" + body)
    except TimeoutError:
        link.close()
        raise Broken("no answer in time", late=True) from None
    except OSError as error:
        # The server may have answered before it read everything (a body that is too large): listen first.
        if not isinstance(error, BrokenPipeError | ConnectionResetError):
            link.close()
            raise Broken(error.strerror or "connection lost") from None
    try:
        if quiet is not None and timeout > QUIET_SECONDS and not _speaks(link):
            quiet()
            link.settimeout(timeout - QUIET_SECONDS)
    except BaseException:  # Ctrl-C while waiting
        link.close()
        raise
    return Answer(link)


def _speaks(link: socket.socket) -> bool:
    """Whether the first octet of an answer comes soon. A server that was stopped takes connections and says nothing."""
    kept = link.gettimeout()
    link.settimeout(QUIET_SECONDS)
    try:
        link.recv(1, socket.MSG_PEEK)
    except TimeoutError:
        return False
    except OSError:
        return True  # what went wrong is said by whoever reads
    finally:
        link.settimeout(kept)
    return True


def events(chunks: Iterator[bytes]) -> Iterator[tuple[str, str]]:
    """Server-sent events: (event name, data). Comments keep the line open and mean nothing."""
    data: list[str] = []
    name, rest = "message", b""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for raw in lines:
            line = raw.rstrip(b"\r").decode("utf-8", "replace")
            if not line:
                if data:
                    yield name, "\n".join(data)
                name, data = "message", []
                continue
            field, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if field == "data":
                data.append(value)
            elif field == "event":
                name = value
