"""The catalogue of errors: code → message and next step, each in Japanese, English and Chinese.

1xx what was given · 2xx who may decide, and decisions · 3xx plans and tools · 4xx execution · 5xx store and machine
· 6xx set-up.
"""

from __future__ import annotations

from typing import Any

from ringi.words import Text, pick
from ringi.words.plain import plain

ERRORS: dict[str, tuple[Text, Text]] = {
    "RINGI-100": (
        ("想定外のエラーが起きました。", "Something unexpected went wrong.", "发生了意外错误。"),
        (
            "もう一度お試しください。続く場合は `ringi doctor` を実行してください。",
            "Try again; if it stays, run `ringi doctor`.",
            "请重试;若仍出现,请运行 `ringi doctor`。",
        ),
    ),
    "RINGI-101": (
        ("依頼の内容が空です。", "The request is empty.", "请求内容为空。"),
        (
            "やってほしいことを一文で書いてください。",
            "Say in one sentence what should be done.",
            "请用一句话说明要做的事。",
        ),
    ),
    "RINGI-102": (
        (
            "文章が長すぎます({length} 文字、上限 {limit} 文字)。",
            "The text is too long ({length} characters; the limit is {limit}).",
            "文本过长({length} 个字符,上限 {limit})。",
        ),
        (
            "短くするか、複数の依頼に分けてください。",
            "Shorten it, or split it into several requests.",
            "请缩短,或拆分为多个请求。",
        ),
    ),
    "RINGI-103": (
        ("依頼 {id} は見つかりません。", "There is no request {id}.", "找不到请求 {id}。"),
        (
            "`ringi inbox` または `ringi show` で番号を確かめてください。",
            "Check the id with `ringi inbox` or `ringi show`.",
            "请用 `ringi inbox` 或 `ringi show` 确认编号。",
        ),
    ),
    "RINGI-104": (
        ("{id} に当たるものは見つかりません。", "Nothing is known by the id {id}.", "没有编号为 {id} 的内容。"),
        (
            "番号の先頭 8 文字以上を指定してください。`ringi inbox` に一覧があります。",
            "Give at least the first 8 characters of an id; `ringi inbox` lists them.",
            "请给出编号的前 8 个字符以上;`ringi inbox` 可列出。",
        ),
    ),
    "RINGI-105": (
        ("設定 {key} はありません。", "There is no setting {key}.", "没有名为 {key} 的设置。"),
        ("使えるのは {known} です。", "Known settings: {known}.", "可用的设置:{known}。"),
    ),
    "RINGI-106": (
        (
            "設定 {key} に {value} は使えません({wanted})。",
            "{value} cannot be used for {key} ({wanted}).",
            "设置 {key} 不能使用 {value}({wanted})。",
        ),
        (
            "`ringi settings get` で今の値と意味を確かめてください。",
            "See the present value and what it means with `ringi settings get`.",
            "请用 `ringi settings get` 查看当前值与含义。",
        ),
    ),
    "RINGI-107": (
        (
            "設定 {key} は {low} から {high} の間です。",
            "{key} must be between {low} and {high}.",
            "设置 {key} 须在 {low} 到 {high} 之间。",
        ),
        ("範囲内の値を指定してください。", "Give a value within the range.", "请给出范围内的值。"),
    ),
    "RINGI-108": (
        ("利用者名 {name} は使えません。", "{name} cannot be used as a user name.", "用户名 {name} 不可用。"),
        (
            "空白・コロン・斜線のない 64 文字以内の名前にしてください。",
            "Use up to 64 characters without spaces, colons or slashes.",
            "请使用不含空格、冒号、斜线且不超过 64 个字符的名称。",
        ),
    ),
    "RINGI-109": (
        ("役割 {roles} は使えません。", "The roles {roles} are not known.", "角色 {roles} 不可用。"),
        ("使える役割は {known} です。", "Known roles: {known}.", "可用角色:{known}。"),
    ),
    "RINGI-110": (
        (
            "ファクトの {field} に、語彙にない値 {found} が入っています。",
            "The fact's {field} has the value {found}, which is not in the vocabulary.",
            "事实的 {field} 含有词汇表之外的值 {found}。",
        ),
        (
            "語彙にある値を使ってください。独自の状態は payload.status に入れます。",
            "Use a value of the vocabulary; put a status of your own into payload.status.",
            "请使用词汇表中的值；自定义状态请放入 payload.status。",
        ),
    ),
    "RINGI-111": (
        (
            "正規形で表せない値があります（{found}）。",
            "There is a value that canonical form cannot spell ({found}).",
            "存在无法用规范形式表示的值（{found}）。",
        ),
        (
            "文字列・整数・真偽値・null と、その配列・オブジェクトだけにしてください（入れ子は 200 段まで）。",
            "Use only text, integers, booleans, null, and lists and objects of them, at most 200 levels deep.",
            "只能使用文本、整数、布尔值、null 以及由它们组成的数组和对象（最多嵌套 200 层）。",
        ),
    ),
    "RINGI-112": (
        (
            "数値 {found} は、どの読み手にも同じに見える範囲を超えています。",
            "The number {found} is outside the range that every reader sees alike.",
            "数值 {found} 超出了所有读取方都能一致解读的范围。",
        ),
        (
            "±9007199254740991 以内の整数にするか、文字列で渡してください。",
            "Use an integer within ±9007199254740991, or give it as text.",
            "请使用 ±9007199254740991 以内的整数，或以文本形式提供。",
        ),
    ),
    "RINGI-113": (
        (
            "文字 {found} は正規形に書けません（対になっていないサロゲート、または ASCII 以外のキー）。",
            "{found} cannot be written in canonical form (half a surrogate pair, or a key that is not ASCII).",
            "{found} 无法写入规范形式（不成对的代理字符，或非 ASCII 的键）。",
        ),
        (
            "文字コードを確かめ、キーには ASCII の文字だけを使ってください。",
            "Check the text's encoding, and use only ASCII characters in keys.",
            "请检查文本编码，键只能使用 ASCII 字符。",
        ),
    ),
    "RINGI-114": (
        (
            "{type} のファクトには {field} が必要です。",
            "A {type} fact needs its {field}.",
            "{type} 事实必须带有 {field}。",
        ),
        (
            "何についてのファクトかが分かるように、{field} を付けてください。",
            "Add {field}, so that it is clear what the fact is about.",
            "请加上 {field}，以表明该事实针对什么。",
        ),
    ),
    "RINGI-115": (
        (
            "ファクトの {field} が空か、型が違います（{found}）。",
            "The fact's {field} is empty or of the wrong type ({found}).",
            "事实的 {field} 为空或类型不正确（{found}）。",
        ),
        (
            "値がないときは、空文字や null ではなく、項目ごと省いてください。",
            "When there is no value, leave the field out instead of sending null or an empty text.",
            "没有值时，请省略该字段，不要发送 null 或空文本。",
        ),
    ),
    "RINGI-116": (
        ("ファクトに {field} がありません。", "The fact has no {field}.", "事实缺少 {field}。"),
        (
            "{field} は必ず付ける項目です。補ってください。",
            "{field} is always required; add it.",
            "{field} 是必填字段，请补上。",
        ),
    ),
    "RINGI-117": (
        (
            "ファクトに知らない項目 {field} があります。",
            "The fact has an unknown field {field}.",
            "事实含有未知字段 {field}。",
        ),
        (
            "独自の項目は payload の中に入れてください。",
            "Put fields of your own into payload.",
            "自定义字段请放入 payload。",
        ),
    ),
    "RINGI-118": (
        (
            "ファクトの時刻 {found} が読み取れません。",
            "The fact's timestamp {found} cannot be read.",
            "无法读取事实的时间戳 {found}。",
        ),
        (
            "2026-11-16T02:36:00.123Z のように、日付・時刻・時差を書いてください。",
            "Write date, time and zone, like 2026-11-16T02:36:00.123Z.",
            "请写明日期、时间和时区，例如 2026-11-16T02:36:00.123Z。",
        ),
    ),
    "RINGI-119": (
        (
            "ファクトの連番 {found} が正しくありません。",
            "The fact's sequence {found} is not valid.",
            "事实的序号 {found} 无效。",
        ),
        (
            "連番は 1 から始まる整数で、保存するときに付けられます。付けずに渡してください。",
            "A sequence is an integer from 1 on and is given when the fact is stored; leave it out.",
            "序号是从 1 开始的整数，在保存时分配；请不要自行填写。",
        ),
    ),
    "RINGI-120": (
        (
            "封印に使う値の長さが違います（ソルト {salt}、直前のハッシュ {previous} バイト）。",
            "What the seal is made with has the wrong length (salt {salt}, previous hash {previous} bytes).",
            "用于封存的值长度不正确（盐 {salt} 字节，前一哈希 {previous} 字节）。",
        ),
        (
            "記録が壊れている可能性があります。`ringi db verify` を実行してください。",
            "The record may be damaged; run `ringi db verify`.",
            "记录可能已损坏；请运行 `ringi db verify`。",
        ),
    ),
    "RINGI-130": (
        (
            "操作 {operation} に {argument} という引数はありません。",
            "{operation} takes no argument {argument}.",
            "操作 {operation} 没有参数 {argument}。",
        ),
        ("綴りを確かめてください。", "Check the spelling.", "请检查拼写。"),
    ),
    "RINGI-131": (
        (
            "操作 {operation} の {argument} は {wanted} でなければなりません。",
            "{argument} of {operation} must be of type {wanted}.",
            "操作 {operation} 的 {argument} 必须是 {wanted}。",
        ),
        ("値の種類を直してください。", "Correct the type of the value.", "请更正值的类型。"),
    ),
    "RINGI-132": (
        (
            "操作 {operation} には {argument} が必要です。",
            "{operation} needs {argument}.",
            "操作 {operation} 需要 {argument}。",
        ),
        ("足りない引数を加えてください。", "Add the missing argument.", "请补上缺少的参数。"),
    ),
    "RINGI-133": (
        ("操作 {operation} はありません。", "There is no operation {operation}.", "没有名为 {operation} 的操作。"),
        ("綴りを確かめてください。", "Check the spelling.", "请检查拼写。"),
    ),
    "RINGI-134": (
        ("利用者 {name} はすでにいます。", "There already is a user {name}.", "用户 {name} 已存在。"),
        (
            "役割の変更は `ringi users roles` です。",
            "Change roles with `ringi users roles`.",
            "更改角色请用 `ringi users roles`。",
        ),
    ),
    "RINGI-135": (
        (
            "{id} で始まるタスクが複数あります：{candidates}",
            "{id} is the beginning of more than one task: {candidates}",
            "以 {id} 开头的任务不止一个：{candidates}",
        ),
        ("もう少し長く指定してください。", "Give more characters.", "请多给几个字符。"),
    ),
    "RINGI-136": (
        ("ツール {tool} はつながっていません。", "The tool {tool} is not connected.", "工具 {tool} 未连接。"),
        ("`ringi tools` で確かめてください。", "See `ringi tools`.", "请用 `ringi tools` 确认。"),
    ),
    "RINGI-171": (
        (
            "評価ファイルの {line} 行目が読めません:{reason}",
            "Line {line} of the evaluation file cannot be used: {reason}",
            "评估文件第 {line} 行无法使用:{reason}",
        ),
        (
            "1 行に 1 つの JSON(id, lang, today, text, expect)を書いてください。",
            "Write one JSON object a line: id, lang, today, text, expect.",
            "请每行写一个 JSON 对象:id、lang、today、text、expect。",
        ),
    ),
    "RINGI-201": (
        (
            "{who} さんには、これを決める権限がありません(必要な役割: {roles})。",
            "{who} may not decide this (roles needed: {roles}).",
            "{who} 无权决定此事项(需要角色:{roles})。",
        ),
        (
            "承認者に依頼してください。管理者は `ringi users roles` で役割を変えられます。",
            "Ask an approver; an admin can change roles with `ringi users roles`.",
            "请联系审批人;管理员可用 `ringi users roles` 更改角色。",
        ),
    ),
    "RINGI-202": (
        (
            "{who} さんは、この依頼の依頼者でも決裁者でもありません。",
            "{who} is neither the requester nor somebody who may decide.",
            "{who} 既不是申请人,也不是审批人。",
        ),
        ("依頼者か承認者に頼んでください。", "Ask the requester or an approver.", "请联系申请人或审批人。"),
    ),
    "RINGI-203": (
        (
            "ご自分の依頼は承認できない設定です({who})。",
            "{who} may not approve their own request here.",
            "当前设置不允许 {who} 审批自己的请求。",
        ),
        (
            "別の承認者に依頼してください(設定 self_approval)。",
            "Ask another approver (setting self_approval).",
            "请由其他审批人处理(设置 self_approval)。",
        ),
    ),
    "RINGI-204": (
        (
            "依頼を取り下げられるのは依頼者本人だけです({who})。",
            "Only the requester may take this back ({who}).",
            "只有申请人本人可以撤回({who})。",
        ),
        (
            "終わらせたい場合は承認者が「中止」を使えます。",
            "An approver can cancel it instead.",
            "如需结束,审批人可以使用“中止”。",
        ),
    ),
    "RINGI-205": (
        ("{who} さんは管理者ではありません。", "{who} is not an admin.", "{who} 不是管理员。"),
        ("管理者に依頼してください。", "Ask an admin.", "请联系管理员。"),
    ),
    "RINGI-206": (
        (
            "他の人の名前で操作できるのは管理者だけです({who})。",
            "Only an admin may act as somebody else ({who}).",
            "只有管理员可以代他人操作({who})。",
        ),
        ("`--as` を外してください。", "Leave `--as` out.", "请去掉 `--as`。"),
    ),
    "RINGI-207": (
        ("利用者 {who} は停止されています。", "The user {who} is switched off.", "用户 {who} 已停用。"),
        ("管理者に問い合わせてください。", "Ask an admin.", "请联系管理员。"),
    ),
    "RINGI-208": (
        ("利用者 {who} はいません。", "There is no user {who}.", "没有用户 {who}。"),
        ("`ringi users` で確かめてください。", "See `ringi users`.", "请用 `ringi users` 确认。"),
    ),
    "RINGI-209": (
        (
            "最後の管理者から役割を外すことはできません。",
            "The last admin cannot lose that role.",
            "不能取消最后一名管理员的角色。",
        ),
        ("先に別の人を管理者にしてください。", "Make somebody else an admin first.", "请先将另一人设为管理员。"),
    ),
    "RINGI-210": (
        ("承認 {id} は見つかりません。", "There is no approval {id}.", "找不到审批 {id}。"),
        ("`ringi inbox` で確かめてください。", "See `ringi inbox`.", "请用 `ringi inbox` 确认。"),
    ),
    "RINGI-211": (
        (
            "すでに決まっています({state}、{who}、{when})。",
            "This was already decided: {state} by {who} at {when}.",
            "已有决定:{state}({who},{when})。",
        ),
        (
            "何もする必要はありません。`ringi show` で今の状態を見られます。",
            "Nothing to do; `ringi show` tells how it stands.",
            "无需操作;可用 `ringi show` 查看现状。",
        ),
    ),
    "RINGI-212": (
        (
            "表示された内容が変わっています。この決定は受け付けませんでした。",
            "What you were shown has changed; the decision was not taken.",
            "所显示的内容已变更,此决定未被接受。",
        ),
        (
            "今の内容を見てから決めてください(`ringi show`)。",
            "Look at the present version first (`ringi show`).",
            "请先查看当前内容(`ringi show`)再决定。",
        ),
    ),
    "RINGI-213": (
        (
            "記録の内容が、承認を求めたときのものと一致しません。",
            "The record is not what was put up for approval.",
            "记录内容与提交审批时不一致。",
        ),
        (
            "承認せずに `ringi db verify` を実行し、管理者に知らせてください。",
            "Do not approve; run `ringi db verify` and tell an admin.",
            "请勿批准;运行 `ringi db verify` 并通知管理员。",
        ),
    ),
    "RINGI-214": (
        ("理由がありません。", "A reason is needed.", "缺少理由。"),
        (
            "一文で構いません。次の版に反映されます。",
            "One sentence is enough; the next version takes it in.",
            "一句话即可,新版本会据此修改。",
        ),
    ),
    "RINGI-215": (
        ("これは承認ではなく質問です。", "This is a question, not an approval.", "这是提问,不是审批。"),
        (
            '`ringi answer {id} "…"` で答えてください。',
            'Answer it with `ringi answer {id} "…"`.',
            '请用 `ringi answer {id} "…"` 回答。',
        ),
    ),
    "RINGI-216": (
        ("{id} には答えを待つ質問がありません。", "{id} has no open question.", "{id} 没有待回答的问题。"),
        ("`ringi show {id}` で今の状態を確かめてください。", "See `ringi show {id}`.", "请用 `ringi show {id}` 查看。"),
    ),
    "RINGI-217": (
        (
            "{id} は順番待ちではありません({status})。",
            "{id} is not waiting in a queue ({status}).",
            "{id} 不在排队({status})。",
        ),
        (
            "始まった依頼には `ringi steer` を使えます。",
            "For work that has begun use `ringi steer`.",
            "已开始的工作请用 `ringi steer`。",
        ),
    ),
    "RINGI-218": (
        (
            "{kind} に対して {decision} はできません。",
            "{decision} cannot be done to a {kind}.",
            "不能对 {kind} 执行 {decision}。",
        ),
        (
            "承認・却下・差し戻し(計画のみ)が使えます。",
            "Approve, reject, or return (plans only).",
            "可用:批准、驳回、退回(仅限计划)。",
        ),
    ),
    "RINGI-219": (
        ("{id} には決めることがありません。", "There is nothing to decide about {id}.", "{id} 没有需要决定的事项。"),
        (
            "`ringi inbox` に待っているものがあります。",
            "`ringi inbox` lists what waits.",
            "`ringi inbox` 列出待办事项。",
        ),
    ),
    "RINGI-220": (
        (
            "実行が始まったため取り下げられません({status})。",
            "It can no longer be taken back: it is {status}.",
            "已无法撤回({status})。",
        ),
        (
            "実行中なら `ringi cancel {id}` で中止できます。",
            "While it runs, `ringi cancel {id}` stops it.",
            "执行中可用 `ringi cancel {id}` 中止。",
        ),
    ),
    "RINGI-221": (
        ("{id} はすでに終わっています({status})。", "{id} has already ended ({status}).", "{id} 已经结束({status})。"),
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
            "执行 {id} 的结果并非未知({status})。",
        ),
        ("`ringi show {id}` で今の状態を確かめてください。", "See `ringi show {id}`.", "请用 `ringi show {id}` 查看。"),
    ),
    "RINGI-225": (
        (
            "実行 {id} はステップの記録がないため続けられません。",
            "{id} has no record of its steps and cannot go on.",
            "执行 {id} 没有步骤记录,无法继续。",
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
            "{id} 现在无法调整({status})。",
        ),
        ("終わった依頼は新しく出してください。", "Ask again if it has ended.", "若已结束,请重新提交。"),
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
        ("版の上限({limit})に達しています。", "The limit of {limit} versions is reached.", "已达到版本上限({limit})。"),
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
            "请先批准方针;开始执行后请用 `ringi steer`。",
        ),
    ),
    "RINGI-231": (
        ("{id} はまだ終わっていません({status})。", "{id} has not ended yet ({status}).", "{id} 尚未结束({status})。"),
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
            "请附上 `ringi inbox --json` 中的 digest(至少 8 个字符)。",
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
    "RINGI-250": (
        (
            "状態が変わっていました({table} {id}: {found})。",
            "The record had moved meanwhile ({table} {id}: {found}).",
            "状态已发生变化({table} {id}:{found})。",
        ),
        (
            "`ringi show` で今の状態を確かめてください。",
            "See how it stands with `ringi show`.",
            "请用 `ringi show` 查看现状。",
        ),
    ),
    "RINGI-300": (
        (
            "計画に {count} 件の誤りがあります。{first_ja}",
            "The plan has {count} mistake(s). {first_en}",
            "计划中有 {count} 处错误。{first_zh}",
        ),
        (
            "誤りを直して、もう一度計画を出してください。",
            "Put the mistakes right and hand the plan in again.",
            "请改正错误后重新提交计划。",
        ),
    ),
    "RINGI-301": (
        (
            "参照の形が正しくありません：{binding}",
            "The binding is malformed: {binding}",
            "引用的格式不正确：{binding}",
        ),
        (
            "`$from` と `path`、または `$text` だけを書いてください。",
            "Write only `$from` and `path`, or only `$text`.",
            "请只写 `$from` 和 `path`，或只写 `$text`。",
        ),
    ),
    "RINGI-302": (
        (
            "ステップ「{step}」の結果がありません。",
            "There is no result of the step “{step}”.",
            "没有步骤“{step}”的结果。",
        ),
        (
            "参照先のステップIDを確認してください。",
            "Check the id of the step that is referred to.",
            "请检查所引用的步骤 ID。",
        ),
    ),
    "RINGI-303": (
        (
            "参照式「{path}」を評価できません（{reason}）。",
            "The path “{path}” cannot be evaluated ({reason}).",
            "无法计算路径“{path}”（{reason}）。",
        ),
        (
            "JMESPath の書き方と、参照先の結果の形を確認してください。",
            "Check the JMESPath and the shape of the result it is applied to.",
            "请检查 JMESPath 的写法以及所引用结果的结构。",
        ),
    ),
    "RINGI-304": (
        (
            "ステップ「{step}」の結果に「{path}」が見つかりません。",
            "The result of the step “{step}” has nothing at “{path}”.",
            "步骤“{step}”的结果中没有“{path}”。",
        ),
        (
            "実際の結果を確認し、参照式を直した計画を出してください。",
            "Look at the real result and hand in a plan with the right path.",
            "请查看实际结果，并提交路径正确的计划。",
        ),
    ),
    "RINGI-305": (
        (
            "文中の差し込み「{place}」を読み取れません。",
            "The place “{place}” in the text cannot be read.",
            "无法读取文本中的“{place}”。",
        ),
        (
            "差し込みは「ステップID：参照式」を波括弧で囲み、波括弧そのものは 2 つ重ねて書いてください。",
            "Put “step id: path” in braces, and double a brace that is meant as one.",
            "请用花括号括住“步骤ID：路径”；花括号本身请写两次。",
        ),
    ),
    "RINGI-306": (
        (
            "差し込み後の文が長すぎます（上限 {limit} 文字）。",
            "The text is too long once it is filled in (at most {limit} characters).",
            "填入后的文本过长（上限 {limit} 个字符）。",
        ),
        (
            "差し込む範囲を絞ってください。",
            "Take in less of the earlier result.",
            "请缩小填入的范围。",
        ),
    ),
    "RINGI-307": (
        (
            "値の入れ子が深すぎます（上限 {limit} 段）。",
            "The value is nested too deeply (at most {limit} levels).",
            "值的嵌套过深（上限 {limit} 层）。",
        ),
        (
            "値の形を平らにしてください。",
            "Make the value flatter.",
            "请减少嵌套层数。",
        ),
    ),
    "RINGI-308": (
        (
            "ツール「{tool}」が受け付けない入力です。{first_ja}",
            "The tool “{tool}” cannot take this input. {first_en}",
            "工具“{tool}”不接受此输入。{first_zh}",
        ),
        (
            "前のステップの結果を確認し、計画を直してください。",
            "Look at the results of the earlier steps and change the plan.",
            "请查看之前步骤的结果并修改计划。",
        ),
    ),
    "RINGI-310": (
        (
            "ツール「{tool}」は接続されていません。",
            "No connected tool is called “{tool}”.",
            "没有连接名为“{tool}”的工具。",
        ),
        (
            "`ringi doctor` で接続を確認してください。呼び出しは行われていません。",
            "Check the connections with `ringi doctor`. Nothing was called.",
            "请用 `ringi doctor` 检查连接。没有进行任何调用。",
        ),
    ),
    "RINGI-311": (
        (
            "ツールサーバー「{server}」に接続できません（{reason}）。",
            "The tool server “{server}” cannot be reached ({reason}).",
            "无法连接工具服务器“{server}”（{reason}）。",
        ),
        (
            "サーバーの起動と `ringi.toml` を確認し、再実行してください。呼び出しは届いていません。",
            "Check that the server runs and `ringi.toml`, then retry. The call never reached it.",
            "请确认服务器已启动并检查 `ringi.toml`，然后重试。调用没有送达。",
        ),
    ),
    "RINGI-312": (
        (
            "ツール「{tool}」がエラーを返しました：{reason}",
            "The tool “{tool}” answered with an error: {reason}",
            "工具“{tool}”返回了错误：{reason}",
        ),
        (
            "内容を確認し、原因を除いてから再実行してください。",
            "Read what it says, remove the cause and retry.",
            "请查看内容，排除原因后重试。",
        ),
    ),
    "RINGI-313": (
        (
            "サーバー「{server}」が呼び出しを受け付けませんでした：{reason}",
            "The server “{server}” refused the call: {reason}",
            "服务器“{server}”拒绝了调用：{reason}",
        ),
        (
            "ツールの定義とサーバーの状態を確認してください。",
            "Check the tool's definition and the server.",
            "请检查工具的定义和服务器状态。",
        ),
    ),
    "RINGI-314": (
        (
            "ツール「{tool}」から {seconds} 秒以内に応答がありませんでした。実行されたかどうかは不明です。",
            "The tool “{tool}” did not answer within {seconds} seconds. Whether it did its work is unknown.",
            "工具“{tool}”在 {seconds} 秒内没有响应。是否已执行尚不清楚。",
        ),
        (
            "実際の状態を確認し、`ringi resolve` で結果を伝えてください。",
            "Look at what really happened and say so with `ringi resolve`.",
            "请确认实际情况，并用 `ringi resolve` 说明结果。",
        ),
    ),
    "RINGI-315": (
        (
            "ツール「{tool}」の応答を待つ間に接続が切れました（{reason}）。実行されたかどうかは不明です。",
            "The connection broke while the tool “{tool}” was working ({reason}). Whether it did its work is unknown.",
            "等待工具“{tool}”响应时连接中断（{reason}）。是否已执行尚不清楚。",
        ),
        (
            "実際の状態を確認し、`ringi resolve` で結果を伝えてください。",
            "Look at what really happened and say so with `ringi resolve`.",
            "请确认实际情况，并用 `ringi resolve` 说明结果。",
        ),
    ),
    "RINGI-316": (
        (
            "ツール「{tool}」の応答が大きすぎます（上限 {limit} MB）。",
            "The answer of the tool “{tool}” is too large (at most {limit} MB).",
            "工具“{tool}”的响应过大（上限 {limit} MB）。",
        ),
        (
            "期間や対象を絞った計画にしてください。",
            "Plan it with a smaller span or fewer things.",
            "请缩小时间范围或对象后重新计划。",
        ),
    ),
    "RINGI-317": (
        (
            "ツール「{tool}」の応答を読み取れません（{reason}）。",
            "The answer of the tool “{tool}” cannot be read ({reason}).",
            "无法读取工具“{tool}”的响应（{reason}）。",
        ),
        (
            "サーバーの不具合の可能性があります。書き込みの場合は実際の状態を確認してください。",
            "The server may be faulty. After a write, look at what really happened.",
            "服务器可能有故障。若为写入操作，请确认实际情况。",
        ),
    ),
    "RINGI-318": (
        (
            "ツール「{tool}」の応答が、そのツール自身の出力定義に合いません（{reason}）。",
            "The answer of the tool “{tool}” breaks its own output schema ({reason}).",
            "工具“{tool}”的响应不符合其自身的输出定义（{reason}）。",
        ),
        (
            "サーバーの不具合の可能性があります。書き込みの場合は実際の状態を確認してください。",
            "The server may be faulty. After a write, look at what really happened.",
            "服务器可能有故障。若为写入操作，请确认实际情况。",
        ),
    ),
    "RINGI-319": (
        (
            "ツール「{tool}」が追加の入力を求めましたが、承認済みの計画にはありません。",
            "The tool “{tool}” asked for more input, which the approved plan does not have.",
            "工具“{tool}”要求补充输入，但已批准的计划中没有。",
        ),
        (
            "必要な値をすべて入力に含めた計画を出してください。",
            "Hand in a plan whose input has everything the tool needs.",
            "请提交包含全部所需输入的计划。",
        ),
    ),
    "RINGI-320": (
        (
            "ツール「{tool}」への入力を送れません（{reason}）。",
            "The input for the tool “{tool}” cannot be sent ({reason}).",
            "无法发送工具“{tool}”的输入（{reason}）。",
        ),
        (
            "入力を JSON で表せる値にし、大きさを減らしてください。呼び出しは行われていません。",
            "Make it plain JSON and smaller. Nothing was called.",
            "请使用可用 JSON 表示的值并减小大小。没有进行任何调用。",
        ),
    ),
    "RINGI-321": (
        (
            "サーバー「{server}」のツール「{tool}」は使えません（{reason}）。",
            "The tool “{tool}” of the server “{server}” cannot be used ({reason}).",
            "无法使用服务器“{server}”的工具“{tool}”（{reason}）。",
        ),
        (
            "サーバーの提供元に確認してください。ほかのツールは使えます。",
            "Ask whoever provides the server. The other tools work.",
            "请联系服务器的提供方。其他工具可以使用。",
        ),
    ),
    "RINGI-322": (
        (
            "設定にあるツール「{tool}」をサーバー「{server}」は提供していません。",
            "The server “{server}” does not offer the tool “{tool}” that `ringi.toml` names.",
            "服务器“{server}”没有提供配置中的工具“{tool}”。",
        ),
        (
            "`ringi.toml` のツール名を確認してください。",
            "Check the tool's name in `ringi.toml`.",
            "请检查 `ringi.toml` 中的工具名称。",
        ),
    ),
    "RINGI-323": (
        (
            "サーバー「{server}」の名簿「{uri}」を読み取れません（{reason}）。",
            "The directory “{uri}” of the server “{server}” cannot be read ({reason}).",
            "无法读取服务器“{server}”的名录“{uri}”（{reason}）。",
        ),
        (
            "サーバーの名簿の形を確認してください。宛先の候補に含まれません。",
            "Check the shape of the directory. Nobody is taken from it.",
            "请检查名录的格式。不会从中选取收件人。",
        ),
    ),
    "RINGI-324": (
        (
            "ツールとの接続を閉じているところです。",
            "The connections to the tools are being closed.",
            "正在关闭与工具的连接。",
        ),
        (
            "Ringi を起動し直してください。呼び出しは行われていません。",
            "Start Ringi again. Nothing was called.",
            "请重新启动 Ringi。没有进行任何调用。",
        ),
    ),
    "RINGI-401": (
        (
            "書き込みの途中で途切れました。実行されたかどうか分かりません。",
            "It broke off in the middle of a write: it may or may not have happened.",
            "写入途中中断,是否已执行未知。",
        ),
        (
            "相手のシステムを確かめ、`ringi resolve` で done・failed・retry を選んでください。",
            "Look in the other system, then `ringi resolve` with done, failed or retry.",
            "请在对方系统确认后,用 `ringi resolve` 选择 done、failed 或 retry。",
        ),
    ),
    "RINGI-402": (
        (
            "承認された計画と記録が一致しないため、実行しませんでした。",
            "The plan in the record is not the one that was approved; nothing was run.",
            "记录中的计划与批准的不一致,未执行。",
        ),
        ("`ringi db verify` を実行してください。", "Run `ringi db verify`.", "请运行 `ringi db verify`。"),
    ),
    "RINGI-403": (
        ("制限時間を超えました。", "The time limit was reached.", "超过时限。"),
        (
            "`ringi retry` で失敗したステップから続けられます(設定 l4_timeout_seconds)。",
            "`ringi retry` goes on from the failed step (setting l4_timeout_seconds).",
            "可用 `ringi retry` 从失败步骤继续(设置 l4_timeout_seconds)。",
        ),
    ),
    "RINGI-404": (
        ("ツールがエラーを返しました。", "The tool answered with an error.", "工具返回了错误。"),
        (
            "内容を確かめて `ringi retry` してください。",
            "Look at what it says, then `ringi retry`.",
            "请查看内容后 `ringi retry`。",
        ),
    ),
    "RINGI-405": (
        (
            "計画のツールが今はつながっていません。",
            "A tool of the plan is not connected now.",
            "计划中的工具当前未连接。",
        ),
        (
            "`ringi tools` で確かめ、つないでから `ringi retry` してください。",
            "See `ringi tools`, connect it, then `ringi retry`.",
            "请用 `ringi tools` 确认并连接后 `ringi retry`。",
        ),
    ),
    "RINGI-406": (
        (
            "承認のあとでツールが変わったため、止めました。",
            "The tool has changed since the approval, so it was not called.",
            "批准之后工具发生了变化,已停止。",
        ),
        ("新しい計画として承認を取り直してください。", "Have a new plan approved.", "请重新提交计划审批。"),
    ),
    "RINGI-407": (
        ("ステップの確認で却下されました。", "The step was refused at its check.", "步骤确认时被驳回。"),
        (
            "理由を見て、必要なら新しく依頼してください。",
            "Read the reason; ask anew if needed.",
            "请查看理由,必要时重新提交。",
        ),
    ),
    "RINGI-408": (
        ("起きていなかったと確認されました。", "A person confirmed that it did not happen.", "经确认未发生。"),
        ("`ringi retry` で続けられます。", "`ringi retry` goes on from there.", "可用 `ringi retry` 继续。"),
    ),
    "RINGI-409": (
        ("ツール {tool} は禁止されています。", "The tool {tool} is forbidden.", "工具 {tool} 已被禁止。"),
        (
            "管理者が `ringi tools allow {tool}` で許可できます。",
            "An admin can allow it: `ringi tools allow {tool}`.",
            "管理员可用 `ringi tools allow {tool}` 允许。",
        ),
    ),
    "RINGI-410": (
        (
            "承認のあとで、宛先の番号が指す人が変わりました。",
            "The person behind an id in the plan has changed since the approval.",
            "批准之后,计划中编号所指的人员发生了变化。",
        ),
        (
            "宛先を確かめ、新しい計画として承認を取り直してください。",
            "Check the recipients and have a new plan approved.",
            "请确认收件人并重新提交计划审批。",
        ),
    ),
    "RINGI-501": (
        (
            "{where} は新しい版の Ringi のデータベースです(版 {found}、この Ringi が扱えるのは {known} まで)。",
            "{where} was made by a newer Ringi (version {found}; this one knows up to {known}).",
            "{where} 由更新版本的 Ringi 创建(版本 {found},当前 Ringi 只支持到 {known})。",
        ),
        (
            "Ringi を更新するか、古いバックアップを `ringi db restore` で戻してください。ファイルは変更していません。",
            "Update Ringi, or bring back an older backup with `ringi db restore`. The file was not touched.",
            "请更新 Ringi,或用 `ringi db restore` 恢复较早的备份。文件未被改动。",
        ),
    ),
    "RINGI-502": (
        (
            "{where} は壊れているか、SQLite のファイルではありません。",
            "{where} is damaged, or not an SQLite file.",
            "{where} 已损坏,或不是 SQLite 文件。",
        ),
        (
            "バックアップがあれば `ringi db restore` で戻してください。ファイルは変更していません。",
            "Bring back a backup with `ringi db restore`. The file was not touched.",
            "如有备份,请用 `ringi db restore` 恢复。文件未被改动。",
        ),
    ),
    "RINGI-503": (
        (
            "{where} は Ringi のデータベースではありません(見つかったもの: {found})。",
            "{where} is not a Ringi database (found: {found}).",
            "{where} 不是 Ringi 数据库(发现: {found})。",
        ),
        (
            "`--home` または RINGI_DATABASE_URL の指定を確認してください。ファイルは変更していません。",
            "Check `--home` or RINGI_DATABASE_URL. Nothing in it was touched.",
            "请检查 `--home` 或 RINGI_DATABASE_URL 的设置。其中内容未被改动。",
        ),
    ),
    "RINGI-504": (
        (
            "{where} には、同じタスクで版番号が重複している行があります({found})。",
            "In {where} some tasks have the same version number twice ({found}).",
            "{where} 中有任务的版本号重复({found})。",
        ),
        (
            "`ringi db upgrade --repair` で作成順に番号を付け直せます(行は失われません)。ファイルは変更していません。",
            "`ringi db upgrade --repair` renumbers them in order of creation and keeps every row. Nothing was changed.",
            "可用 `ringi db upgrade --repair` 按创建顺序重新编号,不会丢失任何行。文件未被改动。",
        ),
    ),
    "RINGI-505": (
        ("{where} に書き込めません。", "{where} cannot be written.", "无法写入 {where}。"),
        (
            "フォルダーとファイルの書き込み権限を確認するか、`--home` で別の場所を指定してください。",
            "Check the permissions of the directory and the file, or choose another place with `--home`.",
            "请检查目录和文件的写入权限,或用 `--home` 指定其他位置。",
        ),
    ),
    "RINGI-506": (
        (
            "{where} への書き込み中に、ディスクの空きがなくなったか、ディスクがエラーを返しました。",
            "The disk is full or failed while writing {where}.",
            "写入 {where} 时磁盘已满或出错。",
        ),
        (
            "空き容量を作ってから、もう一度お試しください。途中までの変更はすべて取り消しました。",
            "Make room and try again. Everything half done was undone.",
            "请腾出空间后重试。未完成的更改已全部撤销。",
        ),
    ),
    "RINGI-507": (
        (
            "PostgreSQL のバックアップと復元は Ringi では行いません。",
            "Ringi does not back up or restore PostgreSQL itself.",
            "Ringi 不负责 PostgreSQL 的备份与恢复。",
        ),
        (
            "バックアップには `pg_dump`、復元には `pg_restore` を使ってください。",
            "Use `pg_dump` to back up and `pg_restore` to restore.",
            "请用 `pg_dump` 备份,用 `pg_restore` 恢复。",
        ),
    ),
    "RINGI-508": (
        (
            "{where} は別のプロセスが使用中です。",
            "{where} is in use by another process.",
            "{where} 正被另一个进程使用。",
        ),
        (
            "そのプロセスの終了を待って、もう一度お試しください。",
            "Wait for it to finish, then try again.",
            "请等待该进程结束后重试。",
        ),
    ),
    "RINGI-509": (
        (
            "PostgreSQL に接続できません({reason})。",
            "PostgreSQL cannot be reached ({reason}).",
            "无法连接 PostgreSQL({reason})。",
        ),
        (
            "サーバーが動いているか、RINGI_DATABASE_URL が正しいかを確認してください。",
            "Check that the server runs and that RINGI_DATABASE_URL is right.",
            "请确认服务器正在运行,且 RINGI_DATABASE_URL 正确。",
        ),
    ),
    "RINGI-510": (
        (
            "{where} を最新の形にできませんでした({reason})。",
            "{where} could not be made current ({reason}).",
            "无法将 {where} 升级到最新版本({reason})。",
        ),
        (
            "変更はすべて取り消しました。`ringi doctor` で状態を確認してください。",
            "Everything was undone. Look at its state with `ringi doctor`.",
            "所有更改均已撤销。请用 `ringi doctor` 检查状态。",
        ),
    ),
    "RINGI-511": (
        (
            "PostgreSQL 用のドライバーが入っていません。",
            "The driver for PostgreSQL is not installed.",
            "未安装 PostgreSQL 驱动。",
        ),
        (
            "`ringi[postgres]` をインストールするか、RINGI_DATABASE_URL を外して SQLite を使ってください。",
            "Install `ringi[postgres]`, or unset RINGI_DATABASE_URL to use SQLite.",
            "请安装 `ringi[postgres]`,或取消 RINGI_DATABASE_URL 以使用 SQLite。",
        ),
    ),
    "RINGI-512": (
        ("{where} はすでに存在します。", "{where} already exists.", "{where} 已存在。"),
        (
            "別の名前を指定してください。既存のファイルには上書きしません。",
            "Choose another name. An existing file is never overwritten.",
            "请指定其他名称。不会覆盖已有文件。",
        ),
    ),
    "RINGI-513": (
        (
            "{where} を使用中の Ringi があるため、復元できません。",
            "A running Ringi is using {where}, so nothing can be restored into it.",
            "有正在运行的 Ringi 在使用 {where},无法恢复。",
        ),
        (
            "`ringi up` を止めてから、もう一度お試しください。",
            "Stop `ringi up`, then try again.",
            "请先停止 `ringi up`,然后重试。",
        ),
    ),
    "RINGI-514": (
        ("{where} がありません。", "{where} does not exist.", "{where} 不存在。"),
        (
            "パスを確認してください。",
            "Check the path.",
            "请检查路径。",
        ),
    ),
    "RINGI-515": (
        (
            "このデータベースでは、別のデータディレクトリのプロセスが作業中です：{who}。",
            "A process of another data directory is at work on this database: {who}.",
            "另一个数据目录的进程正在处理此数据库：{who}。",
        ),
        (
            "依頼や決裁は記録済みで、そのプロセスが続けます。ここで続けるには、先にそちらを止めてください。",
            "What was asked or decided is on the record, and that process carries it on. "
            "To work here instead, stop it first.",
            "请求和决定已记录，由该进程继续处理。若要在此处理，请先停止该进程。",
        ),
    ),
    "RINGI-516": (
        (
            "別のプロセスがこのデータベースの作業を引き継いだため、ここではタスク {task} を続けません。",
            "Another process has taken over the work on this database; task {task} is not carried on here.",
            "另一个进程已接管此数据库的工作，任务 {task} 不再在此继续。",
        ),
        (
            "`ringi show {task}` で様子を見てください。1 つのデータベースで働くのは 1 つのプロセスだけです。",
            "Look with `ringi show {task}`. Only one process works on a database at a time.",
            "请用 `ringi show {task}` 查看。一个数据库同时只由一个进程处理。",
        ),
    ),
    "RINGI-517": (
        (
            "別のプロセスがこのデータベースの作業を引き継いだため、このサーバーは停止しました。",
            "Another process has taken over the work on this database, so this server has stopped.",
            "另一个进程已接管此数据库的工作，因此本服务器已停止。",
        ),
        (
            "引き継いだ側を使うか、それを止めてから `ringi up` をもう一度実行してください。",
            "Use the one that has taken over, or stop it and run `ringi up` again.",
            "请使用接管的一方，或将其停止后再次运行 `ringi up`。",
        ),
    ),
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
            "`make bench` を使うか、`ringi[bench]` をインストールしてください。",
            "Use `make bench`, or install `ringi[bench]`.",
            "请使用 `make bench`，或安装 `ringi[bench]`。",
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
    "RINGI-650": (
        ("サインインしていません。", "You are not signed in.", "您尚未登录。"),
        (
            "`ringi up` が表示したアドレスを開くか、管理者に `ringi users key 名前` で鍵を発行してもらってください。",
            "Open the address that `ringi up` printed, or have an admin make you a key with `ringi users key NAME`.",
            "请打开 `ringi up` 显示的地址，或请管理员用 `ringi users key 名字` 为您生成密钥。",
        ),
    ),
    "RINGI-651": (
        (
            "送られた内容が大きすぎます（上限 {limit} MB）。",
            "What was sent is too large (at most {limit} MB).",
            "发送的内容过大（上限 {limit} MB）。",
        ),
        (
            "内容を短くしてください。何も保存されていません。",
            "Make it shorter. Nothing was kept.",
            "请缩短内容。没有保存任何内容。",
        ),
    ),
    "RINGI-652": (
        (
            "ポート {port} を使えません（{reason}）。",
            "The port {port} cannot be used ({reason}).",
            "无法使用端口 {port}（{reason}）。",
        ),
        (
            "`ringi up --port 番号` で別のポートを選ぶか、使っているプログラムを止めてください。",
            "Choose another with `ringi up --port NUMBER`, or stop the program that uses it.",
            "请用 `ringi up --port 端口号` 选择其他端口，或停止占用它的程序。",
        ),
    ),
    "RINGI-653": (
        (
            "このデータディレクトリでは、すでに Ringi が動いています：{address}（プロセス {pid}）。",
            "Ringi is already running on this data directory: {address} (process {pid}).",
            "此数据目录上已有 Ringi 在运行：{address}（进程 {pid}）。",
        ),
        (
            "そちらを使うか、止めてから起動してください。別の場所を使うには `--home` を指定します。",
            "Use that one, or stop it first. `--home` chooses another directory.",
            "请使用该实例，或先停止它。可用 `--home` 指定其他目录。",
        ),
    ),
    "RINGI-654": (
        (
            "{where} に書き込めません（{reason}）。",
            "{where} cannot be written ({reason}).",
            "无法写入 {where}（{reason}）。",
        ),
        (
            "ディレクトリの権限と空き容量を確認するか、`--home` で別の場所を指定してください。",
            "Check the directory's permissions and free space, or choose another one with `--home`.",
            "请检查目录权限和可用空间，或用 `--home` 指定其他目录。",
        ),
    ),
    "RINGI-655": (
        (
            "「{host}」という宛先では受け付けません。",
            "Requests for “{host}” are not accepted here.",
            "不接受发往“{host}”的请求。",
        ),
        (
            "`ringi up` が表示したアドレスを使ってください。",
            "Use the address that `ringi up` printed.",
            "请使用 `ringi up` 显示的地址。",
        ),
    ),
    "RINGI-656": (
        (
            "別のページから送られた操作のため、受け付けませんでした。",
            "This was sent from another page and was not accepted.",
            "该操作来自其他页面，未予接受。",
        ),
        (
            "Ringi のページを開き直して、もう一度操作してください。何も変わっていません。",
            "Open Ringi's own page again and repeat it there. Nothing was changed.",
            "请重新打开 Ringi 页面并再次操作。没有任何更改。",
        ),
    ),
    "RINGI-657": (
        (
            "送られた内容を読み取れません（{reason}）。",
            "What was sent cannot be read ({reason}).",
            "无法读取发送的内容（{reason}）。",
        ),
        (
            "UTF-8 の JSON オブジェクト（API）またはページのフォームとして送ってください。",
            "Send a JSON object in UTF-8 (API) or use the page's own forms.",
            "请以 UTF-8 的 JSON 对象（API）或页面表单发送。",
        ),
    ),
    "RINGI-658": (
        (
            "「{host}」では待ち受けできません（{reason}）。",
            "Cannot listen on “{host}” ({reason}).",
            "无法在“{host}”上监听（{reason}）。",
        ),
        (
            "`--host` の値を確認してください。ふつうは指定しなくて大丈夫です。",
            "Check the value of `--host`; usually it is not needed.",
            "请检查 `--host` 的值；通常无需指定。",
        ),
    ),
    "RINGI-659": (
        (
            "「{what}」というページはありません。",
            "There is no page “{what}”.",
            "没有“{what}”这个页面。",
        ),
        (
            "受信箱から開き直してください。",
            "Start again from the inbox.",
            "请从待办重新打开。",
        ),
    ),
    "RINGI-660": (
        ("鍵が正しくありません。", "That key is not right.", "密钥不正确。"),
        (
            "管理者から新しい鍵（`ringi users key 名前`）をもらうか、`ringi up` の表示を使ってください。",
            "Ask an admin for a new one (`ringi users key NAME`), or use what `ringi up` printed last.",
            "请向管理员索取新密钥（`ringi users key 名字`）。启动者请使用 `ringi up` 最近显示的地址。",
        ),
    ),
    "RINGI-661": (
        (
            "成果物「{title}」のファイルが見つかりません。",
            "The file of the artifact “{title}” is not there.",
            "找不到成果“{title}”的文件。",
        ),
        (
            "データディレクトリから移動または削除された可能性があります。記録は残っています。",
            "It may have been moved or removed from the data directory. The record is still there.",
            "文件可能已从数据目录移走或删除。记录仍然保留。",
        ),
    ),
    "RINGI-662": (
        (
            "「{value}」は番号として読めません。",
            "“{value}” is not a number.",
            "“{value}”不是有效的编号。",
        ),
        (
            "0 以上の整数を指定してください。",
            "Give a whole number of 0 or more.",
            "请指定 0 或以上的整数。",
        ),
    ),
    "RINGI-663": (
        (
            "この場所では {method} を使えません。",
            "{method} does not work here.",
            "此处不能使用 {method}。",
        ),
        (
            "受信箱から開き直してください。",
            "Start again from the inbox.",
            "请从待办重新打开。",
        ),
    ),
    "RINGI-664": (
        (
            "別の ringi コマンドが {home} で作業中です。",
            "Another ringi command is at work in {home}.",
            "另一个 ringi 命令正在 {home} 中工作。",
        ),
        (
            "終わるのを待って、もう一度起動してください。",
            "Wait until it is done and start again.",
            "请等待其完成后再启动。",
        ),
    ),
    "RINGI-665": (
        (
            "どの承認について、何を見て決めたのかが送られていません。",
            "It was not said which approval is decided on, or what was shown of it.",
            "未说明针对哪项审批、根据所示的哪些内容作出决定。",
        ),
        (
            "ページを読み込み直し、内容を確かめてから決めてください。",
            "Reload the page, look at it again and decide then.",
            "请重新加载页面，确认内容后再作决定。",
        ),
    ),
    "RINGI-666": (
        (
            "サーバーが応答の前に終了しました。",
            "The server stopped before it had answered.",
            "服务器在响应之前已停止。",
        ),
        (
            "サーバーを起動し、行われたかどうかを確かめてから、必要ならもう一度送ってください。",
            "Start it, see whether it was done, and send it again if not.",
            "请启动服务器，确认是否已完成，必要时重新发送。",
        ),
    ),
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
            "无法写入 Slack，因此没有受理请求({error})。",
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
            "`ringi[keyring]` を入れてロックを解除するか、RINGI_VAULT_KEY を外して鍵ファイルを使ってください。",
            "Install `ringi[keyring]` and unlock the keyring, or unset RINGI_VAULT_KEY to use the key file.",
            "请安装 `ringi[keyring]` 并解锁密钥环，或取消 RINGI_VAULT_KEY 以使用密钥文件。",
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
    "RINGI-840": (
        (
            "一つのストリームで見られるセッションは {most} 件までです（{found} 件が求められました）。",
            "One stream carries at most {most} sessions ({found} were asked for).",
            "一个数据流最多包含 {most} 个会话（请求了 {found} 个）。",
        ),
        (
            "セッションを減らすか、ストリームを分けてください。",
            "Ask for fewer sessions, or open a second stream.",
            "请减少会话数量，或另开一个数据流。",
        ),
    ),
    "RINGI-841": (
        (
            "「{value}」は続きの位置として読めません。",
            "“{value}” does not say from where to go on.",
            "“{value}”不能作为继续的位置。",
        ),
        (
            "`セッション:番号` の形で渡すか、省略してください。",
            "Give it as `session:number`, or leave it out.",
            "请写成 `会话:编号` 的形式，或省略。",
        ),
    ),
    "RINGI-842": (
        (
            "開いているストリームが多すぎます（上限 {most}）。",
            "Too many streams are open (at most {most}).",
            "打开的数据流过多（上限 {most}）。",
        ),
        (
            "使っていないタブや接続を閉じて、もう一度お試しください。",
            "Close tabs or connections that are not in use, then try again.",
            "请关闭不用的标签页或连接后重试。",
        ),
    ),
    "RINGI-843": (
        ("役割が変わりました。", "Your roles have changed.", "您的角色已变更。"),
        ("ページを読み込み直してください。", "Load the page again.", "请重新加载页面。"),
    ),
    "RINGI-850": (
        (
            "添えられるファイルは{most}件まで、1件{limit} MBまでの {kinds} です。",
            "Up to {most} files of at most {limit} MB can be attached: {kinds}.",
            "最多可添加{most}个文件，每个不超过{limit} MB：{kinds}。",
        ),
        (
            "ファイルを減らすか、小さくして、もう一度送ってください。書いた内容は残っています。",
            "Attach fewer or smaller files and send it again. What you wrote is kept.",
            "请减少或缩小文件后重新发送。您填写的内容已保留。",
        ),
    ),
    "RINGI-851": (
        (
            "ファイル {name} は、名前の通りの中身ではないため受け取れません。",
            "The file {name} is not what its name says and was not taken.",
            "文件 {name} 的内容与名称不符，未予接收。",
        ),
        (
            "テキストは UTF-8 で保存し、表は .xlsx で保存し直してください。",
            "Save text as UTF-8 and tables as .xlsx, then attach it again.",
            "请将文本保存为 UTF-8，表格保存为 .xlsx 后重新添加。",
        ),
    ),
    "RINGI-852": (
        ("「{mode}」は、いまは選べません。", "“{mode}” is not possible right now.", "目前无法选择“{mode}”。"),
        (
            "書いた内容は残っています。別の送り方を選んでください。",
            "What you wrote is kept; choose another way to send it.",
            "您填写的内容已保留，请选择其他发送方式。",
        ),
    ),
    "RINGI-853": (
        (
            "入力を直してください（{fields}）。",
            "Please put the form right ({fields}).",
            "请更正表单（{fields}）。",
        ),
        (
            "示された項目を直して、もう一度送ってください。",
            "Correct the fields that are named and send it again.",
            "请更正所示项目后重新提交。",
        ),
    ),
    "RINGI-860": (
        (
            "成果物 {id} は、このセッションにはありません。",
            "This session has no artifact {id}.",
            "此会话中没有成果 {id}。",
        ),
        (
            "成果物の一覧から選び直してください。",
            "Choose one from the list of artifacts.",
            "请从成果列表中重新选择。",
        ),
    ),
    "RINGI-861": (
        ("担当 {id} は、このセッションにはいません。", "This session has no teammate {id}.", "此会话中没有队员 {id}。"),
        (
            "メンバーの一覧から選び直してください。",
            "Choose one from the roster.",
            "请从成员列表中重新选择。",
        ),
    ),
    "RINGI-862": (
        ("{control} は、ここからは行えません。", "{control} cannot be asked for here.", "此处无法执行 {control}。"),
        (
            "画面のボタンから操作してください。",
            "Use the buttons of the page.",
            "请使用页面上的按钮。",
        ),
    ),
    "RINGI-890": (
        (
            "AG-UI の入力 {field} が正しくありません（必要: {wanted}）。",
            "The AG-UI input is not usable: {field} (needed: {wanted}).",
            "AG-UI 输入 {field} 不正确（需要：{wanted}）。",
        ),
        (
            "RunAgentInput の形で送り直してください。何も変わっていません。",
            "Send a RunAgentInput. Nothing was changed.",
            "请按 RunAgentInput 格式重新发送。未作任何更改。",
        ),
    ),
    "RINGI-891": (
        (
            "スレッド {thread} には、まだ何もありません。user のメッセージがありません。",
            "There is nothing on thread {thread} yet, and no message of a user was sent.",
            "线程 {thread} 还没有内容，也没有收到 user 消息。",
        ),
        (
            "messages の最後に user のメッセージを入れてください。",
            "Put what you want as the last user message.",
            "请将请求作为最后一条 user 消息发送。",
        ),
    ),
    "RINGI-892": (
        (
            "{n} 件の決定を待っています。先に回答してください（{ids}）。",
            "This thread waits for {n} decision(s) first ({ids}).",
            "此线程正在等待 {n} 项决定，请先作出回应（{ids}）。",
        ),
        (
            "resume で回答するか、新しいメッセージなしで送って待っているものを見直してください。",
            "Answer them with `resume`, or send no new message to be shown them again.",
            "请用 resume 作答，或不带新消息发送以重新查看待决事项。",
        ),
    ),
    "RINGI-893": (
        (
            "resume に、待っている決定がすべて入っていません（不足: {ids}）。",
            "`resume` does not answer everything that waits (missing: {ids}).",
            "resume 未包含所有待决事项（缺少：{ids}）。",
        ),
        (
            "1 つの resume で、開いている interrupt すべてに回答してください。何も決まっていません。",
            "Answer all open interrupts in one `resume`. Nothing was decided.",
            "请在一个 resume 中回应所有未决 interrupt。尚未作出任何决定。",
        ),
    ),
    "RINGI-894": (
        (
            "{id} は、このスレッドで待っている決定ではありません。",
            "{id} is not something that waits on this thread.",
            "{id} 不是此线程正在等待的决定。",
        ),
        (
            "新しいメッセージなしで送ると、いま待っているものが届きます。",
            "Send no new message to be shown what waits now.",
            "不带新消息发送，即可看到当前待决事项。",
        ),
    ),
    "RINGI-895": (
        (
            "{id} への回答が読み取れません（必要: {wanted}）。",
            "The answer to {id} cannot be read (needed: {wanted}).",
            "无法读取对 {id} 的回应（需要：{wanted}）。",
        ),
        (
            "interrupt の responseSchema に合わせてください。何も決まっていません。",
            "Follow the interrupt's responseSchema. Nothing was decided.",
            "请遵循 interrupt 的 responseSchema。尚未作出任何决定。",
        ),
    ),
    "RINGI-896": (
        (
            "{id} は、書き換えて承認することはできません。見せたものだけが承認されます。",
            "{id} cannot be approved with edits: only what was shown can be approved.",
            "{id} 不能在修改后批准：只能批准所展示的内容。",
        ),
        (
            "理由を添えて却下すると、次の版が作られます。",
            "Reject it with a reason, and the next version takes it in.",
            "请附理由驳回，下一版将据此修改。",
        ),
    ),
    "RINGI-897": (
        (
            "スレッド {thread} はありません。",
            "There is no thread {thread}.",
            "没有线程 {thread}。",
        ),
        (
            "別の threadId を使ってください。",
            "Use another threadId.",
            "请使用其他 threadId。",
        ),
    ),
    "RINGI-898": (
        (
            "文章以外（{kinds}）は受け取れません。",
            "Only text is taken, not {kinds}.",
            "只接受文字，不接受 {kinds}。",
        ),
        (
            "文章だけを送ってください。",
            "Send text only.",
            "请只发送文字。",
        ),
    ),
    "RINGI-899": (
        (
            "送る予定の内容が AG-UI の規則（{rule}）に反したため、送りませんでした。",
            "What was about to be sent breaks a rule of AG-UI ({rule}), so it was not sent.",
            "待发送的内容违反 AG-UI 规则（{rule}），因此未发送。",
        ),
        (
            "仕事は続いています。ほかの画面で確認し、ログを管理者に見せてください。",
            "The work goes on; look at it on another surface, and show an admin the log.",
            "工作仍在继续；请在其他界面查看，并将日志交给管理员。",
        ),
    ),
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
    "RINGI-870": (
        (
            "「{name}」の値「{value}」は使えません。使えるもの: {wanted}",
            "“{value}” does not do for {name}. What does: {wanted}",
            "“{name}”的值“{value}”不可用。可用的值：{wanted}",
        ),
        (
            "条件を直して、もう一度探してください。",
            "Correct the filter and search again.",
            "请修改条件后重新搜索。",
        ),
    ),
    "RINGI-871": (
        (
            "{who} は Ringi 全体を調べることができません。",
            "{who} may not look over the whole house.",
            "{who} 无权检查整个 Ringi。",
        ),
        (
            "この Ringi の管理者か監査者に依頼してください。",
            "Ask an admin or an auditor of this Ringi.",
            "请联系此 Ringi 的管理员或审计员。",
        ),
    ),
    "RINGI-872": (
        (
            "「{provider}」は接続されていません。",
            "“{provider}” is not connected.",
            "“{provider}”未连接。",
        ),
        (
            "連携の一覧を確認してください。",
            "Look at the list of integrations.",
            "请查看集成列表。",
        ),
    ),
}


