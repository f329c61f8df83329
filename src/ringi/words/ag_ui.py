"""What an AG-UI client is told in words: what an interrupt is about, and how a run ended."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    "lost": (
        "「{tool}」の応答が失われ、実行されたかどうか分かりません。確かめた結果を選びます（done / failed / retry）。",
        "The reply of {tool} was lost: nobody knows whether it ran. Say what you found (done / failed / retry).",
        "“{tool}”的响应丢失，不知是否已执行。请核实后选择结果（done / failed / retry）。",
    ),
    "declined": ("お受けできません: {reason}", "This cannot be done: {reason}", "无法受理：{reason}"),
    "description": (
        "依頼を方針と計画にし、人が承認したものだけを実行します。",
        "Turns a request into a policy and a plan, has people decide, and runs exactly what was approved.",
        "将请求转为方针和计划，由人批准，只执行已批准的内容。",
    ),
}
