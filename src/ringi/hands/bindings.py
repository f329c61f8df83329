"""How a step's input takes up earlier results: `{"$from": …, "path": …}` and `{"$text": "… {step-2: path} …"}`.

Pure: data in, data out. Validation asks for `references` before anybody approves, the flow calls `resolve` just before
the call. What a tool answered is only ever put in as data; a binding inside a result is never followed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any

from ringi.errors import Invalid
from ringi.hands.effort import Effort, TooCostly
from ringi.hands.path_search import VISITS, search
from ringi.words import LANGS
from ringi.words.clocked import hours_said

FROM, PATH, TEXT = "$from", "path", "$text"
STEP_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
MAX_PATH = 1_000
MAX_TEXT = 1_000_000
"""Characters of a text after its pieces are filled in: enough for any message, too little to fill a disk."""
MAX_DEPTH = 32
_NESTED = (dict, list, tuple)
"""What a binding may stand in; nearly everything in a plan is none of it, and is passed over."""
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Reference:
    """One place that waits for an earlier result."""

    step: str
    path: str


def is_binding(value: Any) -> bool:
    """Whether this object stands for a value that is only known later."""
    return isinstance(value, dict) and (FROM in value or TEXT in value)


def pieces(binding: Mapping[str, Any]) -> tuple[str | Reference, ...]:
    """What a binding consists of, checked; a `$from` has one reference, a `$text` any mixture."""
    if FROM in binding:
        step, path = binding[FROM], binding.get(PATH, "@")
        if set(binding) - {FROM, PATH} or not isinstance(step, str) or not isinstance(path, str):
            raise Invalid("RINGI-301", binding=_short(binding))
        return (_reference(step, path),)
    text = binding[TEXT]
    if set(binding) != {TEXT} or not isinstance(text, str):
        raise Invalid("RINGI-301", binding=_short(binding))
    return _template(text)


def find(value: Any, at: str = "", depth: int = 0) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every binding inside a value with the path to it, outermost only: nothing nests inside a binding."""
    if is_binding(value):
        yield at, value
        return
    if depth >= MAX_DEPTH and isinstance(value, _NESTED) and value:
        raise Invalid("RINGI-307", limit=MAX_DEPTH)
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, _NESTED):
                yield from find(inner, f"{at}.{key}" if at else str(key), depth + 1)
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            if isinstance(inner, _NESTED):
                yield from find(inner, f"{at}[{index}]", depth + 1)


def references(value: Any) -> set[str]:
    """The ids of all steps whose results this value needs."""
    return {piece.step for _, binding in find(value) for piece in pieces(binding) if isinstance(piece, Reference)}


def resolve(value: Any, results: Mapping[str, Any]) -> Any:
    """The value with every binding replaced by what the earlier steps really answered.

    Raises:
        Invalid: a step has no result, a path cannot be evaluated, or it leads to nothing. Nothing is ever passed on
            as a silent null.
    """
    return _resolved(value, results, Effort(VISITS))


def _resolved(value: Any, results: Mapping[str, Any], effort: Effort) -> Any:
    if is_binding(value):
        parts = pieces(value)
        return _render(parts, results, effort) if TEXT in value else _found(parts[0], results, effort)
    if isinstance(value, dict):
        return {key: _resolved(inner, results, effort) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_resolved(inner, results, effort) for inner in value]
    return value


def _found(reference: str | Reference, results: Mapping[str, Any], effort: Effort) -> Any:
    assert isinstance(reference, Reference)
    value = _search(reference, results, effort)
    if value is None:
        raise Invalid("RINGI-304", step=reference.step, path=reference.path)
    return value


def _search(reference: Reference, results: Mapping[str, Any], effort: Effort) -> Any:
    if reference.step not in results:
        raise Invalid("RINGI-302", step=reference.step)
    from jmespath.exceptions import JMESPathError

    try:
        return search(compiled(reference.path).parsed, results[reference.step], _options(), effort)
    except TooCostly:
        raise Invalid("RINGI-444", step=reference.step, path=reference.path) from None
    except (JMESPathError, RecursionError, TypeError, ValueError, ArithmeticError) as error:
        raise Invalid("RINGI-303", path=reference.path, reason=_short(error)) from None


