"""Connections with services outside: what the page, the terminal, Slack and the doctor say about them."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    "connected": ("接続済み", "Connected", "已连接"),
    "disconnected": ("未接続", "Not connected", "未连接"),
    "error": ("接続に問題あり", "Connected, but failing", "连接异常"),
    "connect": ("接続する", "Connect", "连接"),
    "again": ("接続し直す", "Connect again", "重新连接"),
    "company": ("事業所", "Company", "公司"),
    "place.freee": ("事業所", "Company", "公司"),
    "place.google": ("アカウント", "Account", "账号"),
    "place.slack": ("ワークスペース", "Workspace", "工作区"),
    "scopes": ("許可された範囲 {n} 件", "Permissions ({n})", "已授权范围 {n} 项"),
    "by": ("接続した人", "Connected by", "连接人"),
    "lasts_until": ("使わないと切れる日", "Ends if it is not used until", "若不使用将于此日失效"),
    "service": ("接続先", "Service", "服务"),
    "state": ("状態", "State", "状态"),
    "since": ("接続日時", "Connected at", "连接时间"),
    "why.freee": (
        "接続すると、従業員・勤怠・残業は freee のこの事業所から読みます。切断するとサンプル会社に戻ります。",
        "Once connected, people, attendance and overtime are read from this company at freee; disconnected, it is the"
        " sample company again.",
        "连接后，员工、考勤、加班将从 freee 的该公司读取；断开后恢复为示例公司。",
    ),
    "why.google": (
        "接続すると、シートを Google スプレッドシートに書けます。",
        "Once connected, sheets can be written to Google Sheets.",
        "连接后，可将表格写入 Google 表格。",
    ),
    "set_up": (
        "アプリの ID と秘密鍵を環境変数に設定すると接続できます（docs/how-to/connections.md）:",
        "It can be connected once the app's id and secret are in the environment (docs/how-to/connections.md):",
        "在环境变量中设置应用的 ID 和密钥后即可连接（docs/how-to/connections.md）：",
    ),
    "open_this": (
        "ブラウザでこのアドレスを開き、{provider} で許可してください（10 分以内）:",
        "Open this address in a browser and allow it at {provider} (within 10 minutes):",
        "请在浏览器中打开此地址，并在 {provider} 上允许（10 分钟内）：",
    ),
    "waiting": (
        "許可を待っています…（Ctrl-C でやめる）",
        "Waiting for it… (Ctrl-C to stop)",
        "正在等待许可…（Ctrl-C 停止）",
    ),
    "done": ("{provider} に接続しました。{name}", "{provider} is connected. {name}", "已连接 {provider}。{name}"),
    "ended": ("{provider} を切断しました。", "{provider} is disconnected.", "已断开 {provider}。"),
    "slack_way": (
        "Slack はアプリのインストールで接続します（docs/how-to/slack.md）。",
        "Slack is connected by installing the app (docs/how-to/slack.md).",
        "Slack 通过安装应用连接（docs/how-to/slack.md）。",
    ),
    "home": ("連携", "Integrations", "集成"),
    "home_open": ("連携を開く", "Open integrations", "打开集成"),
}
