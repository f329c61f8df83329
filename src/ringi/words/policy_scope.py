"""What a policy will write, and what a plan writes beyond its policy, said to the approver on every surface."""

from __future__ import annotations

from ringi.words import Text, pick

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

WORDS: dict[str, Text] = {
    "writes": (
        "この方針で書き込むもの（{n}件）",
        "What this policy will write ({n})",
        "此方针将写入的内容（{n}项）",
    ),
    "writes_nothing": (
        "この方針では何も書き込みません（読み取りだけです）。",
        "This policy writes nothing: it only reads.",
        "此方针不写入任何内容，只读取。",
    ),
    "beyond": (
        "注意：承認された方針にない書き込みが {n} 件あります。",
        "Careful: {n} of the writes are not in the approved policy.",
        "注意：有 {n} 项写入不在已批准的方针中。",
    ),
    "beyond.tool": (
        "承認された方針にない書き込みです",
        "Not in the approved policy: this write",
        "已批准的方针中没有此写入",
    ),
    "beyond.values": (
        "承認された方針にない値です：{paths}",
        "Not in the approved policy: this value of {paths}",
        "已批准的方针中没有此值：{paths}",
    ),
    "beyond.person": (
        "方針の承認後に、この ID の人が変わっています",
        "Not as approved: since the policy, this id means somebody else",
        "方针批准后，此 ID 所指的人已改变",
    ),
    "beyond.again": (
        "承認された方針より多い回数の書き込みです",
        "Not in the approved policy: writing this once more",
        "超出已批准方针的写入次数",
    ),
}


def writes_line(scope: Mapping[str, Any], lang: str) -> str:
    """The heading over a policy's writes, or that there are none."""
    writes = scope.get("writes") or ()
    return pick(WORDS["writes"], lang).format(n=len(writes)) if writes else pick(WORDS["writes_nothing"], lang)


def excess_line(beyond: Sequence[Mapping[str, Any]], lang: str) -> str:
    """How many writes of a plan its policy does not name; empty when it names them all."""
    return pick(WORDS["beyond"], lang).format(n=len(beyond)) if beyond else ""


def step_excess_line(
    step_id: str, beyond: Sequence[Mapping[str, Any]], lang: str, spell: Callable[[str], str] = str
) -> str:
    """What about one step is not in the policy, as the plan's fact says it; empty when all of it is.

    Args:
        beyond: the plan's excess (`hands.policy_scope.find_excess`).
        spell: how the surface writes the place of a value.
    """
    for one in beyond:
        if one.get("stepId") == step_id:
            paths = ", ".join(spell(str(path)) for path in one.get("paths") or ())
            return pick(WORDS.get(f"beyond.{one.get('why')}", WORDS["beyond.tool"]), lang).format(paths=paths)
    return ""
