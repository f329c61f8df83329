"""From roles to values: what each argument of a tool gets from what was understood. Never by the tool's name. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ringi.minds.rules.calendar import Span
from ringi.minds.rules.language import fold, rx
from ringi.minds.rules.quantities import figure, top
from ringi.minds.rules.schema import Argument, arguments_of
from ringi.minds.rules.wishes import Wish

if TYPE_CHECKING:
    from ringi.catalog import Tool

# Words for the values that choices commonly have. A value answers to its own name and to these.
_CHOICES = {
    "active": (
        "在籍|在职|在職|现职|现役|现在の|今いる|働いている|\\bactive\\b|\\bcurrent(?:ly)?\\b|\\bemployed\\b"
        "|在岗|现有"
    ),
    "retired": (
        "退职|退社|离职|辞めた|辞职|やめた|元社员|元从业员|退任|\\bretired\\b|\\bformer\\b|\\bex-|\\bleft "
        "(?:the )?(?:company|us|in|last|this)|\\bquit\\b|\\bresigned\\b|\\bleavers?\\b|\\bdeparted\\b|离开"
        "|已离"
    ),
    "all": (
        "(?:退职|离职|辞めた|退社した|元社员)[^、。,]{0,6}?(?:も|を)?(?:含(?!ま|めな)|あわせ|入れ|加え)"
        "|在籍・?(?:者)?・?(?:と|も|および|及び|、|・)?退职|退职.{0,3}(?:も|と)在籍"
        "|在籍.{0,4}退职.{0,4}(?:両方|すべて|全て|全员|とも)|(?:includ\\w+|plus|as well as|along with|and"
        "|with) (?:the )?(?:retired|former|ex-|people who (?:have )?left|leavers|those who (?:have )?left"
        "|retirees)|both (?:active|current) and|active (?:and|or|&) retired|retired (?:and|or) active"
        "|current or former|在职或离职|current and former|(?:包括|包含|含|连同|以及|和)(?:已)?(?:离职|退休)"
        "|在职(?:和|与|及|、|还有)(?:已)?离职|不论在职|无论在职|regardless of status|在籍状况を问わず"
        "|在籍・退职を问わず|在籍を问わず"
    ),
    "urgent": "至急|紧急|大至急|\\burgent\\b|\\basap\\b|加急|火急|critical|最优先",
    "critical": "至急|紧急|大至急|\\burgent\\b|\\bcritical\\b|致命",
    "high": "优先度:?は?高|高优先|重要|\\bhigh\\b|\\bimportant\\b|至急|紧急|\\burgent\\b|高い|高め",
    "medium": "优先度:?は?中|普通|通常|\\bmedium\\b|\\bnormal\\b|中等|一般",
    "normal": "普通|通常|\\bnormal\\b|\\bmedium\\b|一般",
    "low": "优先度:?は?低|低优先|\\blow\\b|低い|低め|不急",
    "open": "未完了|オープン|未対応|未解决|\\bopen\\b|进行中|未关闭",
    "closed": "完了|クローズ|解决済|\\bclosed\\b|\\bdone\\b|已关闭|已完成",
    "asc": "升顺|昇顺|古い顺|少ない顺|\\bascending\\b|升序",
    "desc": "降顺|新しい顺|多い顺|\\bdescending\\b|降序",
}  # fmt: skip
_CHOICE_WORDS = {value: rx(pattern) for value, pattern in _CHOICES.items()}
_NOT_RETIRED = rx(
    r"(?:退职者?|离职者?|退社した人|retired|former|leavers|离职人员|已离职)(?:[^、。,]{0,8}?)(?:除|以外"
    r"|含まず|含めない|含まない|いらない|不要|なし|を外)|(?:except|excluding|exclude|without|not|no|but "
    r"not|other than)[^,.]{0,14}(?:retired|former|ex-|leavers)|(?:不含|不包括|除了?|排除"
    r"|去掉)[^,，。]{0,4}(?:离职|退休)"
)
_QUERY = rx(
    r"(?:について|に关する|に関する|に关して)(?=.{0,6}(?:検索|探|调べ|查))|(?:を)(?=(?:検索|探|调べ))"
    r"|\b(?:for|about|on|regarding|matching|containing)\s+(?P<after>[^,.;\n]{2,80})|(?:搜索|查找|检索"
    r"|查一下|找一下|找)(?:关于)?(?P<zh>[^,，。\n]{2,40}?)(?:的(?:文档|资料|文件|手册))?(?:[,，。\n]|$)"
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What one step is filled from."""

    wish: Wish
    span: Span | None = None
    department: str | None = None
    people: tuple[str, ...] = ()
    recipient: str = ""


