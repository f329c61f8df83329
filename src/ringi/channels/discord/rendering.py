"""What SPECTRA's messages on Discord look like. Pure: text in, text out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ringi.channels.texts import bounded, cleaned
from ringi.words import in_fours, say

MOST = 2000
CUSTOM_ID = re.compile(r"spectra:(?P<approval>[0-9A-Za-z_-]{1,64}):(?P<answer>[yn])")
_NO_WIDTH = "\u200b"
_RISKS = ("low", "medium", "high")


@dataclass(frozen=True, slots=True)
class Asked:
    """An approval as it stands on Discord. Buttons only where all of it can be seen."""

    text: str
    whole: bool


def custom_id(approval: str, answer: str) -> str:
    return f"spectra:{approval}:{answer}"


def asked(approval: Mapping[str, Any], lang: str) -> Asked:
    """The two lines exactly, in a block where nothing is markup; then the risk, the digest and how to answer."""
    lines = approval.get("lines")
    block = "\n".join(_verbatim(str(line)) for line in (lines if isinstance(lines, list | tuple) else ()))
    risk = approval.get("risk")
    level = risk.get("level") if isinstance(risk, Mapping) else risk
    level = level if level in _RISKS else "unknown"
    digest = in_fours(str(approval.get("digest") or ""))
    head = f"**{say('channels', 'asks', lang)}**　{say('channels', f'risk_{level}', lang)}"
    foot = say("channels", "how", lang) + (f"\n-# {digest}" if digest.strip() else "")
    whole = f"{head}\n```\n{block}\n```{foot}"
    if block and len(whole) <= MOST:
        return Asked(whole, True)
    foot = say("channels", "too_long", lang)
    room = MOST - len(head) - len(foot) - 20
    return Asked(f"{head}\n```\n{bounded(block, room)}\n```{foot}", False)


def settled(before: str, outcome: Mapping[str, Any] | None, lang: str) -> str:
    """The same message as its record: what was asked, what was answered, by whom."""
    answer = str((outcome or {}).get("answer") or "elsewhere")
    by = cleaned((outcome or {}).get("by") or "", 80)
    who = harmless(by)
    key = answer if answer in ("y", "n", "withdrawn") else "elsewhere"
    line = say("channels", f"settled_{key}", lang) + (f" — {who}" if who else "")
    kept = before[: before.rfind("```") + 3] if "```" in before else before
    return f"{kept}\n{line}"[:MOST]


def harmless(text: str) -> str:
    """Words that mention nobody, whoever wrote them."""
    return text.replace("@", f"@{_NO_WIDTH}").replace("<#", f"<{_NO_WIDTH}#")


def _verbatim(line: str) -> str:
    return cleaned(line, 100_000).replace("\n", " ⏎ ").replace("```", f"`{_NO_WIDTH}`{_NO_WIDTH}`")
