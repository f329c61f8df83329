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
    "asks": ("承認してください", "Approval needed", "请批准"),
    "risk_low": ("危険度: 低", "risk: low", "风险：低"),
    "risk_medium": ("危険度: 中", "risk: medium", "风险：中"),
    "risk_high": ("危険度: 高", "risk: high", "风险：高"),
    "risk_unknown": ("危険度: 不明", "risk: unknown", "风险：未知"),
    "how": (
        "ボタンか、y / n で答えてください。理由を添えるなら「n 理由」。",
        "Press a button, or write y / n. To say why not: n and the reason.",
        "请按按钮，或写 y / n。要说明理由，请写 n 和理由。",
    ),
    "too_long": (
        "長すぎて全部は見せられないので、ここでは答えられません。コンソールか Web で見て答えてください。",
        "Too long to be shown whole, so it cannot be answered here. See it on the console or the web page.",
        "内容过长无法完整显示，不能在此答复。请在控制台或网页上查看并答复。",
    ),
    "button_y": ("y（許可）", "y (allow)", "y（允许）"),
    "button_n": ("n（却下）", "n (refuse)", "n（拒绝）"),
    "settled_y": ("✓ y（許可されました）", "✓ y (allowed)", "✓ y（已允许）"),
    "settled_n": ("✗ n（却下されました）", "✗ n (refused)", "✗ n（已拒绝）"),
    "settled_withdrawn": ("― 取り下げられました", "― withdrawn", "― 已撤回"),
    "settled_elsewhere": ("― もう待っていません", "― no longer waiting", "― 已不再等待"),
    "asked_again": (
        "― 再起動したので、下に出し直しました。",
        "― SPECTRA was started anew; asked again below.",
        "― 已重新启动，见下方重新显示的内容。",
    ),
    "not_yours": (
        "答えられるのは、設定されたオーナーだけです。",
        "Only the configured owners can answer this.",
        "只有配置的所有者可以答复。",
    ),
    "settled_already": (
        "これはもう決まっています。最初の返事だけが効きます。",
        "This is settled already. Only the first answer counts.",
        "此项已有结果。只有最先的答复有效。",
    ),
    "nothing_open": (
        "ここで答えを待っている承認はありません。",
        "No approval is waiting for an answer here.",
        "此处没有等待答复的批准。",
    ),
    "wrong_place": (
        "channel が server の中にないか、見えません。開発者のサーバーのチャンネルだけが使えます",
        "the channel is not in the server, or cannot be seen; only one of the developers' server can be used",
        "channel 不在 server 中或不可见；只能使用开发者服务器的频道",
    ),
    "discord_token": ("トークンが違います", "the token is wrong", "令牌错误"),
    "discord_intents": (
        "Discord の開発者ページで Message Content Intent をオンにしてください",
        "switch on the Message Content Intent on Discord's developer page",
        "请在 Discord 开发者页面开启 Message Content Intent",
    ),
    "x_keys": (
        "X が鍵を受け付けません: {detail}",
        "X does not accept the keys: {detail}",
        "X 不接受密钥：{detail}",
    ),
    "cut_off": ("接続が切れています", "the connection is gone", "连接已断开"),
}
