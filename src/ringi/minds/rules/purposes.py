"""A purpose that somebody wrote out: headings are goals, list items are tasks, code in them is what runs. Pure.

The format is `docs/reference/spectra-purpose.md`. What is not written there is not read into it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

FEWEST, MOST = 5, 10
LONGEST = 200
"""Characters of a name."""
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(?P<name>\S.*)$")
_ITEM = re.compile(r"\s*(?:[-*+•]\s+|・\s*|\d{1,3}[.)、]\s*)(?:\[[ xX]\]\s*)?(?P<text>\S.*)$")
_IN_TICKS = r"(?<!`)(?P<ticks>`{1,20})(?!`)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
_CODE = re.compile(_IN_TICKS)
_CHECK_WORDS = "check|checked by|確認|完了確認|检查|完成检查"
_CHECK = re.compile(rf"[(（]\s*(?:{_CHECK_WORDS})\s*[:：]\s*{_IN_TICKS}\s*[)）]", re.IGNORECASE)
_END = re.compile(r"(?<![\s:：,、，;；→-])[\s:：,、，;；→-]++$")


@dataclass(frozen=True, slots=True)
class Written:
    """One task as it was written: a name, and the commands that do it, in order."""

    name: str
    commands: tuple[str, ...] = ()
    check: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """One goal with its tasks."""

    name: str
    tasks: tuple[Written, ...]

    @property
    def fits(self) -> bool:
        return FEWEST <= len(self.tasks) <= MOST


def sections(purpose: str) -> tuple[Section, ...]:
    """The goals that are written out, in order. Items before the first heading belong to the line above them."""
    found: list[tuple[str, list[Written]]] = []
    title = ""
    for line in purpose.splitlines():
        if heading := _HEADING.match(line):
            found.append((heading["name"].rstrip().rstrip("#").rstrip() or heading["name"], []))
        elif item := _ITEM.match(line):
            if not found:
                found.append((title or purpose.strip().splitlines()[0], []))
            found[-1][1].append(_task(item["text"]))
        elif line.strip() and not found:
            title = title or _END.sub("", line.strip())
    return tuple(Section(name[:LONGEST], tuple(tasks)) for name, tasks in found if tasks)


def _task(text: str) -> Written:
    check = _CHECK.search(text)
    said = text[: check.start()] + text[check.end() :] if check else text
    commands = tuple(one["code"].strip() for one in _CODE.finditer(said))
    name = _END.sub("", re.sub(r"\s+", " ", _CODE.sub("", said))).strip()
    return Written(
        name=(name or (commands[0] if commands else text))[:LONGEST],
        commands=tuple(one for one in commands if one),
        check=check["code"].strip() if check else "",
    )
