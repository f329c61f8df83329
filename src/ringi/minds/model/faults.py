"""What can go wrong with a provider, each with its own code and words. Nothing that a provider wrote is repeated.

A provider's error text may quote the request or a part of the key; people get the code, what it means and what to do.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pydantic_ai import exceptions as theirs

from ringi.errors import Invalid, RingiError, Unavailable

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

FALLING = frozenset(f"RINGI-{number}" for number in range(335, 348))
"""After these another mind may be asked, if the settings name one: a provider's trouble, not our own settings'."""
log = logging.getLogger("ringi")
_KINDS: tuple[tuple[type[Exception], str], ...] = (
    (theirs.ModelRateLimitError, "RINGI-336"),
    (theirs.ModelQuotaExceededError, "RINGI-337"),
    (theirs.ModelUnavailableError, "RINGI-338"),
    (theirs.ModelServerError, "RINGI-338"),
    (theirs.ModelTimeoutError, "RINGI-340"),
    (theirs.ModelRequestTimeout, "RINGI-340"),
    (theirs.RunTimedOut, "RINGI-340"),
    (theirs.ModelConnectionError, "RINGI-339"),
    (theirs.ModelContextWindowExceededError, "RINGI-343"),
    (theirs.ModelAuthenticationError, "RINGI-335"),
    (theirs.ModelNotFoundError, "RINGI-345"),
    (theirs.ModelRequestRejectedError, "RINGI-347"),
    (theirs.ContentFilterError, "RINGI-341"),
    (theirs.IncompleteToolCall, "RINGI-342"),
)


def told(error: Exception, model: str, variable: str, messages: Sequence[ModelMessage]) -> RingiError:
    """The provider's trouble as ours. What nobody thought of is named by its kind and where it came from only."""
    code = next((code for kind, code in _KINDS if isinstance(error, kind)), "")
    if isinstance(error, theirs.ModelAPIError) and not code:
        code = "RINGI-339" if not isinstance(error, theirs.ModelHTTPError) else "RINGI-347"
    if isinstance(error, theirs.UsageLimitExceeded):
        return Invalid("RINGI-348", model=model)
    if isinstance(error, theirs.UnexpectedModelBehavior) and not code:
        code = {"content_filter": "RINGI-341", "length": "RINGI-342"}.get(last_reason(messages), "RINGI-344")
    if not code:
        log.error("%s in %s", type(error).__name__, "".join(traceback.format_tb(error.__traceback__)[-3:]))
        return Unavailable("RINGI-346", model=model, kind=type(error).__name__)
    if code == "RINGI-344":
        return Unavailable(code, model=model, reason=_reason(error))
    if code == "RINGI-336":
        wait = getattr(error, "retry_after", None)
        seconds = getattr(wait, "total_seconds", lambda: wait)()
        return Unavailable(code, model=model, seconds=round(seconds) if seconds else "?")
    return Unavailable(code, model=model, variable=variable)


def last_reason(messages: Sequence[ModelMessage]) -> str:
    """Why the model stopped writing, as far as it said so."""
    last = next((one for one in reversed(messages) if one.kind == "response"), None)
    return str(last.finish_reason or "") if last is not None else ""


def _reason(error: BaseException) -> str:
    """Why an answer could not be used: from our own checks, or from the shape that was asked for."""
    from pydantic import ValidationError

    at: BaseException | None = error
    while at is not None:
        if isinstance(at, ValidationError):
            first = at.errors(include_url=False, include_input=False, include_context=False)[0]
            place = ".".join(str(one) for one in first["loc"])
            return f"{place}: {first['msg']}"[:300]
        if isinstance(at, theirs.ModelRetry):
            return str(at.message).partition("\n")[0][:300]
        at = at.__cause__ or at.__context__
    return "not one of the asked-for answers"
