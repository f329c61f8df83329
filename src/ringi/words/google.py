"""What is said about where a step reaches: Google Sheets and Slack. The errors of both are in `errors.from_450`."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    "person_outbox": (
        "{name}（{id}、Slackにいないため送信箱に置きます）",
        "{name} ({id}, not in Slack: the message is put in the outbox)",
        "{name}（{id}，不在 Slack 中：消息放入发件箱）",
    ),
    "via_google": ("Googleスプレッドシート", "Google Sheets", "谷歌表格"),
    "sheet_named": ("{name}（{via}）", "{name} ({via})", "{name}（{via}）"),
    "sheet_titled": ("「{title}」{name}（{via}）", "“{title}” {name} ({via})", "“{title}” {name}（{via}）"),
}