@dataclass(frozen=True, slots=True)
class Missing:
    """A required argument that nothing was said for."""

    tool: str
    argument: Argument


def fill(tool: Tool, facts: Facts, fixed: dict[str, Any] | None = None) -> tuple[dict[str, Any], tuple[Missing, ...]]:
    """The input of one step and what is still missing for it. `fixed` = by role, values that the plan itself makes."""
    values: dict[str, Any] = {}
    missing: list[Missing] = []
    for argument in arguments_of(tool):
        said = facts.wish.given.get(f"{tool.name}.{argument.name}")
        if said is not None:
            value: Any = as_type(argument, said)
        elif fixed and argument.role in fixed:
            value = fixed[argument.role]
        else:
            value = _value(argument, tool, facts)
        if value is not None:
            values[argument.name] = value
        elif argument.required and not argument.nullable:
            missing.append(Missing(tool.name, argument))
        elif argument.nullable:
            values[argument.name] = None
        elif argument.default is not None:
            values[argument.name] = argument.default
    return values, tuple(missing)


def _value(argument: Argument, tool: Tool, facts: Facts) -> Any:
    span, role = facts.span, argument.role
    if role in ("period_start", "period_end", "month"):
        return _month(role, span)
    if role in ("date_start", "date_end", "date"):
        return _date(role, span)
    if role == "department":
        return ([facts.department] if argument.many else facts.department) if facts.department else None
    if role == "people":
        return (list(facts.people) if argument.many else facts.people[0]) if facts.people else None
    if role == "recipient":
        return ([facts.recipient] if argument.many else facts.recipient) if facts.recipient else None
    if role == "threshold":
        threshold = facts.wish.threshold
        return figure(threshold.hours) if threshold and threshold.sense != "under" else None
    if role == "limit":
        return top(facts.wish.text)
    if role == "choice":
        return choice(argument, facts.wish.text)
    return _words(argument, facts.wish)


def _month(role: str, span: Span | None) -> str | None:
    if span is None:
        return None
    return str(span.last if role == "period_end" else span.first)


def _date(role: str, span: Span | None) -> str | None:
    if span is None or (role == "date" and span.first_day != span.last_day):
        return None
    return (span.last_day if role == "date_end" else span.first_day).isoformat()


def choice(argument: Argument, text: str) -> Any:
    """The value of an enum that the text speaks of; the most particular one wins (退職者も含めて over 退職)."""
    folded = {fold(str(value)): value for value in argument.choices}
    if "retired" in folded and "active" in folded and _NOT_RETIRED.search(text):
        return folded["active"]
    order = sorted(folded, key=lambda value: (value != "all", value != "retired", value != "urgent"))
    for value in order:
        pattern = _CHOICE_WORDS.get(value)
        if pattern and pattern.search(text):
            return folded[value]
    for value in order:
        if value not in _CHOICE_WORDS and re.search(
            rf"(?<![a-z]){re.escape(value)}(?![a-z])" if value.isascii() else re.escape(value), text
        ):
            return folded[value]
    return argument.default


def _words(argument: Argument, wish: Wish) -> str | None:
    """Free text: what was quoted, or what follows a search word."""
    if argument.role in ("query", "title", "body", "detail") and wish.quotes:
        return wish.quotes[0]
    if argument.role == "query":
        match = _QUERY.search(wish.text)
        found = match and next((group for group in match.groups() if group), "")
        return found.strip() if found else None
    return None


def as_type(argument: Argument, said: str) -> Any:
    """What somebody answered, as the argument wants it; None when it cannot be."""
    kind = argument.schema.get("type")
    if argument.choices:
        return choice(argument, fold(said)) or next(
            (one for one in argument.choices if fold(str(one)) == fold(said)), None
        )
    if kind in ("number", "integer"):
        match = re.search(r"-?\d+(?:\.\d+)?", fold(said))
        return (figure(float(match.group())) if kind == "number" else int(float(match.group()))) if match else None
    if kind == "boolean":
        return bool(rx(r"はい|^y|true|是|する|お愿い").search(fold(said)))
    if kind == "array":
        return [part.strip() for part in re.split(r"[、,;\n]", said) if part.strip()]
    return said.strip() or None
