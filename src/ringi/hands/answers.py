"""From what came back over the wire to what came of the call.

The one rule: `failed` is only said where the tool certainly answered that, or certainly never got the call. A reply
that was lost, or a write's reply that nobody can read, is `unknown`. Called by `mcp_hands`; touches nothing.
"""

from __future__ import annotations

import json
import re
from typing import Any, Literal

from ringi.hands.config import Server
from ringi.hands.schemas import Found, flaws, plainly_fits
from ringi.hands.tools import JsonObject, Outcome, Tool
from ringi.striking import strike
from ringi.words.errors import known, message

MAX_RESULT = 20_000_000
MAX_ERROR = 2_000
NOT_JSON = 10**18
MOST_STEPS = 20_000_000
"""How much a check of an answer may cost: it runs in a process of its own."""
_SMALL, _BIG = 100_000, 2**63
_LARGE = 256 * 1024
_REFUSED_UNREAD = range(300, 500)


def tell(
    status: Literal["failed", "unknown"], code: str, *, error: str = "", values: JsonObject | None = None
) -> Outcome:
    """An outcome with its code; without words of the tool itself, with ours."""
    values = values or {}
    return Outcome(status=status, code=code, error=error or message(code, "en", values), values=values)


def unreadable(tool: Tool) -> Literal["failed", "unknown"]:
    """It answered, but with nothing that says what it did: after a write that must not be repeated, ask a person."""
    return "unknown" if tool.effect == "write" and not tool.idempotent else "failed"


def result_of(reply: Any) -> Any:
    """What a later step can bind to: the structured content, or the text if there is none."""
    return text_of(reply.content) if reply.structured_content is None else reply.structured_content


def size_of(result: Any) -> int:
    """Its size in bytes as JSON, or somewhat more; more than anything allowed if it is no JSON at all."""
    if type(result) is dict and (size := _flat_size(result)):
        return size
    spelt = spell(result)
    return NOT_JSON if spelt is None else len(spelt)


def spell(result: Any) -> bytes | None:
    """It as JSON; None if it is none."""
    try:
        return json.dumps(result, ensure_ascii=False, allow_nan=False).encode("utf-8", "surrogatepass")
    except (ValueError, TypeError, RecursionError):
        return None


def _flat_size(found: JsonObject) -> int:
    """At most how large a plain record is, without writing it out; 0 when it is not one that is easily seen to be."""
    size = 2
    for key, value in found.items():
        kind = type(value)
        plain = kind is str or kind is bool or value is None or (kind is int and -_BIG < value < _BIG)
        if type(key) is not str or not plain:
            return 0
        size += 6 * (len(key) + (len(value) if kind is str else 20)) + 8
    return size if size < _SMALL else 0


_SAID_FIRST = re.compile(r"^Error executing tool \S+: (?=\S)")
"""What many servers put before a tool's own words; which tool it was is said anyway."""


def is_quickly_read(tool: Tool, result: Any, structured: bool, size: int) -> bool:
    """Whether reading the answer needs no check that could take long."""
    schema = tool.output_schema
    if schema is None or size > MAX_RESULT:
        return True
    return size <= _LARGE and (tool.bundled or plainly_fits(schema, result if structured else None, False))


def read_answer(tool: Tool, result: Any, structured: bool, size: int) -> Outcome:
    """The outcome of a call that the tool says has succeeded; see `is_quickly_read`."""
    if size == NOT_JSON:
        return tell(unreadable(tool), "RINGI-317", values={"tool": tool.name, "reason": "not JSON"})
    if size > MAX_RESULT:
        return too_large(tool)
    if tool.output_schema is None:
        return Outcome(status="completed", result=result)
    value = result if structured else None
    return read_checked(tool, result, flaws(tool.output_schema, value, limit=1, holes=False, most=MOST_STEPS))


def read_checked(tool: Tool, result: Any, broken: list[Found]) -> Outcome:
    """The same, of an answer that was checked elsewhere."""
    if not broken:
        return Outcome(status="completed", result=result)
    rule, path, values = broken[0]
    reason = f"{path or '$'}: {rule} {values.get('expected', '')}".strip()
    return tell(unreadable(tool), "RINGI-318", values={"tool": tool.name, "reason": reason})


