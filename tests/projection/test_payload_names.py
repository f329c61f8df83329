"""The page that tells a producer which names are read says nothing the fold does not know, and leaves out no class."""

from __future__ import annotations

import re
from pathlib import Path

from ringi.facts.vocabulary import EventClass
from ringi.projection import workbench

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/reference/payloads.md").read_text("utf-8")
FOLD = "\n".join(path.read_text("utf-8") for path in Path(workbench.__file__).parent.glob("*.py"))
ROWS = [line.split("|")[1:3] for line in PAGE.splitlines() if line.startswith("| `")]


def test_every_class_is_told_once() -> None:
    told = [name for classes, _ in ROWS for name in re.findall(r"`([^`]+)`", classes)]
    assert sorted(told) == sorted(kind.value for kind in EventClass)


def test_every_name_on_the_page_is_read() -> None:
    names = {name for _, read in ROWS for name in re.findall(r"`([^`]+)`", read)}
    assert len(names) > 150
    assert [name for name in sorted(names) if not re.search(rf"""["']{name}["']""", FOLD)] == []
