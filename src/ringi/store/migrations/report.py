"""What an upgrade found and did, in plain values that every surface can print."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A version number that one task has more than once."""

    table: str
    task_id: str
    version: int
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Renumbered:
    """A row whose version number was changed by `--repair`. Its id, and so every reference to it, stayed."""

    table: str
    id: str
    task_id: str
    before: int
    after: int


@dataclass(slots=True)
class Report:
    """From which version to which, and what people should know about it."""

    found: int
    version: int
    tasks: int = 0
    """Old tasks that got facts made for them."""
    facts: int = 0
    renumbered: list[Renumbered] = field(default_factory=list)
    approvals: list[str] = field(default_factory=list)
    """Policies and plans that were waiting for a decision and still are: subject ids."""
    jobs: list[str] = field(default_factory=list)
    """Policies and plans that were being generated and are taken up again: subject ids."""
    unknown: list[str] = field(default_factory=list)
    """Executions that were under way: nobody can know what they did, a person has to say."""
    left: list[str] = field(default_factory=list)
    """Unfinished versions of tasks that have ended or that a newer version replaced: kept as they were found."""
    stalled: list[str] = field(default_factory=list)
    """Tasks that stopped between two layers, with nothing waiting and nothing under way."""
    orphans: list[str] = field(default_factory=list)
    """Rows that refer to a row which does not exist, as `table:id`: kept."""
    set_aside: list[tuple[str, str]] = field(default_factory=list)
    """Tables that stood in the way, by old and new name."""

    @property
    def changed(self) -> bool:
        return self.found != self.version

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)
