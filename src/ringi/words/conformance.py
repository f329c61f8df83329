"""What each conformance rule says about a line that breaks it; `ringi check` prints it, the docs list it."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    # -- the line ----------------------------------------------------------------------------------------------------
    "not_utf8": (
        "UTF-8 として読めない行です。",
        "The line is not valid UTF-8.",
        "该行不是有效的 UTF-8。",
    ),
    "not_json": (
        "JSON として読めない行です。",
        "The line is not valid JSON.",
        "该行不是有效的 JSON。",
    ),
    "not_object": (
        "1 行は 1 つのオブジェクトでなければなりません。",
        "Each line must be one JSON object.",
        "每行必须是一个 JSON 对象。",
    ),
    "duplicate_key": (
        "同じキーが 1 つのオブジェクトに 2 度あります。どちらが正しいか決められません。",
        "One object has the same key twice, so nobody can say which value counts.",
        "同一对象中出现重复的键，无法判断以哪个值为准。",
    ),
    "too_deep": (
        "入れ子が深すぎて読めません。",
        "The value is nested too deeply to be read.",
        "嵌套过深，无法读取。",
    ),
    # -- the envelope ------------------------------------------------------------------------------------------------
    "type_missing": (
        "type がありません。type は必須です。",
        "There is no type; it is always required.",
        "缺少 type；该字段必填。",
    ),
    "type_unknown": (
        "type が標準の 52 クラスにありません。独自の内容は標準クラスの payload に入れます。",
        "The type is not one of the 52 standard classes; carry your own content in the payload of a standard class.",
        "type 不属于 52 个标准类；自定义内容请放入标准类的 payload。",
    ),
    "field_type": (
        "項目の型が違います。",
        "A field has the wrong type.",
        "字段类型不正确。",
    ),
    "value_unknown": (
        "項目の値が語彙にありません。",
        "A field has a value that is not in the vocabulary.",
        "字段的值不在词汇表中。",
    ),
    "id_null": (
        "ID が null です。ない ID は項目ごと省きます。",
        "An id is null; leave an absent id out.",
        "ID 为 null；没有的 ID 应省略该字段。",
    ),
    "id_empty": (
        "ID が空です。ない ID は項目ごと省きます。",
        "An id is empty; leave an absent id out.",
        "ID 为空；没有的 ID 应省略该字段。",
    ),
    "id_missing": (
        "この種類のファクトに必要な ID がありません。",
        "The id that this kind of fact needs is missing.",
        "缺少此类事实所必需的 ID。",
    ),
    "timestamp_format": (
        "timestamp が日付・時刻・時差のそろった形（RFC 3339）ではありません。",
        "The timestamp is not a date, time and zone (RFC 3339).",
        "timestamp 不是包含日期、时间和时区的格式（RFC 3339）。",
    ),
    "ui_owns_fact": (
        "画面（ui_projection）が仕事のファクトの持ち主になっています。画面は表示するだけです。",
        "A screen (ui_projection) claims to own a fact about work; screens only show it.",
        "界面（ui_projection）被标为工作事实的所有者；界面只负责展示。",
    ),
    "duplicate_event_id": (
        "同じ eventId のファクトが 2 度あります。",
        "Two facts have the same eventId.",
        "两个事实的 eventId 相同。",
    ),
    # -- the payload -------------------------------------------------------------------------------------------------
    "large_payload_inline": (
        "payload が 64 KiB を超えています。大きな内容は別に保存し、参照だけを入れます。",
        "The payload is larger than 64 KiB; store large content elsewhere and refer to it.",
        "payload 超过 64 KiB；大内容应另行保存，只放引用。",
    ),
    "secret_leak_risk": (
        "パスワードやトークンなど、秘密と思われる値が伏せられずに入っています。",
        "A value that looks like a secret (password, token, key) is not redacted.",
        "存在疑似机密（密码、令牌、密钥）且未脱敏的值。",
    ),
    # -- the sequence ------------------------------------------------------------------------------------------------
    "sequence_type": (
        "sequence が 0 以上の整数ではありません。",
        "The sequence is not an integer of 0 or more.",
        "sequence 不是大于或等于 0 的整数。",
    ),
    "sequence_duplicate": (
        "すでに出た sequence です。",
        "The sequence is the same as that of an earlier fact.",
        "sequence 与之前的事实相同。",
    ),
    "sequence_backwards": (
        "sequence が前のファクトより小さくなっています。",
        "The sequence goes back behind the fact before.",
        "sequence 小于前一个事实。",
    ),
    "sequence_gap": (
        "sequence が飛んでいます。間のファクトが欠けています。",
        "The sequence jumps; the facts in between are missing.",
        "sequence 不连续，中间的事实缺失。",
    ),
    # -- tools -------------------------------------------------------------------------------------------------------
    "tool_started_already_active": (
        "実行中のツール呼び出しが、もう一度始まっています。",
        "A tool call that is still running starts again.",
        "仍在运行的工具调用再次开始。",
    ),
    "tool_result_without_start": (
        "始まっていないツール呼び出しの結果です。",
        "A tool result for a call that never started.",
        "工具调用从未开始，却有结果。",
    ),
    "tool_failed_without_start": (
        "始まっていないツール呼び出しの失敗です。",
        "A tool failure for a call that never started.",
        "工具调用从未开始，却报告失败。",
    ),
    "tool_progress_without_start": (
        "実行中でないツール呼び出しの途中経過です。",
        "Progress of a tool call that is not running.",
        "工具调用并未运行，却有进度。",
    ),
    "tool_ended_twice": (
        "終わったツール呼び出しが、もう一度終わっています。",
        "A tool call that has ended ends again.",
        "已结束的工具调用再次结束。",
    ),
    "tool_unclosed_at_turn_end": (
        "結果も失敗もないツール呼び出しを残して、実行が終わっています。",
        "The run ends with a tool call that has neither result nor failure.",
        "运行结束时，仍有既无结果也无失败的工具调用。",
    ),
    # -- decisions ---------------------------------------------------------------------------------------------------
    "action_required_already_active": (
        "回答待ちの確認が、もう一度求められています。",
        "A decision that is already being waited for is asked for again.",
        "正在等待的决定被再次请求。",
    ),
    "action_resolved_without_request": (
        "求められていない確認への回答です。",
        "A decision that nobody asked for is resolved.",
        "对从未请求的决定作出了回应。",
    ),
    "action_resolved_twice": (
        "回答済みの確認に、もう一度回答しています。決定は 1 度だけです。",
        "A decision is resolved a second time; it can be taken only once.",
        "决定被再次作出；决定只能作一次。",
    ),
    "action_unresolved_at_turn_end": (
        "実行が、自分の求めた確認の回答を待たずに終わっています。",
        "The run ends although the decision it asked for is still open.",
        "运行所请求的决定尚未作出，运行却已结束。",
    ),
    # -- runs --------------------------------------------------------------------------------------------------------
    "execution_after_turn_terminal": (
        "終わった実行が、まだ動いています。",
        "A run that has ended goes on working.",
        "已结束的运行仍在继续工作。",
    ),
    "turn_terminal_repeated": (
        "終わった実行が、もう一度終わっています。",
        "A run that has ended ends again.",
        "已结束的运行再次结束。",
    ),
    # -- text --------------------------------------------------------------------------------------------------------
    "text_delta_after_final": (
        "確定した文章に、続きが届いています。",
        "More text arrives for a message that is final.",
        "消息已定稿，却又收到后续文本。",
    ),
    "model_unclosed_at_turn_end": (
        "文章が確定しないまま、実行が完了しています。",
        "The run completes although a message it streamed was never made final.",
        "运行已完成，但其流式输出的消息未定稿。",
    ),
    # -- artifacts ---------------------------------------------------------------------------------------------------
    "artifact_before_created": (
        "作成されていない成果物についてのファクトです。",
        "A fact about an artifact that was never created.",
        "涉及从未创建的产物。",
    ),
    "artifact_created_twice": (
        "同じ成果物が 2 度作成されています。",
        "The same artifact is created twice.",
        "同一产物被创建两次。",
    ),
    "artifact_after_deleted": (
        "削除された成果物が、まだ変わっています。",
        "An artifact that was deleted still changes.",
        "已删除的产物仍在变化。",
    ),
    "artifact_export_without_start": (
        "始まっていない書き出しが完了しています。",
        "An export completes that never started.",
        "导出从未开始，却已完成。",
    ),
    # -- AG-UI -------------------------------------------------------------------------------------------------------
    "agui_type_unknown": (
        "AG-UI 1.0 のイベントではありません。",
        "This is not an event of AG-UI 1.0.",
        "不是 AG-UI 1.0 的事件。",
    ),
    "agui_shape": (
        "イベントに必要な項目がないか、型が違います。",
        "The event lacks a field it needs, or a field has the wrong type.",
        "事件缺少必需字段或字段类型不正确。",
    ),
    "agui_not_started": (
        "最初のイベントは RUN_STARTED か RUN_ERROR でなければなりません。",
        "The first event must be RUN_STARTED or RUN_ERROR.",
        "第一个事件必须是 RUN_STARTED 或 RUN_ERROR。",
    ),
    "agui_after_error": (
        "RUN_ERROR のあとに送れるのは RUN_STARTED だけです。",
        "After RUN_ERROR only RUN_STARTED may come.",
        "RUN_ERROR 之后只能是 RUN_STARTED。",
    ),
    "agui_after_finished": (
        "RUN_FINISHED のあとに送れるのは RUN_STARTED か RUN_ERROR だけです。",
        "After RUN_FINISHED only RUN_STARTED or RUN_ERROR may come.",
        "RUN_FINISHED 之后只能是 RUN_STARTED 或 RUN_ERROR。",
    ),
    "agui_run_active": (
        "実行中に、もう一度 RUN_STARTED が来ています。",
        "RUN_STARTED comes while a run is active.",
        "运行尚未结束，又出现 RUN_STARTED。",
    ),
    "agui_already_open": (
        "すでに開いているものが、もう一度始まっています。",
        "Something that is open starts again.",
        "已开始的内容再次开始。",
    ),
    "agui_not_open": (
        "始まっていないものの続きか終わりです。",
        "Something goes on or ends that never started.",
        "尚未开始的内容在继续或结束。",
    ),
    "agui_open_at_finish": (
        "開いたままのものを残して、実行が終わっています。",
        "The run finishes although something is still open.",
        "运行结束时仍有未关闭的内容。",
    ),
    "agui_wrong_owner": (
        "始めた担当と違う subagentRunId です。",
        "The subagentRunId is not that of who started it.",
        "subagentRunId 与开始者不同。",
    ),
    "agui_subagent_reused": (
        "1 回の呼び出しの subagentRunId が、もう一度使われています。",
        "The subagentRunId of one invocation is used again.",
        "某次调用的 subagentRunId 被再次使用。",
    ),
    "agui_interrupt_without_snapshots": (
        "interrupt で終わる前に、STATE_SNAPSHOT と MESSAGES_SNAPSHOT がありません。",
        "The run is interrupted without a STATE_SNAPSHOT and a MESSAGES_SNAPSHOT before it.",
        "以 interrupt 结束前缺少 STATE_SNAPSHOT 与 MESSAGES_SNAPSHOT。",
    ),
}
