"""An answer's text with the little formatting that models write: paragraphs, lists, headings, code, tables. Pure.

Everything is escaped first; only marks of our own are put around it, so nothing in the text can become an element. A
link shows where it goes and leads only to http, https or mailto.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from markupsafe import Markup

from ringi.unseen import seen

LIMIT = 60_000
_FENCE = re.compile(r"^\s{0,3}(```+|~~~+)\s*([\w+#.-]{0,20})")
_HEADING = re.compile(r"^(#{1,6})\s+(.*)$")
_ITEM = re.compile(r"^(\s*)([-*+•]|\d{1,3}[.)])\s+(.*)$")
_RULE = re.compile(r"^\s{0,3}([-*_])(?:\s*\1){2,}\s*$")
_ROW = re.compile(r"^\s*\|(.+)\|\s*$")
_BAR = re.compile(r"^\s*\|(?:\s*:?-{2,}:?\s*\|)+\s*$")
_CODE = re.compile(r"(?<!`)(`{1,20})(?!`)(.+?)(?<!`)\1(?!`)")
_LINK = re.compile(r"\[([^\]\n]{1,200})\]\(((?:https?://|mailto:)[^\s()<>]{1,500})\)")
_BARE = re.compile(r"https?://[^\s<>()\[\]\"'、。」』）】]{3,500}[^\s<>()\[\]\"'、。」』）】.,;:!?]")
_BOLD = re.compile(r"\*\*(?=\S)((?:[^*]|\*(?!\*))+)(?<=\S)\*\*")
_SLANT = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=[^\s*])\*(?![\w*])")


def prose(text: str) -> Markup:
    """The text as elements. What is longer than a page should hold is cut; the whole is on record."""
    lines = seen(text[:LIMIT]).split("\n")
    return Markup("".join(_blocks(lines)))


def _blocks(lines: list[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif found := _FENCE.match(line):
            end = next((n for n in range(at + 1, len(lines)) if lines[n].strip().startswith(found[1])), len(lines))
            code = escape("\n".join(lines[at + 1 : end]))
            yield f'<pre class="data" tabindex="0"><code>{code}</code></pre>'
            at = end + 1
        elif found := _HEADING.match(line):
            yield f'<p class="heading">{_inline(found[2].rstrip("#").rstrip())}</p>'
            at += 1
        elif _RULE.match(line):
            yield "<hr>"
            at += 1
        elif _ROW.match(line) and at + 1 < len(lines) and _BAR.match(lines[at + 1]):
            end = _run(lines, at, _ROW)
            yield _table(lines[at:end])
            at = end
        elif _ITEM.match(line):
            end = _run(lines, at, _ITEM)
            yield _list(lines[at:end])
            at = end
        else:
            end = _paragraph(lines, at)
            yield f"<p>{'<br>'.join(_inline(one) for one in lines[at:end])}</p>"
            at = end


def _run(lines: list[str], at: int, pattern: re.Pattern[str]) -> int:
    while at < len(lines) and pattern.match(lines[at]):
        at += 1
    return at


def _paragraph(lines: list[str], at: int) -> int:
    begun = at
    while at < len(lines) and lines[at].strip():
        if at > begun and (_FENCE.match(lines[at]) or _HEADING.match(lines[at]) or _ITEM.match(lines[at])):
            break
        at += 1
    return at


def _list(lines: list[str]) -> str:
    """Two levels are enough for an answer; deeper ones stand on the second."""
    items: list[tuple[int, bool, str]] = []
    for line in lines:
        found = _ITEM.match(line)
        assert found is not None
        items.append((1 if len(found[1].expandtabs(4)) >= 2 else 0, found[2][0].isdigit(), _inline(found[3])))
    tag = "ol" if items[0][1] else "ul"
    made, inside = [f"<{tag}>"], ""
    for number, (depth, digit, text) in enumerate(items):
        if depth and number and not inside:
            inside = "ol" if digit else "ul"
            made.append(f"<{inside}>")
        elif not depth and inside:
            made.append(f"</{inside}>")
            inside = ""
        made.append(f"<li>{text}</li>" if inside else f"{'</li>' if number else ''}<li>{text}")
    made.append((f"</{inside}>" if inside else "") + f"</li></{tag}>")
    return "".join(made)


def _table(lines: list[str]) -> str:
    rows = [[_inline(cell.strip()) for cell in line.strip().strip("|").split("|")] for line in lines]
    head = "".join(f'<th scope="col">{cell}</th>' for cell in rows[0])
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows[2:])
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="wide-table" tabindex="0">{table}</div>'


def _inline(text: str) -> str:
    """Code first, because nothing inside it means anything; then links, then strong and slanted."""
    made, at = [], 0
    for found in _CODE.finditer(text):
        made += [_links(text[at : found.start()]), f"<code>{escape(found[2].strip())}</code>"]
        at = found.end()
    return "".join([*made, _links(text[at:])])


def _links(text: str) -> str:
    made, at = [], 0
    for found in _LINK.finditer(text):
        made += [_bare(text[at : found.start()]), _link(found[2], found[1])]
        at = found.end()
    return "".join([*made, _bare(text[at:])])


def _bare(text: str) -> str:
    made, at = [], 0
    for found in _BARE.finditer(text):
        made += [_emphasis(text[at : found.start()]), _link(found[0], found[0])]
        at = found.end()
    return "".join([*made, _emphasis(text[at:])])


def _link(target: str, words: str) -> str:
    where = f'<a href="{escape(target, quote=True)}" rel="noopener noreferrer nofollow" target="_blank">'
    shown = f"{where}{escape(words)}</a>"
    host = target.partition("://")[2].partition("/")[0]
    return shown if words == target or not host else f'{shown} <span class="quiet">({escape(host)})</span>'


def _emphasis(text: str) -> str:
    return _SLANT.sub(r"<em>\1</em>", _BOLD.sub(r"<strong>\1</strong>", escape(text)))
