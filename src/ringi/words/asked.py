"""What is said of an action of SPECTRA where somebody is to answer: its risk, its kind and its parts."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    "risk": ("危険度", "Risk", "风险"),
    "risk_low": ("低", "low", "低"),
    "risk_medium": ("中", "medium", "中"),
    "risk_high": ("高", "high", "高"),
    "risk_unknown": ("不明", "unknown", "未知"),
    "kind_reply": ("会話の返事", "A reply in the chat", "聊天回复"),
    "kind_command": ("コマンドの実行", "A shell command", "执行命令"),
    "kind_tool": ("ツールの呼び出し", "A call of a tool", "调用工具"),
    "kind_post": ("外への投稿", "A post to the outside", "对外发布"),
    "kind_setting": ("自分の設定・状態の調整", "A correction of its own settings or state", "调整自身设置或状态"),
    "kind_rule": ("規則の変更", "A change of a rule", "规则变更"),
    "kind_restart": ("再起動", "Starting itself anew", "重新启动"),
    "kind_unknown": ("種類不明の行動", "An action of an unknown kind", "未知类型的行动"),
    "exactly": ("実行されるもの（このとおり）", "What runs, exactly", "将要执行的内容（原样）"),
    "part_command": ("コマンド", "Command", "命令"),
    "part_tool": ("ツール", "Tool", "工具"),
    "part_arguments": ("引数", "Arguments", "参数"),
    "part_channel": ("投稿先", "Channel", "渠道"),
    "part_text": ("本文", "Text", "正文"),
    "part_key": ("項目", "Key", "项目"),
    "part_value": ("新しい値", "New value", "新值"),
    "part_check": ("完了の確認", "Check of completion", "完成检查"),
    "yes": ("y 許可する", "y  Allow", "y 允许"),
    "no": ("n 却下する", "n  Refuse", "n 拒绝"),
    "no_because": ("n 理由を添える…", "n  with a reason…", "n 附上理由…"),
    "why_optional": ("理由（なくてもよい）", "Why? (optional)", "理由（可选）"),
    "no_means": (
        "却下すると、この行動は実行されず、SPECTRA は次の指示を待ちます。",
        "If you refuse, it does not run and SPECTRA waits for your next word.",
        "拒绝后不会执行，SPECTRA 将等待您的下一条指示。",
    ),
    "speak_where": (
        "SPECTRA に話しかけられるのは、動いている間、開発者だけです（ここ、そのコンソール、設定したチャンネルから）。",
        "Only developers speak to SPECTRA while it runs: here, on its console, or on a configured channel.",
        "只有开发者可以在 SPECTRA 运行期间与其对话（在此、其控制台或已配置的渠道）。",
    ),
    "say": ("伝える", "Say", "告知"),
    "say_what": (
        "コンソールと同じように、すぐ届きます（「停止」も）。承認は言葉ではなく、ボタンで答えます。",
        "Heard at once, as on its console (“stop” too). Approvals are answered by their buttons, not in words.",
        "与在控制台一样立即送达（包括“停止”）。批准请用按钮答复，而不是文字。",
    ),
    "say_off": (
        "SPECTRA は停止しています。そのフォルダで `ringi spectra` を始めると、話しかけられます",
        "SPECTRA is not running; start `ringi spectra` in its folder to speak to it",
        "SPECTRA 未运行；在其文件夹中启动 `ringi spectra` 后即可与其对话",
    ),
    "spoken": ("{source} から", "From {source}", "来自 {source}"),
    "for_task": ("タスク", "For task", "所属任务"),
}
