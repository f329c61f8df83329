"""Every error a person can meet: one root, a stable code, a message and a next step in three languages.

The texts live in `ringi.words.errors`, so that `ringi explain CODE` and the raised error can never differ.
"""

from __future__ import annotations

from typing import Any


class RingiError(Exception):
    """Something a person can act on. The code is stable; the words may improve."""

    http_status = 400
    exit_code = 1

    def __init__(self, code: str, **values: Any) -> None:
        self.code = code
        self.values = values
        super().__init__(code)

    def message(self, lang: str = "en") -> str:
        from ringi.words.errors import message

        return message(self.code, lang, self.values)

    def next_step(self, lang: str = "en") -> str:
        from ringi.words.errors import next_step

        return next_step(self.code, lang, self.values)

    def as_dict(self, lang: str = "en") -> dict[str, Any]:
        """The shape in which every surface shows an error; it can be sent whatever the error is about."""
        told = {"message": self.message(lang), "next": self.next_step(lang), "values": self.values}
        return {"code": self.code, **{name: _sendable(value) for name, value in told.items()}}

    def __str__(self) -> str:
        return f"{self.code}: {self.message()}"


def _sendable(value: Any) -> Any:
    """The same, with every half of a surrogate pair replaced: what was refused may be named in its refusal."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_sendable(name): _sendable(one) for name, one in value.items()}
    return [_sendable(one) for one in value] if isinstance(value, list) else value


class Invalid(RingiError):
    """What was given cannot be used."""

    http_status = 422
    exit_code = 2


class NotFound(RingiError):
    """There is no such thing."""

    http_status = 404
    exit_code = 3


class Refused(RingiError):
    """This person may not do that."""

    http_status = 403
    exit_code = 4


class Conflict(RingiError):
    """Somebody or something was there first."""

    http_status = 409
    exit_code = 5


class Unavailable(RingiError):
    """The store, the disk, a tool or the server cannot be used now; nothing was half done."""

    http_status = 503
    exit_code = 6
