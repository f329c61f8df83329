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
            "`pip install 'ringi[model]'` のあと `ringi retry` するか、設定 executor を direct にしてください。",
            "`pip install 'ringi[model]'`, then `ringi retry`; or set `executor` to direct.",
            "请 `pip install 'ringi[model]'` 后 `ringi retry`，或将设置 executor 改为 direct。",
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
            "鍵が有効か、Managed Agents を使えるかを確かめてから `ringi retry` してください。",
            "See whether the key is valid and may use Managed Agents, then `ringi retry`.",
            "请确认密钥有效且可使用 Managed Agents，然后 `ringi retry`。",
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
            "セッションの費用が上限に達しました。",
            "The session has reached its budget.",
            "会话费用已达到上限。",
        ),
        (
            "続けてよければ `ringi retry` してください。上限は設定 managed_budget_cents です。",
            "If it may go on, `ringi retry`. The limit is the setting managed_budget_cents.",
            "如可继续，请 `ringi retry`。上限为设置 managed_budget_cents。",
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
}
