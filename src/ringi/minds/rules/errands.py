"""A message whose words are in the request: DM Tanaka to remind her to hand in her timesheet. What is to be said is not
what is to be read, and what it asks of the receiver is not asked of us. Pure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ringi.minds.rules.language import Pattern, Utterance, rx
from ringi.minds.rules.polarity import clause_end
from ringi.minds.rules.recipients import Recipient


@dataclass(frozen=True, slots=True)
class Errand:
    """Where the words to be sent stand, and the words."""

    start: int
    end: int
    words: str


_SAYS_EN = (
    r"(?:is|are|was|were|will|would|has|have|had|can|could|should|must|may|needs?|do|does|did|don't|isn't|aren't|won't"
    r"|can't|please|let's|you|you're|we|we're|i|i'm|it's|that's|there's|starts?|begins?|ends?|closes?|thanks?)"
)
_DATA_EN = (
    r"(?!(?:the )?(?:results?|figures|numbers|list|sheet|total|overtime|attendance|report|outcome)\b"
    rf"(?! (?:\w+ ){{0,4}}?{_SAYS_EN}\b))"
)
# What is named after a colon and says nothing about it is wanted, not said: DM Sato: last month's overtime.
_NAMES_ONLY = {
    "ja": rx(
        r"[^。\n]*?(?:残业|时间|时间外|勤怠|出勤|打刻|一览|リスト|名簿|状况|实绩|データ|结果|合计|集计|レポート|记录|シート|人|社员|もの"
        r"|分|内容)(?:を|も)?(?:と|、|です)?[。\s]*$"
    ),
    "en": rx(
        rf"(?!.*\b{_SAYS_EN}\b).*\b(?:overtime|attendance|timesheets?|hours|employees?|staff|list|results?|figures"
        r"|numbers|totals?|report|records?|roster|summary|data)\b"
    ),
    "zh": rx(
        r"[^。\n]*?(?:加班|考勤|出勤|打卡|工时|时间|时长|情况|数据|名单|列表|一览|明细|记录|结果|报表|报告|汇总|统计|员工|的人)[。\s]*$"
    ),
}
# Behind the colon, or behind 告诉他, stand the words themselves, whatever they speak of.
_SPOKEN: dict[str, tuple[Pattern, ...]] = {
    "ja": (
        rx(
            r"(?:dm|ダイレクトメッセージ|メッセージ|连络|传え|伝え|slack|スラック|通知|送)[^。:\n]{0,24}:\s?"
            r"(?P<body>[^\n]{2,300})"
        ),
    ),
    "en": (
        rx(
            r"\b(?:dm|message|slack|ping|send|write|drop|notify|tell|text|msg|inform)\b[^.;:\n]{1,60}:\s?"
            r"(?P<body>[^\n]{3,300})"
        ),
    ),
    "zh": (
        rx(r"(?:私信|消息|dm|slack|通知|告诉|转告|告知|留言)[^。;:\n]{0,24}:\s?(?P<body>[^\n]{2,300})"),
        rx(
            r"(?:私信|消息|dm|slack)[^。;:,\n]{0,16}?[,]?\s?(?:告诉|告知|转告|通知|跟|对)(?:他们?|她们?|对方|其)"
            r"(?:说|讲)?[,:]?(?P<body>[^。;\n]{2,200})"
        ),
    ),
}
_PATTERNS: dict[str, tuple[Pattern, ...]] = {
    "ja": (
        rx(
            r"(?:さん|様|氏|くん|君|先輩|先辈|部长|课长|e\d{3,4})(?:宛て?)?(?:に|へ)(?:は)?[、,]?\s?"
            r"(?P<body>[^。\n]{2,160}?(?:し|す|る|く|う|む|つ|ぐ|ぶ|ぬ|い|だ|です|ます|ください|下さい))"
            r"(?:よう(?:に)?|と(?!いう)|って|旨を?|ことを?)[、,]?\s?(?:[^。、\n]{0,8}?)(?:dm"
            r"|ダイレクトメッセージ|メッセージ|连络|传え|伝え|slack"
            r"|スラック|お愿いの?dm|催促|リマインド|通知)"
        ),
        rx(
            r"(?:^|[。\n])\s*(?P<body>[^。\n]{2,160}?(?:だ|です|ます|ください|下さい|した|る|い))(?:と(?!いう)"
            r"|って|よう(?:に)?|旨を?)[、,]?\s?"
            r"[^。、\n]{1,16}?(?:さん|様|氏|くん|君|e\d{3,4})(?:宛て?)?(?:に|へ)[^。、\n]{0,6}?(?:dm"
            r"|ダイレクトメッセージ|メッセージ|连络|传え"
            r"|伝え|slack|通知)"
        ),
        rx(
            r"(?:さん|様|氏|くん|君|e\d{3,4})(?:宛て?)?(?:に"
            r"|へ)[、,]?\s?(?P<body>[^。、\n]{2,80}?)(?:の(?:リマインド|催促|お愿い|お知らせ"
            r"|案内)|を(?:催促|リマインド)する)"
            r"(?:を|の)?[^。、\n]{0,4}(?:dm|ダイレクトメッセージ|メッセージ)"
        ),
    ),
    "en": (
        rx(
            r"\b(?:dm|message|slack|ping|send|write|drop|notify|contact|tell|text)\b[^.;\n]{1,60}?\b(?:to "
            r"|and |,\s?)?"
            r"(?:remind(?:ing)?|ask(?:ing)?|urg(?:e|ing)|request(?:ing)?|nudg(?:e|ing)|invit(?:e|ing)"
            r"|warn(?:ing)?|thank(?:ing)?)"
            r"(?: (?:him|her|them))?(?: (?:to|that|about|for|of|if|whether))? (?P<body>[^;\n]{3,300})"
        ),
        rx(
            r"\b(?:dm|message|slack|ping|send|write|drop|notify|tell|inform|let)\b[^.;\n]{1,60}?\b(?:that"
            r"|saying(?: that)?"
            r"|to say(?: that)?|know that|reading|with the (?:text|words|message):?)\s(?P<body>"
            + _DATA_EN
            + r"[^;\n]{3,300})"
        ),
        rx(
            r"\bremind [^.;,\n]{2,40}? (?:by|via|over|in|through|with|on) (?:a |an )?(?:slack )?(?:dm"
            r"|direct message|message|slack)"
            r"(?: that| to| about)? (?P<body>[^;\n]{3,300})"
        ),
        rx(
            r"\bremind (?!me\b|us\b|everyone)[^.;,\n]{2,40}? (?:that|to|about) (?P<body>[^;\n]{3,300}?) (?:by"
            r"|via|over|in|through|with)"
            r" (?:a |an )?(?:slack )?(?:dm|direct message|message|slack)\b"
        ),
    ),
    "zh": (
        rx(
            r"(?:私信|发消息|消息|dm|slack|通知|联系|发)[^。;\n]{0,24}?[,]?\s?(?:提醒|催|请|让|叫|麻烦|问|感谢"
            r"|邀请)(?:一下)?"
            r"(?:他们?|她们?|其|对方)(?P<body>(?!.{0,3}看)[^。;\n]{2,200})"
        ),
        rx(
            r"(?:私信|发消息|消息|dm|slack|通知|告诉|转告)[^。;\n]{0,24}?(?:提醒|催促|说|内容(?:是|为)|:(?=请"
            r"|记得|务必|明天|今天))(?:一下)?"
            r"(?P<body>(?!我)[^。;\n]{3,200})"
        ),
        rx(
            r"(?:私信|dm|通知|告诉|转告|告知)[^。;,\n]{1,12}[,]?(?:告诉(?:他|她)?)?"
            r"(?P<body>[^。;\n]{0,20}?(?:需要|记得|尽快|务必|要在|请在|改到|改在|推迟|取消了?|延期|提前到"
            r"|补(?=上|交|打))[^。;\n]{1,160})"
        ),
        rx(r"(?:提醒|催)(?P<body>[^。;,\n我]{2,60}?)[,]?(?:用|通过|以|发)(?:slack)?(?:私信|消息|dm)"),
    ),
}
_EVERY = rx(r"每|毎|定期|自动|\bevery\b|\bdaily\b|\bweekly\b|\beach (?:month|week|day)\b|定时")


_ITS_OWN = re.compile(r"\b(?:his|her|their)(?= \w)")


def _addressed(said: Utterance, start: int, end: int) -> str:
    """What was said about the receiver, said to the receiver: to fix her punches → Please fix your punches."""
    words = said.written(start, end).strip(" 、,。.")
    if said.lang == "ja":
        return f"{words}ようお願いします。" if said.text.startswith("よう", end) else words
    if said.lang == "zh":
        return (
            words
            if words.startswith("请") or not re.search(r"[请让催醒][他她们其]*$", said.text[:start])
            else f"请{words}"
        )
    words = _ITS_OWN.sub("your", words)
    if said.text[:start].rstrip().endswith(" to"):
        return f"Please {words}."
    return words[:1].upper() + words[1:] + "."


def opens(said: Utterance) -> int | None:
    """Where the words of a message begin behind a colon, if they do."""
    match = _SPOKEN[said.lang][0].search(said.text)
    return match.start("body") if match else None


def _spoken(said: Utterance, people: list[Recipient]) -> re.Match[str] | None:
    """The words given outright to somebody who was named before them."""
    for pattern in _SPOKEN[said.lang]:
        match = pattern.search(said.text)
        if match and any(one.start < match.start("body") for one in people) and match["body"].strip():
            return None if _NAMES_ONLY[said.lang].match(match["body"]) else match
    return None


def errand(said: Utterance, recipients: tuple[Recipient, ...]) -> Errand | None:
    """What a message is to say, when the request says it in its own words. Nothing that is to come back regularly."""
    people = [one for one in recipients if one.sort in ("person", "slack")]
    if not people:
        return None
    match = _spoken(said, people)
    if match is None:
        told = (pattern.search(said.text) for pattern in _PATTERNS[said.lang])
        match = next((one for one in told if one and one["body"].strip() and not _EVERY.search(said.text)), None)
    if match is None or _EVERY.search(said.text, 0, match.start("body")):
        return None
    start, end = match.start("body"), match.end("body")
    return Errand(start, end, _addressed(said, start, end))


_TELLS = rx(r"(?:告诉|转告|告知|通知)\s?$")


def rest_of(said: Utterance, recipients: tuple[Recipient, ...]) -> str:
    """告诉松田翼九点交接班: what stands behind whoever is to be told, where nothing is to be read."""
    for one in recipients:
        if one.sort == "person" and one.ids and _TELLS.search(said.text, max(0, one.start - 14), one.start):
            end = clause_end(said.text, one.end)
            words = said.written(one.end, end).strip(" :,。.")
            if len(words) >= 3 and not words.startswith("的"):
                return words
    return ""
