"""The objects in a stream of text: JSON lines, or server-sent events, live or recorded. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_FIELDS = (b"data", b"event", b"id", b"retry")


@dataclass(frozen=True, slots=True)
class Line:
    """One object's text: where it stands, and the id and name it was sent with."""

    number: int
    text: bytes
    id: str = ""
    name: str = ""


class Splitter:
    """Pieces of a body in, whole objects out. The first line that says anything shows what kind of stream it is."""

    def __init__(self) -> None:
        self._rest = b""
        self._number = 0
        self._events: bool | None = None
        self._data: list[bytes] = []
        self._at = 0
        self._id = ""
        self._name = ""

    @property
    def waiting(self) -> int:
        """Bytes that have come and make no whole object yet."""
        return len(self._rest) + sum(map(len, self._data))

    def fed(self, piece: bytes) -> Iterator[Line]:
        *whole, self._rest = (self._rest + piece).split(b"\n")
        for line in whole:
            yield from self._line(line.removesuffix(b"\r"))

    def ended(self) -> Iterator[Line]:
        if self._rest:
            rest, self._rest = self._rest, b""
            yield from self._line(rest)
        yield from self._whole()

    def _line(self, line: bytes) -> Iterator[Line]:
        self._number += 1
        if self._number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if self._events is None and line.strip():
            self._events = line.startswith(b":") or line.partition(b":")[0] in _FIELDS
        if not self._events:
            if line.strip():
                yield Line(self._number, line)
            return
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if not line:
            yield from self._whole()
        elif field == b"data":
            self._at = self._at or self._number
            self._data.append(value)
        elif field == b"id":
            self._id = value.decode("utf-8", "replace")
        elif field == b"event":
            self._name = value.decode("utf-8", "replace")

    def _whole(self) -> Iterator[Line]:
        if self._data:
            yield Line(self._at, b"\n".join(self._data), self._id, self._name)
        self._data, self._at, self._id, self._name = [], 0, "", ""


def objects(lines: Iterable[bytes]) -> Iterator[Line]:
    """The objects of a whole file."""
    splitter = Splitter()
    for line in lines:
        yield from splitter.fed(line)
    yield from splitter.ended()
