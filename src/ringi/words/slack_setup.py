"""Setting Slack up: the manifest's texts, what the doctor finds and what to click, what `ringi slack` says."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    # -- the manifest ----------------------------------------------------------------------------------------------
    "about": (
        "依頼を方針と計画にまとめ、承認されたとおりに実行します。",
        "Turns a request into a policy and a plan, and runs exactly what people approve.",
        "把请求整理为方针和计划，并严格按批准的内容执行。",
    ),
    "agent": (
        "依頼を方針と計画にまとめ、承認者が承認した内容だけをそのまま実行し、すべてを記録します。",
        "Turns a request into a policy and a plan, runs exactly what approvers approve, and records every step.",
        "把请求整理为方针和计划，只执行审批人批准的内容，并记录每一步。",
    ),
    "command": (
        "Ringi に依頼する・承認待ちを見る",
        "Ask Ringi, or see what waits",
        "向 Ringi 提出请求或查看待审批事项",
    ),
    "command_hint": ("[依頼の内容 | inbox | help]", "[request | inbox | help]", "[请求内容 | inbox | help]"),
    "shortcut": ("Ringi に依頼", "Ask Ringi", "交给 Ringi"),
    "shortcut_about": (
        "このメッセージの内容を Ringi に依頼します",
        "Hand what this message says to Ringi",
        "把此消息的内容交给 Ringi",
    ),
    # -- the doctor ------------------------------------------------------------------------------------------------
    "check.config": ("設定", "Configuration", "配置"),
    "check.bot_token": ("ボットトークン", "Bot token", "机器人令牌"),
    "check.scopes": ("スコープ", "Scopes", "权限范围"),
    "check.app_token": ("アプリトークン（Socket Mode）", "App token (Socket Mode)", "应用令牌（Socket Mode）"),
    "check.signing_secret": ("署名シークレット（HTTP）", "Signing secret (HTTP)", "签名密钥（HTTP）"),
    "check.events": ("イベントの受信", "Events received", "收到的事件"),
    "check.manifest": ("アプリの設定", "The app's settings", "应用设置"),
    "check.vault": ("トークンの保管", "Stored tokens", "令牌保管"),
    "check.workspaces": ("ワークスペース", "Workspaces", "工作区"),
    "mode.socket": ("Socket Mode", "Socket Mode", "Socket Mode"),
    "mode.http": ("HTTP（1 ワークスペース）", "HTTP, one workspace", "HTTP（单个工作区）"),
    "mode.oauth": ("HTTP（OAuth、複数ワークスペース）", "HTTP, many workspaces by OAuth", "HTTP（OAuth，多个工作区）"),
    "mode.none": ("未設定", "not configured", "未配置"),
    "not_seen": ("まだ届いていません: {kinds}", "not seen yet: {kinds}", "尚未收到：{kinds}"),
    "seen": ("届いています: {kinds}", "seen: {kinds}", "已收到：{kinds}"),
    "missing": ("足りません: {names}", "missing: {names}", "缺少：{names}"),
    "team": ("{team}（{id}）", "{team} ({id})", "{team}（{id}）"),
    "no_team": ("まだありません", "none yet", "暂无"),
    "sealed": ("{count} 件、鍵 {by}", "{count}, key {by}", "{count} 项，密钥 {by}"),
    "unreadable": ("読めません: {code}", "cannot be read: {code}", "无法读取：{code}"),
    "click.config": (
        "https://api.slack.com/apps →「Create New App」→「From a manifest」に `ringi slack manifest` の出力を貼り付け、"
        "インストールしてから {names} を設定してください。",
        "At https://api.slack.com/apps: Create New App → From a manifest, paste the output of `ringi slack manifest`, "
        "install it, then set {names}.",
        "在 https://api.slack.com/apps 依次点击 Create New App → From a manifest，粘贴 `ringi slack manifest` 的输出，"
        "安装后设置 {names}。",
    ),
    "click.bot_token": (
        "アプリの設定 →「OAuth & Permissions」→「Install to Workspace」を押し、"
        "「Bot User OAuth Token」を RINGI_SLACK_BOT_TOKEN に設定してください。",
        "In the app's settings: OAuth & Permissions → Install to Workspace, "
        "then copy the Bot User OAuth Token to RINGI_SLACK_BOT_TOKEN.",
        "在应用设置中：OAuth & Permissions → Install to Workspace，"
        "然后把 Bot User OAuth Token 设置到 RINGI_SLACK_BOT_TOKEN。",
    ),
    "click.scopes": (
        "「OAuth & Permissions」→「Bot Token Scopes」→「Add an OAuth Scope」で {names} を足し、"
        "「Reinstall to Workspace」を押してください。",
        "OAuth & Permissions → Bot Token Scopes → Add an OAuth Scope: {names}. Then Reinstall to Workspace.",
        "在 OAuth & Permissions → Bot Token Scopes → Add an OAuth Scope 中添加 {names}，"
        "然后点击 Reinstall to Workspace。",
    ),
    "click.app_token": (
        "「Socket Mode」を有効にし、「Basic Information」→「App-Level Tokens」→「Generate Token and Scopes」で "
        "connections:write を選び、RINGI_SLACK_APP_TOKEN に設定してください。",
        "Switch Socket Mode on, then Basic Information → App-Level Tokens → Generate Token and Scopes with "
        "connections:write, and set RINGI_SLACK_APP_TOKEN.",
        "启用 Socket Mode，然后在 Basic Information → App-Level Tokens → Generate Token and Scopes 中选择 "
        "connections:write，并设置 RINGI_SLACK_APP_TOKEN。",
    ),
    "click.signing_secret": (
        "「Basic Information」→「App Credentials」の「Signing Secret」を RINGI_SLACK_SIGNING_SECRET に設定し、"
        "「Event Subscriptions」の Request URL を https://…/slack/events にしてください。",
        "Copy Basic Information → App Credentials → Signing Secret to RINGI_SLACK_SIGNING_SECRET, "
        "and set the Request URL under Event Subscriptions to https://…/slack/events.",
        "把 Basic Information → App Credentials 中的 Signing Secret 设置到 RINGI_SLACK_SIGNING_SECRET，"
        "并将 Event Subscriptions 的 Request URL 设为 https://…/slack/events。",
    ),
    "click.events": (
        "`ringi up` を動かして、チャンネルで Ringi にメンションしてください。何も起きないなら、"
        "「Event Subscriptions」→「Subscribe to bot events」に {names} があるか確かめ、"
        "チャンネルに Ringi を招待してください。",
        "With `ringi up` running, mention Ringi in a channel. If nothing happens, check that Event Subscriptions → "
        "Subscribe to bot events lists {names}, and invite Ringi to the channel.",
        "运行 `ringi up` 后，请在频道中提及 Ringi。如果没有反应，请确认 Event Subscriptions → "
        "Subscribe to bot events 中有 {names}，并邀请 Ringi 加入频道。",
    ),
    "click.manifest": (
        "「App Manifest」を開き、`ringi slack manifest` の出力と違うところを直してください: {names}",
        "Open App Manifest and correct what differs from `ringi slack manifest`: {names}",
        "打开 App Manifest，修正与 `ringi slack manifest` 不同之处：{names}",
    ),
    "click.vault": (
        "`ringi vault` で鍵を確かめるか、Slack をもう一度接続してください。",
        "Look at the keys with `ringi vault`, or connect Slack again.",
        "请用 `ringi vault` 查看密钥，或重新连接 Slack。",
    ),
    "click.workspaces": (
        "ブラウザーで /slack/install を開き、ワークスペースにインストールしてください。",
        "Open /slack/install in a browser and install the app into the workspace.",
        "请在浏览器中打开 /slack/install，把应用安装到工作区。",
    ),
    # -- running ---------------------------------------------------------------------------------------------------
    "double": ("Slack の代役: {address}", "Slack double: {address}", "Slack 替身：{address}"),
    "double_about": (
        "アカウントなしで Slack の操作を試せます。トークンは次のとおりです。",
        "Try the Slack side without an account. Its tokens are:",
        "无需账号即可试用 Slack 端。其令牌如下：",
    ),
    "connected": (
        "Slack に接続しました: {team}（{mode}）",
        "Connected to Slack: {team} ({mode})",
        "已连接 Slack：{team}（{mode}）",
    ),
    "listening": (
        "Slack からの配信を {address}/slack/events で待っています。",
        "Waiting for Slack at {address}/slack/events.",
        "正在 {address}/slack/events 等待 Slack 的推送。",
    ),
    "no_double": (
        "公開されているため Slack の代役は起動しません（架空の承認者がいます）。設定は `ringi slack doctor` へ。",
        "On a public address the Slack double is not started: its approver is made up. Set up: `ringi slack doctor`.",
        "因为有公开地址，不启动 Slack 替身（其中的审批人是虚构的）；设置请见 `ringi slack doctor`。",
    ),
    "not_started": (
        "Slack を始められませんでした: {reason}",
        "Slack could not be started: {reason}",
        "无法启动 Slack：{reason}",
    ),
    # -- the vault -------------------------------------------------------------------------------------------------
    "vault_where": ("鍵の場所", "Keys are in", "密钥位置"),
    "vault_keys": ("鍵（新しい順）", "Keys, newest first", "密钥（从新到旧）"),
    "vault_provider": ("接続先", "With", "连接对象"),
    "vault_key": ("鍵", "Key", "密钥"),
    "vault_state": ("状態", "State", "状态"),
    "vault_opens": ("読める", "opens", "可读取"),
    "vault_empty": ("保管しているものはありません。", "Nothing is kept.", "没有保管任何内容。"),
    "vault_rotated": (
        "新しい鍵 {by} で {count} 件を暗号化し直しました。",
        "Sealed {count} anew with the new key {by}.",
        "已用新密钥 {by} 重新加密 {count} 项。",
    ),
    "vault_kept": (
        "以前の鍵は、古いバックアップのために残しています。要らなければ `ringi vault rotate --forget` で捨てられます。",
        "Earlier keys are kept for older backups; `ringi vault rotate --forget` throws them away.",
        "旧密钥仍为旧备份保留；不需要时可用 `ringi vault rotate --forget` 丢弃。",
    ),
}
