"""Submitting and closing a modal, and what the app's answer makes of it."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from ringi.testing.slack import payloads
from ringi.testing.slack.contents import check_view
from ringi.testing.slack.delivery import Ack
from ringi.testing.slack.limits import most
from ringi.testing.slack.modals import state_of, told
from ringi.testing.slack.refusal import Json, Refusal
from ringi.testing.slack.writing import Writing

if TYPE_CHECKING:
    from ringi.testing.slack.company import Team
    from ringi.testing.slack.double import Double
    from ringi.testing.slack.modals import Modals


class Submitting(Writing):
    teams: dict[str, Team]
    modals: Modals

    @property
    def whole(self) -> Double:
        """The double these acts belong to."""
        from ringi.testing.slack.double import Double

        assert isinstance(self, Double)
        return self

    @abstractmethod
    def team_of(self, user: str) -> Team: ...

    @abstractmethod
    async def send_interaction(self, kind: str, payload: Json, what: str) -> Ack: ...

    @abstractmethod
    def note(self, what: str, error: str, fields: Json) -> None: ...

    @abstractmethod
    def answer_at(self, team: str, channel: str, user: str, ts: str, given: Json) -> None: ...

    async def submit(self, user: str, view_id: str, values: dict[str, Any] | None = None) -> Ack:
        """Fill in a modal and submit it. What Slack checks before sending is checked: required, shortest, longest."""
        team = self.team_of(user)
        view = self._top(team, user, view_id)
        state = state_of(view, values or {})
        view.pop("errors", None)
        view.pop("problem", None)
        missing = unfit(view, state)
        if missing:
            view["errors"] = missing
            self.changes.tell()
            return Ack(False, {"response_action": "errors", "errors": missing}, "not_filled_in")
        view["state"] = {"values": state}
        payload = {
            **payloads.interaction(self.whole, team, user, "view_submission"),
            "view": told(view),
            "response_urls": [],
        }
        ack = await self.send_interaction("interactive", payload, "submit")
        if not ack.ok:
            view["problem"] = ack.reason
            self.changes.tell()
            return ack
        self._answered(team, user, view, ack.body if isinstance(ack.body, dict) else {})
        return ack

    def _top(self, team: Team, user: str, view_id: str) -> Json:
        stack = team.modals.get(user, [])
        if not stack or stack[-1]["id"] != view_id:
            raise Refusal("not_found")
        return stack[-1]

    def _answered(self, team: Team, user: str, view: Json, body: Json) -> None:
        """response_action: errors, update, push, clear, or nothing for done."""
        action = body.get("response_action")
        if action == "errors":
            names = {block["block_id"] for block in view["blocks"] or [] if block["type"] == "input"}
            view["errors"] = {key: words for key, words in body.get("errors", {}).items() if key in names}
            if view["errors"] != body.get("errors"):
                self.note("submit", "errors_of_unknown_block", {"errors": body.get("errors")})
            self.changes.tell()
        elif action in ("update", "push"):
            try:
                check_view(body.get("view"))
                if action == "update":
                    self.modals.replace(team, view, body["view"])
                elif len(team.modals[user]) >= most("view.stack"):
                    raise Refusal("push_limit_reached")
                else:
                    self.modals.push(team, user, body["view"])
            except Refusal as refusal:
                view["problem"] = refusal.error
                self.note("submit", refusal.error, refusal.fields)
                self.changes.tell()
        else:
            self.modals.close(team, user, view, all_of_them=action == "clear")

    async def close(self, user: str, view_id: str) -> Ack:
        """Close a modal without submitting; the app is told when it asked to be."""
        team = self.team_of(user)
        view = self._top(team, user, view_id)
        self.modals.close(team, user, view, all_of_them=view["clear_on_close"])
        if not view["notify_on_close"]:
            return Ack(True)
        payload = payloads.interaction(self.whole, team, user, "view_closed")
        del payload["trigger_id"]
        payload |= {"view": told(view), "is_cleared": view["clear_on_close"]}
        return await self.send_interaction("interactive", payload, "close")


def unfit(view: Json, state: Json) -> dict[str, str]:
    """Inputs Slack would not let a person send: empty though required, too short, too long."""
    found: dict[str, str] = {}
    for block in view["blocks"] or []:
        if block["type"] != "input":
            continue
        element = block["element"]
        held = state[block["block_id"]][element["action_id"]]
        value = next((part for key, part in held.items() if key != "type"), None)
        if not value:
            if not block.get("optional"):
                found[block["block_id"]] = "required"
        elif isinstance(value, str) and len(value) < int(element.get("min_length") or 0):
            found[block["block_id"]] = "too_short"
        elif isinstance(value, str) and len(value) > int(
            element.get("max_length") or most("plain_text_input.max_length")
        ):
            found[block["block_id"]] = "too_long"
    return found
