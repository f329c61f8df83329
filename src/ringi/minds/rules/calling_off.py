"""Whether there is nothing to do after all: it was taken back, or is already done, and nothing else is asked. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from ringi.minds.rules.language import Utterance, rx

_CALLED_OFF = {
    "ja": rx(
        r"(?:何|なに)も(?:し|やら|行わ)(?:なくて|ないで|なくとも)|(?:対応|对应|作业|処理|处理|手配)(?:は"
        r"|も)?(?:もう)?(?:不要|いりません|结构|必要(?:は"
        r"|が)?(?:ない|ありません))"
        r"|(?:依赖|件|お愿い|话)(?:は|を|の?こと(?:は)?)?(?:もう|いったん|一旦)?(?:不要|结构です|大丈夫です"
        r"|キャンセル|取り下げ|取り消|撤回|忘れて|なかったこと|なしで|白纸)"
        r"|なかったことに|(?:もう|やっぱり?|やはり)(?:结构|大丈夫|いい|不要)です|自己解决|取り下げ(?:ます"
        r"|させて)|キャンセル(?:で|します|して|させて)|撤回(?:し|させ)"
        r"|调べなくて(?:大丈夫|いい|结构)|(?:は|も)もう(?:必要(?:ない|ありません|なくな)|いりません)"
    ),
    "en": rx(
        r"\bnever ?mind\b(?! (?:the|about the|that|september|august|\w+'s)\b)|\bnothing (?:to (?:do|be done)"
        r"|(?:is |else )?needed|for you to do)\b|\bno (?:further )?actions? (?:is |are )?"
        r"(?:needed|required|necessary)|\bforget (?:it|about it|this|my (?:last )?(?:request|message)"
        r"|what i (?:said|asked)|i asked)\b"
        r"|\b(?:cancel|withdraw|disregard|scrap|ignore) (?:this|that|it|my|the|all of this)(?: (?:last"
        r"|previous|earlier|whole))?(?: (?:request|message|order|ask))?(?=[,.!\n]|$)"
        r"|\b(?:don't|do not|needn't|no need to|don't (?:have|need) to) (?:you )?do anything\b"
        r"|\bdon't bother\b|\bno longer (?:need|necessary|required)"
        r"|\b(?:i'm|we're|all) (?:all )?(?:set|sorted|good)(?=[,.!\n]|$)|(?:^|[,.;!]\s?)it's (?:been |all )?(?:sorted"
        r"|taken care of|handled|resolved|done)\b"
    ),
    "zh": rx(
        r"(?:不用|不需要|不必|无需|无须|别|不要)(?:您|你|麻烦您?)?(?:再)?(?:处理|查|做|管|麻烦|弄|操作"
        r"|帮忙)(?:了|什么|任何|什么了)?(?=[,。!\n]|$)|没事了"
        r"|当我没说|(?:就|先)?算了(?=[,。!\n]|$)"
        r"|什么(?:都|也)不用做|(?:取消|撤回|作废)(?:这个|刚才的?|之前的?|我的)?(?:请求|申请|需求|委托)"
        r"|不用了(?=[,。!\n]|$)|已经解决|不需要了(?=[,。!\n]|$)"
    ),
}
_DONE = {
    "ja": rx(
        r"[^。\n]{0,60}?(?:もう|既に|すでに|先ほど|さっき|昨日)[^、。\n]{0,20}(?:确认|チェック|对应|対応|调べ"
        r"|见|済|出し|もらい|いただき|受け取|解决|终わ|计算|作)"
        r"[^、。\n]{0,8}(?:た|済み?)(?:です|ので|から|よ)?"
    ),
    "en": rx(
        r"\b(?:i|we|somebody|someone|[\w'-]+)(?:'ve| have| has)? already (?:checked|did|done|have|had|got|sent"
        r"|seen|saw|looked"
        r"|handled|pulled|finished|received|found|made|created|took|sorted|run|ran)\b[^,.;\n]{0,80}"
    ),
    "zh": rx(
        r"[^。;\n]{0,30}?(?:已经|早就|刚|我自己)[^,。;\n]{0,10}(?:查|看|做|处理|确认|算|发|拿|收|解决"
        r"|导|统计|汇总|整理|提交|完成|弄)[^,。;\n]{0,6}(?:了|过|完|到)"
    ),
}
_ORDERS = {
    "ja": rx(
        r"(?:して|出して|见せて|教えて|まとめて|送って|作って|书いて|调べて|挙げて|抽出して|くれ|ください"
        r"|下さい|お愿いし|愿います|ほしい|欲しい|たいです|たい(?:ん|。|$)|ますか"
        r"|でしょうか|[?])"
    ),
    "en": rx(
        r"\?|\b(?:please|can you|could you|would you|show|list|give|send|put|write|calculate|compute|get|check"
        r"|need|want"
        r"|export|dm|run|pull|instead)\b"
    ),
    "zh": rx(r"请|帮|查|统计|列|写|发给|算|导|汇总|给我|看一下|想要|吗|[?]"),
}
_POLITE = rx(
    r"ありがとう[^。\n]*|すみません|申し訳[^。\n]*|よろしくお?愿い[^。\n]*|お手数[^。\n]*"
    r"|\bthanks?(?: you)?[^.\n]*|\bsorry[^,.\n]*"
    r"|\bplease (?=cancel|ignore"
    r"|disregard|forget|withdraw|scrap)|谢谢[^。\n]*|抱歉|不好意思|请(?=取消|撤回|忽略)|お騒がせ[^。\n]*|打扰了?"
)


_TAIL = r"(?:(?![、。,.;!\n-]|\band\b|\bbut\b).)*"
_LEAD = r"(?:(?<=[、。,.;!\n])|^)[^、。,.;!\n]*?"


def called_off(said: Utterance, topics: Iterable[int] = ()) -> bool:
    """Taken back (never mind, 何もしなくて大丈夫) or done already, with nothing else asked for. `topics`: where
    something that could be asked for is named."""
    lang = said.lang
    off, done = _CALLED_OFF[lang], _DONE[lang]
    if not off.search(said.text) and not done.search(said.text):
        return False
    clauses = rx(rf"{_LEAD}(?:{off.pattern}){_TAIL}|(?:{off.pattern}){_TAIL}|{done.pattern}").compiled()
    gone = [match.span() for match in clauses.finditer(said.text)]
    if any(not any(start <= place < end for start, end in gone) for place in topics):
        return False
    rest = clauses.sub(" ", _POLITE.compiled().sub(" ", said.text))
    return not _ORDERS[lang].search(rest)
