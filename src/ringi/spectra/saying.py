"""What a developer's short words mean: y and n, stop, resume, discard. Before any mind is asked, in three languages.

Only a whole message is such a word; a sentence that contains one is a sentence.
"""

from __future__ import annotations

import unicodedata
from typing import Literal

Word = Literal["yes", "no", "stop", "resume", "discard"]

_WORDS: dict[Word, frozenset[str]] = {
    "yes": frozenset({"y", "yes", "はい", "是", "好", "うん", "ok", "承認", "approve", "批准"}),
    "no": frozenset({"n", "no", "いいえ", "否", "不", "却下", "reject", "驳回"}),
    "stop": frozenset(
        {
            "stop",
            "/stop",
            "halt",
            "停止",
            "止まれ",
            "止めて",
            "とまれ",
            "とめて",
            "ストップ",
            "停",
            "停下",
            "停止して",
            "stop!",
        }
    ),
    "resume": frozenset({"resume", "/resume", "continue", "再開", "続けて", "続行", "继续", "恢复"}),
    "discard": frozenset({"discard", "/discard", "破棄", "捨てて", "放弃", "丢弃"}),
}


def word(text: str) -> Word | None:
    """The one word that a message is; None for anything else."""
    said = unicodedata.normalize("NFKC", text).strip().strip("。.!！").lower()
    return next((name for name, words in _WORDS.items() if said in words), None)


def is_answer(text: str) -> bool | None:
    """y or n, and nothing else: True, False, or None."""
    return {"yes": True, "no": False}.get(word(text) or "")


def approves(text: str) -> bool:
    """Whether it is a yes to what is open, for once or for always: such words must be about what somebody has read."""
    return is_answer(text) is True or (command(text) or ("", ""))[0] == "always"


def command(text: str) -> tuple[str, str] | None:
    """`/purpose tidy up` → ("purpose", "tidy up"); None when it is no such thing."""
    said = unicodedata.normalize("NFKC", text[:1]) + text[1:]
    if not said.startswith("/"):
        return None
    name, *rest = said[1:].split(None, 1) or [""]  # a purpose that was pasted may begin on the next line
    return name.lower(), "".join(rest).strip()


def spoken(text: str, source: str = "console", by: str = "") -> str:
    """A developer's words as the chat has them: one line, and whose they are when they came from elsewhere."""
    first, _, more = text.strip().partition("\n")
    who = "" if source == "console" else f"{source}:{by} " if by else f"{source} "
    return f"› {who}{first}{' …' if more.strip() else ''}"
