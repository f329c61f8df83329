"""The Desk over HTTP: the same operations, carried out by a running `ringi up`."""

from __future__ import annotations

import json

from ringi.cli import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator
    from typing import Any, Literal

    from ringi.errors import RingiError

CALL_SECONDS = 30.0
"""How long one operation may take. Transactions take milliseconds."""
SLOW_SECONDS = 120.0
SLOW = frozenset({"tools", "tool_show", "tool_permit", "tool_trust", "server_add", "server_remove", "plan", "doctor"})
"""Operations that connect every tool, which may take a while."""
QUIET_SECONDS = 90.0
"""How long a followed task may say nothing at all, not even that the line is open."""
_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


class HttpDesk:
    """Talks to the server at `address` with its key, in the name of the operating system's user."""

    local: Literal[False] = False

    def __init__(
        self,
        address: str,
        key: str,
        name: str,
        as_user: str = "",
        *,
        first: socket.socket | None = None,
        workspace: str = "",
    ) -> None:
        self.address = address.rstrip("/")
        host, port = wire.place(address)
        self._headers = {
            "Host": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
            "Authorization": f"Bearer {quoted(key)}",
            "X-Ringi-User": quoted(name),
            "Content-Type": "application/json",
        }
        if as_user:
            self._headers["X-Ringi-As"] = quoted(as_user)
        if workspace:
            self._headers["X-Ringi-Workspace"] = quoted(workspace)
        self._first = first
        self.on_quiet: Callable[[], None] | None = None
        """Called when the server takes its time."""

    def call(self, operation: str, /, **arguments: Any) -> dict[str, Any]:
        body = json.dumps(arguments).encode("ascii")
        try:
            seconds = SLOW_SECONDS if operation in SLOW else CALL_SECONDS
            answer = self._ask("POST", f"/api/desk/{quoted(operation)}", body, seconds)
            try:
                return self._result(answer.status, answer.body())
            finally:
                answer.close()
        except wire.Broken as broken:
            raise self._lost(broken) from None

    def link(self) -> str:
        """A new address that signs this machine's owner in, once."""
        try:
            answer = self._ask("POST", "/api/link", b"", CALL_SECONDS)
            try:
                return f"{self.address}/?key={quoted(str(self._result(answer.status, answer.body())['key']))}"
            finally:
                answer.close()
        except wire.Broken as broken:
            raise self._lost(broken) from None

    def follow(self, task_id: str, after: int = 0) -> Iterator[dict[str, Any]]:
        """Facts and ticks as they come, until the task is parked or has ended."""
        try:
            answer = self._ask("GET", f"/api/follow/{quoted(task_id)}?after={int(after)}", b"", QUIET_SECONDS)
            try:
                if answer.status != 200:
                    self._result(answer.status, answer.body())
                for name, data in wire.events(answer.chunks()):
                    if name == "end":
                        return
                    yield json.loads(data)
                raise wire.Broken("the server stopped")
            finally:
                answer.close()
        except (wire.Broken, ValueError) as broken:
            raise self._lost(broken) from None

    def changes(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """What has changed of all that this person may see, and the ticks of steps, while the server is there."""
        try:
            answer = self._ask("GET", "/api/events", b"", QUIET_SECONDS)
            try:
                if answer.status != 200:
                    self._result(answer.status, answer.body())
                for name, data in wire.events(answer.chunks()):
                    yield name, json.loads(data)
            finally:
                answer.close()
        except (wire.Broken, ValueError) as broken:
            raise self._lost(broken) from None

    def close(self) -> None:
        if self._first is not None:
            self._first.close()
            self._first = None

    def _ask(self, method: str, path: str, body: bytes, timeout: float) -> wire.Answer:
        link, self._first = self._first, None
        if link is None:
            try:
                link = wire.connect(self.address)
            except OSError as error:
                raise wire.Broken(error.strerror or "refused") from None
        return wire.request(link, method, path, self._headers, body, timeout, self.on_quiet)

    def _result(self, status: int, body: bytes) -> dict[str, Any]:
        try:
            value = json.loads(body)
        except ValueError:
            value = None
        if isinstance(value, dict) and status == 200 and "error" not in value:
            return value
        raise self._error(status, value)

    def _error(self, status: int, value: Any) -> RingiError:
        from ringi import errors

        told = value.get("error") if isinstance(value, dict) else None
        if not isinstance(told, dict) or not isinstance(told.get("code"), str):
            if status in (401, 403):
                return errors.Refused("RINGI-613", address=self.address)
            return errors.Unavailable("RINGI-612", address=self.address, status=status)
        kinds = {
            **dict.fromkeys((400, 413, 415, 421, 422), errors.Invalid),
            **dict.fromkeys((401, 403), errors.Refused),
            **{kind.http_status: kind for kind in (errors.NotFound, errors.Conflict, errors.Unavailable)},
        }
        error = kinds.get(status, errors.RingiError)(told["code"])
        error.values = told["values"] if isinstance(told.get("values"), dict) else {}
        error.told = told  # type: ignore[attr-defined]
        return error

    def _lost(self, broken: Exception) -> RingiError:
        from ringi.errors import Unavailable

        if isinstance(broken, wire.Broken) and broken.late:
            return Unavailable("RINGI-610", address=self.address)
        return Unavailable("RINGI-611", address=self.address, reason=str(broken))


def quoted(text: str) -> str:
    """Percent-encoded UTF-8: a name in any script fits into a header or a path, and cannot break out of it."""
    return "".join(
        chr(octet) if chr(octet) in _SAFE else f"%{octet:02X}" for octet in text.encode("utf-8", "surrogateescape")
    )
