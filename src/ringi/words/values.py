"""A step's input in words: who is reached, which earlier result is taken up, what is left open. For every surface."""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    "unknown": ("不明", "unknown", "不明"),
    "none": ("指定なし", "not given", "未指定"),
    "yes": ("はい", "Yes", "是"),
    "no": ("いいえ", "No", "否"),
    "empty": ("（空）", "(empty)", "（空）"),
    "result_of": ("ステップ{n}の結果", "result of step {n}", "步骤{n}的结果"),
    "requester_themself": ("依頼者本人（{who}）", "the requester ({who})", "申请人本人（{who}）"),
    "person": ("{name}（{id}）", "{name} ({id})", "{name}（{id}）"),
    "person_of": ("{name}（{department}、{id}）", "{name} ({department}, {id})", "{name}（{department}，{id}）"),
    "person_unresolved": ("{id}（名簿にありません）", "{id} (not in the directory)", "{id}（名录中没有）"),
    "request_masked": (
        "秘密の値が含まれていたため、[redacted] に置き換えて記録しました。その値は新しいものに変えてください。",
        "It held a secret, which is recorded as [redacted]. Change that secret: it has been sent here.",
        "内容含有机密值，已以 [redacted] 记录。该值已经发出，请更换。",
    ),
    "nobody_else": (
        "自己承認は無効で、ほかに判断できる人がいません。管理者に承認者を加えてもらってください",
        "self-approval is off and nobody else may decide: ask an administrator to add an approver",
        "自行批准已关闭，且没有其他人可以决定：请管理员添加审批人",
    ),
    "by_rule": ("設定による自動承認", "the settings (automatic)", "根据设置自动"),
    # -- which part of a result a plan takes up (see `ringi.hands.paths`) ---------------------------------------
    "part_of": ("{step}の{part}", "{part} from the {step}", "{step}的{part}"),
    "answer_by_model": (
        "ツールの回答をもとにモデルが書いた文章です。他者の言葉が含まれることがあります。",
        "Written by a model from what tools answered; it may contain others' words.",
        "由模型根据工具的回答撰写，可能包含他人的话。",
    ),
    "answer_of_others": (
        "「>」の行はツール（{tools}）の回答にあった言葉で、Ringi の言葉ではありません。",
        "Lines with > are words that tools answered ({tools}), not Ringi's own.",
        "以“>”开头的行是工具（{tools}）回答中的话，并非 Ringi 所写。",
    ),
    "lookalikes": (
        "見た目と違うものがあります。⟨≠ …⟩ は似た形の別の文字、⟨= …⟩ は本来の表記、⟨→ …⟩ は実際の宛先です。",
        "Something here is not what it looks like: ⟨≠ …⟩ has other letters of that shape, ⟨= …⟩ is what it says,"
        " ⟨→ …⟩ is where it really leads.",
        "此处有与外观不同的内容：⟨≠ …⟩ 使用了形似的其他字符，⟨= …⟩ 是其原本写法，⟨→ …⟩ 是实际去向。",
    ),
    "place": ("〔{words}〕", "〔{words}〕", "〔{words}〕"),
    "path.of": ("{whole}の{part}", "{part} of {whole}", "{whole}的{part}"),
    "path.each": ("{whole}それぞれの{part}", "{part} of each of {whole}", "每个{whole}的{part}"),
    "path.nth": ("{n}番目", "number {n}", "第{n}个"),
    "path.last": ("最後のもの", "the last one", "最后一个"),
    "path.first": ("{whole}の先頭{n}件", "the first {n} of {whole}", "{whole}的前{n}项"),
    "path.first_few": ("先頭{n}件", "the first {n}", "前{n}项"),
    "path.where": ("{whole}のうち「{condition}」のもの", "{whole} with “{condition}”", "{whole}中“{condition}”的项"),
    "path.items": ("それぞれ", "each", "每项"),
    "path.columns": ("見出しの列", "the columns above", "上述各列"),
    "path.comma": ("、", ", ", "、"),
    "path.or": ("{first}または{second}", "{first} or {second}", "{first}或{second}"),
    "path.and": ("{first}かつ{second}", "{first} and {second}", "{first}且{second}"),
    "path.quoted": ("「{text}」", "“{text}”", "“{text}”"),
    "path.joined": (
        "{what}（「{between}」区切り）",
        "{what} (separated by “{between}”)",
        "{what}（以“{between}”分隔）",
    ),
    "path.length": ("{what}の件数", "the number of {what}", "{what}的数量"),
    "path.sum": ("{what}の合計", "the sum of {what}", "{what}的合计"),
    "path.avg": ("{what}の平均", "the average of {what}", "{what}的平均"),
    "path.max": ("{what}の最大", "the largest of {what}", "{what}的最大值"),
    "path.min": ("{what}の最小", "the smallest of {what}", "{what}的最小值"),
    "path.sort": ("{what}（並べ替え）", "{what} (sorted)", "{what}（排序）"),
    "path.reverse": ("{what}（逆順）", "{what} (reversed)", "{what}（逆序）"),
}
