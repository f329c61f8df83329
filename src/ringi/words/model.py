"""What is said to a model beside its prompts, and to people about a model: budgets, fallbacks, what was not given."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    # -- to the model --------------------------------------------------------------------------------------------
    "today": (
        "今日は {today}（曜日番号 {weekday}、月曜日が 1）です。",
        "Today is {today} (weekday {weekday}, Monday is 1).",
        "今天是 {today}（星期序号 {weekday}，星期一为 1）。",
    ),
    "asked_on": (
        "依頼された日は {day} です。「先月」などはこの日から数えます。",
        "It was asked on {day}; “last month” and the like count from that day.",
        "提出请求的日期是 {day}，“上个月”等从这一天算起。",
    ),
    "done": (
        "次のステップは実行済みです。そのまま先頭に残してください。",
        "These steps have already run; keep them first and unchanged.",
        "以下步骤已经执行，请保持不变并放在最前。",
    ),
    "why_answer": (
        "最後のものは質問への回答です。それを踏まえて答えてください。",
        "The last of these answers a question. Go on with it.",
        "最后一条是对问题的回答，请据此继续。",
    ),
    "why_reject": (
        "直前の版はこの理由で却下されました。理由を取り入れた新しい版を書いてください。",
        "The version before was rejected for the last of these reasons. Write a new one that takes it in.",
        "上一版因最后一条理由被驳回。请写出采纳该理由的新版本。",
    ),
    "why_return": (
        "計画は最後のコメントで方針に差し戻されました。コメントを取り入れてください。",
        "The plan was returned to its policy with the last of these comments. Take it in.",
        "计划因最后一条意见被退回到方针，请采纳该意见。",
    ),
    "why_steer": (
        "最後のものは途中での軌道修正です。それを取り入れた新しい版を書いてください。",
        "The last of these steers the work. Write a new version that takes it in.",
        "最后一条是中途调整方向，请写出采纳它的新版本。",
    ),
    # -- to people: a budget -------------------------------------------------------------------------------------
    "budget.task": (
        "この依頼に使ったモデルの量が上限に達しました（{used} / {limit}）。どうしますか。",
        "This request has used up its budget for the model ({used} of {limit}). What now?",
        "此请求的模型用量已达上限（{used} / {limit}）。如何处理？",
    ),
    "budget.day": (
        "今日使ったモデルの量が全体の上限に達しました（{used} / {limit}）。どうしますか。",
        "The model's budget for today is used up ({used} of {limit}). What now?",
        "今天的模型用量已达总上限（{used} / {limit}）。如何处理？",
    ),
    "budget.tokens": ("{count} トークン", "{count} tokens", "{count} 个令牌"),
    "budget.go_on": ("上限分を追加して続ける", "Go on with as much again", "追加同等额度并继续"),
    "budget.rules": ("内蔵プランナーで続ける", "Go on with the offline planner", "改用内置规划器继续"),
    # -- to people: who judged -----------------------------------------------------------------------------------
    "fell_back": (
        "{first} に判断を頼めなかったため、{second} が判断しました。",
        "{first} could not be asked; {second} judged instead.",
        "无法请求 {first}，改由 {second} 判断。",
    ),
    # -- to people: what a model was not given -------------------------------------------------------------------
    "missing.tools.outputs": (
        "ツールの出力の定義（一覧が大きすぎるため省略）",
        "What the tools answer (left out: the list is too long)",
        "工具的输出定义（列表过长而省略）",
    ),
    "missing.tools.descriptions": (
        "ツールの説明の一部（長すぎるため省略）",
        "Parts of the tools' descriptions (left out: too long)",
        "部分工具说明（过长而省略）",
    ),
    "missing.directory": (
        "名簿の {count} 人（多すぎるため省略）",
        "{count} people of the directory (left out: too many)",
        "名录中的 {count} 人（过多而省略）",
    ),
    "missing.server": (
        "サーバー「{server}」のツール（接続できないため）",
        "The tools of “{server}” (it cannot be reached)",
        "服务器“{server}”的工具（无法连接）",
    ),
}
