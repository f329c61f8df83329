"""Values that are only known at run time, said to the approver of a plan before anything runs."""

from __future__ import annotations

from ringi.words import Text, pick

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

WORDS: dict[str, Text] = {
    "line": (
        "実行の直前に実際の値を確認します：{values}",
        "Will be asked with the real value: {values}",
        "执行前将确认实际值：{values}",
    ),
    "value": ("{path}（{sources}）", "{path} ({sources})", "{path}（{sources}）"),
    "source": ("ステップ{n}の結果 {path}", "from step {n}: {path}", "步骤{n}的结果 {path}"),
    "comma": ("、", ", ", "、"),
    "limited": (
        "{path}（{sources}。{limit}なら確認なしで実行）",
        "{path} ({sources}; runs unasked if {limit})",
        "{path}（{sources}；若{limit}则不经确认执行）",
    ),
    "limit.domains": ("ドメインが {what}", "its domain is {what}", "域名为 {what}"),
    "limit.max": ("{min} 以上 {max} 以下", "between {min} and {max}", "在 {min} 到 {max} 之间"),
    "limit.values": ("{what} のいずれか", "one of {what}", "为 {what} 之一"),
}


def asked_line(
    step_id: str,
    late: Sequence[Mapping[str, Any]],
    orders: Mapping[str, Any],
    lang: str,
    spell: Callable[[str], str] = str,
) -> str:
    """Which values of a step will be asked about and where they come from, as the plan's fact names them; empty where
    there are none.

    Args:
        late: the plan's late values (`hands.late_values.asked_values`).
        orders: step id → number.
        spell: how the surface writes what came from outside.
    """
    comma = pick(WORDS["comma"], lang)
    told = [
        pick(WORDS["limited" if one.get("limit") else "value"], lang).format(
            limit=_limit(one.get("limit") or {}, lang, spell),
            path=spell(str(one.get("path", ""))),
            sources=comma.join(_source(source, orders, lang, spell) for source in one.get("from") or ()),
        )
        for one in late
        if one.get("stepId") == step_id
    ]
    return pick(WORDS["line"], lang).format(values=comma.join(told)) if told else ""


def _limit(limit: Mapping[str, Any], lang: str, spell: Callable[[str], str]) -> str:
    for kind in ("domains", "values"):
        if kind in limit:
            what = pick(WORDS["comma"], lang).join(spell(str(one)) for one in limit[kind])
            return pick(WORDS[f"limit.{kind}"], lang).format(what=what)
    if "max" in limit:
        return pick(WORDS["limit.max"], lang).format(min=spell(str(limit.get("min", 0))), max=spell(str(limit["max"])))
    return ""


def _source(source: Mapping[str, Any], orders: Mapping[str, Any], lang: str, spell: Callable[[str], str]) -> str:
    step = str(source.get("step", ""))
    return pick(WORDS["source"], lang).format(n=orders.get(step, spell(step)), path=spell(str(source.get("path", ""))))
