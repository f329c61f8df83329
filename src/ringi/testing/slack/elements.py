"""What is allowed inside a block: buttons, menus, inputs, and the dialogs that ask again."""

from __future__ import annotations

from typing import Any

from ringi.testing.slack.limits import most
from ringi.testing.slack.problems import Problems

SELECTS = {"static_select", "multi_static_select"}
OTHER_SELECTS = {
    f"{many}{what}_select" for many in ("", "multi_") for what in ("users", "conversations", "channels", "external")
}
CHOICES = {"checkboxes", "radio_buttons"}
PICKERS = {"datepicker", "timepicker", "datetimepicker"}
TYPED = {"plain_text_input", "email_text_input", "url_text_input", "number_input", "rich_text_input", "file_input"}
PRESSABLE = {"button", "overflow", "workflow_button"} | SELECTS | OTHER_SELECTS | CHOICES | PICKERS
INPUTS = SELECTS | OTHER_SELECTS | CHOICES | PICKERS | TYPED


def held(block: dict[str, Any]) -> list[Any]:
    """Everything in a block that may be pressed or filled in, whatever was really sent in its place."""
    listed = block.get("elements")
    return [*(listed if isinstance(listed, list) else ()), block.get("accessory"), block.get("element")]


def check_element(element: Any, at: str, allowed: set[str], problems: Problems, seen: set[str]) -> None:
    """One interactive element; `seen` holds the action ids of its block, which must differ."""
    if not isinstance(element, dict):
        problems.add("must provide an object", at)
        return
    kind = str(element.get("type"))
    if kind not in allowed:
        problems.add(f"unsupported type: {kind}", f"{at}/type")
        return
    action = element.get("action_id")
    if action is not None and problems.text(action, f"{at}/action_id", "action_id"):
        if action in seen:
            problems.add(f"action_id {action} already exists", f"{at}/action_id")
        seen.add(action)
    if element.get("placeholder") is not None:
        problems.words(element["placeholder"], f"{at}/placeholder", "placeholder", plain=True)
    if element.get("confirm") is not None:
        check_confirm(element["confirm"], f"{at}/confirm", problems)
    if kind == "button":
        _button(element, at, problems)
    elif kind == "plain_text_input":
        _plain_text_input(element, at, problems)
    else:
        _options(element, kind, at, problems)


def _button(element: dict[str, Any], at: str, problems: Problems) -> None:
    if "text" not in element:
        problems.add("missing required field: text", at)
    else:
        problems.words(element["text"], f"{at}/text", "button.text", plain=True)
    if element.get("value") is not None:
        problems.text(element["value"], f"{at}/value", "button.value", least=0)
    problems.optional(element, "url", at, "button.url")
    problems.optional(element, "accessibility_label", at, "button.accessibility_label")
    if element.get("style") not in (None, "primary", "danger"):
        problems.add("must be one of: primary, danger", f"{at}/style")


def _plain_text_input(element: dict[str, Any], at: str, problems: Problems) -> None:
    longest = element.get("max_length")
    if longest is not None and not (isinstance(longest, int) and 0 < longest <= most("plain_text_input.max_length")):
        problems.add(f"must be between 1 and {most('plain_text_input.max_length')}", f"{at}/max_length")
    if element.get("initial_value") is not None:
        problems.text(element["initial_value"], f"{at}/initial_value", "plain_text_input.max_length", least=0)


def _options(element: dict[str, Any], kind: str, at: str, problems: Problems) -> None:
    if kind not in SELECTS | CHOICES | {"overflow"}:
        return
    if kind in SELECTS and "option_groups" in element:
        groups = f"{at}/option_groups"
        for place, group in enumerate(problems.items(element["option_groups"], groups, "select.options")):
            if not isinstance(group, dict):
                problems.add("must provide an object", f"{groups}/{place}")
                continue
            problems.words(group.get("label"), f"{groups}/{place}/label", "option.text", plain=True)
            _each_option(group.get("options"), f"{groups}/{place}/options", "select.options", problems)
        return
    limit = {"overflow": "overflow.options"}.get(kind, "choices.options" if kind in CHOICES else "select.options")
    _each_option(element.get("options"), f"{at}/options", limit, problems, rich=kind in CHOICES)


def _each_option(options: Any, at: str, limit: str, problems: Problems, *, rich: bool = False) -> None:
    for place, option in enumerate(problems.items(options, at, limit)):
        here = f"{at}/{place}"
        if not isinstance(option, dict):
            problems.add("must provide an object", here)
            continue
        problems.words(option.get("text"), f"{here}/text", "option.text", plain=not rich)
        problems.text(option.get("value"), f"{here}/value", "option.value")
        if option.get("description") is not None:
            problems.words(option["description"], f"{here}/description", "option.description", plain=not rich)


def check_confirm(confirm: Any, at: str, problems: Problems) -> None:
    if not isinstance(confirm, dict):
        problems.add("must provide an object", at)
        return
    for part, plain in (("title", True), ("text", False), ("confirm", True), ("deny", True)):
        if part in confirm:
            problems.words(confirm[part], f"{at}/{part}", f"confirm.{part}", plain=plain)
        elif part == "text":
            problems.add("missing required field: text", at)