def _render(parts: tuple[str | Reference, ...], results: Mapping[str, Any], effort: Effort) -> str:
    written = "".join(part for part in parts if isinstance(part, str))
    comma = "、" if _CJK.search(written) else ", "
    out, size = [], 0
    for part in parts:
        text = part if isinstance(part, str) else readable(_search(part, results, effort), comma)
        size += len(text)
        if size > MAX_TEXT:
            raise Invalid("RINGI-306", limit=MAX_TEXT)
        out.append(text)
    return "".join(out)


def readable(value: Any, comma: str = ", ") -> str:
    """A value as a person would write it into a sentence; nothing there is said as a dash."""
    if value is None:
        return "—"
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _plain_number(value)
    if isinstance(value, list | tuple):
        return comma.join(readable(inner, comma) for inner in value) if value else "—"
    if isinstance(value, dict):
        return comma.join(f"{key}: {readable(inner, comma)}" for key, inner in value.items()) if value else "—"
    return str(value)


def _plain_number(value: float) -> str:
    number = Decimal(repr(value))
    if not number.is_finite():
        return str(value)
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _reference(step: str, path: str) -> Reference:
    if not STEP_ID.fullmatch(step):
        raise Invalid("RINGI-302", step=_short(step))
    compiled(path)
    return Reference(step, path)


@lru_cache(maxsize=1)
def _options() -> Any:
    """JMESPath's own functions and one of ours: `hours('45:30', 'en')`, hours as they are said in a message."""
    import jmespath
    from jmespath import functions

    class Ours(functions.Functions):  # type: ignore[misc]
        @functions.signature({"types": ["string", "number", "null"]}, {"types": ["string"]})  # type: ignore[untyped-decorator]
        def _func_hours(self, value: Any, lang: str) -> Any:
            return hours_said(value, lang if lang in LANGS else "en") if isinstance(value, str) else value

    return jmespath.Options(custom_functions=Ours())


@lru_cache(maxsize=512)
def compiled(path: str) -> Any:
    import jmespath
    from jmespath.exceptions import JMESPathError

    if not path.strip() or len(path) > MAX_PATH:
        raise Invalid("RINGI-303", path=_short(path), reason=f"1–{MAX_PATH} characters")
    try:
        return jmespath.compile(path)
    except (JMESPathError, RecursionError, ValueError) as error:
        raise Invalid("RINGI-303", path=path, reason=_short(str(error).splitlines()[0])) from None


@lru_cache(maxsize=64)
def _template(text: str) -> tuple[str | Reference, ...]:
    """Split a text into what is written and what is filled in; `{{` and `}}` stand for the braces themselves."""
    parts: list[str | Reference] = []
    written: list[str] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char in "{}" and text[at + 1 : at + 2] == char:
            written.append(char)
            at += 2
        elif char == "{":
            end = _closing(text, at)
            if written:
                parts.append("".join(written))
                written = []
            parts.append(_place(text[at + 1 : end]))
            at = end + 1
        elif char == "}":
            raise Invalid("RINGI-305", place=_short(text[max(0, at - 20) : at + 1]))
        else:
            written.append(char)
            at += 1
    if written:
        parts.append("".join(written))
    return tuple(parts)


def _place(inside: str) -> Reference:
    step, colon, path = inside.partition(":")
    if not colon:
        raise Invalid("RINGI-305", place=_short("{" + inside + "}"))
    return _reference(step.strip(), path.strip())


def _closing(text: str, start: int) -> int:
    """Where the place that opens at `start` ends; braces and quotes of the JMESPath inside are its own."""
    depth, quote, at = 0, "", start
    while at < len(text):
        char = text[at]
        if quote:
            if char == "\\":
                at += 1
            elif char == quote:
                quote = ""
        elif char in "'\"`":
            quote = char
        elif char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                return at
        at += 1
    raise Invalid("RINGI-305", place=_short(text[start : start + 40]))


def _short(value: Any, limit: int = 120) -> str:
    text = str(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
