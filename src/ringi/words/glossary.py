"""Makes `docs/glossary.md`: the shared words in three languages, and the words that are not used for them.

`python -m ringi.words.glossary > docs/glossary.md`. A test compares file and `core`, and every catalogue with `AVOID`.
"""

from __future__ import annotations

import sys

from ringi.words.core import TONES, WORDS

GROUPS = {
    "state": "The state of a task",
    "action": "What people do",
    "approval": "What became of an approval",
    "layer": "Layers, and what is decided on",
    "step": "A step of a run",
    "thing": "Things",
    "effect": "What a tool does",
    "role": "Roles",
    "priority": "Priority",
}

AVOID: tuple[tuple[str, str, str], ...] = (
    ("ja", "手順", "ステップ"),
    ("ja", "キャンセル", "中止"),
    ("ja", "リジェクト", "却下"),
    ("ja", "ポリシー", "方針"),
    ("ja", "リクエスト", "依頼"),
    ("en", "prompt", "policy"),
    ("en", "abort", "cancel"),
    ("en", "denied", "rejected"),
    ("zh", "审核", "审批、批准"),
    ("zh", "核准", "批准"),
    ("zh", "策略", "方针"),
    ("zh", "方案", "计划"),
    ("ja", "ランタイム", "実行環境"),
    ("zh", "运行时", "运行环境"),
)
"""(language, not this, but this): one thing has one word."""


def glossary() -> str:
    lines = [
        "# Glossary",
        "",
        "The same thing has the same word on every surface and in every language. Made from `ringi.words.core` by"
        " `python -m ringi.words.glossary`; do not edit by hand.",
        "",
    ]
    for group, heading in GROUPS.items():
        colour = group == "state"
        lines += [f"## {heading}", ""]
        lines += ["| key | 日本語 | English | 中文 |" + (" colour |" if colour else "")]
        lines += ["| --- | --- | --- | --- |" + (" --- |" if colour else "")]
        for key, text in WORDS.items():
            if key.partition(".")[0] == group:
                name = key.partition(".")[2]
                tone = f" {TONES.get(name, '–')} |" if colour else ""
                lines.append(f"| `{name}` | {' | '.join(text)} |{tone}")
        lines.append("")
    lines += ["## Not these", "", "| language | not | but |", "| --- | --- | --- |"]
    lines += [f"| {lang} | {bad} | {good} |" for lang, bad, good in AVOID]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(glossary())
