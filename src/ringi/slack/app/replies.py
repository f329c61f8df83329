"""What a person's words in a thread mean: a decision, an answer, a steer, taking back, courtesy, or talk.

Pure. A decision is only what can be nothing else: the whole message is the word, or begins with it and a colon. Words
that merely touch on a decision are never one, and never change anything either.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

APPROVE = (
    *("承認", "承認します", "承認する", "承認致します", "承認いたします", "承認です"),
    *("approve", "approved", "i approve", "approve this"),
    *("批准", "同意批准", "我批准"),
)
REJECT = ("却下", "reject", "rejected", "驳回", "駁回", "拒绝")
RETURN = ("差し戻し", "差戻し", "差戻", "send back", "return", "退回")
STEER = ("修正", "変更", "change", "steer", "修改", "调整")
WITHDRAW = (
    *("取り下げ", "取り下げます", "取り下げて", "取り下げてください", "取下げ", "取りやめ", "取りやめます"),
    *("やめます", "やめて", "やめてください", "やっぱりやめます", "中止", "中止します", "中止して", "中止してください"),
    *("キャンセル", "キャンセルします", "キャンセルして", "キャンセルしてください"),
    *("withdraw", "withdraw it", "withdraw this", "cancel", "cancel it", "cancel this", "never mind", "nevermind"),
    *("撤回", "我要撤回", "取消", "算了", "不用了"),
)
_TOUCHED = re.compile(
    r"承認|却下|差し?戻|否認|approv|reject|send(?:ing)? (?:it )?back|\breturn(?:ed)?\b|批准|驳回|駁回|退回|拒绝|同意",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    r"(?:どうも)?ありがとう(?:ございます|ございました)?|助かります|助かりました|了解(?:です|しました|いたしました)?|承知(?:です|しました|いたしました)?"
    r"|お疲れ様です|お疲れさまです|よろしくお願いし(?:ます|いたします)|なるほど|確認します|確認しました"
    r"|thanks(?: a lot| so much)?|thank you(?: very much)?|thx|ok|okay|got it|great|nice|cool|perfect|will do|lgtm"
    r"|谢谢(?:你|您|大家)?|多谢|好的?|收到|了解了?|明白了?|辛苦了",
    re.IGNORECASE,
)
_MENTION = re.compile(r"<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>")
_EMOJI = re.compile(r":[a-z0-9_+'-]+:")
_LINK = re.compile(r"<((?:https?|mailto|tel):[^|<>]++)(?:\|([^<>]*))?>")
_CHANNEL = re.compile(r"<#[CG][A-Z0-9]+\|([^<>]*)>")
_SPECIAL = re.compile(r"<!([a-z]+)(?:\^[^|<>]*)?(?:\|([^<>]*))?>")
_EDGES = " \t\n。．.!！、,"


@dataclass(frozen=True, slots=True)
class Reading:
    """`kind`: approve, reject, return, steer, withdraw, unclear (touches on a decision), courtesy, empty, words."""

    kind: str
    text: str = ""
    """The reason of a decision, or the words themselves."""
    words: str = ""
    """All that was said, with people by their names."""


def addressed(text: str, bot: str) -> tuple[bool, bool]:
    """(whether the bot is named, whether somebody else is named before anything is said)."""
    named = _MENTION.findall(text)
    first = _MENTION.match(text.strip())
    return bot in named, first is not None and first.group(1) != bot


def named(text: str) -> list[str]:
    """Slack's ids of the people whom a message names, at most a handful."""
    return _MENTION.findall(text)[:10]


def call(text: str, user_id: str, name: str) -> str:
    """The message with a person's name in the place of their id."""
    return re.sub(rf"<@{re.escape(user_id)}(?:\|[^<>]*)?>", lambda _: name, text)


def plain(text: str, bot: str) -> str:
    """A message as its writer saw it: without the bot's own mention, links by their address, entities undone."""
    text = re.sub(rf"<@{re.escape(bot)}(?:\|[^<>]*)?>[ \t　]*[:：,、]?", " ", text) if bot else text
    text = _LINK.sub(lambda found: found.group(1).removeprefix("mailto:").removeprefix("tel:"), text)
    text = _CHANNEL.sub(r"#\1", text)
    text = _MENTION.sub(r"<@\1>", text)
    text = _SPECIAL.sub(_special, text)
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return text.strip()


def _special(found: re.Match[str]) -> str:
    """A group is never what somebody said, whatever it is called."""
    kind, label = found.group(1), found.group(2)
    if kind == "date" and label:
        return label
    return "@" + (label or kind).lstrip("@")


def read(text: str) -> Reading:
    """What `plain` text means, before people stand in it by name: somebody may call themselves anything.

    Full-width letters and signs count as their plain forms. Only to name somebody says nothing.
    """
    said = text.strip()
    if not _MENTION.sub("", said).strip():
        return Reading("empty")
    folded = unicodedata.normalize("NFKC", said).strip(_EDGES)
    lowered = re.sub(r"\s+", " ", folded).lower()
    if lowered in APPROVE:
        return Reading("approve")
    if lowered in WITHDRAW:
        return Reading("withdraw", said)
    for kind, words in (("reject", REJECT), ("return", RETURN), ("steer", STEER)):
        reason = _after(said, folded, words)
        if reason is not None and (reason or kind != "steer"):
            return Reading(kind, reason)
    if not _EMOJI.sub("", folded).strip() or not re.search(r"\w", folded):
        return Reading("courtesy", said)
    if _COURTESY.fullmatch(_EMOJI.sub("", lowered).strip(_EDGES + "~ー♪^")):
        return Reading("courtesy", said)
    if _TOUCHED.search(folded):
        return Reading("unclear", said)
    return Reading("words", said)


def _after(said: str, folded: str, words: tuple[str, ...]) -> str | None:
    """The reason after the word and a colon; "" when the word stands alone; None when it is not such a message."""
    for word in words:
        if folded.lower() == word:
            return ""
        found = re.match(rf"{re.escape(word)}\s*[:：]\s*(.*)\Z", said, re.IGNORECASE | re.DOTALL)
        if found:
            return found.group(1).strip()
    return None
