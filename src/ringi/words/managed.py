"""How a plan is carried out, said to whoever approves it, where it is not Ringi itself that walks through it."""

from __future__ import annotations

from ringi.words import Text, pick

WORDS: dict[str, Text] = {
    "carried_out": (
        "実行: Anthropic のセッション（{model}）。承認したステップだけを Ringi が実行し、結果はセッションに渡ります。",
        "Carried out in an Anthropic session ({model}). Ringi runs only the approved steps; their results go to it.",
        "执行：Anthropic 会话（{model}）。仅由 Ringi 执行已批准的步骤，其结果会传给该会话。",
    ),
}


def carried_out(executor: object, lang: str) -> str:
    """The sentence for an approval's executor; empty for the direct one, which needs none."""
    kind, _, model = str(executor or "direct").partition(":")
    return pick(WORDS["carried_out"], lang).format(model=model or "?") if kind == "managed" else ""
