"""What SPECTRA says of itself: its monologue, its questions, and what its situation is called."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    "secret.ask": ("値（表示されません）: ", "Value (not shown): ", "值（不显示）："),
    "secret.kept": (
        "金庫に入れました。spectra.toml には vault:{name} と書きます。",
        "It is in the vault. Write vault:{name} in spectra.toml.",
        "已存入保险库。请在 spectra.toml 中写 vault:{name}。",
    ),
    "secret.gone": ("金庫から消しました: {name}", "Removed from the vault: {name}", "已从保险库移除：{name}"),
    # -- the situation, in one sentence ----------------------------------------------------------------------------
    "trigger.input": ("入力があり", "something was said", "收到输入"),
    "trigger.result": ("結果が出て", "a result came", "得到结果"),
    "trigger.plan": ("計画が変わり", "the plan has changed", "计划有变"),
    "trigger.rule": ("規則が変わり", "a rule has changed", "规则有变"),
    "trigger.answer": ("回答があり", "an answer came", "收到答复"),
    "trigger.file": ("ファイルが変わり", "a file has changed", "文件有变"),
    "trigger.start": ("起動して", "it has just started", "刚刚启动"),
    "situation.task": (
        "{trigger}、目的「{purpose}」の {task} に取り組む番です（{done}/{total} 終了、直前: {last}）。",
        "{trigger}, and for “{purpose}” it is the turn of {task} ({done} of {total} ended; last: {last}).",
        "{trigger}，目的“{purpose}”轮到 {task}（已结束 {done}/{total}，上一结果：{last}）。",
    ),
    "situation.said": (
        "{trigger}、{said} 件に答える番です（目的: {purpose}、直前: {last}）。",
        "{trigger}, and {said} of it waits for an answer (purpose: {purpose}; last: {last}).",
        "{trigger}，有 {said} 条待答复（目的：{purpose}，上一结果：{last}）。",
    ),
    "situation.none": (
        "{trigger}、目的「{purpose}」の目標を立てる番です（直前: {last}）。",
        "{trigger}, and “{purpose}” needs its goals (last: {last}).",
        "{trigger}，需要为目的“{purpose}”制定目标（上一结果：{last}）。",
    ),
    # -- purpose, goals --------------------------------------------------------------------------------------------
    "ask.purpose": ("目的を入力してください。", "What is the purpose?", "请输入目的。"),
    "purpose": ("目的: {purpose}", "Purpose: {purpose}", "目的：{purpose}"),
    "goals.made": ("目標を立てました: {goals}", "Goals: {goals}", "已制定目标：{goals}"),
    "goals.none": ("目標は立てません: {reason}", "No goals were made: {reason}", "未制定目标：{reason}"),
    "goals.failed": (
        "目標を立てられませんでした: {problem}",
        "No goals could be made: {problem}",
        "未能制定目标：{problem}",
    ),
    "intent.idle": ("待機: {reason}", "Idle: {reason}", "待机：{reason}"),
    "intent.goals": ("目標を {count} 件立てる", "Set {count} goals", "制定 {count} 个目标"),
    "idle.task": (
        "{task} で止まっています: {reason}",
        "{task} does not go on: {reason}",
        "{task} 停滞：{reason}",
    ),
    "unusable": ("判断が使えません: {problem}", "unusable judgement: {problem}", "判断无法使用：{problem}"),
    "too_many": ("行動が多すぎます", "too many actions", "行动过多"),
    # -- interrupts ------------------------------------------------------------------------------------------------
    "interrupted": ("中断しました: {summary}", "Interrupted: {summary}", "已中断：{summary}"),
    "interrupted.cause": ("中断", "interrupted", "中断"),
    "interrupted.asked": ("承認を待っていたところでした", "it was waiting for approval", "当时正在等待批准"),
    "interrupted.opener": (
        "承認のあとでサンドボックスが弱くなったか、影響が大きくなったため、実行していません",
        "not run: it is less shut in now than when it was approved, or may do more",
        "未执行：批准之后沙箱变弱了，或影响变大了",
    ),
    "crashed": ("途中で止まり、結果は不明です", "cut off, outcome unknown", "中途停止，结果不明"),
    "ask.resume": (
        "{task} を中断しました（{summary}）。再開しますか、破棄しますか？ y = 再開 / n = 破棄",
        "{task} was interrupted ({summary}). Resume or discard? y = resume / n = discard",
        "{task} 已中断（{summary}）。恢复还是放弃？y = 恢复 / n = 放弃",
    ),
    "resumed": ("{task} を再開します。", "{task} is resumed.", "恢复 {task}。"),
    "withdrawn": ("開発者の割り込み", "the developer interrupted", "开发者中断"),
    "stopped": (
        "停止しました。「再開」で続けます。",
        "Stopped. Say “resume” to go on.",
        "已停止。说“继续”即可恢复。",
    ),
    "goes_on": ("再開します。", "Going on.", "继续。"),
    # -- questions -------------------------------------------------------------------------------------------------
    "cap.tokens": ("トークン", "tokens", "令牌"),
    "cap.cost_usd": ("費用", "cost", "费用"),
    "cap.actions": ("行動の回数", "number of actions", "行动次数"),
    "cap.minutes": ("時間", "time", "时间"),
    "ask.budget": (
        "上限に達しました（{cap}）。同じだけ続けますか？ y / n",
        "The budget is used up ({cap}). Go on for as much again? y / n",
        "已达上限（{cap}）。再继续同样的量吗？y / n",
    ),
    "ask.same_action": (
        "同じ行動を繰り返しています（{what}）。続けますか？ y / n",
        "The same action again and again ({what}). Go on? y / n",
        "在重复同一行动（{what}）。继续吗？y / n",
    ),
    "ask.same_error": (
        "同じ失敗を繰り返しています（{what}）。続けますか？ y / n",
        "The same failure again and again ({what}). Go on? y / n",
        "在重复同一失败（{what}）。继续吗？y / n",
    ),
    "ask.done": (
        "{task} は言葉だけの作業でした。終わったことにしますか？ y / n",
        "{task} was only talked about. Is it done? y / n",
        "{task} 只是说了话。算完成了吗？y / n",
    ),
    "ask.books": (
        "承認の記録に書けません: {why}。もう一度試しますか？ y / n",
        "The approvals cannot be written: {why}. Try again? y / n",
        "无法写入批准记录：{why}。再试一次吗？y / n",
    ),
    "ask.mind": (
        "判断できませんでした: {why}。もう一度試しますか？ y / n",
        "No judgement could be made: {why}. Try again? y / n",
        "未能作出判断：{why}。再试一次吗？y / n",
    ),
    # -- at the command line ---------------------------------------------------------------------------------------
    "headless": (
        "SPECTRA を {directory} で始めました。",
        "SPECTRA runs in {directory}.",
        "SPECTRA 已在 {directory} 启动。",
    ),
    "heard": ("伝えました。", "Told.", "已转达。"),
    "answered.y": ("y と答えました。", "Answered y.", "已答复 y。"),
    "answered.n": ("n と答えました。", "Answered n.", "已答复 n。"),
    "left": ("停止して終了します。", "Stopped, and it leaves.", "已停止并退出。"),
    "phase.idle": ("待機中", "Idle", "待机"),
    "phase.judging": ("判断中", "Judging", "判断中"),
    "phase.approving": ("承認待ち", "Waits for approval", "等待批准"),
    "phase.executing": ("実行中", "Executing", "执行中"),
    "phase.observing": ("結果を確認中", "Observing", "确认结果"),
    "phase.interrupted": ("中断中、回答待ち", "Interrupted, waits for an answer", "已中断，等待答复"),
    "phase.halted": ("停止", "Stopped", "已停止"),
    # -- results ---------------------------------------------------------------------------------------------------
    "rejected": ("却下されました: {what}", "Rejected: {what}", "已驳回：{what}"),
    "rests": (
        "何か言われるまで動きません。「再開」で続けます。",
        "Nothing runs until you say something. “resume” goes on.",
        "在您说话之前不会运行。说“继续”即可继续。",
    ),
    "failed": ("失敗しました: {what} / {cause}", "Failed: {what} / {cause}", "失败：{what} / {cause}"),
    "typed.impact": ("開発者が入力したコマンド", "a command that the developer typed", "开发者输入的命令"),
    # -- rules -----------------------------------------------------------------------------------------------------
    "rule.impact": (
        "SPECTRA の規則（spectra.toml）",
        "SPECTRA's rules (spectra.toml)",
        "SPECTRA 的规则（spectra.toml）",
    ),
    "rule.done": ("変更しました: {what}{cause}", "Changed: {what}{cause}", "已变更：{what}{cause}"),
    "rule.failed": (
        "変更できませんでした: {what} / {cause}",
        "Not changed: {what} / {cause}",
        "未能变更：{what} / {cause}",
    ),
    "rule.by_hand": (
        "spectra.toml が手で変更されました: {rule} = {now}（前: {before}）",
        "spectra.toml was changed by hand: {rule} = {now} (before: {before})",
        "spectra.toml 被手动修改：{rule} = {now}（之前：{before}）",
    ),
    "rule.put_back": (
        "行動が spectra.toml を変更したため、元に戻しました（変更後の内容は {place}）。変えるには `/rule` です。",
        "An action has changed spectra.toml; it was put back (its version: {place}). `/rule` changes a rule.",
        "某个行动修改了 spectra.toml，已恢复原状（修改后的内容在 {place}）。要更改规则请使用 `/rule`。",
    ),
    "always.nothing": (
        "いつも許可できるのは、承認待ちのコマンドかツールだけです。",
        "Only a command or tool that waits for approval can always be allowed.",
        "只有正在等待批准的命令或工具才能设为始终允许。",
    ),
    "always.unbound": (
        "何が動くかは実行するまで分からないため、いつも許可することはできません。毎回たずねます。",
        "What it runs is only known when it runs, so it cannot always be allowed. It is asked for each time.",
        "要到执行时才知道会运行什么，因此不能设为始终允许。每次都会询问。",
    ),
    "always.given": (
        "これからは、このとおりの行動だけを {until} まで最大 {times} 回、たずねずに行います。{files}",
        "From now on exactly this, up to {times} times until {until}, runs unasked. {files}",
        "从现在起，到 {until} 为止最多 {times} 次，完全相同的行动不再询问。{files}",
    ),
    "always.files": (
        "次のファイルの内容が変われば、またたずねます: {files}（それらが読み込むものは見張りません）",
        "It is asked for again when one of these files changes: {files} (what they load in turn is not watched)",
        "以下文件的内容有变时会再次询问：{files}（不检查它们另外加载的内容）",
    ),
    "grant.ended": (
        "許可 {name} は期限が過ぎたため、たずねます。",
        "The standing yes {name} has ended, so it is asked for.",
        "始终允许 {name} 已过期，因此询问。",
    ),
    "grant.used": (
        "許可 {name} は {times} 回使い終えたため、たずねます。",
        "The standing yes {name} was used {times} times, which is all of them, so it is asked for.",
        "始终允许 {name} 已用完 {times} 次，因此询问。",
    ),
    "grant.files": (
        "許可 {name} のあとで、動かすファイルの中身が変わったため、たずねます。",
        "What it runs is not what the standing yes {name} was given for: a file has changed, so it is asked for.",
        "在始终允许 {name} 之后，要运行的文件内容变了，因此询问。",
    ),
    "grant.riskier": (
        "許可 {name} のときより影響が大きいか、サンドボックスが弱いため、たずねます。",
        "It may do more, or is less shut in, than when the standing yes {name} was given, so it is asked for.",
        "与始终允许 {name} 时相比影响更大或沙箱更弱，因此询问。",
    ),
    "yes.unread": (
        "その y は、いま承認を求めているものへの答えではないため、使いませんでした。",
        "That yes was not for what is asked for now, so it was not used.",
        "该 y 不是针对当前等待批准的事项，因此未采用。",
    ),
    "undo.nothing": ("元に戻せる変更はありません", "nothing to undo", "没有可撤销的变更"),
    "restart.needed": (
        "{rule} は次の起動から有効です。`/restart` で今すぐ再起動できます。",
        "{rule} holds from the next start on. `/restart` starts anew now.",
        "{rule} 将在下次启动时生效。输入 `/restart` 可立即重启。",
    ),
    "restart.for": ("{rule} を有効にするため再起動", "Start anew so that {rule} holds", "为使 {rule} 生效而重启"),
    "restart.what": ("SPECTRA を再起動", "Start SPECTRA anew", "重启 SPECTRA"),
    "restart.impact": (
        "実行中の行動は中断されます",
        "an action that runs is interrupted",
        "正在执行的行动将被中断",
    ),
    "unknown_command": (
        "/{name} はありません。使えるもの: {known}",
        "There is no /{name}. Known: {known}",
        "没有 /{name}。可用：{known}",
    ),
    "no_goal": (
        "その目標はありません。ある目標: {known}",
        "No such goal. There are: {known}",
        "没有该目标。现有：{known}",
    ),
    "no_retry": (
        "{task} はやり直せません（失敗した作業だけです）。",
        "{task} cannot be tried again (only a failed task of an open goal can).",
        "{task} 无法重试（仅限未关闭目标中失败的任务）。",
    ),
}
