"""RINGI-700 to 799: Slack."""

from __future__ import annotations

from ringi.words import Text

ERRORS: dict[str, tuple[Text, Text]] = {
    "RINGI-700": (
        (
            "この画面の表示は古くなっています。",
            "What was shown there is out of date.",
            "该处显示的内容已过时。",
        ),
        (
            "最新のカードで操作してください。",
            "Use the newest card of the task.",
            "请在最新的卡片上操作。",
        ),
    ),
    "RINGI-701": (
        (
            "{id} は Slack のメンバー ID ではありません。",
            "{id} is not the id of a member in Slack.",
            "{id} 不是 Slack 的成员 ID。",
        ),
        (
            "Slack のプロフィールの「メンバー ID をコピー」で得られる U で始まる番号です。",
            "It begins with U; Slack's profile has “Copy member ID”.",
            "以 U 开头，可在 Slack 个人资料的“复制成员 ID”中获取。",
        ),
    ),
    "RINGI-702": (
        (
            "Slack に書き込めなかったため、依頼を受け付けていません({error})。",
            "Slack did not take our message, so nothing was asked ({error}).",
            "无法写入 Slack，因此没有受理请求（{error}）。",
        ),
        ("もう一度お試しください。", "Please try again.", "请重试。"),
    ),
    "RINGI-720": (
        (
            "Slack のチャンネル {channel} に届きません({error})。このチャンネルのカードは止まっています。",
            "The Slack channel {channel} cannot be reached ({error}); its cards stand still.",
            "无法送达 Slack 频道 {channel}（{error}），该频道的卡片已停止更新。",
        ),
        (
            "チャンネルにアプリを招待するか、アーカイブを解除してください。カードは次の起動時に追いつきます。",
            "Invite the app to the channel, or take the channel out of the archive; the cards catch up then.",
            "请将应用邀请到该频道，或取消归档；之后卡片会更新到最新状态。",
        ),
    ),
    "RINGI-721": (
        (
            "Slack のワークスペース {team} がアプリの鍵を受け付けません({error})。",
            "The Slack workspace {team} does not accept the app's token ({error}).",
            "Slack 工作区 {team} 不接受应用的令牌（{error}）。",
        ),
        (
            "`ringi slack doctor` で確かめ、アプリを入れ直してください。",
            "Check with `ringi slack doctor` and install the app again.",
            "请用 `ringi slack doctor` 检查，并重新安装应用。",
        ),
    ),
    "RINGI-722": (
        (
            "タスク {task} のカード({card})が Slack から消えていたので、新しく投稿します。",
            "The {card} card of task {task} was gone from Slack; it is posted anew.",
            "任务 {task} 的卡片（{card}）已不在 Slack 中，将重新发布。",
        ),
        ("何もする必要はありません。", "Nothing has to be done.", "无需任何操作。"),
    ),
    "RINGI-723": (
        (
            "Slack がタスク {task} のカード({card})の形を受け付けませんでした({error})。文字だけで表示します。",
            "Slack did not take the {card} card of task {task} as it was ({error}); it is shown as text only.",
            "Slack 不接受任务 {task} 的卡片（{card}）的形式（{error}），仅以文字显示。",
        ),
        (
            "内容は Web の画面か `ringi show` で確かめて決めてください。",
            "Look at it, and decide, on the web page or with `ringi show`.",
            "请在网页或用 `ringi show` 查看内容后再作决定。",
        ),
    ),
    "RINGI-724": (
        (
            "Slack が {method} に答えません({error})。{attempts} 回試しました。",
            "Slack does not answer {method} ({error}); tried {attempts} times.",
            "Slack 未响应 {method}（{error}），已尝试 {attempts} 次。",
        ),
        (
            "Slack の稼働状況とネットワークを確かめてください。カードは次の変化か起動のときに追いつきます。",
            "Check Slack's status and the network; the cards catch up at the next change or start.",
            "请检查 Slack 的运行状况和网络；卡片会在下次变化或启动时更新。",
        ),
    ),
    "RINGI-725": (
        (
            "Slack が {method} を断りました({error})。",
            "Slack refused {method} ({error}).",
            "Slack 拒绝了 {method}（{error}）。",
        ),
        (
            "`ringi slack doctor` でアプリの権限と設定を確かめてください。",
            "Check the app's scopes and settings with `ringi slack doctor`.",
            "请用 `ringi slack doctor` 检查应用的权限和设置。",
        ),
    ),
    "RINGI-726": (
        (
            "{method} が届いたかどうか分かりません({error})。",
            "It is not known whether {method} arrived ({error}).",
            "不清楚 {method} 是否已送达（{error}）。",
        ),
        (
            "カードは Slack で探してから送り直します。ほかのメッセージは Slack で確かめてください。",
            "A card is looked for in Slack before it is sent again; look for other messages there yourself.",
            "卡片会先在 Slack 中查找再重新发送；其他消息请自行在 Slack 中确认。",
        ),
    ),
    "RINGI-727": (
        (
            "Slack への送信は止まっています。",
            "Nothing is being sent to Slack any more.",
            "已停止向 Slack 发送。",
        ),
        ("`ringi up` を実行してください。", "Run `ringi up`.", "请运行 `ringi up`。"),
    ),
    "RINGI-728": (
        (
            "タスク {task} のカード({card})が Slack に {count} 枚ありました。余分なものを消します。",
            "There were {count} messages in Slack for the {card} card of task {task}; those too many are removed.",
            "任务 {task} 的卡片（{card}）在 Slack 中有 {count} 条，多余的将被删除。",
        ),
        ("何もする必要はありません。", "Nothing has to be done.", "无需任何操作。"),
    ),
    "RINGI-740": (
        (
            "{provider} の認証情報は鍵 {key} で暗号化されていますが、その鍵が {where} にありません。",
            "The credentials for {provider} were sealed with key {key}, which is not in {where}.",
            "{provider} 的凭据由密钥 {key} 加密，但 {where} 中没有该密钥。",
        ),
        (
            "保管してある鍵を戻すか、{provider} をもう一度接続してください。",
            "Put the key back from where you keep a copy, or connect {provider} again.",
            "请恢复您保管的密钥，或重新连接 {provider}。",
        ),
    ),
    "RINGI-741": (
        (
            "{provider} の認証情報を復号できません。壊れているか、別の場所から写されたものです。",
            "The credentials for {provider} do not open: they are damaged, or were copied from somewhere else.",
            "无法解密 {provider} 的凭据：已损坏，或是从别处复制而来。",
        ),
        (
            "バックアップから戻すか、{provider} をもう一度接続してください。",
            "Restore a backup, or connect {provider} again.",
            "请从备份恢复，或重新连接 {provider}。",
        ),
    ),
    "RINGI-742": (
        (
            "{where} の鍵が使えません。32 バイトを URL 用 Base64 で書いたものが必要です。",
            "The key in {where} cannot be used: it must be 32 bytes in URL-safe Base64.",
            "{where} 中的密钥无法使用：需要以 URL 安全 Base64 表示的 32 字节。",
        ),
        (
            "`ringi vault key` で新しい鍵を作れます。以前の鍵があるなら、それを戻してください。",
            "`ringi vault key` makes one. If there was one before, put that one back.",
            "可用 `ringi vault key` 生成新密钥；如有原来的密钥，请恢复它。",
        ),
    ),
    "RINGI-743": (
        (
            "{where} がほかの利用者にも読める状態です。",
            "{where} can be read by other users of this machine.",
            "本机的其他用户可以读取 {where}。",
        ),
        (
            "`chmod 600 {where}` を実行し、`ringi vault rotate` で鍵を替えてください。",
            "Run `chmod 600 {where}`, then change the key with `ringi vault rotate`.",
            "请执行 `chmod 600 {where}`，然后用 `ringi vault rotate` 更换密钥。",
        ),
    ),
    "RINGI-744": (
        (
            "OS のキーリングを使えません（{reason}）。",
            "The keyring of the operating system cannot be used ({reason}).",
            "无法使用操作系统的密钥环（{reason}）。",
        ),
        (
            "`make extras` のあとロックを解除するか、RINGI_VAULT_KEY を外して鍵ファイルを使ってください。",
            "Run `make extras` and unlock the keyring, or unset RINGI_VAULT_KEY to use the key file.",
            "请运行 `make extras` 并解锁密钥环，或取消 RINGI_VAULT_KEY 以使用密钥文件。",
        ),
    ),
    "RINGI-745": (
        (
            "鍵は RINGI_VAULT_KEY で与えられており、替える先の鍵がありません。",
            "The key is given by RINGI_VAULT_KEY, and there is none to change to.",
            "密钥由 RINGI_VAULT_KEY 提供，没有可更换的新密钥。",
        ),
        (
            "`ringi vault key` の出力を先頭に置き（RINGI_VAULT_KEY=新しい鍵,今の鍵）、もう一度実行してください。",
            "Put the output of `ringi vault key` in front (RINGI_VAULT_KEY=NEW,OLD) and run it again.",
            "请把 `ringi vault key` 的输出放在最前（RINGI_VAULT_KEY=新密钥,旧密钥），然后重新执行。",
        ),
    ),
    "RINGI-746": (
        (
            "鍵ファイル {where} を読み書きできません（{reason}）。",
            "The key file {where} cannot be read or written ({reason}).",
            "无法读写密钥文件 {where}（{reason}）。",
        ),
        (
            "所有者と権限、空き容量を確かめてください。",
            "Check its owner, its permissions and the free space.",
            "请检查所有者、权限和剩余空间。",
        ),
    ),
    "RINGI-747": (
        (
            "ワークスペース {team} に Ringi はインストールされていません。",
            "Ringi is not installed in the workspace {team}.",
            "工作区 {team} 未安装 Ringi。",
        ),
        (
            "/slack/install からインストールするか、`ringi slack doctor` で状態を確かめてください。",
            "Install it from /slack/install, or look with `ringi slack doctor`.",
            "请从 /slack/install 安装，或用 `ringi slack doctor` 查看状态。",
        ),
    ),
    "RINGI-748": (
        (
            "Slack の設定が足りません: {names}",
            "Slack is not configured; missing: {names}",
            "Slack 配置不完整，缺少：{names}",
        ),
        (
            "`ringi slack manifest` でアプリを作り、docs/how-to/slack.md のとおりに設定してください。",
            "Make an app with `ringi slack manifest` and follow docs/how-to/slack.md.",
            "请用 `ringi slack manifest` 创建应用，并按 docs/how-to/slack.md 进行设置。",
        ),
    ),
    "RINGI-749": (
        (
            "ringi.toml の [slack] にある {key} が正しくありません。必要なもの: {wanted}",
            "{key} under [slack] in ringi.toml is not right. Wanted: {wanted}",
            "ringi.toml 的 [slack] 中 {key} 不正确。需要：{wanted}",
        ),
        (
            "docs/how-to/slack.md の例を見て直してください。",
            "Correct it after the example in docs/how-to/slack.md.",
            "请参照 docs/how-to/slack.md 中的示例修改。",
        ),
    ),
    "RINGI-750": (
        (
            "{name} は {wanted} で始まるはずですが、違うものが入っています。",
            "{name} should begin with {wanted}, but something else is there.",
            "{name} 应以 {wanted} 开头，但内容不符。",
        ),
        (
            "アプリ設定の「OAuth & Permissions」にボット、「Basic Information」にアプリのトークンがあります。",
            "In the app's settings: the bot token is under “OAuth & Permissions”, the app token “Basic Information”.",
            "在应用设置中，机器人令牌位于“OAuth & Permissions”，应用令牌位于“Basic Information”。",
        ),
    ),
    "RINGI-751": (
        (
            "Slack が {method} を断りました: {error}",
            "Slack refused {method}: {error}",
            "Slack 拒绝了 {method}：{error}",
        ),
        (
            "`ringi slack doctor` が、何を直せばよいかを示します。",
            "`ringi slack doctor` says what to change.",
            "`ringi slack doctor` 会说明需要修改什么。",
        ),
    ),
    "RINGI-752": (
        (
            "Slack（{where}）に接続できません。",
            "Slack ({where}) cannot be reached.",
            "无法连接 Slack（{where}）。",
        ),
        (
            "ネットワークとプロキシを確かめてください。",
            "Check the network and the proxy.",
            "请检查网络和代理。",
        ),
    ),
    "RINGI-753": (
        (
            "Slack の代役に使えるポートが {first}–{last} にありません。",
            "No port between {first} and {last} is free for the Slack double.",
            "{first}–{last} 之间没有可供 Slack 替身使用的端口。",
        ),
        (
            "RINGI_SLACK_DOUBLE_PORT で別のポートを選ぶか、`ringi up --no-slack` で起動してください。",
            "Choose another with RINGI_SLACK_DOUBLE_PORT, or start with `ringi up --no-slack`.",
            "请用 RINGI_SLACK_DOUBLE_PORT 选择其他端口，或以 `ringi up --no-slack` 启动。",
        ),
    ),
    "RINGI-754": (
        (
            "この鍵は正しいものですが、ここでは使えません。",
            "This key is right, but it does not open this address.",
            "此密钥有效，但不能用于此地址。",
        ),
        (
            "プログラムは鍵で `/v1`、`/ag-ui`、`/mcp` を使います。ページにはブラウザーでサインインしてください。",
            "With a key a program uses `/v1`, `/ag-ui` and `/mcp`; sign in to the page with a browser.",
            "程序凭密钥使用 `/v1`、`/ag-ui` 和 `/mcp`；页面请用浏览器登录。",
        ),
    ),
    "RINGI-755": (
        (
            "サーバーが動いている間は、古い鍵を捨てられません。",
            "Old keys cannot be thrown away while a server is running.",
            "服务器运行期间无法丢弃旧密钥。",
        ),
        (
            "サーバーを止めてから `ringi vault rotate --forget` を実行してください。",
            "Stop it, then run `ringi vault rotate --forget`.",
            "请先停止服务器，再执行 `ringi vault rotate --forget`。",
        ),
    ),
    "RINGI-756": (
        (
            "ワークスペース {team} のトークンを更新できませんでした（{error}）。",
            "The token of the workspace {team} could not be renewed ({error}).",
            "无法更新工作区 {team} 的令牌（{error}）。",
        ),
        (
            "続くようなら、/slack/install からインストールし直してください。",
            "If it goes on, install the app again from /slack/install.",
            "如果持续发生，请从 /slack/install 重新安装。",
        ),
    ),
    "RINGI-757": (
        (
            "{name} というワークスペースはありません。",
            "There is no workspace {name}.",
            "没有名为 {name} 的工作区。",
        ),
        (
            "`ringi slack doctor` が、つながっているワークスペースを示します。",
            "`ringi slack doctor` lists the connected ones.",
            "`ringi slack doctor` 会列出已连接的工作区。",
        ),
    ),
    "RINGI-758": (
        (
            "{who} は、ほかのワークスペースを操作できません。",
            "{who} may not act for another workspace.",
            "{who} 不能操作其他工作区。",
        ),
        (
            "この Ringi の管理者に頼んでください。",
            "Ask an admin of this Ringi.",
            "请联系此 Ringi 的管理员。",
        ),
    ),
    "RINGI-759": (
        (
            "この鍵で送れる量の上限に達しました（{setting}：{limit}）。",
            "This key has brought as much as it may ({setting}: {limit}).",
            "此密钥可发送的数量已达上限（{setting}：{limit}）。",
        ),
        (
            "{seconds} 秒後にもう一度送ってください。足りなければ、運用者が {setting} を上げられます。",
            "Send it again in {seconds} seconds; the operator can raise {setting}.",
            "请在 {seconds} 秒后重新发送；如不够用，运维者可以调高 {setting}。",
        ),
    ),
    "RINGI-760": (
        (
            "データベースファイル {where} が使用中に消されたか置き換えられました。何も記録していません。",
            "The database file {where} was removed or replaced while it was in use; nothing was recorded.",
            "数据库文件 {where} 在使用期间被删除或替换；没有记录任何内容。",
        ),
        (
            "サーバーを止め、元のファイルを戻すか `ringi db restore` で復元してから、もう一度お試しください。",
            "Stop the server, put the file back or restore a backup with `ringi db restore`, then try again.",
            "请停止服务器，放回原文件或用 `ringi db restore` 恢复备份，然后重试。",
        ),
    ),
    "RINGI-790": (
        (
            "設定でサンドボックスが必須になっていますが、ここでは使えません（{reason}）。",
            "The rules ask for a sandbox, and there is none here ({reason}).",
            "设置要求使用沙箱，但此处无法使用（{reason}）。",
        ),
        (
            'bubblewrap を入れるか、spectra.toml の [shell] で sandbox = "auto" にしてください。',
            'Install bubblewrap, or set sandbox = "auto" under [shell] in spectra.toml.',
            '请安装 bubblewrap，或在 spectra.toml 的 [shell] 中设置 sandbox = "auto"。',
        ),
    ),
    "RINGI-791": (
        (
            "[shell] の {name} = {value} は使えません。",
            "{name} = {value} under [shell] cannot be used.",
            "[shell] 中的 {name} = {value} 无法使用。",
        ),
        (
            "docs/how-to/spectra-shell.md にある名前と値にしてください。",
            "Use the names and values of docs/how-to/spectra-shell.md.",
            "请使用 docs/how-to/spectra-shell.md 中的名称和值。",
        ),
    ),
}
