"""Who somebody on Discord is to SPECTRA. Pure, and the only place where it is decided.

By the server and the account's number alone: names, nicknames, roles and avatars can be had by anybody.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ringi.channels.config import Discord
from ringi.channels.texts import cleaned, sender
from ringi.spectra.saying import is_answer
from ringi.spectra.shapes import Authority, Input

_ANSWER = re.compile(r"(?P<answer>[yn])(?:[\s:：,、]+(?P<why>\S.*))?", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """One message, as far as it matters who it is from."""

    id: int
    server: int | None
    channel: int
    author: int
    username: str
    text: str
    person: bool
    """Neither a bot nor a webhook nor Discord itself: those can be made to say anything, under any name."""


def authority(config: Discord, server: int | None, author: int) -> Authority:
    privileged = server is not None and server == config.server and author in config.owners
    return "developer" if privileged else "public"


def heard(config: Discord, spoken: Spoken) -> Input | None:
    """What SPECTRA hears of it; nothing of who is no person, and nothing from where it was not asked to listen."""
    if not spoken.person or spoken.channel not in {config.channel, *config.public}:
        return None
    text = cleaned(spoken.text)
    if not text:
        return None
    standing = authority(config, spoken.server, spoken.author)
    said = text if standing == "developer" else f"{sender(spoken.username)} ({spoken.author}): {text}"
    by = config.owners[spoken.author] if standing == "developer" else ""
    return Input(source="discord", authority=standing, surface="chat", text=said, by=by)


def answer(text: str) -> tuple[bool, str] | None:
    """y or n in any of SPECTRA's words for them, or `n` with a reason; any other words are words."""
    plain = is_answer(text)
    if plain is not None:
        return plain, ""
    found = _ANSWER.fullmatch(text.strip())
    if found is None or (found["why"] and found["answer"].lower() == "y"):
        return None
    return found["answer"].lower() == "y", cleaned(found["why"] or "", 500)
