"""RINGI-360 to 379: plans carried out in a managed session."""

from __future__ import annotations

from ringi.words import Text

_RETRY: Text = (
    "`ringi retry` で、終わったステップはそのままに、新しいセッションで続けられます。",
    "`ringi retry` goes on in a new session; steps that are done are not run again.",
    "可用 `ringi retry` 在新会话中继续，已完成的步骤不会再次执行。",
)

ERRORS: dict[str, tuple[Text, Text]] = {
    "RINGI-360": (
        (
            "managed で実行するための部品（anthropic）が入っていません。",
            "What is needed to run plans in a managed session (anthropic) is not installed.",
            "尚未安装以 managed 方式执行所需的组件（anthropic）。",
        ),
        (
            "`make extras` のあと `ringi retry` するか、設定 executor を direct にしてください。",
            "Run `make extras`, then `ringi retry`; or set `executor` to direct.",
            "请运行 `make extras` 后 `ringi retry`，或将设置 executor 改为 direct。",
        ),
    ),
    "RINGI-361": (
        (
            "managed で実行するための鍵 {name} が設定されていません。",
            "There is no key {name} to run plans in a managed session with.",
            "未设置以 managed 方式执行所需的密钥 {name}。",
        ),
        (
            "環境変数 {name} を設定して Ringi を起動し直し、`ringi retry` してください。",
            "Set the environment variable {name}, start Ringi again, then `ringi retry`.",
            "请设置环境变量 {name}，重新启动 Ringi 后 `ringi retry`。",
        ),
    ),
    "RINGI-362": (
        (
            "Anthropic が鍵を受け付けませんでした（HTTP {status}）。",
            "Anthropic did not accept the key (HTTP {status}).",
            "Anthropic 未接受密钥（HTTP {status}）。",
        ),
        (
            "環境変数 ANTHROPIC_API_KEY の鍵が有効か、Managed Agents を使えるかを確かめ、"
            "起動し直して再実行してください。",
            "Check that the key in ANTHROPIC_API_KEY is valid and may use Managed Agents, start again and retry.",
            "请确认 ANTHROPIC_API_KEY 中的密钥有效且可使用 Managed Agents，重新启动后重试。",
        ),
    ),
    "RINGI-363": (
        (
            "managed のセッションが見つかりません。",
            "The managed session is not there any more.",
            "找不到 managed 会话。",
        ),
        _RETRY,
    ),
    "RINGI-364": (
        (
            "Anthropic が要求を受け付けませんでした（HTTP {status} {reason}）。",
            "Anthropic did not accept a request (HTTP {status} {reason}).",
            "Anthropic 未接受请求（HTTP {status} {reason}）。",
        ),
        (
            "設定 model と managed_budget_cents を確かめてから `ringi retry` してください。",
            "See the settings model and managed_budget_cents, then `ringi retry`.",
            "请检查设置 model 和 managed_budget_cents，然后 `ringi retry`。",
        ),
    ),
    "RINGI-365": (
        (
            "Anthropic に接続できません（{reason}）。",
            "Anthropic cannot be reached ({reason}).",
            "无法连接 Anthropic（{reason}）。",
        ),
        _RETRY,
    ),
    "RINGI-367": (
        (
            "モデルが実行を断りました（{reason}）。",
            "The model refused to go on ({reason}).",
            "模型拒绝继续执行（{reason}）。",
        ),
        _RETRY,
    ),
    "RINGI-368": (
        (
            "セッションの費用が上限に達し、Anthropic ではその上限を上げられません。",
            "The session has reached its budget, and Anthropic cannot raise it.",
            "会话费用已达到上限，且 Anthropic 无法提高该上限。",
        ),
        (
            "設定 managed_budget_cents を 0（上限なし）にして `ringi retry` してください。新しいセッションで続きます。",
            "Set managed_budget_cents to 0 (no limit) and `ringi retry`: it goes on in a new session.",
            "请将设置 managed_budget_cents 设为 0（不限）并 `ringi retry`，将在新会话中继续。",
        ),
    ),
    "RINGI-369": (
        (
            "セッションでエラーが続き、打ち切られました（{reason}）。",
            "The session gave up after repeated errors ({reason}).",
            "会话因反复出错而中止（{reason}）。",
        ),
        _RETRY,
    ),
    "RINGI-370": (
        (
            "セッションが途中で終了しました（{reason}）。",
            "The session ended on the way ({reason}).",
            "会话中途终止（{reason}）。",
        ),
        _RETRY,
    ),
    "RINGI-371": (
        (
            "セッションが計画を最後まで進めませんでした。残り: {left}",
            "The session did not carry the plan to its end. Left: {left}",
            "会话未将计划执行到底。剩余：{left}",
        ),
        _RETRY,
    ),
    "RINGI-372": (
        (
            "秘密の値「{name}」は、この名前か値では入れられません。",
            "The secret “{name}” cannot be kept under this name or with this value.",
            "机密“{name}”无法以此名称或值保存。",
        ),
        (
            "名前は小文字・数字・.-_ で40字まで。値は空でない、改行のない ASCII です。",
            "A name has up to 40 small letters, digits and .-_; a value is ASCII on one line, and not empty.",
            "名称为小写字母、数字和 .-_，最多 40 个字符；值为非空的单行 ASCII。",
        ),
    ),
    "RINGI-390": (
        (
            "spectra.toml の [channels.{channel}] の {key} が使えません。",
            "{key} of [channels.{channel}] in spectra.toml cannot be used.",
            "spectra.toml 中 [channels.{channel}] 的 {key} 无法使用。",
        ),
        (
            "docs/how-to/spectra-channels.md を見てください。秘密は env:変数名 か vault:名前、人は ID の数字です。",
            "See docs/how-to/spectra-channels.md. A secret is `env:NAME` or `vault:NAME`, a person their id number.",
            "请参照 docs/how-to/spectra-channels.md 的表格。机密写作 `env:变量名` 或 `vault:名称`，人员用 ID 数字。",
        ),
    ),
    "RINGI-391": (
        (
            "[channels.{channel}] に要る秘密の値 {name} がないか、短すぎます。",
            "The secret {name}, which [channels.{channel}] needs, is missing or too short.",
            "[channels.{channel}] 所需的机密 {name} 不存在或太短。",
        ),
        (
            "環境変数か `ringi spectra secret` で用意してから始め直してください。鍵は16文字以上のASCIIです。",
            "Set it, or keep it with `ringi spectra secret`, and start again. A key has 16 ASCII characters or more.",
            "请设置环境变量或用 `ringi spectra secret` 保存后重新启动。密钥至少 16 个 ASCII 字符。",
        ),
    ),
    "RINGI-392": (
        (
            "Discord を使うための部品 discord.py がありません。",
            "discord.py, which Discord needs, is not installed.",
            "缺少使用 Discord 所需的 discord.py。",
        ),
        (
            "`make extras` のあと、始め直してください。",
            "Run `make extras` and start again.",
            "请运行 `make extras` 后重新启动。",
        ),
    ),
    "RINGI-393": (
        (
            "署名がこの内容と今の時刻のものではありません。",
            "The signature is not one for this content at this time.",
            "签名与此内容及当前时间不符。",
        ),
        (
            "時刻（前後5分以内）と本文を、この Webhook の秘密の値で署名し直してください。",
            "Sign the moment (within five minutes) and the body with this webhook's secret.",
            "请用此 Webhook 的密钥对时间（前后 5 分钟内）和正文重新签名。",
        ),
    ),
    "RINGI-394": (
        (
            "同じ署名のものはもう受け取りました。",
            "What was signed so has been received already.",
            "相同签名的内容已收到。",
        ),
        (
            "再送ならこのままで大丈夫です。別の発言なら署名し直してください。",
            "If this was sent again, all is well. If it is another message, sign it anew.",
            "如为重发则无需处理。如为另一条消息，请重新签名。",
        ),
    ),
    "RINGI-395": (
        (
            "一度に多すぎます。この発言は受け取られませんでした。",
            "Too many at once. This message was not taken in.",
            "一次过多。此消息未被接收。",
        ),
        (
            "少し待って（Retry-After の秒数）からもう一度送ってください。",
            "Wait a little (the seconds in Retry-After) and send it again.",
            "请稍候（Retry-After 的秒数）再发送。",
        ),
    ),
    "RINGI-396": (
        (
            "この内容は受け取れません。",
            "This cannot be taken in.",
            "无法接收此内容。",
        ),
        (
            "空でない text か、approval と answer を送ってください（docs/how-to/spectra-channels.md）。",
            "Send a text that is not empty, or approval and answer (docs/how-to/spectra-channels.md).",
            "请发送非空的 text，或 approval 与 answer（docs/how-to/spectra-channels.md）。",
        ),
    ),
    "RINGI-397": (
        (
            "この Webhook からは承認に答えられません。",
            "Approvals cannot be answered through this webhook.",
            "不能通过此 Webhook 答复批准。",
        ),
        (
            '開発者の経路（コンソール、Discord、authority = "developer" の Webhook）から答えてください。',
            'Answer from a developer\'s place: the console, Discord, or a webhook with authority = "developer".',
            '请从开发者渠道答复：控制台、Discord 或 authority = "developer" 的 Webhook。',
        ),
    ),
    "RINGI-398": (
        (
            "その承認待ちはもうありません。",
            "That approval is not open any more.",
            "该批准已不在等待中。",
        ),
        (
            "今の承認待ちを見てください。最初の返事だけが効きます。",
            "Look at the one that is open now. Only the first answer counts.",
            "请查看当前等待的批准。只有最先的答复有效。",
        ),
    ),
    "RINGI-399": (
        (
            "鍵が違います。",
            "That is not the key.",
            "密钥不正确。",
        ),
        (
            "Authorization: Bearer に、[channels.roblox] の key が指す値を入れてください。",
            "Send what the key of [channels.roblox] refers to as `Authorization: Bearer`.",
            "请在 Authorization: Bearer 中填入 [channels.roblox] 的 key 所指的值。",
        ),
    ),
}
