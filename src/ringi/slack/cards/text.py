"""Text on its way to Slack: escaped first, then cut to its field's limit without splitting what belongs together. Pure.

Whatever came from people, minds or tools goes through `escape`, `line`, `bold` or `code` before it is put on a card.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from ringi.catalog import SURFACES
from ringi.unseen import seen
from ringi.words import say

MRKDWN = 3000
"""Characters of a text object."""
DOTS = "..."

People = Callable[[str], str]
"""From an identity of the records to a mention (`<@U…>`) or a name."""

_BROADCAST = re.compile(r"@(?=(?:channel|here|everyone|group)\b)", re.IGNORECASE)
_ENTITIES = ("&amp;", "&lt;", "&gt;")
_TOKEN = re.compile(r"<(?:[@#!][^<>\n]*|https?://[^<>\n]*)>")
_WRITTEN = re.compile(r"<[@!][^<>\n]*>")
_LINKED = re.compile(r"://|[\w-]\.[A-Za-z]{2}|[@#]\w|\bmailto:|\btel:")
_MENTION = re.compile(r"<@[A-Z0-9_]{2,64}>")
_SLACK_ID = re.compile(r"[A-Z][A-Z0-9_]{1,63}")
_MARKS = str.maketrans({"*": "∗", "~": "∼", "`": "ˋ"})
_EDGE = re.compile(r"(?<!\w)_|_(?!\w)")
_QUOTE = re.compile("^&gt;", re.MULTILINE)
_EMOJI = re.compile(r":(?=[a-z0-9_+'-]{1,100}:)(?!(?!100:|1234:)[0-9]+:)")
"""The colon before the name of an emoji, which Slack would draw in its place; times have no names."""
_STRONG = re.compile(r"\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*")
_HEADING = re.compile(r"^#{1,6}[ \t]+(\S.*)$", re.MULTILINE)


def measure(text: str) -> int:
    """How long Slack may find this. Its unit for emoji is not documented, so the longer reading (UTF-16) counts."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def escape(text: object) -> str:
    """Nothing in it pings or hides: `&`, `<`, `>` as entities, unseen characters named, broadcasts defused.

    A bare address stays readable. That Slack makes no link of it is for the text object to say (`would_link`); in the
    one line above a card, which is no such object, Slack does make one, to just the address that is read there.
    """
    shown = seen(str(text))
    shown = shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _BROADCAST.sub("＠", shown) if "@" in shown else shown


def would_link(text: str) -> bool:
    """Whether Slack would turn something in this into a link or a mention that was not written as one."""
    return _LINKED.search(_WRITTEN.sub(" ", text)) is not None


def line(text: object) -> str:
    """The same on one line."""
    return " ".join(escape(text).split())


def literal(text: object) -> str:
    """A value exactly as it is used: marks that Slack would turn into formatting, a quotation or a picture are shown by
    their look-alikes.
    """
    shown = _EDGE.sub("＿", escape(text).translate(_MARKS))
    return _QUOTE.sub("＞", _EMOJI.sub("∶", shown) if ":" in shown else shown)


def bold(text: object) -> str:
    """For a place between asterisks: one line, and no asterisk of its own ends it early."""
    return " ".join(literal(text).split())


def code(text: object) -> str:
    """For a place between backticks."""
    return line(text).replace("`", "ˋ")


def _heading(found: re.Match[str]) -> str:
    title = found[1].rstrip(" #\t")
    return f"*{title or found[1]}*"


def prose(text: object) -> str:
    """What a mind wrote, with the marks of Markdown that Slack writes differently. Never for what a person decides on:
    of `/srv/**/tmp/**` the stars would be gone.
    """
    written = escape(text)
    return _STRONG.sub(r"*\1*", _HEADING.sub(_heading, written))


def _truncate(text: str, limit: int = MRKDWN) -> str:
    """At most `limit` characters, with `...` where something is left out; no entity, mention or date is split."""
    if measure(text) <= limit:
        return text
    return head(text, max(limit - len(DOTS), 0)) + DOTS[: max(limit, 0)]


def head(text: str, limit: int) -> str:
    """The beginning of an escaped text, ending where it may end."""
    at = _index(text, limit)
    if at >= len(text):
        return text
    for entity in _ENTITIES:
        begin = text.rfind("&", max(at - len(entity) + 1, 0), at)
        if begin != -1 and text.startswith(entity, begin):
            at = begin
    begin = text.rfind("<", 0, at)
    if begin != -1 and (token := _TOKEN.match(text, begin)) is not None and token.end() > at:
        at = begin
    return text[:at].rstrip("\u200d")


def _index(text: str, limit: int) -> int:
    if not text or max(text) <= "\uffff":
        return min(limit, len(text))
    used = 0
    for at, char in enumerate(text):
        used += 2 if char > "\uffff" else 1
        if used > limit:
            return at
    return len(text)


def or_else(text: str, placeholder: str) -> str:
    """Slack refuses an empty text, and a person should not see a blank."""
    return text if text.strip() else placeholder


# -- people and times ------------------------------------------------------------------------------------------------


def who(identity: object, lang: str, people: People | None = None) -> str:
    """A person on a card: Slack users are mentioned, others are named, a rule says that it is one."""
    given = str(identity or "").strip()
    if not given:
        return say("values", "unknown", lang)
    if given == "rule:auto":
        return say("values", "by_rule", lang)
    if people is not None:
        given = people(given).strip() or given
    elif _SLACK_ID.fullmatch(given):
        return f"<@{given}>"
    if _MENTION.fullmatch(given):
        return given
    surface, colon, name = given.partition(":")
    return _truncate(bold(name if colon and name and surface in SURFACES else given), 100)


def when(moment: object) -> str:
    """A recorded time in the zone of whoever looks; what is no ISO 8601 time is shown as it is."""
    text = str(moment or "").strip()
    try:
        at = datetime.fromisoformat(text) if "-" in text else None
    except ValueError:
        at = None
    if at is None or not 1971 <= at.year <= 9998:
        return _truncate(or_else(line(text), "—"), 100)
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    otherwise = at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    return f"<!date^{int(at.timestamp())}^{{date_num}} {{time_secs}}|{otherwise}>"


def seconds(elapsed: Any) -> str:
    """How many seconds: whole ones as they are, fractions to a tenth."""
    if isinstance(elapsed, float):
        return f"{elapsed:.1f}".removesuffix(".0")
    return _truncate(or_else(line(elapsed), "—"), 40)


def since(begun: object, ended: object) -> float:
    """Seconds between two recorded times; 0 when one of them cannot be read."""
    try:
        span = datetime.fromisoformat(str(ended)) - datetime.fromisoformat(str(begun))
    except (ValueError, TypeError):
        return 0.0
    return max(span.total_seconds(), 0.0)
