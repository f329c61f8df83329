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
        """The shape in which every surface shows an error."""
        return {"code": self.code, "message": self.message(lang), "next": self.next_step(lang), "values": self.values}

    def __str__(self) -> str:
        return f"{self.code}: {self.message()}"


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
