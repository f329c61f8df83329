"""RINGI-800 to 839: sessions of other runtimes and the controls."""

from __future__ import annotations

from ringi.words import Text

ERRORS: dict[str, tuple[Text, Text]] = {
    "RINGI-800": (
        (
            "{total} 件中 {count} 件のファクトを受け取れず、何も保存していません。最初の理由（{line} 行目）: {reason}",
            "{count} of {total} facts cannot be taken; nothing was stored. The first reason (line {line}): {reason}",
            "{total} 条事实中有 {count} 条无法接收，未保存任何内容。第一个原因（第 {line} 行）：{reason}",
        ),
        (
            "`lines` の各行を直して、全体をもう一度送ってください。同じものを二度送っても一度だけ記録されます。",
            "Mend what `lines` names and send the whole again; what was sent twice is recorded once.",
            "请按 `lines` 修正后重新发送全部内容；重复发送只会记录一次。",
        ),
    ),
    "RINGI-801": (
        (
            "「{name}」はセッションの名前に使えません。",
            "“{name}” cannot name a session.",
            "“{name}”不能作为会话名称。",
        ),
        (
            "目に見える文字で 200 字以内の名前を `session` に入れるか、ファクトに `sessionId` を付けてください。",
            "Give `session` a name of visible characters, at most 200, or put a `sessionId` on the facts.",
            "请在 `session` 中填写不超过 200 个可见字符的名称，或在事实中写明 `sessionId`。",
        ),
    ),
    "RINGI-802": (
        (
            "{id} は Ringi 自身のセッションです。外からのファクトは受け取りません。",
            "{id} is a session of Ringi's own: it takes no facts from outside.",
            "{id} 是 Ringi 自己的会话，不接收外部事实。",
        ),
        (
            "別の名前のセッションへ送ってください。",
            "Send them to a session of another name.",
            "请发送到其他名称的会话。",
        ),
    ),
    "RINGI-803": (
        (
            "{who} はこのセッションの実行環境として振る舞えません。",
            "{who} cannot act as the runtime of this session.",
            "{who} 不能充当此会话的运行环境。",
        ),
        (
            "セッションを作った利用者の鍵で送ってください。",
            "Use the key of the user whose session it is.",
            "请使用该会话所属用户的密钥。",
        ),
    ),
    "RINGI-804": (
        (
            "一度に送れるファクトは 1〜{limit} 件です（{found} 件でした）。",
            "A delivery holds 1 to {limit} facts (this one held {found}).",
            "一次可发送 1 至 {limit} 条事实（此次为 {found} 条）。",
        ),
        (
            "分けて送ってください。",
            "Send them in several deliveries.",
            "请分批发送。",
        ),
    ),
    "RINGI-805": (
        (
            "「{source}」という出どころはありません。",
            "There is no source “{source}”.",
            "没有“{source}”这种来源。",
        ),
        (
            "次のどれかにしてください: {known}",
            "Use one of: {known}",
            "请使用以下之一：{known}",
        ),
    ),
    "RINGI-810": (
        (
            "「{control}」という操作はありません。",
            "There is no control “{control}”.",
            "没有“{control}”这种操作。",
        ),
        (
            "次のどれかです: {known}",
            "One of: {known}",
            "可用操作：{known}",
        ),
    ),
    "RINGI-811": (
        (
            "「{control}」を引き受けるものがこのセッションにつながっていません。何も変わっていません。",
            "Nothing that owns “{control}” is connected to this session. Nothing has changed.",
            "此会话没有连接能执行“{control}”的拥有方。未做任何更改。",
        ),
        (
            "このセッションで使える操作は {available} です。",
            "Here these are available: {available}",
            "此会话可用的操作：{available}",
        ),
    ),
    "RINGI-812": (
        (
            "このセッションの実行環境がつながっていません（直近 {seconds} 秒）。「{control}」は送られていません。",
            "The runtime of this session is not connected (in the last {seconds} s). “{control}” was not sent.",
            "此会话的运行环境未连接（最近 {seconds} 秒内）。“{control}”未发送。",
        ),
        (
            "実行環境がつながったら、もう一度お試しください。",
            "Try again when the runtime is connected.",
            "请在运行环境连接后重试。",
        ),
    ),
    "RINGI-813": (
        (
            "操作には `Idempotency-Key`（目に見える ASCII 文字、200 字以内）が必要です。",
            "A control needs an `Idempotency-Key` (visible ASCII characters, at most 200).",
            "操作需要 `Idempotency-Key`（可见 ASCII 字符，不超过 200 个）。",
        ),
        (
            "操作ごとに新しい鍵（UUID など）を付け、やり直しには同じ鍵を使ってください。",
            "Give every attempt a key of its own (a UUID, say), and use the same key to repeat it.",
            "请为每次操作附上新键（如 UUID），重试时使用相同的键。",
        ),
    ),
    "RINGI-814": (
        (
            "この `Idempotency-Key` は別の内容の操作（{control}）に使われています。何も変わっていません。",
            "This `Idempotency-Key` was used for something else ({control}). Nothing has changed.",
            "此 `Idempotency-Key` 已用于其他内容的操作（{control}）。未做任何更改。",
        ),
        (
            "別の操作には新しい鍵を付けてください。",
            "Give another deed a key of its own.",
            "其他操作请使用新的键。",
        ),
    ),
    "RINGI-815": (
        (
            "「{control}」の対象 {id} は今のファクトで受付中ではありません（{state}）。何も変わっていません。",
            "“{control}” is about {id}, which is not open by the facts ({state}). Nothing has changed.",
            "“{control}”的对象 {id} 在此会话当前的事实中并非待处理（{state}）。未做任何更改。",
        ),
        (
            "最新の状態を読み直してから、もう一度選んでください。",
            "Look at the present state, then choose again.",
            "请查看最新状态后重新选择。",
        ),
    ),
    "RINGI-816": (
        (
            "表示されていた内容（ダイジェスト）が今のものと違います。何も変わっていません。",
            "What was shown (its digest) is not what stands there now. Nothing has changed.",
            "所显示内容的摘要与现在的不一致。未做任何更改。",
        ),
        (
            "今の内容を見てから決めてください。",
            "Look at what it is now, then decide.",
            "请查看当前内容后再决定。",
        ),
    ),
    "RINGI-817": (
        (
            "「{control}」には `{argument}`（{wanted}）が必要です。",
            "“{control}” needs `{argument}` ({wanted}).",
            "“{control}”需要 `{argument}`（{wanted}）。",
        ),
        (
            "本文を直して、新しい鍵でもう一度送ってください。",
            "Mend the body and send it with a new key.",
            "请修正内容后用新的键重新发送。",
        ),
    ),
    "RINGI-818": (
        (
            "「{control}」に `{argument}` という項目はありません。",
            "“{control}” has no `{argument}`.",
            "“{control}”没有 `{argument}` 这一项。",
        ),
        (
            "使える項目: {known}",
            "It has: {known}",
            "可用项：{known}",
        ),
    ),
    "RINGI-819": (
        (
            "{id} にはもう返事が送られ（{control}）、実行環境の確認を待っています。",
            "{id} has been answered already ({control}) and waits for the runtime to confirm it.",
            "{id} 已有答复（{control}），正在等待运行环境确认。",
        ),
        (
            "実行環境のファクトを待ってください。",
            "Wait for the runtime's fact.",
            "请等待运行环境的事实。",
        ),
    ),
    "RINGI-820": (
        (
            "番号 {sequence} の時点は再生できません（このセッションは 1〜{last} です）。",
            "There is no state at {sequence} (this session has 1 to {last}).",
            "没有 {sequence} 处的状态（此会话为 1 至 {last}）。",
        ),
        (
            "その範囲の番号を指定してください。",
            "Name a number in that range.",
            "请指定该范围内的编号。",
        ),
    ),
    "RINGI-821": (
        (
            "「{kind}」という詳細はありません。",
            "There is no detail of kind “{kind}”.",
            "没有“{kind}”类详情。",
        ),
        (
            "次のどれかです: {known}",
            "One of: {known}",
            "可用：{known}",
        ),
    ),
    "RINGI-822": (
        (
            "戻る先がありません。戻れるのは、計画が承認を待っている間だけです。何も変わっていません。",
            "Only a plan that waits for its decision can go back to its policy. Nothing has changed.",
            "没有可回退的内容：仅当计划等待审批时才能退回方针。未做任何更改。",
        ),
        (
            "代わりに「steer」で方針を変えるか、新しい依頼を出してください。",
            "Steer it instead, or make a new request.",
            "请改用“steer”调整，或提出新的请求。",
        ),
    ),
    "RINGI-823": (
        (
            "「{value}」は使えません: {what}",
            "“{value}” cannot be used: {what}",
            "“{value}”不可用：{what}",
        ),
        (
            "`/v1/openapi.json` の説明に合わせてください。",
            "See `/v1/openapi.json` for what it may be.",
            "请参照 `/v1/openapi.json` 的说明。",
        ),
    ),
}
