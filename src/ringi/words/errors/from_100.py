"""RINGI-100 to 199: what was given: requests, settings, ids, arguments."""

from __future__ import annotations

from ringi.words import Text

ERRORS: dict[str, tuple[Text, Text]] = {
    "RINGI-100": (
        ("想定外のエラーが起きました。", "Something unexpected went wrong.", "发生了意外错误。"),
        (
            "もう一度お試しください。続く場合は `ringi doctor` を実行してください。",
            "Try again; if it stays, run `ringi doctor`.",
            "请重试；若仍出现，请运行 `ringi doctor`。",
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
            "文本过长（{length} 个字符，上限 {limit}）。",
        ),
        (
            "短くするか、複数の依頼に分けてください。",
            "Shorten it, or split it into several requests.",
            "请缩短，或拆分为多个请求。",
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
            "请给出编号的前 8 个字符以上；`ringi inbox` 可列出。",
        ),
    ),
    "RINGI-105": (
        ("設定 {key} はありません。", "There is no setting {key}.", "没有名为 {key} 的设置。"),
        ("使えるのは {known} です。", "Known settings: {known}.", "可用的设置：{known}。"),
    ),
    "RINGI-106": (
        (
            "設定 {key} に {value} は使えません({wanted})。",
            "{value} cannot be used for {key} ({wanted}).",
            "设置 {key} 不能使用 {value}（{wanted}）。",
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
        ("使える役割は {known} です。", "Known roles: {known}.", "可用角色：{known}。"),
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
            "{id} で始まるもの（タスク、その承認や実行）が、複数のタスクにあります：{candidates}",
            "{id} begins something (a task, an approval or run of one) in more than one task: {candidates}",
            "以 {id} 开头的内容（任务及其审批、执行）属于不止一个任务：{candidates}",
        ),
        (
            "もう少し長く、またはタスクの番号をそのまま指定してください。",
            "Give more characters, or the whole id of the task.",
            "请多给几个字符，或给出任务的完整编号。",
        ),
    ),
    "RINGI-136": (
        ("ツール {tool} はつながっていません。", "The tool {tool} is not connected.", "工具 {tool} 未连接。"),
        ("`ringi tools` で確かめてください。", "See `ringi tools`.", "请用 `ringi tools` 确认。"),
    ),
    "RINGI-171": (
        (
            "評価ファイルの {line} 行目が読めません:{reason}",
            "Line {line} of the evaluation file cannot be used: {reason}",
            "评估文件第 {line} 行无法使用：{reason}",
        ),
        (
            "1 行に 1 つの JSON(id, lang, today, text, expect)を書いてください。",
            "Write one JSON object a line: id, lang, today, text, expect.",
            "请每行写一个 JSON 对象：id、lang、today、text、expect。",
        ),
    ),
}
