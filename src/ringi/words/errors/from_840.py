"""RINGI-840 to 899: live streams, files, administration, AG-UI."""

from __future__ import annotations

from ringi.words import Text

ERRORS: dict[str, tuple[Text, Text]] = {
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
    "RINGI-880": (
        (
            "{source} には、検査できるものが 1 行もありません。",
            "There is not one line to check in {source}.",
            "{source} 中没有一行可供检查的内容。",
        ),
        (
            "ファクトか AG-UI イベントを 1 行に 1 件渡してください。ライブなら --seconds を長くしてください。",
            "Give facts or AG-UI events, one a line; for a live address listen longer with --seconds.",
            "请提供事实或 AG-UI 事件，每行一条；如为实时地址，请用 --seconds 延长监听时间。",
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
}
