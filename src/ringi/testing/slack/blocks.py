"""Which blocks Slack takes: types, fields, lengths and ids, in a message, an attachment, a modal or a home."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ringi.testing.slack.elements import INPUTS, PRESSABLE, check_element
from ringi.testing.slack.limits import most
from ringi.testing.slack.problems import Problems

Check = Callable[[dict[str, Any], str, Problems], None]


def check_blocks(blocks: Any, at: str, limit: str, problems: Problems) -> None:
    """All blocks of one place, each block id used once in it."""
    ids: set[str] = set()
    for place, block in enumerate(problems.items(blocks, at, limit, least=0)):
        here = f"{at}/{place}"
        if not isinstance(block, dict):
            problems.add("must provide an object", here)
            continue
        check = KINDS.get(str(block.get("type")))
        if check is None:
            problems.add(f"unsupported type: {block.get('type')}", f"{here}/type")
            continue
        name = block.get("block_id")
        if name is not None and problems.text(name, f"{here}/block_id", "block_id"):
            if name in ids:
                problems.add(f"block_id {name} already exists", f"{here}/block_id")
            ids.add(name)
        check(block, here, problems)


def length(value: Any) -> int:
    """How many characters of text there are in it, wherever they stand."""
    if isinstance(value, dict):
        own = len(value["text"]) if isinstance(value.get("text"), str) else 0
        return own + sum(length(part) for key, part in value.items() if key != "text" or not isinstance(part, str))
    return sum(length(part) for part in value) if isinstance(value, list) else 0


def _header(block: dict[str, Any], at: str, problems: Problems) -> None:
    problems.words(block.get("text"), f"{at}/text", "header.text", plain=True)


def _section(block: dict[str, Any], at: str, problems: Problems) -> None:
    if "text" not in block and "fields" not in block:
        problems.add("must have a `text` or `fields`", at)
    if "text" in block:
        problems.words(block["text"], f"{at}/text", "section.text")
    if "fields" in block:
        for place, field in enumerate(problems.items(block["fields"], f"{at}/fields", "section.fields")):
            problems.words(field, f"{at}/fields/{place}", "section.field")
    if block.get("accessory") is not None:
        accessory = block["accessory"]
        if isinstance(accessory, dict) and accessory.get("type") == "image":
            _image(accessory, f"{at}/accessory", problems)
        else:
            check_element(accessory, f"{at}/accessory", PRESSABLE, problems, set())


def _context(block: dict[str, Any], at: str, problems: Problems) -> None:
    for place, element in enumerate(problems.items(block.get("elements"), f"{at}/elements", "context.elements")):
        here = f"{at}/elements/{place}"
        if isinstance(element, dict) and element.get("type") == "image":
            _image(element, here, problems)
        else:
            problems.words(element, here, "context.text")


def _actions(block: dict[str, Any], at: str, problems: Problems) -> None:
    seen: set[str] = set()
    for place, element in enumerate(problems.items(block.get("elements"), f"{at}/elements", "actions.elements")):
        check_element(element, f"{at}/elements/{place}", PRESSABLE, problems, seen)


def _input(block: dict[str, Any], at: str, problems: Problems) -> None:
    problems.words(block.get("label"), f"{at}/label", "input.label", plain=True)
    if block.get("hint") is not None:
        problems.words(block["hint"], f"{at}/hint", "input.hint", plain=True)
    check_element(block.get("element"), f"{at}/element", INPUTS, problems, set())


def _image(block: dict[str, Any], at: str, problems: Problems) -> None:
    if "slack_file" not in block:
        problems.text(block.get("image_url"), f"{at}/image_url", "image.url")
    problems.text(block.get("alt_text"), f"{at}/alt_text", "image.alt_text", least=0)


def _markdown(block: dict[str, Any], at: str, problems: Problems) -> None:
    problems.text(block.get("text"), f"{at}/text", "markdown.text")


def _table(block: dict[str, Any], at: str, problems: Problems) -> None:
    for place, row in enumerate(problems.items(block.get("rows"), f"{at}/rows", "table.rows")):
        problems.items(row, f"{at}/rows/{place}", "table.cells")


def _context_actions(block: dict[str, Any], at: str, problems: Problems) -> None:
    problems.items(block.get("elements"), f"{at}/elements", "context_actions.elements")


def _free(block: dict[str, Any], at: str, problems: Problems) -> None:
    """Blocks Ringi does not use: only their type is known here, their insides are taken as they are."""


KINDS: dict[str, Check] = {
    "header": _header,
    "section": _section,
    "context": _context,
    "actions": _actions,
    "input": _input,
    "image": _image,
    "markdown": _markdown,
    "table": _table,
    "context_actions": _context_actions,
    **dict.fromkeys(
        (
            "divider",
            "rich_text",
            "video",
            "file",
            "call",
            "task_card",
            "plan",
            "alert",
            "card",
            "carousel",
            "container",
        ),
        _free,
    ),
}


def markdown_length(blocks: Any) -> int:
    """The markdown blocks of one payload share their limit."""
    held = blocks if isinstance(blocks, list) else []
    return sum(
        len(str(block.get("text", ""))) for block in held if isinstance(block, dict) and block.get("type") == "markdown"
    )


def too_much_markdown(blocks: Any) -> bool:
    return markdown_length(blocks) > most("markdown.text")
