"""RINGI-300 to 399: plans and tools."""

from __future__ import annotations

from ringi.words import Text

ERRORS: dict[str, tuple[Text, Text]] = {
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
}
