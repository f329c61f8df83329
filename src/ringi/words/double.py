"""What the page of the Slack double says around the messages. The messages themselves are the app's own words."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    # -- the sign on top -----------------------------------------------------------------------------------------
    "title": ("Slack の代役 – Ringi", "Stand-in for Slack – Ringi", "Slack 替身 – Ringi"),
    "standin": ("Slack の代役", "Stand-in for Slack", "Slack 替身"),
    "standin_what": (
        "これは Slack ではありません。このコンピューターの中だけで動き、何も外へ送りません。",
        "This is not Slack. It runs on this computer only and sends nothing out.",
        "这不是 Slack。它只在本机运行，不会向外发送任何内容。",
    ),
    "who": ("操作する人", "Acting as", "当前身份"),
    "language": ("言語", "Language", "语言"),
    "skip": ("本文へ", "Skip to content", "跳到正文"),
    "lost": (
        "代役との接続が切れています。つながり次第、自動で最新になります。",
        "The stand-in cannot be reached. The page catches up by itself as soon as it is back.",
        "无法连接替身。恢复后页面会自动更新。",
    ),
    "loading": ("読み込んでいます…", "Loading…", "正在加载…"),
    # -- places --------------------------------------------------------------------------------------------------
    "places": ("チャンネルとメッセージ", "Channels and messages", "频道和消息"),
    "workspace": ("ワークスペース", "Workspace", "工作区"),
    "channels": ("チャンネル", "Channels", "频道"),
    "direct": ("ダイレクトメッセージ", "Direct messages", "私信"),
    "apps": ("App", "Apps", "应用"),
    "app": ("アプリ", "APP", "应用"),
    "you": ("あなた", "you", "您"),
    "home": ("ホーム", "Home", "主页"),
    "messages": ("メッセージ", "Messages", "消息"),
    "back": ("戻る", "Back", "返回"),
    "unread": ("未読 {n} 件", "{n} unread", "{n} 条未读"),
    "new": ("新着", "New", "新消息"),
    "members": ("{n} 人", "{n} members", "{n} 人"),
    # -- messages ------------------------------------------------------------------------------------------------
    "log": ("{place} のメッセージ", "Messages in {place}", "{place} 的消息"),
    "thread": ("スレッド", "Thread", "消息列"),
    "thread_open": ("スレッドを開く", "Open thread", "打开消息列"),
    "thread_close": ("スレッドを閉じる", "Close thread", "关闭消息列"),
    "thread_log": ("スレッドのメッセージ", "Messages in the thread", "消息列中的消息"),
    "replies": ("{n} 件の返信", "{n} replies", "{n} 条回复"),
    "reply_one": ("1 件の返信", "1 reply", "1 条回复"),
    "last_reply": ("最終返信 {time}", "Last reply {time}", "最后回复 {time}"),
    "edited": ("（編集済み）", "(edited)", "（已编辑）"),
    "only_you": ("あなただけに表示されています", "Only visible to you", "仅您可见"),
    "hide": ("非表示", "Hide", "隐藏"),
    "deleted": ("このメッセージは削除されました。", "This message was deleted.", "此消息已删除。"),
    "writing": ("書き込み中", "Writing", "正在输出"),
    "today": ("今日", "Today", "今天"),
    "yesterday": ("昨日", "Yesterday", "昨天"),
    "tomorrow": ("明日", "Tomorrow", "明天"),
    "more_actions": ("その他の操作", "More actions", "更多操作"),
    "choose": ("選択", "Choose", "选择"),
    "image": ("画像", "Image", "图片"),
    "image_what": (
        "画像（代役は外から読み込みません）",
        "Image (the stand-in loads nothing from outside)",
        "图片（替身不从外部加载）",
    ),
    "unknown_block": (
        "この種類のブロックは表示できません：{type}",
        "This kind of block is not shown: {type}",
        "无法显示此类区块：{type}",
    ),
    "reactions": ("リアクション", "Reactions", "表情回应"),
    # -- empty places --------------------------------------------------------------------------------------------
    "empty_channel": (
        "まだメッセージがありません。@{app} に頼みたいことを書くと始まります。たとえば：",
        "No messages yet. Write to @{app} what you want done to begin. For example:",
        "还没有消息。向 @{app} 写下希望做的事即可开始。例如：",
    ),
    "example": (
        "@{app} 先月の営業部の残業時間を確認してシートにまとめて",
        "@{app} Put last month's overtime of the sales department into a sheet",
        "@{app} 请统计上个月销售部的加班时间，并写入表格",
    ),
    "empty_dm": (
        "まだメッセージがありません。",
        "No messages yet.",
        "还没有消息。",
    ),
    "empty_agent": (
        "{app} に頼みたいことを書いてください。",
        "Write what you want {app} to do.",
        "请写下希望 {app} 做的事。",
    ),
    "empty_home": (
        "ホームはまだ届いていません。アプリがつながると、ここに表示されます。",
        "No home has arrived yet. It appears here once the app is connected.",
        "主页尚未送达。应用连接后会显示在这里。",
    ),
    "empty_replies": ("まだ返信がありません。", "No replies yet.", "还没有回复。"),
    # -- the agent -----------------------------------------------------------------------------------------------
    "suggested": ("こんなことを頼めます", "Things you can ask", "您可以这样说"),
    "at_work": ("{app} は作業中です", "{app} is at work", "{app} 正在工作"),
    "status_of": ("{app} {words}", "{app} {words}", "{app} {words}"),
    "stop": ("停止", "Stop", "停止"),
    # -- writing -------------------------------------------------------------------------------------------------
    "write_to": ("{place} へのメッセージ", "Message {place}", "发消息到 {place}"),
    "write_reply": ("返信", "Reply", "回复"),
    "send": ("送信", "Send", "发送"),
    "mention": ("@{app} にメンション", "Mention @{app}", "提及 @{app}"),
    "keys": (
        "Enter で送信、Shift+Enter で改行",
        "Enter sends, Shift+Enter starts a new line",
        "Enter 发送，Shift+Enter 换行",
    ),
    "suggestions": ("候補", "Suggestions", "候选"),
    "command_what": ("{app} に頼みます", "Ask {app}", "交给 {app} 处理"),
    # -- dialogs -------------------------------------------------------------------------------------------------
    "close": ("閉じる", "Close", "关闭"),
    "submit": ("送信", "Submit", "提交"),
    "confirm": ("実行", "Yes", "确定"),
    "deny": ("戻る", "No", "返回"),
    "optional": ("（任意）", "(optional)", "（可选）"),
    "required": ("入力してください。", "Please fill this in.", "请填写此项。"),
    "too_short": ("{n} 文字以上で入力してください。", "At least {n} characters, please.", "请至少输入 {n} 个字符。"),
    "left": ("残り {n} 文字", "{n} characters left", "还可输入 {n} 个字符"),
    # -- what went wrong -----------------------------------------------------------------------------------------
    "failed": ("うまくいきませんでした：{error}", "That did not work: {error}", "操作未成功：{error}"),
    "no_answer": (
        "アプリが 3 秒以内に応答しませんでした。Ringi が代役につながっているか確かめてください。",
        "The app did not answer within 3 seconds. Check that Ringi is connected to the stand-in.",
        "应用未在 3 秒内响应。请确认 Ringi 已连接到替身。",
    ),
    "not_yours": (
        "この会話は、いま操作している人には見られません。",
        "The person you act as cannot see this conversation.",
        "当前身份看不到此会话。",
    ),
    "not_connected": (
        "アプリがまだ代役につながっていません。",
        "No app is connected to the stand-in yet.",
        "还没有应用连接到替身。",
    ),
    "unreachable": (
        "代役に届きませんでした。動いているか確かめて、もう一度お試しください。",
        "The stand-in could not be reached. Check that it is running and try again.",
        "无法连接替身。请确认它正在运行后重试。",
    ),
}
