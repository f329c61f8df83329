"""What the offline mind says: questions, refusals, policies, step descriptions, summaries."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    "me": ("自分（依頼者）", "Me (the requester)", "我本人（申请人）"),
    "requester": ("依頼者本人", "the requester", "申请人本人"),
    "requester.named": ("依頼者本人（{who}）", "the requester ({who})", "申请人本人（{who}）"),
    "whole_company": ("全社", "the whole company", "全公司"),
    "book": ("Ringi レポート", "Ringi report", "Ringi 报告"),
    # Refusals
    "declined.nothing": (
        "依頼の言葉が見つかりませんでした。",
        "There are no words in this request.",
        "没有找到可以理解的文字。",
    ),
    "declined.long": (
        "依頼が長すぎます（{most} 文字まで）。資料は貼り付けず、何をしてほしいかだけを書いてください。",
        "The request is too long (at most {most} characters). Say only what you want done; leave the material out.",
        "请求过长（最多 {most} 个字符）。请只写需要做的事，不要粘贴资料。",
    ),
    "declined.suspicious": (
        "「{words}」は確認や承認を飛ばすよう求めているように読めるため、受け付けません。",
        "“{words}” reads like an attempt to get round the rules or the approval, so this is not accepted.",
        "“{words}”看起来是在要求绕过规则或审批，因此不予受理。",
    ),
    "declined.called_off": (
        "取り下げ、または対応不要のご連絡と読み取りました。何も行いません。",
        "This reads as taken back or already done, so nothing is carried out.",
        "这看起来是撤回请求或已无需处理的说明，因此不执行任何操作。",
    ),
    "declined.impossible": (
        "「{words}」は、接続されているツールではできません。",
        "No connected tool can do this: “{words}”.",
        "已连接的工具无法完成“{words}”。",
    ),
    "declined.unknown": (
        "何をすればよいか、接続されているツールからは読み取れませんでした。",
        "I could not match this request to anything the connected tools can do.",
        "无法把这个请求对应到已连接工具能做的事。",
    ),
    "declined.unasked": (
        (
            "何をするのかが依頼の言葉から読み取れないため、次のものは行いません：{tools}。"
            "行う場合は、何をどうするかを動詞と対象で書いてください（例：チケットT-12を閉じて）。"
        ),
        (
            "The request does not ask for any of these in words of its own, so none is done: {tools}. "
            "If one is meant, say what is to be done and to what (for example “close ticket T-12”)."
        ),
        "请求中没有明确要求执行以下操作，因此都不执行：{tools}。如果需要，请写明动作和对象（例如“关闭工单 T-12”）。",
    ),
    "tools.more": ("、ほか {count} 件", " and {count} more", " 等另外 {count} 个"),
    "declined.future": (
        "{period} はまだ来ていない期間なので、「{tool}」の記録がありません。",
        "{period} has not come yet, so there are no records for “{tool}”.",
        "{period} 尚未到来，没有“{tool}”的记录。",
    ),
    "declined.not_as_approved": (
        "依頼を読み直すと、承認済みの方針と対象が一致しません。方針と違う計画は作りません。中止して、もう一度依頼してください。",
        (
            "Read again, the request no longer covers what the approved policy says. No plan is made against "
            "the policy; cancel it and ask again."
        ),
        "重新读取请求后，其内容与已批准的方针不一致。不会制定与方针不符的计划，请中止后重新提出请求。",
    ),
    "declined.no_message": (
        "メッセージを送るツールが接続されていません。",
        "No tool that sends messages is connected.",
        "没有连接可以发送消息的工具。",
    ),
    "declined.no_table": (
        "表に書き込むツールが接続されていません。",
        "No tool that writes tables is connected.",
        "没有连接可以写入表格的工具。",
    ),
    "declined.outside": (
        "「{words}」は社内の人ではないか、送れない宛先です。送れるのは依頼者本人か名簿にいる人だけです。",
        (
            "“{words}” is outside the company or cannot be reached. Messages go only to the requester or to "
            "people in the directory."
        ),
        "“{words}”不是公司内部人员，或无法送达。只能发给申请人本人或名册中的人。",
    ),
    "suggest.tools": (
        "できること：{tools}。期間や部署を添えて依頼してください（例：先月の営業部）。",
        "What can be done: {tools}. Add a period and a department, for example “last month, sales”.",
        "可以做的事：{tools}。请注明期间和部门，例如“上个月，销售部”。",
    ),
    "suggest.none": (
        "まだツールが接続されていません。`ringi doctor` で確認してください。",
        "No tools are connected yet; see `ringi doctor`.",
        "尚未连接任何工具，请用 `ringi doctor` 查看。",
    ),
    # Questions
    "ask.topic": ("何を調べますか？", "What should be looked up?", "要查询什么？"),
    "ask.again": (
        "「{answer}」からは読み取れませんでした。",
        "“{answer}” does not tell me. ",
        "从“{answer}”中没能读出答案。",
    ),
    "ask.period": (
        "「{tool}」はいつの分ですか？（例：先月、2026-04、4月から6月）",
        "For which period is “{tool}”? (for example last month, 2026-04, April to June)",
        "“{tool}”要查哪段时间？（例如：上个月、2026-04、4月到6月）",
    ),
    "ask.no_such_period": (
        "「{words}」という時期はありません。いつの分ですか？（例：先月、2026-04、4月から6月）",
        "There is no such time as “{words}”. Which period is meant? (for example last month, 2026-04, April to June)",
        "没有“{words}”这个时间。请问是哪段时间？（例如：上个月、2026-04、4月到6月）",
    ),
    "ask.department": ("どの部署ですか？", "Which department?", "哪个部门？"),
    "ask.unknown_department": (
        "「{words}」という部署は見つかりません。どの部署ですか？（登録：{known}）",
        "There is no department “{words}”. Which one is meant? (known: {known})",
        "没有找到“{words}”这个部门。请问是哪个部门？（已有：{known}）",
    ),
    "ask.unknown_person": (
        "「{words}」さんは名簿に見つかりません。どなたですか？（氏名か従業員ID）",
        "“{words}” is not in the directory. Who is meant? (full name or employee id)",
        "名册中没有“{words}”。请问是哪一位？（姓名或员工编号）",
    ),
    "ask.which_person": (
        "「{words}」に当てはまる方が複数います。どなたですか？",
        "More than one person is called “{words}”. Which one?",
        "叫“{words}”的不止一位。请问是哪一位？",
    ),
    "ask.recipient": (
        "どなたに送りますか？（氏名か従業員ID）",
        "Who should receive it? (name or employee id)",
        "发给谁？（姓名或员工编号）",
    ),
    "ask.unknown_recipient": (
        "宛先の「{words}」が名簿に見つかりません。どなたに送りますか？（氏名か従業員ID）",
        "The recipient “{words}” is not in the directory. Who should receive it? (name or employee id)",
        "名册中没有收件人“{words}”。请问发给谁？（姓名或员工编号）",
    ),
    "ask.group": (
        "「{words}」がどなたか特定できません。どなたに送りますか？（氏名か従業員ID）",
        "“{words}” is not one person I can send to. Who should receive it? (name or employee id)",
        "无法确定“{words}”具体是谁。请问发给谁？（姓名或员工编号）",
    ),
    "ask.argument": (
        "「{tool}」の「{argument}」を教えてください。{hint}",
        "What should “{argument}” be for “{tool}”?{hint}",
        "“{tool}”的“{argument}”应该是什么？{hint}",
    ),
    "ask.comment": (
        (
            "「{comment}」をどう反映すればよいか分かりませんでした。期間・部署・人・条件・出力先のどれをどう"
            "変えるか、言い換えてください。"
        ),
        (
            "I could not tell what “{comment}” should change. Please say which of period, department, "
            "people, condition or output should become what."
        ),
        "不清楚应如何落实“{comment}”。请说明要把期间、部门、人员、条件或输出改成什么。",
    ),
    "ask.beyond_policy": (
        (
            "「{comment}」は承認済みの方針を超える変更です。方針から直す場合は差し戻してください。承認済みの"
            "方針のまま計画してよいですか？"
        ),
        (
            "“{comment}” goes beyond the approved policy. To change the policy, return it. Shall I plan by "
            "the policy as approved?"
        ),
        "“{comment}”超出了已批准的方针。如需修改方针，请退回。是否按已批准的方针制定计划？",
    ),
    "keep_policy": ("承認済みの方針のまま", "Keep the approved policy", "按已批准的方针"),
    # The policy
    "policy.goal": ("目的", "Goal", "目的"),
    "policy.period": ("対象期間", "Period", "期间"),
    "policy.department": ("対象", "Scope", "范围"),
    "policy.people": ("対象者", "People", "对象"),
    "policy.threshold": ("条件", "Condition", "条件"),
    "policy.read": ("読み取り", "Read", "读取"),
    "policy.read.tool": ("「{title}」（{tool}）", "“{title}” ({tool})", "“{title}”（{tool}）"),
    "policy.write": ("書き込み", "Write", "写入"),
    "policy.write.table": (
        "「{title}」でスプレッドシート「{book}」のシート「{tab}」に結果の表を書きます",
        "“{title}”: the result as a table into the spreadsheet “{book}”, sheet “{tab}”",
        "用“{title}”把结果表写入电子表格“{book}”的工作表“{tab}”",
    ),
    "policy.write.act": (
        "「{title}」（{tool}）を次の内容で行います：{given}",
        "“{title}” ({tool}) with {given}",
        "按以下内容执行“{title}”（{tool}）：{given}",
    ),
    "policy.write.act.bare": ("「{title}」（{tool}）を行います", "“{title}” ({tool})", "执行“{title}”（{tool}）"),
    "policy.write.given": ("{name}「{value}」", "{name} “{value}”", "{name}“{value}”"),
    "policy.tell": ("連絡先", "Message to", "通知"),
    "policy.tell.listed": ("{who}に結果を送ります", "{who} gets the result", "把结果发给{who}"),
    "policy.tell.words": (
        "{who}に次の文を送ります：「{text}」",
        "{who} gets these words: “{text}”",
        "把以下内容发给{who}：“{text}”",
    ),
    "policy.tell.unlisted": (
        "{id}（名簿にない Slack ID。送る直前にもう一度確認します）に結果を送ります",
        "{id} (a Slack id that is not in the directory; asked again just before sending) gets the result",
        "把结果发给 {id}（名册中没有的 Slack ID，发送前会再次确认）",
    ),
    "policy.note": ("補足", "Note", "说明"),
    "policy.not": ("行わないこと", "Not done", "不做的事"),
    "policy.not.more": (
        "上に書いたもの以外への書き込みと送信はしません。",
        "Nothing else is written or sent.",
        "除上述内容外，不写入也不发送任何东西。",
    ),
    "policy.not.unasked": (
        "次は依頼の言葉にないため含めません：{tools}",
        "Left out, because the request does not ask for it: {tools}",
        "以下因请求中没有要求，不包括在内：{tools}",
    ),
    "policy.not.anything": (
        "書き込みと送信はしません。結果は完了時の要約でお知らせします。",
        "Nothing is written or sent. The result comes in the closing summary.",
        "不写入也不发送任何东西。结果在完成时的摘要中给出。",
    ),
    "threshold.hours": ("{hours} 時間以上", "{hours} hours or more", "{hours} 小时以上"),
    "threshold.agreement": (
        "{hours} 時間以上（36協定の原則の上限）",
        "{hours} hours or more (the ordinary limit of an Article 36 agreement)",
        "{hours} 小时以上（36 协定的原则上限）",
    ),
    "threshold.karoshi": (
        "{hours} 時間以上（いわゆる過労死ライン）",
        "{hours} hours or more (the so-called karoshi line)",
        "{hours} 小时以上（所谓过劳死线）",
    ),
    "note.over": (
        "ツールの条件は「以上」のため、ちょうど {hours} 時間の人も含みます。",
        "The tool filters by “or more”, so somebody with exactly {hours} hours is included.",
        "工具的条件是“以上”，因此正好 {hours} 小时的人也包括在内。",
    ),
    "note.no_threshold": (
        "この条件では絞り込めないため、絞り込まずに全員分を出します。",
        "The tool cannot filter by this condition, so everyone is listed.",
        "工具无法按此条件筛选，因此列出全部人员。",
    ),
    "note.clipped": (
        "先の月はまだ来ていないため、{month} までを対象にします。",
        "Later months have not come yet, so the period ends with {month}.",
        "之后的月份尚未到来，因此截止到 {month}。",
    ),
    "note.running": (
        "今月分は {day} 時点の途中経過です。",
        "The current month is as of {day} and not complete.",
        "本月数据截至 {day}，尚未结束。",
    ),
    "note.whole_months": (
        "ツールは月単位で読むため、{period} を含む {months} を読みます。",
        "The tool reads whole months, so {months} is read, which contains {period}.",
        "工具按月读取，因此读取包含 {period} 的 {months}。",
    ),
    "note.no_period": (
        "「{tool}」は期間で絞れないため、現在の内容を読みます。",
        "“{tool}” cannot be narrowed to a period; it shows the present state.",
        "“{tool}”无法按期间筛选，读取当前内容。",
    ),
    "note.no_people": (
        "このツールは人で絞れないため、一覧全体を読みます。",
        "This tool cannot be narrowed to single people; the whole list is read.",
        "该工具无法按人员筛选，读取整个列表。",
    ),
    "note.no_department": (
        "このツールは部署で絞れないため、全体を読みます。",
        "This tool cannot be narrowed to a department; everything is read.",
        "该工具无法按部门筛选，读取全部。",
    ),
    "note.unheard": (
        "次のコメントは理解できなかったため、反映していません：「{comment}」",
        "This comment was not understood and is not reflected: “{comment}”",
        "未能理解以下意见，因此没有反映：“{comment}”",
    ),
    "changes.because": (
        "コメント「{comment}」を受けた変更：",
        "Changed because of “{comment}”:",
        "根据意见“{comment}”的修改：",
    ),
    "changes.nothing": ("内容に変更はありません。", "Nothing in the content changes.", "内容没有变化。"),
    # Steps
    "step.read": ("{what}（{about}）", "{what} ({about})", "{what}（{about}）"),
    "step.all": ("全体", "all", "全部"),
    "step.read.expected": ("{what}の結果", "The result of: {what}", "{what}的结果"),
    "step.table": (
        "ステップ{source}の結果を「{book}」のシート「{tab}」に書き込む",
        "Write the result of step {source} to “{book}”, sheet “{tab}”",
        "把步骤{source}的结果写入“{book}”的工作表“{tab}”",
    ),
    "step.table.expected": ("書き込んだ行数と場所", "How many rows were written, and where", "写入的行数和位置"),
    "step.message": ("{who}に結果を送る", "Send the result to {who}", "把结果发给{who}"),
    "step.message.words": ("{who}にメッセージを送る", "Send the message to {who}", "把消息发给{who}"),
    "step.message.expected": ("送信の記録", "A record of what was sent", "发送记录"),
    "step.act": ("{what}を行う", "{what}", "{what}"),
    "step.act.expected": ("実行の結果", "What came of it", "执行结果"),
    "message.count": ("件数：", "Records: ", "条数："),
    "message.sheet": ("シート：", "Sheet: ", "表格："),
    # The summary
    "summary.head": (
        "{done} / {all} ステップが完了しました。",
        "{done} of {all} steps are complete.",
        "已完成 {done} / {all} 个步骤。",
    ),
    "summary.count": ("{title}：{count} 件", "{title}: {count} records", "{title}：{count} 条"),
    "summary.plain": ("{title}：完了", "{title}: done", "{title}：完成"),
    "summary.more": ("ほか {count} 件（{rest}）", "and {count} more ({rest})", "另有 {count} 条（{rest}）"),
    "summary.rest_in_sheet": ("全件をシートに書きました", "all of them are in the sheet", "全部已写入表格"),
    "summary.rest_in_result": (
        "全件はページの実行結果か `ringi show TASK --json` にあります",
        "all of them are in the run's result, on the page or with `ringi show TASK --json`",
        "全部在页面的执行结果或 `ringi show TASK --json` 中",
    ),
    "summary.written": (
        "{title}：「{book}」のシート「{tab}」に書きました",
        "{title}: written to “{book}”, sheet “{tab}”",
        "{title}：已写入“{book}”的工作表“{tab}”",
    ),
    "summary.numbered": (
        "（同じ名前のシートがあったため、番号を付けました）",
        " (numbered, because a sheet of that name was there already)",
        "（因已有同名工作表，故加了编号）",
    ),
    "summary.sent": ("{title}：{who}に送りました", "{title}: sent to {who}", "{title}：已发送给{who}"),
    "summary.flag": ("{flag} {count} 件", "{flag} ({count})", "{flag} {count} 件"),
    "summary.flags": ("注意：{flags}", "Attention: {flags}", "注意：{flags}"),
    "summary.failed": ("{title}：失敗（{error}）", "{title}: failed ({error})", "{title}：失败（{error}）"),
    "summary.unknown": ("{title}：結果が分かっていません", "{title}: the outcome is not known", "{title}：结果未知"),
    "summary.artifact": ("成果物：{name}", "Artifact: {name}", "成果物：{name}"),
}