def read_refusal(tool: Tool, server: Server, reply: Any) -> Outcome | None:
    """The outcome if the tool says that it has not succeeded; None if it says it has."""
    if reply.result_type == "input_required":
        return tell("failed", "RINGI-319", values={"tool": tool.name})
    if reply.is_error:
        if told := _coded(tool, server, reply.structured_content):
            return told
        words = _SAID_FIRST.sub("", clean(text_of(reply.content), server)) or "—"
        if server.kind == "memory" and (coded := _coded_in_words(words)) is not None:
            return tell("failed", coded[0], values=coded[1])
        return tell("failed", "RINGI-312", error=words, values={"tool": tool.name, "reason": words})
    return None


def _coded(tool: Tool, server: Server, told: Any) -> Outcome | None:
    """What a tool of the house says is wrong, by one of our own codes, so that everybody reads it in their language."""
    if not tool.bundled or not isinstance(told, dict) or not known(str(told.get("code", ""))):
        return None
    given = told.get("values")
    values = {str(name): clean(str(value), server) for name, value in given.items()} if isinstance(given, dict) else {}
    return tell("unknown" if told.get("unknown") is True else "failed", str(told["code"]), values=values)


def _coded_in_words(words: str) -> tuple[str, JsonObject] | None:
    """The code and the values that a server of our own process puts behind its refusal (`servers.publish.refused`)."""
    _, mark, rest = words.rpartition(" [RINGI-")
    code, _, values = rest.removesuffix("]").partition(" ")
    try:
        found = json.loads(values) if mark and rest.endswith("]") else None
    except ValueError:
        return None
    return (f"RINGI-{code}", found) if isinstance(found, dict) and known(f"RINGI-{code}") else None


def too_large(tool: Tool) -> Outcome:
    return tell(unreadable(tool), "RINGI-316", values={"tool": tool.name, "limit": MAX_RESULT // 1_000_000})


def read_error(
    tool: Tool, server: Server, code: int, text: str, *, alive: bool, statuses: list[tuple[int, str]]
) -> Outcome | None:
    """The outcome of a call that ended in a protocol error; None if the error only says that the reply is lost.

    Args:
        alive: whether the connection still stands. The library gives its own "connection closed" a code that servers
            use for errors of theirs.
        statuses: what HTTP answered on this connection, in order; the last one is this call's.
    """
    import mcp_types as types

    from ringi.hands.stdio import GARBLED, TOO_LARGE

    reason = clean(text, server)
    if code == TOO_LARGE:
        return too_large(tool)
    if code == types.REQUEST_TIMEOUT or (code == types.CONNECTION_CLOSED and not _own_word(text, alive, statuses)):
        return None
    if code == GARBLED or (statuses and code == types.PARSE_ERROR):
        return tell(unreadable(tool), "RINGI-317", values={"tool": tool.name, "reason": reason})
    if statuses and not _certain(*statuses[-1]):
        return None
    return tell("failed", "RINGI-313", values={"server": server.name, "tool": tool.name, "reason": reason})


def _own_word(text: str, alive: bool, statuses: list[tuple[int, str]]) -> bool:
    """Whether an error with the code of a closed connection is nevertheless an answer."""
    if statuses and not (statuses[-1][0] == 200 and statuses[-1][1].startswith("application/json")):
        return False
    return alive and text != "Connection closed"


def _certain(status: int, content_type: str) -> bool:
    """Whether HTTP's answer was the server's own word, or a refusal before the tool: a gateway's 502 is neither."""
    if status == 200:
        return content_type.startswith(("application/json", "text/event-stream"))
    return status in _REFUSED_UNREAD and status != 408


def text_of(content: Any) -> str:
    """The text of a reply; what is not text is named, so that nobody takes it for nothing."""
    return "\n".join(_block(block) for block in content or ())


def _block(block: Any) -> str:
    kind = getattr(block, "type", "")
    if kind == "text":
        return str(block.text)
    if kind == "resource":
        inner = block.resource
        return str(getattr(inner, "text", None) or f"[{inner.uri}]")
    if kind == "resource_link":
        return f"[{block.uri}]"
    return f"[{kind} {getattr(block, 'mime_type', '')}]"


def struck(value: Any, server: Server) -> Any:
    """What a server says, without the secrets that it was given: they are nobody else's, and no model's."""
    return strike(value, (*server.secrets, *server.lent)) if server.secrets or server.lent else value


def clean(text: str, server: Server) -> str:
    """Words of a server as they may be kept and shown: without secrets, and not too many."""
    from ringi.facts.redact import redact

    text = str(redact(struck(text, server)))
    return text if len(text) <= MAX_ERROR else text[: MAX_ERROR - 1] + "…"