class _Known(dict[str, Any]):
    """Values for a template; a missing one is said, not raised."""

    def __missing__(self, key: str) -> str:
        return "?"


def known(code: str) -> bool:
    return code in ERRORS


def message(code: str, lang: str, values: dict[str, Any]) -> str:
    return pick(ERRORS.get(code, ERRORS["RINGI-100"])[0], lang).format_map(_Known(plain(values, lang)))


def next_step(code: str, lang: str, values: dict[str, Any]) -> str:
    return pick(ERRORS.get(code, ERRORS["RINGI-100"])[1], lang).format_map(_Known(plain(values, lang)))


def explained(error: Any, lang: str) -> str:
    """A recorded error (`RINGI-404: what the tool said`) in the reader's language, where its words are found again."""
    import re  # most commands end without an error to explain

    text = str(error or "").strip()
    code, _, detail = text.partition(":")
    entry, detail = ERRORS.get(code), detail.strip()
    if entry is None:
        return text
    for template in entry[0]:
        names = re.findall(r"\{(\w+)\}", template)
        found = re.fullmatch(re.sub(r"\\{\w+\\}", "(.+?)", re.escape(template)), detail, re.DOTALL)
        if found is not None:
            return f"{message(code, lang, dict(zip(names, found.groups(), strict=True)))} ({code})"
    if "{" in pick(entry[0], lang):
        return f"{detail} ({code})" if detail else code
    return f"{pick(entry[0], lang)} ({code}) {detail}".strip()
