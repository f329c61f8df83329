"""What is happening, line by line, while a task is carried on: made from its facts, shown to whoever watches."""

from __future__ import annotations

from ringi.cli.text import clean, clean_lines, took

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ringi.cli.screen import Screen
    from ringi.flow.drafts import Heard


class Progress:
    """One line per judgement and step: its name, how it went and how long it took."""

    def __init__(self, screen: Screen, plan: list[dict[str, Any]] | None = None) -> None:
        self._screen = screen
        self._plan = {step["stepId"]: step for step in plan or ()}
        self._begun: dict[str, str] = {}
        self._calls: dict[str, str] = {}
        self._heard: Heard | None = None
        self._text = ""
        self._handlers: dict[str, Callable[[dict[str, Any], dict[str, Any]], None]] = {
            "run.started": self._run_started,
            "run.finished": self._run_ended,
            "run.failed": self._run_ended,
            "text.delta": self._written,
            "plan.final": self._planned,
            "tool.started": self._tool_started,
            "tool.progress": self._tool_ticked,
            "tool.result": self._tool_ended,
            "tool.failed": self._tool_ended,
            "artifact.created": self._made,
        }

    def saw(self, fact: dict[str, Any]) -> None:
        """One more fact or tick."""
        handler = self._handlers.get(str(fact.get("type")))
        if handler is not None and self._screen.live:
            handler(fact, fact.get("payload") or {})

    # -- judgements ----------------------------------------------------------------------------------------------

    def _run_started(self, fact: dict[str, Any], payload: dict[str, Any]) -> None:
        self._begun[fact.get("runId", "")] = fact.get("timestamp", "")
        if payload.get("layer") != "L4":
            self._screen.moving(self._screen.word("layer", payload.get("layer")))

    def _written(self, fact: dict[str, Any], payload: dict[str, Any]) -> None:
        """A policy while a model writes it; what comes after it is whole is too late."""
        from ringi.flow.drafts import Heard

        if not fact.get("live") or fact.get("runId") not in self._begun:
            return
        self._heard = self._heard or Heard()
        news = self._heard.news(fact)
        if news is not None:
            self._text = self._text * bool(news["payload"]["at"]) + news["payload"]["delta"]
            self._screen.moving(self._screen.word("layer", "L2"), clean_lines(self._text))

    def _planned(self, fact: dict[str, Any], payload: dict[str, Any]) -> None:
        if payload.get("kind") == "process":
            self._plan = {step["stepId"]: step for step in payload.get("steps") or ()}
        layer = "L2" if payload.get("kind") == "policy" else "L3"
        name = f"{self._screen.word('layer', layer)} v{payload.get('version', '?')}"
        self._done("✓", "good", name, self._since(fact))
        self._begun.pop(fact.get("runId", ""), None)

    def _run_ended(self, fact: dict[str, Any], payload: dict[str, Any]) -> None:
        layer, run_id = payload.get("layer"), fact.get("runId", "")
        if layer == "L4" or run_id not in self._begun:
            return
        good = fact["type"] == "run.finished" and fact.get("phase") == "completed"
        self._done(
            "✓" if good else "✗", "good" if good else "bad", self._screen.word("layer", layer), self._since(fact)
        )
        self._begun.pop(run_id, None)

    def _since(self, fact: dict[str, Any]) -> float:
        from datetime import datetime

        try:
            start = datetime.fromisoformat(self._begun[fact.get("runId", "")])
            return (datetime.fromisoformat(fact["timestamp"]) - start).total_seconds() * 1000
        except (KeyError, ValueError):
            return -1

    # -- steps ---------------------------------------------------------------------------------------------------

    def _name(self, step_id: str, tool: str) -> str:
        step = self._plan.get(step_id, {})
        name = clean(step.get("title") or step.get("description") or tool or step_id)
        return f"{step['order']}/{len(self._plan)} {name}" if "order" in step else name

    def _tool_started(self, fact: dict[str, Any], payload: dict[str, Any]) -> None:
        name = self._name(payload.get("stepId", ""), payload.get("tool", ""))
        self._calls[fact.get("toolCallId", "")] = name
        self._screen.moving(name)

    def _tool_ticked(self, fact: dict[str, Any], payload: dict[str, Any]) -> None:
        name = self._calls.get(fact.get("toolCallId", ""))
        if name:
            total = payload.get("total")
            much = f"{payload.get('done', 0):g}" + (f"/{total:g}" if total else "")
            self._screen.moving(f"{name}  {much} {clean(payload.get('words') or '')}")

    def _tool_ended(self, fact: dict[str, Any], payload: dict[str, Any]) -> None:
        name = self._calls.pop(fact.get("toolCallId", ""), None)
        name = name or self._name(payload.get("stepId", ""), payload.get("tool", ""))
        good = fact["type"] == "tool.result"
        note = "" if good else self._screen.word("step", payload.get("status"))
        self._done("✓" if good else "✗", "good" if good else "bad", name, payload.get("durationMs", -1), note)

    def _made(self, fact: dict[str, Any], payload: dict[str, Any]) -> None:
        if payload.get("kind") != "output":
            self._screen.remark(f"  + {clean(payload.get('title') or '')}")

    # -- writing -------------------------------------------------------------------------------------------------

    def _done(self, mark: str, tone: str, name: str, milliseconds: float, note: str = "") -> None:
        time = took(milliseconds, self._screen.lang) if milliseconds >= 0 else ""
        parts = [f"{self._screen.paint(mark, tone)} {name}", note, self._screen.paint(time, "dim")]
        self._screen.remark("  ".join(part for part in parts if part))
