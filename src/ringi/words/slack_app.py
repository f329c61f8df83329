"""What the app says in Slack beside the cards: private notes, the command, notices. Cards are in `slack`."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    # -- coming in -----------------------------------------------------------------------------------------------
    "thinking": ("考え中…", "thinking…", "思考中…"),
    "drafting": (
        "実行方針を書いています（下書き。承認の対象ではありません）",
        "Writing the policy (a draft: not what you will approve)",
        "正在撰写执行方针（草稿，不是审批对象）",
    ),
    "what": (
        "やってほしいことを一文で書いてください。例：先月の残業時間を確認して",
        "Say in one sentence what should be done, for example: check last month's overtime.",
        "请用一句话说明要办的事，例如：查看上个月的加班时间",
    ),
    "asked_by": ("{who} さんの依頼：{text}", "Request of {who}: {text}", "{who} 的请求：{text}"),
    "asked_from": (
        "{who} さんがこのメッセージを依頼しました。",
        "{who} asked for this message to be worked on.",
        "{who} 将此消息作为请求提交。",
    ),
    "asked_elsewhere": (
        "{who} さんの依頼（<#{channel}> には参加していないため、こちらで進めます）：{text}",
        "Request of {who} (I am not in <#{channel}>, so it goes on here): {text}",
        "{who} 的请求（我不在 <#{channel}> 中，因此在此进行）：{text}",
    ),
    "empty_message": (
        "このメッセージには文章がないため、依頼にできません。",
        "This message has no text, so it cannot become a request.",
        "此消息没有文字，无法作为请求提交。",
    ),
    # -- the command ---------------------------------------------------------------------------------------------
    "help": (
        "*{name} への頼み方*\n"
        "• チャンネルで `@{bot} 先月の残業時間を確認して` とメンション\n"
        "• このアプリとのメッセージに書く\n"
        "• メッセージのショートカット「Ringi に依頼」\n"
        "• `/ringi ask 依頼の内容` ・ `/ringi inbox`（あなたの対応待ち）・ `/ringi help`\n"
        "スレッドでの返信：`承認` ・ `却下: 理由` ・ `差し戻し: 理由` ・ `修正: 直してほしいこと`",
        "*How to ask {name}*\n"
        "• mention it in a channel: `@{bot} check last month's overtime`\n"
        "• write to this app in its messages\n"
        "• the message shortcut “Ask Ringi”\n"
        "• `/ringi ask what should be done` · `/ringi inbox` (what waits for you) · `/ringi help`\n"
        "Replies in a thread: `approve` · `reject: reason` · `send back: reason` · `change: what to change`",
        "*如何向 {name} 提出请求*\n"
        "• 在频道中提及：`@{bot} 查看上个月的加班时间`\n"
        "• 在此应用的消息中书写\n"
        "• 消息快捷方式“交给 Ringi”\n"
        "• `/ringi ask 请求内容` · `/ringi inbox`（等待您处理）· `/ringi help`\n"
        "在话题中回复：`批准` · `驳回: 理由` · `退回: 理由` · `修改: 需要修改的内容`",
    ),
    "inbox_title": ("*あなたの対応待ち（{n} 件）*", "*Waiting for you ({n})*", "*等待您处理（{n} 项）*"),
    "inbox_empty": ("対応待ちはありません。", "Nothing waits for you.", "没有等待您处理的事项。"),
    "inbox_line": (
        "• {kind}（v{version}）：{title}{link}",
        "• {kind} (v{version}): {title}{link}",
        "• {kind}（v{version}）：{title}{link}",
    ),
    "inbox_other": ("• {kind}：{title}{link}", "• {kind}: {title}{link}", "• {kind}：{title}{link}"),
    "inbox_question": ("• 質問：{title}{link}", "• Question: {title}{link}", "• 提问：{title}{link}"),
    "inbox_more": ("ほか {n} 件は App Home にあります。", "{n} more are in App Home.", "其余 {n} 项见 App Home。"),
    "inbox_many_more": (
        "ほかにもあります。すべては受信箱のページか `ringi inbox` で見られます。{link}",
        "There are more: all of them are on the inbox page and in `ringi inbox`.{link}",
        "还有更多：全部内容见待办页面或 `ringi inbox`。{link}",
    ),
    "see_page": ("ページを開く", "open the page", "打开页面"),
    "see_card": ("カードを開く", "open the card", "打开卡片"),
    # -- being told ----------------------------------------------------------------------------------------------
    "notice_prompt": (
        "方針（v{version}）があなたの承認を待っています：*{title}*（依頼者 {who}）",
        "A policy (v{version}) waits for your approval: *{title}* (asked by {who})",
        "方针（v{version}）等待您的批准：*{title}*（申请人 {who}）",
    ),
    "notice_process": (
        "計画（v{version}）があなたの承認を待っています：*{title}*（依頼者 {who}）",
        "A plan (v{version}) waits for your approval: *{title}* (asked by {who})",
        "计划（v{version}）等待您的批准：*{title}*（申请人 {who}）",
    ),
    "notice_step": (
        "実行中のステップがあなたの確認を待っています：*{title}*（依頼者 {who}）",
        "A step of a run waits for your check: *{title}* (asked by {who})",
        "执行中的步骤等待您确认：*{title}*（申请人 {who}）",
    ),
    "notice_clarification": (
        "「{title}」について質問があります。\n>{question}",
        "There is a question about “{title}”.\n>{question}",
        "关于“{title}”有一个问题。\n>{question}",
    ),
    "notice_answered": (
        "質問：{title}\n*回答済み*（{who}、{when}）",
        "Question: {title}\n*Answered* by {who}, {when}",
        "提问：{title}\n*已回答*（{who}，{when}）",
    ),
    "notice_over": (
        "{kind}（v{version}）：{title}\n*{state}*（{who}、{when}）",
        "{kind} (v{version}): {title}\n*{state}* by {who}, {when}",
        "{kind}（v{version}）：{title}\n*{state}*（{who}，{when}）",
    ),
    "notice_asked_over": (
        "{kind}：{title}\n*{state}*（{who}、{when}）",
        "{kind}: {title}\n*{state}* by {who}, {when}",
        "{kind}：{title}\n*{state}*（{who}，{when}）",
    ),
    "notice_open": ("内容を見て決める", "Look and decide", "查看并决定"),
    "notice_answer": ("回答", "Answer", "回答"),
    "notice_card": ("カードへ", "Go to the card", "前往卡片"),
    # -- beside a modal's field ----------------------------------------------------------------------------------
    "modal_reason": ("理由を入力してください。", "Please give the reason.", "请填写理由。"),
    "modal_decision": ("どれかを選んでください。", "Please choose one.", "请选择一项。"),
    "modal_answer": ("選ぶか、入力してください。", "Choose one or write an answer.", "请选择或填写。"),
    # -- private notes -------------------------------------------------------------------------------------------
    "note_decided": (
        "すでに決まっています：{state}（{who}、{when}）。あなたの操作は反映されていません。",
        "This was already decided: {state} by {who}, {when}. What you pressed changed nothing.",
        "已经决定：{state}（{who}，{when}）。您的操作没有生效。",
    ),
    "note_decided_you": (
        "すでにあなたが決めています：{state}（{when}）。",
        "You have decided this already: {state}, {when}.",
        "您已经决定：{state}（{when}）。",
    ),
    "note_kept_reason": ("入力された内容：\n>{text}", "What you wrote:\n>{text}", "您填写的内容：\n>{text}"),
    "note_not_entitled": (
        "これを決められるのは {roles} です。あなたの操作は反映されていません。",
        "Only an {roles} may decide this. What you did changed nothing.",
        "只有{roles}可以决定此事。您的操作没有生效。",
    ),
    "note_neither": (
        "あなたはこの依頼の依頼者でも決裁者でもないため、何も変えていません。",
        "You are neither the requester nor somebody who may decide, so nothing was changed.",
        "您既不是此请求的申请人，也不是审批人，因此没有任何改动。",
    ),
    "note_own": (
        "ご自分の依頼は承認できない設定です。ほかの決裁者にお願いしてください。",
        "You may not approve your own request here. Somebody else has to decide it.",
        "当前设置不允许您审批自己的请求。请由其他审批人决定。",
    ),
    "note_not_yours": (
        "取り下げられるのは依頼者本人だけです。あなたの操作は反映されていません。",
        "Only the requester may take this back. What you did changed nothing.",
        "只有申请人本人可以撤回。您的操作没有生效。",
    ),
    "note_off": (
        "あなたの利用は停止されています。管理者にお問い合わせください。",
        "Your access is switched off. Please ask an admin.",
        "您的使用权限已停用。请联系管理员。",
    ),
    "note_foreign": (
        "このワークスペース以外の方は操作できません。",
        "People of another workspace cannot do this.",
        "其他工作区的人员不能进行此操作。",
    ),
    "note_reason": (
        "理由を添えてください。例：`却下: 集計の対象を総務部だけにしてください`",
        "Please add the reason, for example: `reject: only for the general affairs department`",
        "请附上理由，例如：`驳回: 只统计总务部`",
    ),
    "note_unclear": (
        "決定とは読み取れなかったため、何も変えていません。"
        "決めるときは `承認`、`却下: 理由`、`差し戻し: 理由`、直すときは `修正: 内容` と書いてください。",
        "That could not be read as a decision, so nothing was changed. To decide write `approve`, `reject: reason`"
        " or `send back: reason`; to change something write `change: …`.",
        "无法确定这是否为决定，因此没有任何改动。"
        "决定请写 `批准`、`驳回: 理由` 或 `退回: 理由`；修改请写 `修改: 内容`。",
    ),
    "note_question": (
        "質問への回答を待っているため、まだ決められません。先に質問に答えるか、依頼を取り下げてください。"
        "書かれた内容では何も変えていません。",
        "A question is still open, so nothing can be decided yet. Answer it first, or withdraw the request."
        " What you wrote changed nothing.",
        "还有问题等待回答，目前无法决定。请先回答问题，或撤回请求。您写的内容没有改变任何事。",
    ),
    "note_nothing": (
        "このスレッドには今、決めるものがありません。",
        "There is nothing to decide in this thread now.",
        "此话题中目前没有需要决定的事项。",
    ),
    "note_not_shown": (
        "その返信は、今表示されている版より前に書かれたか、カードがまだ更新中です。カードを確かめてからもう一度返信してください。",
        "That reply was written before the present version was shown, or the card is still being updated."
        " Look at the card and reply again.",
        "该回复写于当前版本显示之前，或卡片仍在更新。请确认卡片后再回复。",
    ),
    "note_cut": (
        "内容が長くカードに収まっていません。カードのボタンから全文を開いて決めてください。",
        "The card does not show everything. Open the whole with the card's button and decide there.",
        "内容过长，卡片未能完整显示。请用卡片上的按钮打开全文后决定。",
    ),
    "note_plain": (
        "Slack がカードの内容を表示できていません。App Home か Ringi からのメッセージで全文を開いて決めてください。",
        "Slack does not show what this card says. Open the whole from App Home or from Ringi's message to you,"
        " and decide there.",
        "Slack 未能显示该卡片的内容。请从 App Home 或 Ringi 发给您的消息打开全文后决定。",
    ),
    "note_many": (
        "このスレッドには決めるものが複数あります。カードのボタンで決めてください。",
        "More than one thing waits in this thread. Please decide with the buttons on the card.",
        "此话题中有多项待决定的事项。请用卡片上的按钮决定。",
    ),
    "note_old_card": (
        "このカードは古くなっています。最新のカードで操作してください。",
        "This card is out of date. Please use the newest one.",
        "此卡片已过时。请在最新的卡片上操作。",
    ),
    "note_late_modal": (
        "画面を開けませんでした。もう一度押してください。",
        "The window could not be opened. Please press again.",
        "无法打开窗口。请再按一次。",
    ),
    "note_failed": (
        "受け付けられませんでした。もう一度お試しください（{code}）。",
        "That could not be done. Please try again ({code}).",
        "未能受理。请重试（{code}）。",
    ),
    "note_queued": (
        "前の依頼が終わり次第、始めます。",
        "This starts as soon as the request before it has ended.",
        "前一个请求结束后即开始。",
    ),
}
