"""What SPECTRA's channels say: about themselves in the chat, and on the approvals they show."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    "dropping": (
        "公開の発言が多すぎます（{source}）。順番待ちに入らないものは受け取りません。開発者の発言は待たされません。",
        "Too many public messages ({source}). What does not fit into the line is dropped; developers never wait.",
        "公开消息过多（{source}）。排不上队的将被丢弃；开发者无需等待。",
    ),
    "dropped": (
        "落ち着きました。受け取らなかった公開の発言: {count} 件",
        "It is calm again. Public messages that were dropped: {count}",
        "已恢复平静。被丢弃的公开消息：{count} 条",
    ),
    "down": ("{channel} につながりません（{why}）。", "{channel} is down ({why}).", "{channel} 无法连接（{why}）。"),
    "back": ("{channel} につながりました。", "{channel} is back.", "{channel} 已恢复连接。"),
    "hook_gone": (
        "Webhook {name} の送り先に届きません。届かない間の出力は送られません。",
        "The receiver of webhook {name} cannot be reached. What it missed is not sent later.",
        "无法送达 Webhook {name} 的接收方。期间的输出不会补发。",
    ),
}
