"""What is wrong with a plan, said to whoever has to put it right."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    "flaw_binding_path": (
        "{path} の参照式「{path_text}」を読み取れません（{reason}）。",
        "The path “{path_text}” at {path} cannot be read ({reason}).",
        "无法读取 {path} 处的路径“{path_text}”（{reason}）。",
    ),
    "flaw_binding_shape": (
        '{path} の参照の形が正しくありません。{{"$from", "path"}} または {{"$text"}} だけを書きます。',
        'The binding at {path} is malformed: only {{"$from", "path"}} or {{"$text"}} may stand there.',
        '{path} 处的引用格式不正确：只能写 {{"$from", "path"}} 或 {{"$text"}}。',
    ),
    "flaw_dangling_binding": (
        "{path} は存在しないステップ「{source}」の結果を参照しています。",
        "{path} uses the result of “{source}”, which is not a step of this plan.",
        "{path} 引用了不存在的步骤“{source}”的结果。",
    ),
    "flaw_done_step_changed": (
        "実行済みのステップ「{step}」のツールまたは入力が、実行したときと異なります。元のまま残してください。",
        "The step “{step}” has already run with another tool or input; leave it as it ran.",
        "已执行的步骤“{step}”的工具或输入与执行时不同，请保持原样。",
    ),
    "flaw_done_steps": (
        "実行済みのステップ（{done}）は、先頭に同じ順番で残してください。",
        "The steps that have already run ({done}) must stay first and in the same order.",
        "已执行的步骤（{done}）必须按原顺序保留在最前面。",
    ),
    "flaw_duplicate_step": (
        "ステップID「{step}」が重複しています。",
        "The step id “{step}” is used twice.",
        "步骤 ID“{step}”重复。",
    ),
    "flaw_empty_text": (
        "{path} が空です。",
        "{path} is empty.",
        "{path} 为空。",
    ),
    "flaw_enum": (
        "{path} の値 {got} は使えません。使える値：{allowed}",
        "{path} cannot be {got}; it can be: {allowed}",
        "{path} 不能为 {got}，可用的值：{allowed}",
    ),
    "flaw_forbidden_tool": (
        "ツール「{tool}」の使用は禁止されています。",
        "The tool “{tool}” is forbidden here.",
        "工具“{tool}”已被禁止使用。",
    ),
    "flaw_no_such_field": (
        "{path} が使う「{field}」は、ステップ「{source}」の結果にありません（{path_text}）。あるもの：{known}",
        "{path} takes up “{field}”, which the result of “{source}” does not have ({path_text}). It has: {known}",
        "{path} 使用的“{field}”不在步骤“{source}”的结果中（{path_text}）。可用：{known}",
    ),
    "flaw_forward_binding": (
        "{path} は、後に実行されるステップ「{source}」の結果を参照しています。",
        "{path} uses the result of “{source}”, which runs only later.",
        "{path} 引用了之后才执行的步骤“{source}”的结果。",
    ),
    "flaw_hidden_character": (
        "{path} に表示されない文字（{character}）が含まれています。",
        "{path} contains a character that cannot be shown ({character}).",
        "{path} 含有无法显示的字符（{character}）。",
    ),
    "flaw_limit_not_late": (
        "{path}：このステップに、実行中に決まって確認される値としての指定先がありません。あるもの：{known}",
        "{path}: this step has no such value that is found at run time and asked about. It has: {known}",
        "{path}：此步骤没有这样一个在执行中确定并需确认的值。现有：{known}",
    ),
    "flaw_limit_shape": (
        '{path} の範囲は {{"domains": ["example.com"]}}、{{"max": 数}}、{{"min": 数, "max": 数}}、'
        '{{"values": [値]}} のいずれかで書いてください。',
        'The limit at {path} is one of {{"domains": ["example.com"]}}, {{"max": number}},'
        ' {{"min": number, "max": number}} and {{"values": [value]}}.',
        '{path} 的范围须写成 {{"domains": ["example.com"]}}、{{"max": 数}}、{{"min": 数, "max": 数}}'
        ' 或 {{"values": [值]}}。',
    ),
    "flaw_secret": (
        "{path} に秘密の値（鍵、トークン、保管庫の値）が書かれています。取り除き、新しい値に変えてください。",
        "{path} holds a secret (a key, a token, a value of the vault). Take it out, and change it where it is used.",
        "{path} 写有机密值（密钥、令牌或保管库中的值）。请删除，并在使用处更换。",
    ),
    "flaw_secret_argument": (
        "{path} はツールが秘密の値と定めている引数です。計画には書けません。",
        "{path} is an argument that the tool itself says is a secret: it cannot be written into a plan.",
        "{path} 是工具声明为机密的参数，不能写进计划。",
    ),
    "flaw_maxItems": (
        "{path} は {wanted} 件以下にしてください。",
        "{path} may have at most {wanted} entries.",
        "{path} 最多 {wanted} 项。",
    ),
    "flaw_maxLength": (
        "{path} は {wanted} 文字以下にしてください。",
        "{path} may have at most {wanted} characters.",
        "{path} 最多 {wanted} 个字符。",
    ),
    "flaw_maximum": (
        "{path} の値 {got} は大きすぎます（最大 {wanted}）。",
        "{path} is {got}; it may be at most {wanted}.",
        "{path} 的值 {got} 过大（最大 {wanted}）。",
    ),
    "flaw_minItems": (
        "{path} は {wanted} 件以上必要です。",
        "{path} needs at least {wanted} entries.",
        "{path} 至少需要 {wanted} 项。",
    ),
    "flaw_minLength": (
        "{path} は {wanted} 文字以上必要です。",
        "{path} needs at least {wanted} characters.",
        "{path} 至少需要 {wanted} 个字符。",
    ),
    "flaw_minimum": (
        "{path} の値 {got} は小さすぎます（最小 {wanted}）。",
        "{path} is {got}; it must be at least {wanted}.",
        "{path} 的值 {got} 过小（最小 {wanted}）。",
    ),
    "flaw_missing_argument": (
        "引数「{name}」がありません（{path}）。",
        "The argument “{name}” is missing ({path}).",
        "缺少参数“{name}”（{path}）。",
    ),
    "flaw_missing_key": (
        "ステップに「{name}」がありません。",
        "The step has no “{name}”.",
        "步骤缺少“{name}”。",
    ),
    "flaw_not_json": (
        "{path} の値は JSON として扱えません。",
        "The value at {path} is not plain JSON.",
        "{path} 的值不是有效的 JSON。",
    ),
    "flaw_not_steps": (
        "計画はステップ（オブジェクト）の配列で書いてください。",
        "A plan is a list of steps, each an object.",
        "计划必须是步骤（对象）的数组。",
    ),
    "flaw_number_size": (
        "{path} の数値が大きすぎます（絶対値 {limit} まで）。",
        "The number at {path} is too large (at most {limit}).",
        "{path} 的数值过大（绝对值最大 {limit}）。",
    ),
    "flaw_order": (
        "order は 1 からの連番にしてください（ここは {expected}）。",
        "The orders count up from 1; here it must be {expected}.",
        "order 必须从 1 开始连续编号（此处应为 {expected}）。",
    ),
    "flaw_pattern": (
        "{path} の値 {got} は決められた形（/{wanted}/）に合いません。",
        "{path} is {got}, which does not match /{wanted}/.",
        "{path} 的值 {got} 不符合格式 /{wanted}/。",
    ),
    "flaw_plan_size": (
        "計画が大きすぎます（{size} バイト、上限 {limit} バイト）。",
        "The plan is too large ({size} bytes; the limit is {limit}).",
        "计划过大（{size} 字节，上限 {limit} 字节）。",
    ),
    "flaw_quarantined_tool": (
        "ツール「{tool}」は承認されたときから変わっています。管理者が確認するまで使えません。",
        "The tool “{tool}” has changed since it was approved; it cannot be used until an admin has looked at it.",
        "工具“{tool}”自批准后已发生变化，在管理员确认之前不能使用。",
    ),
    "flaw_recipient_blank": (
        "宛先 {path} に、改行、連続した空白、前後の空白など、見分けられない空白が含まれています。",
        "The recipient at {path} has line breaks, repeated or outer blanks, or blanks that cannot be told apart.",
        "收件人 {path} 含有换行、连续空白、首尾空白等无法分辨的空白。",
    ),
    "flaw_recipient_form": (
        "宛先 {path} に、見た目の紛らわしい文字（{character}）が含まれています。「{plain}」と書いてください。",
        "The recipient at {path} has a look-alike character ({character}); write “{plain}”.",
        "收件人 {path} 含有容易混淆的字符（{character}）。请写成“{plain}”。",
    ),
    "flaw_schema": (
        "{path} の値 {got} をツールが受け付けません（{keyword}）。",
        "The tool cannot take {got} at {path} ({keyword}).",
        "工具不接受 {path} 的值 {got}（{keyword}）。",
    ),
    "flaw_self_binding": (
        "{path} はこのステップ自身の結果を参照しています。",
        "{path} uses the result of its own step.",
        "{path} 引用了本步骤自身的结果。",
    ),
    "flaw_step_count": (
        "ステップは 1 から {limit} 個までです（現在 {count} 個）。",
        "A plan has 1 to {limit} steps; this one has {count}.",
        "计划应有 1 到 {limit} 个步骤（当前 {count} 个）。",
    ),
    "flaw_step_id": (
        "stepId は英数字で始まる 64 文字以内の英数字・「-」・「_」で書いてください。",
        "A stepId starts with a letter or digit and has up to 64 letters, digits, “-” and “_”.",
        "stepId 须以字母或数字开头，由不超过 64 个字母、数字、“-”和“_”组成。",
    ),
    "flaw_text_place": (
        "{path} の文中の「{place}」を読み取れません。{{ステップID: 参照式}} の形で書き、波括弧自体は 2 つ重ねます。",
        "“{place}” in the text at {path} cannot be read: write {{step id: path}}, and double a brace that is meant.",
        "无法读取 {path} 文本中的“{place}”：请写成 {{步骤ID: 路径}}，花括号本身需写两次。",
    ),
    "flaw_text_size": (
        "{path} が長すぎます（{size} 文字、上限 {limit} 文字）。",
        "{path} is too long ({size} characters; the limit is {limit}).",
        "{path} 过长（{size} 个字符，上限 {limit}）。",
    ),
    "flaw_too_deep": (
        "{path} の入れ子が深すぎます（上限 {limit} 段）。",
        "{path} is nested too deeply (at most {limit} levels).",
        "{path} 嵌套过深（上限 {limit} 层）。",
    ),
    "flaw_schema_cost": (
        "{path} の確認に手間がかかりすぎるため、打ち切りました（ツールの入力定義と値の組み合わせによるものです）。",
        "Checking {path} against the tool's definition would take too long, so it was given up.",
        "按照工具的定义检查 {path} 会耗时过长，因此已中止。",
    ),
    "flaw_tool_schema": (
        "ツールの入力定義を読み取れないため、確認できません（{reason}）。",
        "The tool's own input definition cannot be used, so nothing can be checked ({reason}).",
        "工具的输入定义无法使用，因此无法检查（{reason}）。",
    ),
    "flaw_type": (
        "{path} の型が違います（{expected} が必要ですが {got} です）。",
        "{path} has the wrong type ({expected} is needed, this is {got}).",
        "{path} 的类型不正确（需要 {expected}，实际为 {got}）。",
    ),
    "flaw_unknown_argument": (
        "{path}：引数「{name}」はこのツールにありません。使える引数：{known}",
        "{path}: the tool has no argument “{name}”; it takes: {known}",
        "{path}：该工具没有参数“{name}”，可用参数：{known}",
    ),
    "flaw_unknown_key": (
        "ステップに知らない項目「{name}」があります。",
        "The step has an unknown key “{name}”.",
        "步骤中有未知的项目“{name}”。",
    ),
    "flaw_unknown_recipient": (
        "宛先「{recipient}」に当たる人がいません。社員ID、Slack のユーザーID、または requester を指定してください。",
        "Nobody is known as “{recipient}”: give an employee id, a Slack user id, or requester.",
        "找不到收件人“{recipient}”。请指定员工 ID、Slack 用户 ID 或 requester。",
    ),
    "flaw_unknown_tool": (
        "ツール「{tool}」は接続されていません。",
        "No connected tool is called “{tool}”.",
        "没有连接名为“{tool}”的工具。",
    ),
    "flaw_whole_input_bound": (
        "入力全体を参照にすることはできません。引数ごとに参照してください。",
        "The whole input cannot be one binding; bind the arguments one by one.",
        "不能将整个输入作为一个引用，请逐个参数引用。",
    ),
}
