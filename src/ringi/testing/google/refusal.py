"""How Google says no: one JSON shape for Sheets, another for Drive, a third for the token endpoint."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
STATUSES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    413: "INVALID_ARGUMENT",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    502: "UNAVAILABLE",
    503: "UNAVAILABLE",
}
NOT_FOUND = "Requested entity was not found."
DENIED = "The caller does not have permission"
PROTECTED = (
    "You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if "
    "you need to edit."
)
UNAUTHENTICATED = (
    "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid "
    "authentication credential."
)


class Refusal(Exception):
    """An answer other than 200."""

    def __init__(self, status: int, message: str, *, reason: str = "", headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.reason = status, message, reason
        self.headers = headers or {}

    def answer(self, *, drive: bool) -> Json:
        error: Json = {"code": self.status, "message": self.message}
        if drive:
            one = {"domain": "usageLimits" if "imit" in self.reason else "global", "message": self.message}
            return {"error": {**error, "errors": [{**one, "reason": self.reason or _usual(self.status)}]}}
        error["status"] = STATUSES.get(self.status, "UNKNOWN")
        if self.reason:
            info = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": self.reason}
            error["errors"] = [{"message": self.message, "domain": "global", "reason": self.reason}]
            error["details"] = [{**info, "domain": "googleapis.com"}]
        return {"error": error}


class OAuthRefusal(Exception):
    """The token endpoint's own shape."""

    def __init__(self, error: str, description: str, status: int = 400) -> None:
        super().__init__(error)
        self.status = status
        self.body: Json = {"error": error, "error_description": description}


def invalid(number: int, kind: str, message: str) -> Refusal:
    """One request of a batch is wrong, so that none of them is done."""
    return Refusal(400, f"Invalid requests[{number}].{kind}: {message}")


def _usual(status: int) -> str:
    return {401: "authError", 403: "insufficientFilePermissions", 404: "notFound", 400: "invalid"}.get(
        status, "backendError"
    )
