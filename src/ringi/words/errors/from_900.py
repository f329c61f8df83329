"""RINGI-900 to 999: checking a stream, signing in, recordings, reasoning."""

from __future__ import annotations

from ringi.words import Text

ERRORS: dict[str, tuple[Text, Text]] = {
    "RINGI-900": (
        (
            "届いた AG-UI イベントの {line} 行目が読めません: {reason}",
            "Line {line} of the AG-UI events cannot be read: {reason}",
            "收到的 AG-UI 事件第 {line} 行无法读取：{reason}",
        ),
        (
            "その行から前は記録しました。直して、続きから送ってください。",
            "What came before it is kept. Mend it and send the rest.",
            "此行之前的内容已保存。请修正后发送其余部分。",
        ),
    ),
    "RINGI-901": (
        (
            "{url} につながりません: {reason}",
            "{url} cannot be reached: {reason}",
            "无法连接 {url}：{reason}",
        ),
        (
            "アドレスと、鍵のファイル（--bearer-file）を確認してください。",
            "Check the address, and the file with its key (--bearer-file).",
            "请检查地址以及密钥文件（--bearer-file）。",
        ),
    ),
    "RINGI-902": (
        (
            "{path} は、比べられる投影の JSON ではありません: {reason}",
            "{path} is not the JSON of a projection that can be compared: {reason}",
            "{path} 不是可比较的投影 JSON：{reason}",
        ),
        (
            "docs/how-to/check.md の形にしてください。",
            "See docs/how-to/check.md for its shape.",
            "格式请参阅 docs/how-to/check.md。",
        ),
    ),
    "RINGI-903": (
        (
            "検査するファイルか --url のどちらか 1 つを指定してください。",
            "Name either a file or --url to be checked, not both.",
            "请指定要检查的文件或 --url 之一。",
        ),
        (
            "`ringi check FILE` か `ringi check --url URL` です。",
            "`ringi check FILE`, or `ringi check --url URL`.",
            "`ringi check FILE` 或 `ringi check --url URL`。",
        ),
    ),
    "RINGI-904": (
        (
            "{id} への回答は受け付けられませんでした（{reason}）。いっしょに送られた回答も、1 つも受け付けていません。",
            "The answer to {id} was refused ({reason}). None of the answers sent with it was taken.",
            "对 {id} 的回答未被接受（{reason}）。与之一同发送的回答也均未接受。",
        ),
        (
            "もう一度読み込んでから、すべてに回答してください。",
            "Load the thread again and answer all of them.",
            "请重新加载后全部重新回答。",
        ),
    ),
    "RINGI-910": (
        (
            "このマシンの外からつながる場所（{host}）では、公開アドレスなしに起動しません。",
            "Ringi does not listen where others can reach it ({host}) without a public address.",
            "未设置公开地址时，不会在外部可访问的位置（{host}）启动。",
        ),
        (
            "`--host` を外すか、TLS のプロキシを前に置いて `RINGI_PUBLIC_URL=https://…` を設定してください。",
            "Leave `--host` out, or put a TLS proxy in front and set `RINGI_PUBLIC_URL=https://…`.",
            "请去掉 `--host`，或在前面设置 TLS 代理并配置 `RINGI_PUBLIC_URL=https://…`。",
        ),
    ),
    "RINGI-911": (
        (
            "このリンクは使用済みか、期限が切れています。",
            "This link has been used already, or its time is over.",
            "此链接已使用或已过期。",
        ),
        (
            "`ringi link` で新しいリンクを作ってください。",
            "Make a new one with `ringi link`.",
            "请用 `ringi link` 生成新链接。",
        ),
    ),
    "RINGI-912": (
        (
            "短い時間に何度も試されたため、少し待つ必要があります。",
            "Too many tries in a short time: please wait a little.",
            "短时间内尝试次数过多，请稍候。",
        ),
        (
            "{seconds} 秒後にもう一度お試しください。",
            "Try again in {seconds} seconds.",
            "请在 {seconds} 秒后重试。",
        ),
    ),
    "RINGI-913": (
        (
            "サインインの方法「{provider}」は設定されていません。",
            "There is no sign-in by “{provider}” here.",
            "此处未设置“{provider}”登录方式。",
        ),
        (
            "docs/how-to/sign-in.md の設定を確認してください。",
            "See docs/how-to/sign-in.md for its settings.",
            "请查看 docs/how-to/sign-in.md 中的设置。",
        ),
    ),
    "RINGI-914": (
        (
            "サインイン先（{issuer}）に接続できません: {reason}",
            "The identity provider ({issuer}) cannot be reached: {reason}",
            "无法连接登录服务（{issuer}）：{reason}",
        ),
        (
            "少し待ってからお試しください。続く場合は管理者に設定の確認を依頼してください。",
            "Try again in a moment. If it stays so, ask an admin to check its settings.",
            "请稍后重试。若持续出现，请让管理员检查设置。",
        ),
    ),
    "RINGI-915": (
        (
            "サインインが途中で切れたか、別のブラウザで始められました。",
            "This sign-in was interrupted, or begun in another browser.",
            "登录已中断，或是在其他浏览器中开始的。",
        ),
        (
            "最初からもう一度サインインしてください。",
            "Please sign in again from the beginning.",
            "请从头重新登录。",
        ),
    ),
    "RINGI-916": (
        (
            "サインイン先が許可しませんでした（{reason}）。",
            "The identity provider said no ({reason}).",
            "登录服务未予许可（{reason}）。",
        ),
        (
            "もう一度お試しください。続く場合は管理者に相談してください。",
            "Try again. If it stays so, ask an admin.",
            "请重试。若持续出现，请联系管理员。",
        ),
    ),
    "RINGI-917": (
        (
            "サインイン先の証明を確認できませんでした（{reason}）。",
            "What the identity provider sent could not be verified ({reason}).",
            "无法验证登录服务的凭证（{reason}）。",
        ),
        (
            "もう一度お試しください。時計のずれや設定も確認してください。",
            "Try again. Check this machine's clock and the settings too.",
            "请重试，并检查本机时间和设置。",
        ),
    ),
    "RINGI-918": (
        (
            "{who} はここに招待されていません。",
            "{who} is not invited here.",
            "{who} 未受邀加入此处。",
        ),
        (
            "管理者に `ringi users invite 名前 メールアドレス` を依頼してください。",
            "Ask an admin for `ringi users invite NAME ADDRESS`.",
            "请让管理员执行 `ringi users invite 名字 邮箱`。",
        ),
    ),
    "RINGI-919": (
        (
            "公開アドレスが正しくありません: {value}",
            "That is no public address: {value}",
            "公开地址不正确：{value}",
        ),
        (
            "`RINGI_PUBLIC_URL` は `https://ringi.example.co.jp` の形で、パスを付けずに指定してください。",
            "`RINGI_PUBLIC_URL` looks like `https://ringi.example.co.jp`, without a path.",
            "`RINGI_PUBLIC_URL` 应为 `https://ringi.example.co.jp` 的形式，不带路径。",
        ),
    ),
    "RINGI-920": (
        (
            "メールアドレスが正しくないか、すでにほかの人に使われています: {email}",
            "Not an e-mail address, or already somebody else's: {email}",
            "邮箱地址不正确，或已属于他人：{email}",
        ),
        (
            "`ringi users` で確認してください。",
            "Look at `ringi users`.",
            "请用 `ringi users` 查看。",
        ),
    ),
    "RINGI-921": (
        (
            "サインインの設定が足りません: {missing}",
            "The sign-in settings are not complete: {missing}",
            "登录设置不完整：{missing}",
        ),
        (
            "docs/how-to/sign-in.md を見て設定するか、`RINGI_OIDC_…` をすべて外してください。",
            "Set it as docs/how-to/sign-in.md says, or leave all of `RINGI_OIDC_…` out.",
            "请按 docs/how-to/sign-in.md 设置，或去掉所有 `RINGI_OIDC_…`。",
        ),
    ),
    "RINGI-922": (
        ("Ringi は起動していません。", "Ringi is not running.", "Ringi 未在运行。"),
        (
            "`ringi up` で起動してください。サインインのアドレスが表示されます。",
            "Start it with `ringi up`; it prints an address that signs you in.",
            "请用 `ringi up` 启动，会显示登录地址。",
        ),
    ),
    "RINGI-923": (
        (
            "リンクは Ringi を動かしている本人のためだけに作れます（{who} には作れません）。",
            "A link is made for whoever runs Ringi only, not for {who}.",
            "链接只能为运行 Ringi 的本人生成，不能为 {who} 生成。",
        ),
        (
            "ほかの人には `ringi users key 名前` で鍵を作ってください。",
            "For somebody else make a key: `ringi users key NAME`.",
            "请用 `ringi users key 名字` 为他人生成密钥。",
        ),
    ),
    "RINGI-930": (
        (
            "シナリオ「{name}」はありません。",
            "There is no scenario “{name}”.",
            "没有名为“{name}”的场景。",
        ),
        (
            "次から選んでください: {names}",
            "Choose one of: {names}",
            "请从以下选择：{names}",
        ),
    ),
    "RINGI-931": (
        (
            "速さ {value} では再生できません。",
            "The recording cannot be played at speed {value}.",
            "无法以速度 {value} 播放。",
        ),
        (
            "0（一度に全部）から 1000 までの数を指定してください。1 が録画どおりです。",
            "Give a number from 0 (all at once) to 1000; 1 is as recorded.",
            "请指定 0（一次全部）到 1000 之间的数字，1 为原速。",
        ),
    ),
    "RINGI-940": (
        (
            "考えの詳細は、セッションの規則とあなたの設定の両方が許すときだけ表示します。",
            "Reasoning is shown in detail only where the session's policy and you yourself allow it.",
            "仅当会话规则和您本人都允许时，才显示详细思考。",
        ),
        (
            "規則が許すセッションでは、見出しの下で表示を選べます。",
            "Where the policy allows it, choose it below the title of the session.",
            "在规则允许的会话中，可在标题下方选择显示。",
        ),
    ),
    "RINGI-941": (
        (
            "この考えは、もう残っていません。",
            "This thought is not kept any more.",
            "该思考已不再保留。",
        ),
        (
            "新しいものだけを残しています。要約は経過にあります。",
            "Only the newest are kept; summaries are in the timeline.",
            "仅保留最新的内容，摘要见经过。",
        ),
    ),
    "RINGI-970": (
        (
            "「{control}」には、表示されていた {id} のダイジェスト（`digest`）が必要です。何も変わっていません。",
            "“{control}” needs the digest of what was shown of {id} (`digest`). Nothing has changed.",
            "“{control}”需要所显示的 {id} 的摘要（`digest`）。未做任何更改。",
        ),
        (
            "判断の依頼（`action.required`、`/state` の `actions`）にある `digest` をそのまま付けてください。",
            "Send along the `digest` that stands in the question (`action.required`, `actions` of `/state`).",
            "请原样附上判断请求（`action.required`、`/state` 的 `actions`）中的 `digest`。",
        ),
    ),
}
