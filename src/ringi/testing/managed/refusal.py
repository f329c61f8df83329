"""How the API says no: a status, a kind of error and a sentence, in the one shape that clients know."""

from __future__ import annotations

from typing import Any

TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}


class Refusal(Exception):
    """Raised by a handler; becomes the answer."""

    def __init__(self, status: int, kind: str = "", message: str = "double") -> None:
        self.status = status
        self.body: dict[str, Any] = {
            "type": "error",
            "error": {"type": kind or TYPES[status], "message": message},
            "request_id": "req_double",
        }
        super().__init__(message)
