"""The goals and tasks: active goals, oldest first, folded until somebody unfolds them; rates are worked out here.

The rows are a pure function of the plan and of what is unfolded; the pane only chooses and folds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.message import Message

from ringi.console.fields import one_line
from ringi.console.lines import Line
from ringi.console.roll import STATUS_TONES, Roll

MARKS = {"pending": "○", "active": "●", "done": "✓", "fail": "✗"}
TONES = {word.lower(): tone for word, tone in STATUS_TONES.items()}


def rate(tasks: Sequence[Mapping[str, Any]]) -> str:
    """done/total, and the same as a percentage; a failed task counts in the total."""
    done, total = sum(task.get("status") == "done" for task in tasks), len(tasks)
    return f"{done}/{total} {100 * done // total}%" if total else "0/0"


def active(plan: Any) -> list[Mapping[str, Any]]:
    """The goals to show, oldest first."""
    goals = plan.get("goals") if isinstance(plan, Mapping) else plan
    found = [goal for goal in goals or () if isinstance(goal, Mapping) and goal.get("status") == "active"]
    return sorted(found, key=_age)


def _age(goal: Mapping[str, Any]) -> int:
    digits = str(goal.get("id", ""))[1:]
    return int(digits) if digits.isdigit() else 1 << 60


def rows(plan: Any, unfolded: set[str], chosen: str = "") -> list[Line]:
    lines: list[Line] = []
    for goal in active(plan):
        tasks = [task for task in goal.get("tasks") or () if isinstance(task, Mapping)]
        goal_id, open_ = str(goal.get("id", "")), goal.get("id") in unfolded
        head = f"{'▼' if open_ else '▶'} {goal_id}  {rate(tasks):<8}  "
        text = f"{head}{one_line(goal.get('name'))}"
        lines.append(Line(text, tone="accent" if goal_id == chosen else "bold", key=goal_id, hang=cell_len(head)))
        for task in tasks if open_ else ():
            status = str(task.get("status", ""))
            head = f"  {MARKS.get(status, '?')} {one_line(task.get('id'))} {status.upper():<7} "
            text = f"{head}{one_line(task.get('name'))}"
            lines.append(Line(text, tone=TONES.get(status, ""), key=goal_id, hang=cell_len(head)))
    return lines


class PlanPane(Roll):
    """The plan. Enter, space or a click unfolds a goal; an update never does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "choose(-1)", show=False),
        Binding("down", "choose(1)", show=False),
        Binding("enter,space", "fold", show=False),
    ]

    class Folded(Message):
        """A goal was unfolded or folded by hand."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.plan: Any = None
        self.unfolded: set[str] = set()
        self.chosen_goal = ""

    def show(self, plan: Any) -> None:
        """The plan as it is now. What was unfolded stays unfolded."""
        self.plan = plan
        goals = [str(goal.get("id", "")) for goal in active(plan)]
        if self.chosen_goal not in goals:
            self.chosen_goal = goals[0] if goals else ""
        self.draw()

    def draw(self) -> None:
        lines = rows(self.plan, self.unfolded, self.chosen_goal if self.has_focus else "")
        for at, line in enumerate(lines, 1):
            line.block = at
        self.replace(lines)

    def on_focus(self) -> None:
        self.draw()

    def on_blur(self) -> None:
        self.draw()

    def action_choose(self, step: int) -> None:
        goals = [str(goal.get("id", "")) for goal in active(self.plan)]
        if not goals:
            return
        at = goals.index(self.chosen_goal) if self.chosen_goal in goals else 0
        self.chosen_goal = goals[max(0, min(len(goals) - 1, at + step))]
        self.draw()
        line = next(at for at, line in enumerate(self.held.lines) if line.key == self.chosen_goal)
        self.show_row(self.held.row_of(line))

    def action_fold(self) -> None:
        self.toggle(self.chosen_goal)

    def toggle(self, goal_id: str) -> None:
        if goal_id:
            self.unfolded ^= {goal_id}
            self.draw()
            self.post_message(self.Folded())

    def on_click(self, event: Click) -> None:
        row = event.get_content_offset_capture(self).y + self.scroll_offset.y
        if 0 <= row < len(self.held.rows):
            line = self.held.lines[self.held.rows[row][0]]
            self.chosen_goal = line.key
            if line.text[:1] in "▶▼":
                self.toggle(line.key)
            self.draw()
