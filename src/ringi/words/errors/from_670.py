"""RINGI-670 to 699: tool servers, what of them may be used, and Ringi as one."""

from __future__ import annotations

from ringi.words import Text

ERRORS: dict[str, tuple[Text, Text]] = {
    "RINGI-670": (
        (
            "サーバー {server} はすでにあります。",
            "There is a server {server} already.",
            "服务器 {server} 已存在。",
        ),
        (
            "別の名前を使うか、`ringi tools remove {server}` で外してから追加してください。",
            "Use another name, or take it out first: `ringi tools remove {server}`.",
            "请使用其他名称，或先用 `ringi tools remove {server}` 移除。",
        ),
    ),
    "RINGI-671": (
        (
            "ringi.toml に {server} というサーバーはありません。",
            "ringi.toml has no server {server}.",
            "ringi.toml 中没有服务器 {server}。",
        ),
        (
            "あるもの: {known}。付属のサーバーを止めるには `bundled = false` と書いてください。",
            "It has: {known}. One that comes with Ringi is turned off with `bundled = false`.",
            "现有: {known}。要停用自带的服务器，请写入 `bundled = false`。",
        ),
    ),
    "RINGI-672": (
        (
            "ringi.toml は手で整えられているため、{server} をこのコマンドで書き換えられません。何も変えていません。",
            "ringi.toml is laid out in a way that no command can change for {server}. Nothing was changed.",
            "ringi.toml 的写法由人工编排，本命令无法为 {server} 修改。没有做任何更改。",
        ),
        (
            "ringi.toml を直接編集してください。動いている `ringi up` は次に使うときに読み直します。",
            "Edit ringi.toml yourself; a running `ringi up` reads it again at the next use.",
            "请直接编辑 ringi.toml；运行中的 `ringi up` 会在下次使用时重新读取。",
        ),
    ),
    "RINGI-673": (
        (
            "サーバー {server} が応答しないため、追加していません: {reason}",
            "The server {server} does not answer, so it was not added: {reason}",
            "服务器 {server} 没有响应，因此未添加: {reason}",
        ),
        (
            "コマンドやアドレスを確かめてください。今は動いていないだけなら `--anyway` を付けて追加できます。",
            "Look at its command or address. If it is only down for now, add it with `--anyway`.",
            "请检查命令或地址。如果只是暂时没有运行，可加上 `--anyway` 添加。",
        ),
    ),
    "RINGI-674": (
        (
            "ツールのサーバーの追加と削除は、このマシンのコマンドラインからだけできます。",
            "Tool servers are added and removed at this machine's command line only.",
            "工具服务器只能在本机的命令行中添加和移除。",
        ),
        (
            "Ringi が動いているマシンで `ringi tools add` を使ってください。",
            "Use `ringi tools add` on the machine that Ringi runs on.",
            "请在运行 Ringi 的机器上使用 `ringi tools add`。",
        ),
    ),
    "RINGI-675": (
        (
            "ツール {tool} に許可された範囲の外です（{argument}: {reason}）。",
            "Outside of what the tool {tool} is allowed for ({argument}: {reason}).",
            "超出了工具 {tool} 的允许范围（{argument}: {reason}）。",
        ),
        (
            "入力を範囲内にするか、管理者が `ringi tools allow {tool}` で範囲を変えてください。",
            "Keep its input inside, or have an admin change what is allowed: `ringi tools allow {tool}`.",
            "请使输入在范围内，或由管理员用 `ringi tools allow {tool}` 修改范围。",
        ),
    ),
    "RINGI-676": (
        (
            "ツール {tool} に引数 {argument} はありません。",
            "The tool {tool} has no argument {argument}.",
            "工具 {tool} 没有参数 {argument}。",
        ),
        ("あるもの: {known}", "It has: {known}", "现有: {known}"),
    ),
    "RINGI-677": (
        (
            "ツール {tool} は確認されたあとで変わったため、呼び出しませんでした。",
            "The tool {tool} has changed since it was accepted, so it was not called.",
            "工具 {tool} 在确认之后发生了变化，因此没有调用。",
        ),
        (
            "管理者が `ringi tools show {tool}` で見て `ringi tools accept {tool}` したあと、再試行してください。",
            "Have an admin look (`ringi tools show {tool}`) and accept it (`ringi tools accept {tool}`), then retry.",
            "请管理员用 `ringi tools show {tool}` 查看并用 `ringi tools accept {tool}` 接受，然后重试。",
        ),
    ),
    "RINGI-678": (
        (
            "{key} に秘密らしい値があるため、ringi.toml に書きませんでした。",
            "What was given for {key} looks like a secret, so it was not written into ringi.toml.",
            "{key} 的值看起来是机密，因此没有写入 ringi.toml。",
        ),
        (
            "値は環境変数に置き、その名前を渡してください（`--env 名前`、`--bearer-env 名前`）。",
            "Keep the value in the environment and give its name (`--env NAME`, `--bearer-env NAME`).",
            "请把值放在环境变量中，并给出变量名（`--env 名称`、`--bearer-env 名称`）。",
        ),
    ),
    "RINGI-679": (
        (
            "サーバー {server} はサインインを求めています。",
            "The server {server} asks for a sign-in.",
            "服务器 {server} 要求登录。",
        ),
        (
            "管理者が `ringi tools login {server}` でサインインしてください。",
            "Have an admin sign in: `ringi tools login {server}`.",
            "请管理员用 `ringi tools login {server}` 登录。",
        ),
    ),
    "RINGI-680": (
        (
            "{server} へのサインインが終わりませんでした: {reason}",
            "The sign-in to {server} did not come to its end: {reason}",
            "登录 {server} 未完成: {reason}",
        ),
        (
            "もう一度 `ringi tools login {server}` を実行してください。何も保存していません。",
            "Run `ringi tools login {server}` again. Nothing was kept.",
            "请再次执行 `ringi tools login {server}`。没有保存任何内容。",
        ),
    ),
    "RINGI-681": (
        (
            "エージェントの役割は、決裁や運用の役割（{roles}）と一緒には持てません。",
            "The role of an agent cannot be had together with one that decides or runs the house ({roles}).",
            "智能体角色不能与决定或运维类角色（{roles}）同时拥有。",
        ),
        (
            "エージェントには agent と requester だけを付けてください。決裁するのは人です。",
            "Give an agent only agent and requester: it is people who decide.",
            "请只为智能体分配 agent 和 requester。决定由人来做。",
        ),
    ),
    "RINGI-682": (
        (
            "{who} はエージェントなので、決裁できません。",
            "{who} is an agent and cannot decide.",
            "{who} 是智能体，不能做决定。",
        ),
        (
            "人が画面、Slack、コマンドラインのいずれかで決裁してください。",
            "Have a person decide on the page, in Slack or at the command line.",
            "请由人在页面、Slack 或命令行中决定。",
        ),
    ),
    "RINGI-683": (
        (
            "{operation} は MCP からは使えません。",
            "{operation} is not offered over MCP.",
            "{operation} 不通过 MCP 提供。",
        ),
        (
            "エージェントは依頼と確認ができます。決裁と運用は人が行います。",
            "An agent may ask and look; people decide and run the house.",
            "智能体可以提出请求和查看；决定和运维由人进行。",
        ),
    ),
    "RINGI-684": (
        (
            "サーバー {server} はアドレス（url）を持たないため、サインインは要りません。",
            "The server {server} has no address (url), so there is nothing to sign in to.",
            "服务器 {server} 没有地址（url），无需登录。",
        ),
        (
            "コマンドで動くサーバーには `--env 名前` で鍵を渡してください。",
            "Give a server that is a command its key with `--env NAME`.",
            "对于以命令运行的服务器，请用 `--env 名称` 传递密钥。",
        ),
    ),
    "RINGI-685": (
        (
            "引数 {argument} の値 {value} は使えません。",
            "The value {value} cannot be used for the argument {argument}.",
            "参数 {argument} 的值 {value} 无法使用。",
        ),
        (
            "その引数の型に合う値を書いてください。",
            "Write a value of the kind that the argument takes.",
            "请填写符合该参数类型的值。",
        ),
    ),
    "RINGI-686": (
        (
            "このアドレスにはユーザーのキーが必要です。",
            "This address needs a user's key.",
            "访问此地址需要用户的密钥。",
        ),
        (
            "`ringi users add 名前 --role agent` で得たキーを `Authorization: Bearer キー` で送ってください。",
            "Send the key that `ringi users add NAME --role agent` gave, as `Authorization: Bearer KEY`.",
            "请以 `Authorization: Bearer 密钥` 发送 `ringi users add 名称 --role agent` 得到的密钥。",
        ),
    ),
    "RINGI-687": (
        (
            "ツール {tool} に引数「{path}」はありません。",
            "The tool {tool} has no argument “{path}”.",
            "工具 {tool} 没有参数“{path}”。",
        ),
        (
            "次から選んでください：{known}。項目は `message.text` のように点でつなぎます。",
            "Choose from: {known}. A field is named with dots, as in `message.text`.",
            "请从以下选择：{known}。字段用点连接，如 `message.text`。",
        ),
    ),
    "RINGI-688": (
        (
            "ツール {tool} の「{path}」は、相手・場所・金額・実行内容を決める（{name}）のため、内容とはみなせません。",
            "“{path}” of the tool {tool} says who, where, how much or what is run ({name}): it is no content.",
            "工具 {tool} 的“{path}”决定对象、位置、金额或执行内容（{name}），不能视为内容。",
        ),
        (
            "この値は実行の直前に毎回確認されます。範囲を決めて任せるには、計画に `lateLimits` を書いてください。",
            "It is asked about before each call. To let a bounded kind pass, write `lateLimits` into the plan.",
            "每次调用前都会确认该值。如需放行限定范围内的值，请在计划中写 `lateLimits`。",
        ),
    ),
    "RINGI-689": (
        (
            "ツール {tool} の「{path}」は、ほかの項目を含むことのできるオブジェクトです。",
            "“{path}” of the tool {tool} is an object that can hold fields of its own.",
            "工具 {tool} 的“{path}”是可包含其他字段的对象。",
        ),
        (
            "項目ごとに指定するか、中身すべて（宛先になりうるものも）を内容とみなすなら `{path}:all` としてください。",
            "Name its fields, or write `{path}:all` if everything in it is content, whatever it may turn out to hold.",
            "请逐个指定字段；若其中一切（包括可能成为收件人的内容）都算内容，请写 `{path}:all`。",
        ),
    ),
    "RINGI-690": (
        (
            "{tool} については、まとめて、または付属のツールとして確認するものはありません。",
            "Nothing can be confirmed about {tool}: it is a whole server, or a tool that comes with Ringi.",
            "无法对 {tool} 进行确认：它是整个服务器，或是 Ringi 自带的工具。",
        ),
        (
            "接続したサーバーのツールを 1 つずつ指定してください（`ringi tools`）。",
            "Name one tool of a connected server at a time (`ringi tools`).",
            "请逐个指定所连接服务器的工具（`ringi tools`）。",
        ),
    ),
}
