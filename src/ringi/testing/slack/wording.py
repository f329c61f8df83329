"""What a person types, as Slack's window sends it: three signs escaped, addresses and names turned into marks."""

from __future__ import annotations

import re

from ringi.testing.slack.refusal import Json

MARK = re.compile(r"<(?:[@#!][^<>\s&]+|(?:https?|mailto):(?:[^<>\s&]|&amp;|&lt;|&gt;)+)>")
ADDRESS = re.compile(r"https?://[!-;=?-{}~]+[\w/#=&-]|[\w.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+", re.ASCII)


def wired(text: str) -> str:
    """Marks that are already there stay; typing an escaped sign is the same as typing the sign."""
    out, at = [], 0
    for mark in MARK.finditer(text):
        out += [_plain(text[at : mark.start()]), mark.group()]
        at = mark.end()
    return "".join([*out, _plain(text[at:])])


def _plain(text: str) -> str:
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    out, at = [], 0
    for found in ADDRESS.finditer(text):
        out += [_escaped(text[at : found.start()]), _linked(_escaped(found.group()))]
        at = found.end()
    return "".join([*out, _escaped(text[at:])])


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _linked(address: str) -> str:
    return f"<{address}>" if address.startswith("http") else f"<mailto:{address}|{address}>"


def rich(text: str, block_id: str) -> list[Json]:
    """The same as the rich_text block that comes with every message a person writes."""
    parts: list[Json] = []
    at = 0
    for mark in MARK.finditer(text):
        parts += _text(text[at : mark.start()])
        parts.append(_mark(mark.group()[1:-1]))
        at = mark.end()
    parts += _text(text[at:])
    return [{"type": "rich_text", "block_id": block_id, "elements": [{"type": "rich_text_section", "elements": parts}]}]


def _text(text: str) -> list[Json]:
    shown = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return [{"type": "text", "text": shown}] if shown else []


def _mark(inner: str) -> Json:
    target, _, label = inner.partition("|")
    if target.startswith("@"):
        return {"type": "user", "user_id": target[1:]}
    if target.startswith("#"):
        return {"type": "channel", "channel_id": target[1:]}
    if target.startswith("!"):
        return {"type": "broadcast", "range": target[1:]}
    return {"type": "link", "url": target, **({"text": label} if label else {})}
