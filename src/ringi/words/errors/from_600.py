"""RINGI-600 to 649: set-up and the command line."""

from __future__ import annotations

from ringi.words import Text

ERRORS: dict[str, tuple[Text, Text]] = {
    "RINGI-600": (
        (
            "「{command}」というコマンドはありません。",
            "There is no command “{command}”.",
            "没有名为“{command}”的命令。",
        ),
        ("もしかして: {close}", "Did you mean: {close}", "您是否想输入：{close}"),
    ),
    "RINGI-601": (
        (
            "`ringi {command}` には、続けて次のどれかが必要です: {verbs}",
            "`ringi {command}` needs one of: {verbs}",
            "`ringi {command}` 之后需要以下之一：{verbs}",
        ),
        ("`ringi --help` で一覧を確認してください。", "See `ringi --help`.", "请查看 `ringi --help`。"),
    ),
    "RINGI-602": (
        ("必要な引数がありません: {names}", "Something is missing: {names}", "缺少必需的参数：{names}"),
        ("`{command} --help` を確認してください。", "See `{command} --help`.", "请查看 `{command} --help`。"),
    ),
    "RINGI-603": (
        ("知らない引数です: {words}", "Not understood: {words}", "无法识别的参数：{words}"),
        (
            "`{command} --help` を確認してください。「-」で始まる本文は `--` の後に書いてください。",
            "See `{command} --help`. Put text that begins with “-” after `--`.",
            "请查看 `{command} --help`。以“-”开头的正文请写在 `--` 之后。",
        ),
    ),
    "RINGI-604": (
        (
            "{name} に {value} は使えません（{wanted}）。",
            "{value} cannot be used for {name} ({wanted}).",
            "{name} 不能使用 {value}（{wanted}）。",
        ),
        ("`{command} --help` を確認してください。", "See `{command} --help`.", "请查看 `{command} --help`。"),
    ),
    "RINGI-605": (
        ("入力を読み取れません: {reason}", "This cannot be understood: {reason}", "无法理解输入：{reason}"),
        ("`{command} --help` を確認してください。", "See `{command} --help`.", "请查看 `{command} --help`。"),
    ),
    "RINGI-606": (
        ("{name} に値がありません。", "{name} needs a value.", "{name} 缺少值。"),
        ("`{command} --help` を確認してください。", "See `{command} --help`.", "请查看 `{command} --help`。"),
    ),
    "RINGI-607": (
        (
            "ファイル {path} を読み取れません（{reason}）。",
            "The file {path} cannot be read ({reason}).",
            "无法读取文件 {path}（{reason}）。",
        ),
        ("パスと権限を確認してください。", "Check the path and its permissions.", "请检查路径和权限。"),
    ),
    "RINGI-608": (
        (
            "{path} はステップの配列（JSON）ではありません（{reason}）。",
            "{path} is not a JSON array of steps ({reason}).",
            "{path} 不是步骤数组（JSON）（{reason}）。",
        ),
        (
            "`ringi show TASK --json` にある計画の steps と同じ形で書いてください。",
            "Write it like the steps of a plan in `ringi show TASK --json`.",
            "请按照 `ringi show TASK --json` 中计划的 steps 的格式编写。",
        ),
    ),
    "RINGI-609": (
        (
            "「{command}」というコマンドはありません。",
            "There is no command “{command}”.",
            "没有名为“{command}”的命令。",
        ),
        ("`ringi --help` に一覧があります。", "`ringi --help` lists them.", "`ringi --help` 可列出全部命令。"),
    ),
    "RINGI-610": (
        (
            "サーバー {address} が時間内に応答しませんでした。",
            "The server at {address} did not answer in time.",
            "服务器 {address} 未在时限内响应。",
        ),
        (
            "操作が行われたかどうかは `ringi show` か `ringi inbox` で確認できます。",
            "See with `ringi show` or `ringi inbox` whether it was done.",
            "请用 `ringi show` 或 `ringi inbox` 确认操作是否完成。",
        ),
    ),
    "RINGI-611": (
        (
            "サーバー {address} との接続が切れました（{reason}）。",
            "The connection to the server at {address} broke ({reason}).",
            "与服务器 {address} 的连接中断（{reason}）。",
        ),
        (
            "受け付けた仕事は失われません。`ringi up` を起動して `ringi inbox` を確認してください。",
            "Nothing that was accepted is lost. Start `ringi up` and look at `ringi inbox`.",
            "已受理的工作不会丢失。请启动 `ringi up` 并查看 `ringi inbox`。",
        ),
    ),
    "RINGI-612": (
        (
            "{address} で応答しているのは Ringi ではないようです（{status}）。",
            "What answers at {address} does not seem to be Ringi ({status}).",
            "{address} 上响应的似乎不是 Ringi（{status}）。",
        ),
        (
            "そのプログラムを止めるか、`ringi up` を起動し直してください。",
            "Stop that program, or start `ringi up` again.",
            "请停止该程序，或重新启动 `ringi up`。",
        ),
    ),
    "RINGI-613": (
        (
            "サーバー {address} がこのコマンドの鍵を受け付けません。",
            "The server at {address} does not accept this command's key.",
            "服务器 {address} 不接受此命令的密钥。",
        ),
        ("`ringi up` を起動し直してください。", "Start `ringi up` again.", "请重新启动 `ringi up`。"),
    ),
    "RINGI-614": (
        (
            "RINGI_DATABASE_URL は {asked} ですが、このホームのサーバー {address} は {database} で動いています。",
            "RINGI_DATABASE_URL names {asked}, but the server of this home at {address} works on {database}.",
            "RINGI_DATABASE_URL 指定的是 {asked}，但此目录的服务器 {address} 使用的是 {database}。",
        ),
        (
            "RINGI_DATABASE_URL を外すか、サーバーを止めるか、`--home` で別の場所を指定してください。",
            "Unset RINGI_DATABASE_URL, stop the server, or choose another `--home`.",
            "请取消 RINGI_DATABASE_URL，停止服务器，或用 `--home` 指定其他目录。",
        ),
    ),
    "RINGI-620": (
        (
            "設定ファイル {path} を読み取れません（{reason}）。",
            "The configuration {path} cannot be read ({reason}).",
            "无法读取配置文件 {path}（{reason}）。",
        ),
        (
            "ファイルの権限と TOML の書き方を確認してください。",
            "Check the file's permissions and its TOML.",
            "请检查文件权限和 TOML 写法。",
        ),
    ),
    "RINGI-621": (
        (
            "設定の {place} に知らない項目「{key}」があります。使える項目：{known}",
            "{place} in the configuration has an unknown key “{key}”; it takes: {known}",
            "配置的 {place} 中有未知项目“{key}”，可用项目：{known}",
        ),
        (
            "つづりを確認してください。",
            "Check the spelling.",
            "请检查拼写。",
        ),
    ),
    "RINGI-622": (
        (
            "設定の {place} の値が正しくありません（{expected} が必要です）。",
            "{place} in the configuration has a wrong value ({expected} is needed).",
            "配置的 {place} 的值不正确（需要 {expected}）。",
        ),
        (
            "`ringi.toml` を直してください。",
            "Put `ringi.toml` right.",
            "请修改 `ringi.toml`。",
        ),
    ),
    "RINGI-623": (
        (
            "サーバー「{server}」には command か url のどちらか一方だけを設定します。",
            "The server “{server}” needs either command or url, and only one of them.",
            "服务器“{server}”必须且只能设置 command 或 url 之一。",
        ),
        (
            "stdio なら command、HTTP なら url を書いてください。",
            "Write command for stdio, url for HTTP.",
            "stdio 请写 command，HTTP 请写 url。",
        ),
    ),
    "RINGI-624": (
        (
            "設定の {place} が使う環境変数 {name} がありません。",
            "{place} in the configuration uses the environment variable {name}, which is not set.",
            "配置的 {place} 使用的环境变量 {name} 未设置。",
        ),
        (
            "環境変数を設定してから起動してください。",
            "Set it and start again.",
            "请设置该环境变量后再启动。",
        ),
    ),
    "RINGI-625": (
        (
            "サーバー名「{server}」は使えません。",
            "“{server}” cannot be the name of a server.",
            "“{server}”不能用作服务器名称。",
        ),
        (
            "英数字で始まる 40 文字以内の英数字・「-」・「_」にしてください。",
            "Start with a letter or digit; up to 40 letters, digits, “-” and “_”.",
            "请以字母或数字开头，使用不超过 40 个字母、数字、“-”和“_”。",
        ),
    ),
    "RINGI-626": (
        (
            "「{server}」という同梱サーバーはありません（あるのは {known}）。",
            "There is no bundled server “{server}” (there are {known}).",
            "没有名为“{server}”的内置服务器（现有 {known}）。",
        ),
        (
            "自分のサーバーなら command か url を書いてください。",
            "For a server of your own write command or url.",
            "如果是自己的服务器，请写 command 或 url。",
        ),
    ),
    "RINGI-627": (
        (
            "サーバー「{server}」の url が正しくありません（{reason}）。",
            "The url of the server “{server}” cannot be used ({reason}).",
            "服务器“{server}”的 url 不正确（{reason}）。",
        ),
        (
            "http:// か https:// で始まるアドレスを書き、鍵は headers に書いてください。",
            "Give an address with http:// or https:// and put keys into headers.",
            "请填写以 http:// 或 https:// 开头的地址，密钥请写在 headers 中。",
        ),
    ),
    "RINGI-630": (
        (
            "環境変数 {name} の値「{value}」は使えません（{wanted}）。",
            "The environment variable {name} has the value “{value}”, which cannot be used ({wanted}).",
            "环境变量 {name} 的值“{value}”不可用（{wanted}）。",
        ),
        ("値を直すか、変数を外してください。", "Change it or unset it.", "请修改其值或取消设置。"),
    ),
    "RINGI-631": (
        (
            "計測「{name}」に必要な部品がありません（{missing}）。",
            "The benchmark “{name}” needs something that is not installed ({missing}).",
            "测量“{name}”所需的组件未安装（{missing}）。",
        ),
        (
            "`make bench` を使ってください。",
            "Use `make bench`.",
            "请使用 `make bench`。",
        ),
    ),
    "RINGI-632": (
        (
            "計測「{name}」はこの配布物に含まれていません。",
            "The benchmark “{name}” is not part of this installation.",
            "此安装中不包含测量“{name}”。",
        ),
        (
            "ソースの配布物で `make bench` を実行してください。",
            "Run `make bench` in a source checkout.",
            "请在源码目录中运行 `make bench`。",
        ),
    ),
    "RINGI-633": (
        ("{unknown} というエラーコードはありません。", "There is no error code {unknown}.", "没有错误代码 {unknown}。"),
        ("`ringi explain` で一覧を表示します。", "`ringi explain` lists them all.", "`ringi explain` 可列出全部代码。"),
    ),
    "RINGI-634": (
        (
            "データベースは版 {version} です（このプログラムは版 {current}）。",
            "The database is version {version}; this program needs {current}.",
            "数据库版本为 {version}（本程序需要 {current}）。",
        ),
        (
            "先に `ringi db upgrade` を実行してください。",
            "Run `ringi db upgrade` first.",
            "请先运行 `ringi db upgrade`。",
        ),
    ),
    "RINGI-635": (
        (
            "サーバー {address} が動いているため、戻せません。",
            "The server at {address} is running, so nothing can be put back now.",
            "服务器 {address} 正在运行，无法恢复。",
        ),
        ("`ringi up` を止めてからやり直してください。", "Stop `ringi up` and try again.", "请停止 `ringi up` 后重试。"),
    ),
    "RINGI-636": (
        (
            "環境変数 RINGI_DATABASE_URL の値「{value}」は、知っているデータベースの形ではありません。",
            "RINGI_DATABASE_URL has the value “{value}”, which names no database that is known.",
            "环境变量 RINGI_DATABASE_URL 的值“{value}”不是已知的数据库形式。",
        ),
        (
            "sqlite:///… か postgresql://…、または絶対パスか *.db のパスを指定してください。",
            "Give sqlite:///… or postgresql://…, an absolute path, or a path that ends in .db.",
            "请指定 sqlite:///… 或 postgresql://…、绝对路径，或以 .db 结尾的路径。",
        ),
    ),
    "RINGI-637": (
        ("{path} は Ringi の控えではありません。", "{path} is not a backup of Ringi.", "{path} 不是 Ringi 的备份。"),
        (
            "`ringi db backup` で作ったファイルを指定してください。今のデータは変更していません。",
            "Give a file that `ringi db backup` made. The present data was not touched.",
            "请指定由 `ringi db backup` 生成的文件。现有数据未被更改。",
        ),
    ),
    "RINGI-640": (
        (
            "端末の画面 (Textual) が入っていません。",
            "The terminal console (Textual) is not installed.",
            "未安装终端界面（Textual）。",
        ),
        (
            "`make extras` で入ります。なくても `ringi inbox` と `ringi approve` は使えます。",
            "`make extras` brings it. `ringi inbox` and `ringi approve` work without it.",
            "用 `make extras` 安装。没有它也可以使用 `ringi inbox` 和 `ringi approve`。",
        ),
    ),
    "RINGI-641": (
        (
            "端末の画面は、人が操作する端末でだけ開けます。",
            "The console opens only on a terminal that somebody sits at.",
            "终端界面只能在有人操作的终端上打开。",
        ),
        (
            "パイプやスクリプトでは `ringi inbox --json` を使ってください。",
            "In a pipe or a script use `ringi inbox --json`.",
            "在管道或脚本中请使用 `ringi inbox --json`。",
        ),
    ),
}
