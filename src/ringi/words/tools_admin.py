"""Tool servers and what of them may be used: at the command line, on the page, in the doctor; and what agents are told.

`USAGE` is the help of the commands, joined to `usage`.
"""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    "starting": (
        "起動を待っています: {what}（初めてのときは取得のため 2 分近くかかることがあります。"
        "Ctrl-C でやめると何も残りません）",
        "Waiting for it to start: {what} (the first time it may be fetched, for nearly two minutes; Ctrl-C leaves"
        " nothing behind)",
        "正在等待启动：{what}（首次可能需要下载，最长近两分钟；按 Ctrl-C 中止，不留下任何内容）",
    ),
    "starting_there": (
        "サーバーが起動を待っています: {what}（初めてのときは取得のため 2 分近くかかることがあります）",
        "The server waits for it to start: {what} (the first time it may be fetched, for nearly two minutes)",
        "服务器正在等待启动：{what}（首次可能需要下载，最长近两分钟）",
    ),
    "added": (
        "{server} を追加しました（ringi.toml の [servers.{server}]）。ツール {n} 件を確認済みにしました。",
        "{server} is added ([servers.{server}] in ringi.toml), and its {n} tools are accepted as they are now.",
        "已添加 {server}（ringi.toml 的 [servers.{server}]），其 {n} 个工具已按现状接受。",
    ),
    "added_later": (
        "{server} を ringi.toml に書きました。応答したら `ringi tools accept {server}` で確認してください。",
        "{server} is in ringi.toml. Once it answers, look at it and accept it: `ringi tools accept {server}`.",
        "已将 {server} 写入 ringi.toml。待其响应后请查看并用 `ringi tools accept {server}` 接受。",
    ),
    "added_sign_in": (
        "{server} を ringi.toml に書きました。サインインが必要です: `ringi tools login {server}`",
        "{server} is in ringi.toml. It asks for a sign-in: `ringi tools login {server}`",
        "已将 {server} 写入 ringi.toml。需要登录: `ringi tools login {server}`",
    ),
    "removed": (
        "{server} を外しました。そのツールを使う計画は止まります。",
        "{server} is removed; a plan that needs one of its tools stops.",
        "已移除 {server}；需要其工具的计划会停止。",
    ),
    "accepted_server": (
        "{server} のツール {n} 件を確認済みにしました。",
        "{n} tools of {server} are accepted as they are now.",
        "已按现状接受 {server} 的 {n} 个工具。",
    ),
    "signed_in": (
        "{server} にサインインしました。",
        "Signed in to {server}.",
        "已登录 {server}。",
    ),
    "sign_in_at": (
        "ブラウザーでこのアドレスを開いてサインインしてください:",
        "Open this address in a browser and sign in:",
        "请在浏览器中打开此地址并登录:",
    ),
    "signed_in_page": (
        "サインインしました。この画面は閉じてかまいません。",
        "You are signed in. This page may be closed.",
        "已登录。可以关闭此页面。",
    ),
    "read": ("読み取り", "reads", "读取"),
    "write": ("書き込み", "writes", "写入"),
    "destructive": ("削除・上書き（毎回確認）", "destroys (asks each time)", "删除或覆盖（每次确认）"),
    "once": ("繰り返し不可", "once only", "不可重复"),
    "repeatable": ("繰り返し可", "repeatable", "可重复"),
    "confirmed": ("確認されていること", "Confirmed", "已确认"),
    "claimed": ("サーバーの申告", "The server claims", "服务器声称"),
    "late_arguments": ("引数", "Arguments", "参数"),
    "claims_do_not_count": (
        "サーバーの申告（読み取りのみ、など）は、管理者が確認するまで効きません。"
        "`ringi tools show 名前` で確かめ、正しいものだけを残して実行してください:",
        "What the server says of its tools does not count until an admin confirms it. Look (`ringi tools show NAME`),"
        " strike out what is not so, and run:",
        "服务器的声明（只读等）在管理员确认之前不起作用。请用 `ringi tools show 名称` 查看，删去不属实的部分后执行：",
    ),
    "some_unconfirmed": (
        "{n} 件のツールの申告はまだ確認されていません（書き込みとみなし、実行中に決まる値を確認します）。",
        "{n} tools make claims that nobody has confirmed: they count as writes, and late values are asked about.",
        "有 {n} 个工具的声明尚未确认：按写入处理，执行中确定的值会确认。",
    ),
    "confirm": ("確認", "Confirm", "确认"),
    "confirm_what": (
        "正しいものだけに印を付けてください。何も付けなければ、最も厳しく扱います。",
        "Tick only what is so. Without a tick the strictest counts.",
        "只勾选属实的项。不勾选则按最严格处理。",
    ),
    "narrowed": ("範囲を限定", "narrowed", "范围受限"),
    "within": ("許可の範囲", "Allowed for", "允许范围"),
    "inputs": ("入力", "Input", "输入"),
    "was": ("確認したときの説明", "Described when accepted", "接受时的说明"),
    "was_input": ("確認したときの入力", "Input when accepted", "接受时的输入"),
    "is": ("今の説明", "Described now", "当前说明"),
    "was_place": ("確認したときのサーバーの場所", "Its server when accepted", "接受时服务器的位置"),
    "is_place": ("今のサーバーの場所", "Its server now", "服务器现在的位置"),
    "was_unknown": (
        "（確認したときの内容は残っていません）",
        "(what was accepted then is not on record)",
        "（未留存当时接受的内容）",
    ),
    "up": ("稼働中", "up", "运行中"),
    "down": ("応答なし", "down", "无响应"),
    "down_why": (
        "{reason}（失敗 {failures} 回、{seconds} 秒後に再試行）",
        "{reason} (failed {failures} times; tried again in {seconds} s)",
        "{reason}（失败 {failures} 次，{seconds} 秒后重试）",
    ),
    "waiting": (
        "{n} 件が確認待ち",
        "{n} to be looked at",
        "{n} 个待确认",
    ),
    "servers": ("ツールのサーバー", "Tool servers", "工具服务器"),
    "state": ("状態", "State", "状态"),
    "kind.memory": ("付属", "comes with Ringi", "自带"),
    "kind.stdio": ("コマンド", "command", "命令"),
    "kind.http": ("アドレス", "address", "地址"),
    "agent.about": (
        "Ringi に仕事を依頼し、その様子を見るためのツールです。方針と計画は人が承認し、承認されたとおりに実行されます。"
        "ここから決裁することはできません。",
        "Hand work to Ringi and see how it stands. People approve the policy and the plan, and exactly that is carried"
        " out. Nothing can be decided from here.",
        "用于向 Ringi 提出工作并查看进展。方针和计划由人批准，并严格按批准的内容执行。此处不能做任何决定。",
    ),
    "agent.ask": (
        "仕事を依頼します（text: 依頼の文）。人が承認するまで何も実行されません。session は同じ会話にまとめる名前、"
        "key は同じ依頼を二重にしないための鍵です。",
        "Ask for some work (text: the request). Nothing is carried out before people have approved it. session keeps"
        " requests of one conversation together; with a key the same request is made only once.",
        "提出工作请求（text: 请求内容）。在人批准之前不会执行任何操作。session 用于归入同一会话，"
        "key 用于避免重复提出同一请求。",
    ),
    "agent.status": (
        "タスクの状態、結果、そして決裁を待っている方針・計画・ステップの全文を見ます（id: タスクの ID）。",
        "How a task stands, what came of it, and word for word the policy, plan or step that waits for people (id: of"
        " the task).",
        "查看任务的状态、结果，以及等待决定的方针、计划或步骤的全文（id: 任务 ID）。",
    ),
    "agent.inbox": (
        "人の決裁を待っているものを一覧します。",
        "What waits for people to decide.",
        "列出等待人决定的事项。",
    ),
    "agent.approve_link": (
        "人が決裁する画面のアドレスです。人に渡してください。このアドレスだけではサインインできません。",
        "Where a person decides on a task: hand it to a person. It signs nobody in by itself.",
        "供人做决定的页面地址，请交给人。仅凭此地址不能登录。",
    ),
    "agent.evidence": (
        "タスクの事実の記録と、その連鎖が正しいかどうかの検証結果です。",
        "The recorded facts of a task with their chain, and whether it verifies.",
        "任务的事实记录及其链条的验证结果。",
    ),
}

