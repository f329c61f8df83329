"""What the offline mind answers to a developer who simply talks: in the language spoken, from what is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringi.minds.rules.language import detect, fold, rx
from ringi.words import say

if TYPE_CHECKING:
    from ringi.minds.intending import Situation

AREA = "intending"
_KINDS = (
    ("thanks", rx(r"ありがと|感謝|助かり|\bthank|\bthx\b|谢谢|多谢|辛苦了|お疲れ")),
    (
        "status",
        rx(
            r"何をして|なにして|状況|進捗|調子|どこまで|いまどう|今どう|\bstatus\b|\bprogress\b"
            r"|what are you (?:doing|up to)|how far|how is it going|how.s it going"
            r"|状态|进度|进展|在做什么|在干什么|怎么样了|到哪"
        ),
    ),
    (
        "who",
        rx(r"誰です|誰な|あなたは|自己紹介|名前は|who are you|your name|what are you\b|你是谁|你叫什么|介绍.{0,2}自己"),
    ),
    (
        "able",
        rx(
            r"何ができ|なにができ|できること|使い方|ヘルプ|\bhelp\b|what can you|how do (?:i|you)"
            r"|能做什么|会做什么|怎么用|帮助"
        ),
    ),
    ("bye", rx(r"さようなら|おやすみ|またね|失礼します|\bbye\b|good ?night|see you|再见|晚安")),
    (
        "hello",
        rx(
            r"こんにち|こんばん|おはよう|はじめまして|やあ|もしもし|\bhello\b|\bhi\b|\bhey\b"
            r"|good (?:morning|afternoon|evening)|你好|您好|早上好|晚上好"
        ),
    ),
)


def answer(text: str, situation: Situation) -> str:
    """A reply that promises nothing: what is known, and what can be done."""
    lang = detect(text) if text.strip() else situation.lang
    said = fold(text)
    kind = next((kind for kind, pattern in _KINDS if pattern.search(said)), "other")
    words = say(AREA, f"talk.{kind}", lang)
    if kind in ("hello", "status", "other"):
        gap = " " if lang == "en" else ""  # between sentences, where there is one
        words = f"{words}{gap}{standing(situation, lang)}"
    return words.strip()


def standing(situation: Situation, lang: str) -> str:
    """Where the work stands, in one sentence, counted from the plan itself."""
    tasks = [task for goal in situation.goals for task in goal.get("tasks", ())]
    if tasks:
        done = sum(task.get("status") == "done" for task in tasks)
        failed = sum(task.get("status") == "fail" for task in tasks)
        return say(AREA, "standing.plan", lang, done=done, failed=failed, total=len(tasks))
    return say(AREA, "standing.purpose" if situation.purpose.strip() else "standing.none", lang)
