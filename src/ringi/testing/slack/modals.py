"""Open modals, at most three on top of each other for each person, and everybody's home of the app."""

from __future__ import annotations

import copy
from typing import Any

from ringi.testing.slack.changes import Changes
from ringi.testing.slack.company import APP, Team
from ringi.testing.slack.elements import held
from ringi.testing.slack.ids import Ids
from ringi.testing.slack.messages import name_blocks
from ringi.testing.slack.refusal import Json, Refusal

KEPT = ("type", "title", "submit", "close", "blocks", "private_metadata", "callback_id", "external_id")
FLAGS = ("clear_on_close", "notify_on_close")


class Modals:
    def __init__(self, ids: Ids, changes: Changes) -> None:
        self.ids = ids
        self.changes = changes

    def open(self, team: Team, user: str, given: Json) -> Json:
        """Show a modal instead of whatever the person had open."""
        view = self._dress(team, given, self.ids.new("V"))
        view["root_view_id"] = view["id"]
        team.modals[user] = [view]
        self.changes.tell()
        return told(view)

    def push(self, team: Team, user: str, given: Json) -> Json:
        stack = team.modals.setdefault(user, [])
        view = self._dress(team, given, self.ids.new("V"))
        view["root_view_id"] = stack[0]["id"] if stack else view["id"]
        view["previous_view_id"] = stack[-1]["id"] if stack else None
        stack.append(view)
        self.changes.tell()
        return told(view)

    def replace(self, team: Team, view: Json, given: Json) -> Json:
        """Other contents for a modal that is open; its place in the stack stays."""
        fresh = self._dress(team, given, view["id"])
        fresh["root_view_id"], fresh["previous_view_id"] = view["root_view_id"], view["previous_view_id"]
        view.clear()
        view.update(fresh)
        self.changes.tell()
        return told(view)

    def publish(self, team: Team, user: str, given: Json) -> Json:
        held = team.homes.get(user)
        view = self._dress(team, given, held["id"] if held else self.ids.new("V"))
        view["root_view_id"] = view["id"]
        team.homes[user] = view
        self.changes.tell()
        return told(view)

    def find(self, team: Team, view_id: str, external_id: str = "") -> Json:
        for stack in team.modals.values():
            for view in stack:
                if view["id"] == view_id or (external_id and view["external_id"] == external_id):
                    return view
        raise Refusal("not_found")

    def close(self, team: Team, user: str, view: Json, *, all_of_them: bool = False) -> None:
        """Take a modal away, and with it everything on top of it."""
        stack = team.modals.get(user, [])
        keep = [] if all_of_them or view not in stack else stack[: stack.index(view)]
        if keep:
            team.modals[user] = keep
        else:
            team.modals.pop(user, None)
        self.changes.tell()

    def _dress(self, team: Team, given: Json, view_id: str) -> Json:
        if given.get("external_id"):
            self._refuse_twin(team, str(given["external_id"]), view_id)
        view: Json = {part: copy.deepcopy(given.get(part)) for part in KEPT}
        view.update({flag: bool(given.get(flag)) for flag in FLAGS})
        for part in ("private_metadata", "callback_id", "external_id"):
            view[part] = view[part] or ""
        name_blocks(view["blocks"], self.ids.new(""))
        return {
            "id": view_id,
            "team_id": team.id,
            **view,
            "state": {"values": {}},
            "hash": f"{self.ids.ts()}.{self.ids.new('h')}",
            "root_view_id": None,
            "previous_view_id": None,
            "app_id": APP,
            "app_installed_team_id": team.id,
            "bot_id": team.bot_id,
        }

    def _refuse_twin(self, team: Team, external_id: str, view_id: str) -> None:
        for stack in team.modals.values():
            if any(one["external_id"] == external_id and one["id"] != view_id for one in stack):
                raise Refusal("duplicate_external_id")


def told(view: Json) -> Json:
    """The view in the API's form: without what the double notes for the page."""
    return copy.deepcopy({key: value for key, value in view.items() if key not in ("errors", "problem")})


def state_of(view: Json, values: dict[str, Any]) -> Json:
    """What a person filled in, in the shape of `view.state`; `values` by block id, or by action id alone."""
    state: Json = {}
    for block in view["blocks"] or []:
        for element in _inputs(block):
            block_id, action_id = block["block_id"], element["action_id"]
            found, value = _given(values, block_id, action_id)
            if not found:
                value = initial(element)
            state.setdefault(block_id, {})[action_id] = filled(element, value)
    return state


def _inputs(block: Json) -> list[Json]:
    if block["type"] == "input":
        return [block["element"]]
    return [
        one
        for one in held(block)
        if isinstance(one, dict) and one.get("type") not in ("button", "overflow", "image") and "action_id" in one
    ]


def _given(values: dict[str, Any], block_id: str, action_id: str) -> tuple[bool, Any]:
    if block_id in values:
        inner = values[block_id]
        if isinstance(inner, dict) and action_id in inner:
            return True, inner[action_id]
        if not isinstance(inner, dict) or "type" in inner:
            return True, inner
    return (True, values[action_id]) if action_id in values else (False, None)


def initial(element: Json) -> Any:
    """What is there before anybody types."""
    for key in (
        "initial_value",
        "initial_option",
        "initial_options",
        "initial_date",
        "initial_time",
        "initial_user",
        "initial_users",
        "initial_channel",
        "initial_conversation",
    ):
        if element.get(key) is not None:
            chosen = element[key]
            if isinstance(chosen, dict):
                return chosen.get("value")
            if key == "initial_options":
                return [one["value"] for one in chosen]
            return chosen
    return None


def filled(element: Json, value: Any) -> Json:
    """One value in Slack's form for its kind of input."""
    if isinstance(value, dict) and value.get("type") == element["type"]:
        return value
    kind = str(element["type"])
    if kind in ("static_select", "radio_buttons"):
        return {"type": kind, "selected_option": _option(element, value)}
    if kind in ("multi_static_select", "checkboxes"):
        chosen = [value] if isinstance(value, str) else value or []
        return {"type": kind, "selected_options": [_option(element, one) for one in chosen]}
    if kind.endswith("_select"):
        what = kind.removesuffix("_select").removeprefix("multi_").removesuffix("s")
        if kind.startswith("multi_"):
            return {"type": kind, f"selected_{what}s": value or []}
        return {"type": kind, f"selected_{what}": value}
    if kind in ("datepicker", "timepicker"):
        return {"type": kind, f"selected_{kind.removesuffix('picker')}": value}
    if kind == "datetimepicker":
        return {"type": kind, "selected_date_time": value}
    return {"type": kind, "value": value or None}


def _option(element: Json, value: Any) -> Any:
    if value is None:
        return None
    groups = [group["options"] for group in element.get("option_groups", [])]
    for option in [*element.get("options", []), *(one for group in groups for one in group)]:
        if option["value"] == value:
            return {key: option[key] for key in ("text", "value") if key in option}
    raise Refusal("no_such_option")