USAGE: dict[str, Text] = {
    "tools list": ("接続されたツールを一覧する", "list the connected tools", "列出已连接的工具"),
    "tools show": ("ツールの説明と入力を見る", "show one tool whole", "查看一个工具的全部内容"),
    "tools show name": ("ツールの名前", "name of the tool", "工具名称"),
    "tools add": (
        "MCP サーバーをつなぐ（管理者のみ。ringi.toml に書きます）",
        "connect an MCP server (admins only; written into ringi.toml)",
        "连接 MCP 服务器（仅限管理员，写入 ringi.toml）",
    ),
    "tools add name": ("サーバーに付ける名前", "what to call the server", "服务器名称"),
    "tools add --command": (
        "起動するコマンド（引数も含めて引用符で囲む）",
        "command to start it, with its arguments, in quotes",
        "启动命令（连同参数用引号括起）",
    ),
    "tools add --url": (
        "サーバーのアドレス（streamable HTTP）",
        "its address (streamable HTTP)",
        "服务器地址（streamable HTTP）",
    ),
    "tools add --bearer-env": (
        "鍵が入っている環境変数の名前（Authorization: Bearer で送る）",
        "environment variable that holds its key (sent as Authorization: Bearer)",
        "存放密钥的环境变量名（以 Authorization: Bearer 发送）",
    ),
    "tools add --env": (
        "サーバーに渡す環境変数: 名前、または 名前=値（秘密は名前だけ）",
        "environment variable for it: NAME, or NAME=VALUE (of a secret only the name)",
        "传给服务器的环境变量: 名称，或 名称=值（机密只写名称）",
    ),
    "tools add --cwd": ("サーバーを起動する場所", "where to start it", "启动目录"),
    "tools add --tool": (
        "このツールだけを使う（複数可）",
        "use only this tool of it (again for more)",
        "只使用此工具（可重复）",
    ),
    "tools add --read": ("このツールは読むだけとみなす", "take this tool for one that only reads", "将此工具视为只读"),
    "tools add --write": (
        "このツールは書き込むが壊さないとみなす",
        "take this tool for one that writes and destroys nothing",
        "将此工具视为写入但不破坏",
    ),
    "tools add --destructive": (
        "このツールは毎回人に確かめる",
        "ask a person before each call of this tool",
        "每次调用此工具前询问",
    ),
    "tools add --idempotent": (
        "このツールは繰り返しても同じとみなす",
        "take this tool for one that may be repeated",
        "将此工具视为可重复",
    ),
    "tools add --timeout": ("1 回の呼び出しの上限（秒）", "seconds that one call may take", "单次调用上限（秒）"),
    "tools add --anyway": (
        "今応答しなくても追加する",
        "add it although it does not answer now",
        "即使现在没有响应也添加",
    ),
    "tools remove": (
        "サーバーを外す（管理者のみ）",
        "remove a server (admins only)",
        "移除服务器（仅限管理员）",
    ),
    "tools remove name": ("サーバーの名前", "name of the server", "服务器名称"),
    "tools login": (
        "OAuth を求めるサーバーにサインインする（管理者のみ）",
        "sign in to a server that asks for OAuth (admins only)",
        "登录要求 OAuth 的服务器（仅限管理员）",
    ),
    "tools login name": ("サーバーの名前", "name of the server", "服务器名称"),
    "tools login --no-browser": (
        "ブラウザーを開かず、アドレスだけを表示する",
        "only print the address, open no browser",
        "不打开浏览器，只显示地址",
    ),
    "tools allow": (
        "ツールの使用を許可する（管理者のみ。範囲を限定できます）",
        "allow a tool, or only some use of it (admins only)",
        "允许使用工具，可限定范围（仅限管理员）",
    ),
    "tools allow name": ("ツールの名前", "name of the tool", "工具名称"),
    "tools allow --only": (
        "引数=値: この値だけを許可する（複数可）",
        "ARGUMENT=VALUE: allow only this value of it (again for more)",
        "参数=值: 只允许此值（可重复）",
    ),
    "tools allow --most": (
        "引数=数: この数まで許可する",
        "ARGUMENT=NUMBER: allow it up to this",
        "参数=数: 允许的上限",
    ),
    "tools allow --free": ("限定をすべて外す", "lift what it was narrowed to", "解除所有限定"),
    "tools deny": (
        "ツールの使用を禁止する（管理者のみ）",
        "forbid a tool (admins only)",
        "禁止使用工具（仅限管理员）",
    ),
    "tools deny name": ("ツールの名前", "name of the tool", "工具名称"),
    "tools accept": (
        "変更されたツール、またはサーバーの全ツールを確認済みにする（管理者のみ）",
        "accept a changed tool, or all of a server, as it is now (admins only)",
        "按现状接受已变更的工具或服务器的全部工具（仅限管理员）",
    ),
    "tools accept name": ("ツールかサーバーの名前", "name of the tool or server", "工具或服务器名称"),
    "tools accept --reads": ("読み取りのみと確認する", "confirm that it only reads", "确认只读取"),
    "tools accept --repeatable": (
        "同じ呼び出しを繰り返してよいと確認する",
        "confirm that the same call may be repeated",
        "确认同一调用可重复",
    ),
    "tools accept --labels": (
        "サーバーの付けた引数の名前を表示してよいと確認する",
        "confirm that the server's names for its arguments may be shown",
        "确认可显示服务器给参数起的名称",
    ),
    "tools accept --content": (
        "実行中に決まってもよい内容の引数（本文、行など。例: body,rows）",
        "arguments that are mere content and may be found at run time, as body,rows",
        "可在执行中确定的内容参数（正文、行等，如 body,rows）",
    ),
    "mcp": (
        "ほかのエージェントのための MCP サーバーになる（標準入出力）。依頼と確認だけができます",
        "be an MCP server for other agents (standard input and output); they may ask and look, never decide",
        "作为供其他智能体使用的 MCP 服务器（标准输入输出）。只能提出请求和查看，不能决定",
    ),
}
