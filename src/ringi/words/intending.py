"""What a mind says when it drives SPECTRA: the two lines of an action, why it waits, and small talk."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    # -- the two lines of an action ------------------------------------------------------------------------------
    "summary.reply": ("チャットで答える", "Answer in the chat", "在聊天中回答"),
    "impact.reply": ("チャットの表示だけ", "words in the chat only", "仅显示聊天文字"),
    "summary.command": ("{task}: $ {command}", "{task}: $ {command}", "{task}: $ {command}"),
    "summary.checked": (
        "{summary}（確認: $ {check}）",
        "{summary} (checked by: $ {check})",
        "{summary}（检查：$ {check}）",
    ),
    "impact.command": (
        "作業フォルダーでシェルコマンドを 1 つ実行する",
        "one shell command in the working directory",
        "在工作目录中执行一条 shell 命令",
    ),
    "summary.tool": ("{task}: {what}", "{task}: {what}", "{task}：{what}"),
    "impact.tool_read": (
        "ツール {tool} を呼ぶ（読み取りのみ）",
        "calls {tool} (reads only)",
        "调用工具 {tool}（只读）",
    ),
    "impact.tool_write": ("ツール {tool} を呼ぶ（書き込み）", "calls {tool} (writes)", "调用工具 {tool}（写入）"),
    "impact.tool": ("ツール {what} を呼ぶ", "calls {what}", "调用工具 {what}"),
    "summary.post": ("{channel} に投稿: {text}", "Post on {channel}: {text}", "发布到 {channel}：{text}"),
    "impact.post": ("{what} で公開される", "is published on {what}", "将在 {what} 公开"),
    "summary.change": ("{why}: {what} = {value}", "{why}: {what} = {value}", "{why}：{what} = {value}"),
    "impact.setting": (
        "SPECTRA の設定 {what}（元に戻せる）",
        "SPECTRA's setting {what} (can be undone)",
        "SPECTRA 的设置 {what}（可撤销）",
    ),
    "impact.rule": ("ルール {what}（すぐに効く）", "the rule {what}, at once", "规则 {what}（立即生效）"),
    "impact.restart": ("SPECTRA を再起動する", "starts SPECTRA anew", "重新启动 SPECTRA"),
    "idle.public": (
        "一般の人の発言には、モデルなしでは答えません。",
        "Without a model I do not answer the public.",
        "没有模型时不回答公众的发言。",
    ),
    # -- why it waits --------------------------------------------------------------------------------------------
    "idle.no_purpose": (
        "目的がまだありません。目的を書いてください（書き方: docs/reference/spectra-purpose.md）。",
        "There is no purpose yet. Write one (how: docs/reference/spectra-purpose.md).",
        "还没有目的。请写下目的（写法：docs/reference/spectra-purpose.md）。",
    ),
    "idle.nothing": ("状況が変わるのを待っています。", "Waiting for something to change.", "正在等待情况变化。"),
    "idle.achieved": (
        "目的に書かれた目標はすべて終わりました。新しい目的を待っています。",
        "All goals of the purpose are finished. Waiting for a new one.",
        "目的中的目标都已结束，正在等待新的目的。",
    ),
    "idle.not_written": (
        (
            "モデルなしでは、目的を自分で分けられません。目標を見出しに、{fewest}〜{most} 個のタスクを箇条書きに"
            "するか、モデルを設定してください。"
        ),
        (
            "Without a model I cannot divide a purpose by myself. Write each goal as a heading with {fewest} to {most} "
            "tasks as a list under it, or configure a model."
        ),
        "没有模型时，我无法自行拆分目的。请把目标写成标题，在其下列出 {fewest} 到 {most} 个任务，或者配置模型。",
    ),
    "idle.tasks": (
        "目標「{goal}」のタスクは {count} 個です。{fewest}〜{most} 個にしてください。数は勝手に変えません。",
        "The goal “{goal}” has {count} tasks; it needs {fewest} to {most}. I do not add or drop any myself.",
        "目标“{goal}”有 {count} 个任务，需要 {fewest} 到 {most} 个。我不会自行增减。",
    ),
    "idle.question": (
        "タスク「{task}」には答えが必要です: {question} タスクの名前に書き足してください。",
        "The task “{task}” needs an answer: {question} Write it into the task's name.",
        "任务“{task}”需要回答：{question} 请写进任务名称。",
    ),
    "idle.cannot": (
        "タスク「{task}」はモデルなしでは進められません: {reason} コマンドを書き添えるか、モデルを設定してください。",
        "I cannot do the task “{task}” without a model: {reason} Write its command beside it, or configure a model.",
        "没有模型就无法完成任务“{task}”：{reason} 请在旁边写上命令，或者配置模型。",
    ),
    "idle.bound": (
        (
            "タスク「{task}」は結果を次のステップへ渡す必要があり、モデルなしでは進められません。"
            "`ringi ask` で依頼するか、モデルを設定してください。"
        ),
        (
            "The task “{task}” hands results from step to step, which I cannot do without a model. Ask for it with "
            "`ringi ask`, or configure a model."
        ),
        "任务“{task}”需要把结果传给下一步，没有模型就无法完成。请用 `ringi ask` 提出请求，或者配置模型。",
    ),
    # -- small talk ----------------------------------------------------------------------------------------------
    "talk.hello": ("こんにちは。", "Hello.", "你好。"),
    "talk.thanks": ("どういたしまして。", "You are welcome.", "不客气。"),
    "talk.bye": (
        "失礼します。またいつでもどうぞ。",
        "Goodbye. I am here whenever you need me.",
        "再见，随时可以再来。",
    ),
    "talk.status": ("いまの状況です。", "This is how it stands.", "目前的情况如下。"),
    "talk.who": (
        "SPECTRA です。目的に沿って作業し、実行の前に必ず確認をお願いします。",
        "I am SPECTRA. I work towards the purpose you set, and ask you before I do anything.",
        "我是 SPECTRA。我按照您设定的目的工作，执行之前一定会先请您确认。",
    ),
    "talk.able": (
        "目的に書かれた目標とタスクを、1 つずつ確認しながら進めます。目的の変更、中断、中止はいつでもできます。",
        (
            "I work through the goals and tasks written in the purpose, asking before each one. You can change the "
            "purpose, interrupt or stop me at any time."
        ),
        "我会逐一执行目的中写明的目标和任务，每一步都先请您确认。您可以随时更改目的、打断或停止。",
    ),
    "talk.other": (
        "モデルが設定されていないため、自由な会話はできません。書かれた目的とタスクなら進められます。",
        "No model is configured, so I cannot talk freely. I can work through a purpose with its tasks written out.",
        "没有配置模型，无法自由交谈。写明目标和任务的目的我可以执行。",
    ),
    "standing.plan": (
        "タスクは全部で {total} 個、完了 {done} 個、失敗 {failed} 個です。",
        "Of {total} tasks, done: {done}, failed: {failed}.",
        "共 {total} 个任务，完成 {done} 个，失败 {failed} 个。",
    ),
    "standing.purpose": (
        "目的はありますが、進行中の目標はありません。",
        "There is a purpose, and no goal in progress.",
        "有目的，但没有进行中的目标。",
    ),
    "standing.none": ("目的はまだありません。", "There is no purpose yet.", "还没有目的。"),
}
