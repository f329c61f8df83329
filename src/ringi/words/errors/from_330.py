"""RINGI-330 to 359: the model that judges."""

from __future__ import annotations

from ringi.words import Text

_RETRY: Text = (
    "しばらくしてから再実行してください。`ringi settings set model_fallback rules` で代わりの判断役を決められます。",
    "Retry in a while. `ringi settings set model_fallback rules` names who judges instead.",
    "请稍后重试。可用 `ringi settings set model_fallback rules` 指定替代的判断者。",
)

ERRORS: dict[str, tuple[Text, Text]] = {
    "RINGI-330": (
        (
            "モデル「{model}」の指定を読み取れません。",
            "The model “{model}” is not one that can be named here.",
            "无法识别模型“{model}”。",
        ),
        (
            "「提供元:名前」の形で指定してください（{known}）。内蔵プランナーは rules です。",
            "Name it as provider:name ({known}); `rules` is the offline planner.",
            "请按“提供方:名称”指定（{known}）。内置规划器为 rules。",
        ),
    ),
    "RINGI-331": (
        (
            "モデル「{model}」の鍵（{variable}）がありません。",
            "There is no key ({variable}) for the model “{model}”.",
            "没有模型“{model}”的密钥（{variable}）。",
        ),
        (
            "環境変数 {variable} を設定して起動し直すか、`ringi settings set model rules` にしてください。",
            "Set {variable} in the environment and start again, or `ringi settings set model rules`.",
            "请设置环境变量 {variable} 后重新启动，或执行 `ringi settings set model rules`。",
        ),
    ),
    "RINGI-332": (
        (
            "モデル「{model}」に必要なパッケージがありません。",
            "The packages for the model “{model}” are not installed.",
            "缺少模型“{model}”所需的软件包。",
        ),
        (
            "Ringi のディレクトリで `make extras` を実行し、始め直してください。",
            "Run `make extras` in Ringi's directory and start again.",
            "请在 Ringi 目录中运行 `make extras`，然后重新启动。",
        ),
    ),
    "RINGI-333": (
        (
            "環境変数 {variable} のアドレスは使えません。",
            "The address in {variable} cannot be used.",
            "环境变量 {variable} 中的地址不可用。",
        ),
        (
            "http:// または https:// のアドレスを、利用者名や問い合わせ文字列なしで指定してください。",
            "Give an address of http:// or https:// without a user name or a query.",
            "请填写 http:// 或 https:// 地址，不带用户名和查询字符串。",
        ),
    ),
    "RINGI-334": (
        (
            "環境変数 {variable} のアドレスは暗号化されていないため、鍵を送りませんでした。",
            "The address in {variable} is not encrypted, so the key was not sent there.",
            "环境变量 {variable} 中的地址未加密，因此没有发送密钥。",
        ),
        ("https:// のアドレスにしてください。", "Use an address of https://.", "请使用 https:// 地址。"),
    ),
    "RINGI-335": (
        (
            "モデル「{model}」の提供元が鍵を受け付けませんでした。",
            "The provider of “{model}” refused the key.",
            "模型“{model}”的提供方拒绝了密钥。",
        ),
        (
            "環境変数 {variable} の鍵が有効か、このモデルを使えるかを確認し、起動し直して再実行してください。",
            "Check that the key in {variable} is valid and may use this model, start again and retry.",
            "请确认 {variable} 中的密钥有效且可使用该模型，重新启动后重试。",
        ),
    ),
    "RINGI-336": (
        (
            "モデル「{model}」の提供元が、要求が多すぎるとして断りました（待ち時間 {seconds} 秒）。",
            "The provider of “{model}” says there were too many requests (wait {seconds} seconds).",
            "模型“{model}”的提供方表示请求过多（等待 {seconds} 秒）。",
        ),
        _RETRY,
    ),
    "RINGI-337": (
        (
            "モデル「{model}」の提供元の利用枠または残高がなくなりました。",
            "The quota or the credit at the provider of “{model}” is used up.",
            "模型“{model}”提供方的额度或余额已用完。",
        ),
        (
            "提供元の契約を確認してから再実行してください。",
            "Look at your account there, then retry.",
            "请检查提供方账户后重试。",
        ),
    ),
    "RINGI-338": (
        (
            "モデル「{model}」の提供元が停止中か混雑しています。",
            "The provider of “{model}” is down or overloaded.",
            "模型“{model}”的提供方停止服务或过载。",
        ),
        _RETRY,
    ),
    "RINGI-339": (
        (
            "モデル「{model}」に接続できないか、応答の途中で接続が切れました。",
            "The model “{model}” cannot be reached, or the connection broke in the middle of its answer.",
            "无法连接模型“{model}”，或在回答途中连接中断。",
        ),
        (
            "ネットワークとアドレスを確認して再実行してください。",
            "Check the network and the address, then retry.",
            "请检查网络和地址后重试。",
        ),
    ),
    "RINGI-340": (
        (
            "モデル「{model}」が時間内に答えませんでした。",
            "The model “{model}” did not answer in time.",
            "模型“{model}”没有在时限内回答。",
        ),
        (
            "再実行するか、設定 model_timeout_seconds を延ばしてください。",
            "Retry, or give it more time with the setting model_timeout_seconds.",
            "请重试，或延长设置 model_timeout_seconds。",
        ),
    ),
    "RINGI-341": (
        (
            "モデル「{model}」が回答を拒否しました。",
            "The model “{model}” refused to answer.",
            "模型“{model}”拒绝回答。",
        ),
        (
            "依頼の言い方を変えるか、別のモデルにするか、計画を自分で提出してください。",
            "Put the request differently, use another model, or hand in a plan yourself.",
            "请换一种说法，换用其他模型，或自行提交计划。",
        ),
    ),
    "RINGI-342": (
        (
            "モデル「{model}」の回答が長すぎて途中で切れました。",
            "The answer of “{model}” was too long and was cut off.",
            "模型“{model}”的回答过长而被截断。",
        ),
        (
            "依頼を分けて、小さくしてから出し直してください。",
            "Split the request into smaller ones.",
            "请将请求拆分成更小的部分。",
        ),
    ),
    "RINGI-343": (
        (
            "モデル「{model}」に渡す内容が長すぎます。",
            "What the model “{model}” would have to read is too long for it.",
            "交给模型“{model}”的内容过长。",
        ),
        (
            "依頼を短くするか、使わないツールを `ringi tools forbid` で外してください。",
            "Shorten the request, or take tools away with `ringi tools forbid`.",
            "请缩短请求，或用 `ringi tools forbid` 去掉不用的工具。",
        ),
    ),
    "RINGI-344": (
        (
            "モデル「{model}」の回答を使えません（{reason}）。誤りを伝えて求め直しましたが、直りませんでした。",
            "The answer of “{model}” cannot be used ({reason}). It was told what was wrong and did not put it right.",
            "模型“{model}”的回答不可用（{reason}）。已告知错误并要求重答，但仍未改正。",
        ),
        (
            "再実行するか、依頼を言い換えるか、別のモデルにしてください。",
            "Retry, put the request differently, or use another model.",
            "请重试、换一种说法或换用其他模型。",
        ),
    ),
    "RINGI-345": (
        (
            "モデル「{model}」は提供元にありません。",
            "The provider has no model “{model}”.",
            "提供方没有模型“{model}”。",
        ),
        (
            "設定 model の名前とアドレスを確認してください。",
            "Check the name in the setting model, and the address.",
            "请检查设置 model 中的名称和地址。",
        ),
    ),
    "RINGI-346": (
        (
            "モデル「{model}」に判断を頼む途中で、予期しない問題が起きました（{kind}）。",
            "Something unexpected went wrong while the model “{model}” was asked ({kind}).",
            "请求模型“{model}”时发生意外问题（{kind}）。",
        ),
        (
            "再実行してください。続く場合はログを添えて知らせてください。",
            "Retry. If it stays, report it with the log.",
            "请重试。如仍出现，请附上日志反馈。",
        ),
    ),
    "RINGI-347": (
        (
            "モデル「{model}」の提供元が要求を受け付けませんでした。",
            "The provider of “{model}” would not take the request.",
            "模型“{model}”的提供方不接受该请求。",
        ),
        (
            "別のモデルを試すか、提供元の状況を確認してください。",
            "Try another model, or look at the provider's notices.",
            "请尝试其他模型，或查看提供方的公告。",
        ),
    ),
    "RINGI-348": (
        (
            "判断の途中で、モデル「{model}」に使える量の上限を超えました。",
            "The budget for the model “{model}” was used up in the middle of a judgement.",
            "判断途中超出了模型“{model}”的用量上限。",
        ),
        (
            "再実行すると、続けるかどうかを尋ねます。上限は設定 budget_… で変えられます。",
            "Retry: you will be asked whether to go on. The settings budget_… change the limits.",
            "重试时会询问是否继续。可用设置 budget_… 修改上限。",
        ),
    ),
    "RINGI-349": (
        (
            "環境変数 {variable} の鍵に、鍵に使えない文字が含まれています。",
            "The key in {variable} has characters that no key has.",
            "环境变量 {variable} 中的密钥含有不允许的字符。",
        ),
        (
            "鍵を写し直してください（改行や空白を含めない）。",
            "Copy the key again, without line breaks or blanks.",
            "请重新复制密钥，不要包含换行或空格。",
        ),
    ),
    "RINGI-350": (
        (
            "判断役「{mind}」の指定を読み取れません。",
            "“{mind}” is not a mind that can be asked.",
            "无法识别判断者“{mind}”。",
        ),
        (
            "`rules` か `model:提供元:名前` を指定してください。",
            "Give `rules` or `model:provider:name`.",
            "请指定 `rules` 或 `model:提供方:名称`。",
        ),
    ),
}
