"""RINGI-220 to 299: what can no longer be decided, and what people may ask of a task."""

from __future__ import annotations

from ringi.words import Text

ERRORS: dict[str, tuple[Text, Text]] = {
    "RINGI-220": (
        (
            "実行が始まったため取り下げられません({status})。",
            "It can no longer be taken back: it is {status}.",
            "已无法撤回（{status}）。",
        ),
        (
            "実行中なら `ringi cancel {id}` で中止できます。",
            "While it runs, `ringi cancel {id}` stops it.",
            "执行中可用 `ringi cancel {id}` 中止。",
        ),
    ),
    "RINGI-221": (
        (
            "{id} はすでに終わっています({status})。",
            "{id} has already ended ({status}).",
            "{id} 已经结束（{status}）。",
        ),
        ("新しい依頼として出してください。", "Ask again as a new request.", "请作为新请求提交。"),
    ),
    "RINGI-222": (
        ("{id} にはやり直すものがありません。", "{id} has nothing to retry.", "{id} 没有可重试的内容。"),
        ("`ringi show {id}` で今の状態を確かめてください。", "See `ringi show {id}`.", "请用 `ringi show {id}` 查看。"),
    ),
    "RINGI-223": (
        ("{verdict} という答えはありません。", "{verdict} is not an answer here.", "没有 {verdict} 这个选项。"),
        (
            "done(済んでいた)・failed(起きていなかった)・retry(もう一度)のどれかです。",
            "Use done, failed or retry.",
            "请用 done、failed 或 retry。",
        ),
    ),
    "RINGI-224": (
        (
            "実行 {id} は結果不明ではありません({status})。",
            "The outcome of {id} is not unknown ({status}).",
            "执行 {id} 的结果并非未知（{status}）。",
        ),
        ("`ringi show {id}` で今の状態を確かめてください。", "See `ringi show {id}`.", "请用 `ringi show {id}` 查看。"),
    ),
    "RINGI-225": (
        (
            "実行 {id} はステップの記録がないため続けられません。",
            "{id} has no record of its steps and cannot go on.",
            "执行 {id} 没有步骤记录，无法继续。",
        ),
        (
            "`failed` として閉じ、新しく依頼してください。",
            "Close it as `failed` and ask again.",
            "请以 `failed` 结束后重新提交。",
        ),
    ),
    "RINGI-226": (
        (
            "{id} には今、口を挟めません({status})。",
            "{id} cannot be steered now ({status}).",
            "{id} 现在无法调整（{status}）。",
        ),
        ("終わった依頼は新しく出してください。", "Ask again if it has ended.", "若已结束，请重新提交。"),
    ),
    "RINGI-227": (
        ("次の計画を作っているところです。", "The next plan is already being written.", "正在制定新的计划。"),
        (
            "計画が出てから差し戻すか却下してください。",
            "Wait for it, then return or reject it.",
            "请等计划出来后再退回或驳回。",
        ),
    ),
    "RINGI-228": (
        (
            "版の上限({limit})に達しています。",
            "The limit of {limit} versions is reached.",
            "已达到版本上限（{limit}）。",
        ),
        ("取り下げて、新しく依頼してください。", "Withdraw it and ask anew.", "请撤回后重新提交。"),
    ),
    "RINGI-229": (
        ("結果不明のステップがあります。", "A step's outcome is unknown.", "有步骤的结果未知。"),
        (
            "先に `ringi resolve {id} done|failed|retry` で確定してください。",
            "Settle it first: `ringi resolve {id} done|failed|retry`.",
            "请先用 `ringi resolve {id} done|failed|retry` 确定。",
        ),
    ),
    "RINGI-230": (
        ("{id} は今、計画を受け付けられません。", "{id} cannot take a plan now.", "{id} 现在不能接受计划。"),
        (
            "先に方針を承認してください。実行が始まった後は `ringi steer` です。",
            "Approve the policy first; after the start use `ringi steer`.",
            "请先批准方针；开始执行后请用 `ringi steer`。",
        ),
    ),
    "RINGI-231": (
        (
            "{id} はまだ終わっていません({status})。",
            "{id} has not ended yet ({status}).",
            "{id} 尚未结束（{status}）。",
        ),
        ("終わってから消去してください。", "Erase it after it has ended.", "请在结束后再清除。"),
    ),
    "RINGI-232": (
        (
            "見た内容の照合値がないか、短すぎます（8 文字以上）。",
            "The digest of what you were shown is missing or too short (8 characters or more).",
            "缺少所显示内容的摘要值，或摘要值过短（至少 8 个字符）。",
        ),
        (
            "`ringi inbox --json` の digest(8 文字以上)を添えてください。",
            "Send the digest from `ringi inbox --json` (at least 8 characters).",
            "请附上 `ringi inbox --json` 中的 digest（至少 8 个字符）。",
        ),
    ),
    "RINGI-233": (
        ("{id} は承認の番号ではありません。", "{id} is not the id of an approval.", "{id} 不是审批编号。"),
        (
            "`ringi inbox --json` の approval_id を使ってください。",
            "Use the approval_id from `ringi inbox --json`.",
            "请使用 `ringi inbox --json` 中的 approval_id。",
        ),
    ),
    "RINGI-235": (
        (
            "{who} さんには全体を見る権限がありません。",
            "{who} may not look at everybody's work.",
            "{who} 无权查看全部内容。",
        ),
        (
            "ご自分の依頼は `ringi show` で見られます。",
            "Your own requests are in `ringi show`.",
            "自己的请求可用 `ringi show` 查看。",
        ),
    ),
    "RINGI-236": (
        (
            "承認の記録は {state} になっていますが、誰がいつ決めたかの記録がありません。"
            "外から書き換えられた可能性があります。",
            "The approval is recorded as {state}, but nobody is recorded as having decided it; "
            "it may have been changed from outside.",
            "审批记录为 {state}，但没有记录由谁在何时决定；可能被从外部改动。",
        ),
        (
            "`ringi db verify` で記録を確かめてください。",
            "Check the records with `ringi db verify`.",
            "请用 `ringi db verify` 核对记录。",
        ),
    ),
    "RINGI-237": (
        (
            "この実行は、その後もう一度試みられています。表示されていた呼び出しのことではなくなりました。",
            "Another attempt has been made since: this is no longer about the call that was shown.",
            "此后已再次尝试执行：现在已不是当时显示的那次调用。",
        ),
        (
            "最新の表示で、今の呼び出しの結果を確かめてから選んでください。",
            "Look at the newest screen, check what became of that call, then choose.",
            "请在最新画面中确认该次调用的实际结果后再选择。",
        ),
    ),
    "RINGI-238": (
        (
            "表示されていた失敗は、もう今の状態ではありません。",
            "The failure that was shown is not how it stands any more.",
            "所显示的失败已不是当前状态。",
        ),
        (
            "最新の表示を確かめて、必要ならそこで再実行してください。",
            "Look at the newest screen and retry there if it is needed.",
            "请查看最新画面，需要时在那里重试。",
        ),
    ),
    "RINGI-239": (
        (
            "答えようとした質問は、もう答えられています。{id} は今、別の質問をしています。",
            "The question that was shown has been answered; {id} asks another one now.",
            "所显示的问题已有人回答；{id} 现在问的是另一个问题。",
        ),
        (
            "`ringi show {id}` か最新の画面で今の質問を確かめて、それに答えてください。",
            "Read the present one (`ringi show {id}`, or the newest screen) and answer that.",
            "请用 `ringi show {id}` 或在最新画面查看现在的问题，再作回答。",
        ),
    ),
    "RINGI-240": (
        (
            "{place} に秘密の値（鍵、トークン、保管庫の値）が入っています。承認や実行の対象には書けません。",
            "There is a secret at {place} (a key, a token, a value of the vault): it cannot be approved and run.",
            "{place} 含有机密值（密钥、令牌或保管库中的值），不能写进要批准和执行的内容。",
        ),
        (
            "その値を取り除き、接続（`ringi connect` かサーバーの設定）で渡し、送った値は新しくしてください。",
            "Take it out and give it by a connection (`ringi connect`, the server's settings); change the one sent.",
            "请删除该值，改用连接（`ringi connect` 或服务器配置）传递；已经发出的请更换。",
        ),
    ),
    "RINGI-241": (
        (
            "{id} では、判断する人に見せた内容の一部が伏せられていました。改めて全文を見せて承認を求めます。",
            "Part of what {id} would do was hidden from those who decide. It is asked for anew, with everything shown.",
            "{id} 的部分内容曾对决定者隐藏，现已完整显示并重新请求批准。",
        ),
        (
            "新しいカードの全文を確かめて、改めて判断してください。",
            "Read the new card in full and decide again.",
            "请阅读新卡片的全文后重新决定。",
        ),
    ),
    "RINGI-242": (
        (
            "{id} は一部が [redacted] と伏せられています。全文を見られないものは、ここでは承認できません。",
            "A part of {id} is struck out ([redacted]): what cannot be read whole cannot be approved here.",
            "{id} 的一部分已隐去（[redacted]）：无法完整阅读的内容不能在此批准。",
        ),
        (
            "却下するか、そのエージェントの側で判断するか、秘密の値を含めずに聞き直してもらってください。",
            "Reject it, decide at the runtime that asks, or have it ask again without the secret.",
            "请拒绝、在发出请求的一侧决定，或让对方去掉机密值后重新请求。",
        ),
    ),
    "RINGI-250": (
        (
            "状態が変わっていました({table} {id}: {found})。",
            "The record had moved meanwhile ({table} {id}: {found}).",
            "状态已发生变化（{table} {id}：{found}）。",
        ),
        (
            "`ringi show` で今の状態を確かめてください。",
            "See how it stands with `ringi show`.",
            "请用 `ringi show` 查看现状。",
        ),
    ),
}
