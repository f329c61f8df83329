"""What is said not to be wanted, and what is said only by the way: negation, exclusion, preambles, purposes, deadlines.

Pure: text in, stretches out. Everything else asks `Tone` whether a place in the text counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from ringi.minds.rules.asides import asides
from ringi.minds.rules.language import Pattern, Utterance, rx
from ringi.minds.rules.passing import passing


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of the text that is denied. `output`: only the writing or sending in it is; `except`: all but this."""

    start: int
    end: int
    outputs_only: bool = False
    exclusion: bool = False
    contrast: bool = False
    """This and not that: the other side of the contrast may share the noun (看10月的而不是9月的考勤)."""


@dataclass(frozen=True, slots=True)
class Tone:
    """How each place of the text is meant."""

    denied: tuple[Stretch, ...]
    asides: tuple[tuple[int, int], ...]
    passing: tuple[tuple[int, int], ...] = ()
    """Asides that never count, even when nothing else was said."""

    def wanted(self, place: int, *, output: bool = False) -> bool:
        return not any(one.start <= place < one.end and (output or not one.outputs_only) for one in self.denied)

    def contrasted(self, place: int) -> bool:
        """Denied only as the other side of a contrast."""
        around = [one for one in self.denied if one.start <= place < one.end]
        return bool(around) and all(one.contrast for one in around)

    def excluded(self, place: int) -> bool:
        return any(one.start <= place < one.end and one.exclusion for one in self.denied)

    def passed(self, place: int) -> bool:
        """Only passed by: what is done there is done by others."""
        return any(start <= place < end for start, end in self.passing)

    def aside(self, place: int) -> bool:
        """Said by the way: what was before, what it is for, until when."""
        return any(start <= place < end for start, end in (*self.asides, *self.passing))

    def parted(self, place: int) -> Tone:
        """Nothing said by the way reaches from before this place to behind it: there it is only what is behind."""

        def behind(stretches: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
            return tuple((place if start < place < end else start, end) for start, end in stretches)

        return replace(self, asides=behind(self.asides), passing=behind(self.passing))


_REACH = 200
"""How far a clause reaches at most: what stands further away does not belong together."""
CLAUSE = rx(r"[、,，。.;；:：!?！？\n]+(?!\d)")
_SENTENCE = rx(r"[。!?！？\n]+|\.(?=\s|$)")
# Where a Japanese request goes on to its next action; not について, として …
_TE = rx(
    r"(?:(?:(?<!と)(?<!に对)(?<!そ)し|(?<!につ)(?<!にお)い|(?<!によ)(?<!にと)っ|[きちみめけせえべれげ])て|んで)"
    r"(?:ください|下さい|から|、)?(?![いはもくる])|ので|けど|たら|れば|つつ|ながら"
)

_WRITING = (
    "书|送|流|入力|通知|共有|dm|记|作|出力|残|保存|投稿|知らせ|伝え|连络|转送|メール|エクスポート|シートにし|表にし"
)
_JA_VERBAL = rx(
    rf"(?:{_WRITING})[^、。,\sて]{{0,8}}?(?<!忘れ)(?:ないで|なくて|ず(?:に|、)|ないよう|なくても|ない(?:でいい"
    r"|で下さい|でください)|まないで|は(?:やめて|不要|いらない|なし))"
)
_JA_ANY = rx(
    r"不要|いらない|要らない|いりません|要りません|必要(?:は|が)?(?:ない|ありません|なし)|(?:は"
    r"|も)(?:もう)?(?:结构|大丈夫|いい)(?:です|から|ので)|はなし|なしで|なしに|抜きで|抜きの"
    r"|(?:し|見|みせ|见せ|出さ|含め|入れ|使わ|计算し|确认し|取得し|调べ)(?:ないで|なくて(?:いい|よい|も)"
    r"|ないように)|(?:は|を)(?:やめて|省いて|省略|控えて|无视)|禁止|(?:の(?:话|件|こと))?は?(?:忘れて"
    r"|置いて?おいて|さておき|后回しで|今は无視)"
)
_JA_CONTRAST = rx(
    r"のことでは(?:なく|ない)|のほうでは(?:なく|ない)|では(?:なく|ない|ありません)(?:て)?|じゃ(?:なく"
    r"|ない)(?:て)?|でなく|とは别に|よりも|の代わりに|とは关系な|という(?:言葉|语|单语|文字)は"
)
_JA_EXCEPT = rx(r"以外|を?除(?:く|い|き|外)|は?除いて|を?外して|抜きで|を?含ま(?:ない|ず)|を?含めない|は含めない")
_BOTH_OF_THEM = rx(r"\s?(?:は)?(?:どちらも|どっちも|両方(?:とも)?|いずれも|共に|ともに)")
_JA_PHRASE = rx("[をはがにでも、。,]|から|まで")

_EN_WRITE = rx(
    r"\b(?:(?:do not|don't|dont|never|please don't)(?! forget| hesitate| fail)|no need to|not to|without"
    r"|shouldn't|should not|avoid|needn't|need not"
    r"|(?:don't|do not|doesn't|does not|won't) (?:have|need) to|isn't necessary to|not necessary to|must not|mustn't"
    r"|no point in|nor|nothing (?:should|needs to|has to|is to) be|not be|skip|refrain from"
    r"|rather than)\s+(?:\w+\s+){0,2}?"
    r"(?:send|sending|writ\w+|put\w*|creat\w+|export\w*|post\w*|shar\w+|dm\w*|messag\w+|notify\w*"
    r"|notifi\w+|sav\w+|mak\w+|ping\w*|stor\w+|record\w*|log\w*|us\w+|tell\w*|forward\w*|output\w*"
    r"|slack)\b"
)
_EN_ANY = rx(
    r"\b(?:(?:do not|don't|dont|never)(?! forget| hesitate| fail)|nobody|no one|none of (?:us|them)"
    r"|no need (?:to|for)|needn't|need not|don't need|do not need"
    r"|i don't want"
    r"|do without|live without|leave (?=(?:the |any |that )?(?:\w+ ){1,2}out\b)|not interested "
    r"in|skip|leave out|ignor\w+|(?<!don't )(?<!not )(?<!never )forget|drop(?= the\b| that\b)|without|no"
    r"|nothing about|not about|rather "
    r"not|neither|nor)\b"
)
_EN_AFTER = rx(
    r"\b(?:is|are|was)(?:n't| not) (?:what|needed|necessary|required|wanted|of interest|important|relevant)\b"
)
_EN_CONTRAST = rx(r"\b(?:instead of|rather than|as opposed to|not(?! only\b)(?! just\b)(?: for| about| the)?)\b")
_EN_EXCEPT = rx(
    r"\b(?:except(?: for)?|excluding|exclude|other than|apart from|outside of|but not|everyone but|without)\b"
)
_EN_STOP = rx(
    r"[,.;:!?\n]|\b(?:but|just|only|instead(?! of)|then|and (?=show|give|list|get|tell|send|dm|put|write"
    r"|just|only|check)|simply|show me|give me|list|for now|please)\b"
)
_EN_EXCEPT_STOP = rx(
    r"[.;:!?\n]|,(?!\s?\w+ and\b)|\b(?:but|just|only|for|in|to|from|by|with|on|please|then|during|last"
    r"|this|next|past|since|over)\b"
)
_EN_NEAR_STOP = rx(r"[,.;:!?\n]|\b(?:but|just|only|for|in|to|from|by|with|on|and|please|then|during)\b")

_ZH_WRITE = rx(
    r"(?:不要(?!忘)|(?<![分区个特级性类差])别(?!人|忘)|不用|无需|无须|不必|不需要|请勿|勿|没必要|不想"
    r"|不得)(?:把|将|给|再|往|用"
    r"|以)?[^,，。;；]{0,8}?(?:写|发|存|建|做成|导出|通知|发送|放|记录|分享|转发|告诉|输出|私信|生成|填)"
)
_ZH_ANY = rx(
    r"不要(?!忘)|(?<![分区个特级性类差])别(?!人|忘)|不用|无需|无须|不必|不需要|请勿|没必要|忽略|无视|不看|不查"
    r"|不(?=[做写发建存](?![到错完现生好布]))|不管|不关心|不包括|不包含|不含"
)
_ZH_CONTRAST = rx(r"而不是|而非|不是|并非|不要看|别看")
_ZH_EXCEPT = rx(r"(?<![删清移解])除了?|排除|剔除|不包括|不含|不包含|去掉")
_ZH_AFTER = rx(r"(?:就|都|先)?(?:不要了?|不用了?|不需要|除外|以外|之外|免了|就算了)")
_ZH_STOP = rx(r"[,，。;；:：!！?？\n、]|而是|只|直接|就(?!不)|但|请|以外|之外|外的|,")


def tone_of(said: Utterance) -> Tone:
    """Read the whole utterance once."""
    finders = {"ja": _japanese, "en": _english, "zh": _chinese}
    return Tone(tuple(finders[said.lang](said.text)), tuple(asides(said)), tuple(passing(said)))


def clause_start(text: str, place: int) -> int:
    starts = [match.end() for match in CLAUSE.finditer(text, max(0, place - _REACH), place)]
    return starts[-1] if starts else max(0, place - _REACH)


def clause_end(text: str, place: int) -> int:
    match = CLAUSE.search(text, place, place + _REACH)
    return match.start() if match else min(len(text), place + _REACH)


def sentence_bounds(text: str, place: int) -> tuple[int, int]:
    starts = [match.end() for match in _SENTENCE.finditer(text, max(0, place - 1000), place)]
    match = _SENTENCE.search(text, place)
    return (starts[-1] if starts else 0), (match.start() if match else len(text))


_CHUNK = {
    "ja": rx(r"[、,。;!?\n]+|(?:し|り|い|き|め|け|べ|え|れ|せ)(?=[、,])"),
    "en": rx(
        r"[.;!?\n]+|\bthen\b|(?:,\s*(?:and )?|\band )(?=(?:also |then |please )?(?:put|write|save|export"
        r"|send|dm|message|"
        r"notify|calculate|compute|work out|get|show|list|check|pull|make|create|fetch|summari[sz]e"
        r"|compile)\b)|,(?=\s*both\b)"
    ),
    "zh": rx(r"[，,。;；!\n]+|然后|(?:再|并且?|后)(?=写|发|计算|统计|导|通知|私信|做|存|查)"),
}


def chunks(said: Utterance) -> list[tuple[int, int]]:
    """The text in pieces of one action each."""
    marks = [match.end() for match in _CHUNK[said.lang].finditer(said.text)]
    marks += [match.end() for match in _TE.finditer(said.text)] if said.lang == "ja" else []
    edges = sorted({0, *marks, len(said.text)})
    return [(start, end) for start, end in pairwise(edges) if start < end]


def _back_to(text: str, place: int, *stops: Pattern) -> int:
    start = clause_start(text, place)
    for stop in stops:
        for match in stop.finditer(text, start, place):
            start = max(start, match.end())
    return start


def _japanese(text: str) -> Iterator[Stretch]:
    for match in _JA_VERBAL.finditer(text):
        yield Stretch(_back_to(text, match.start(), _TE), match.end(), outputs_only=True)
    for match in _JA_ANY.finditer(text):
        start = _back_to(text, match.start(), _TE)
        if _BOTH_OF_THEM.match(text, start):  # シートとDM、どちらも不要
            start = clause_start(text, max(0, start - 1))
        yield Stretch(start, match.end())
    for match in _JA_CONTRAST.finditer(text):
        yield Stretch(_back_to(text, match.start(), _TE, _JA_PHRASE), match.start(), contrast=True)
    for match in _JA_EXCEPT.finditer(text):
        yield Stretch(_back_to(text, match.start(), _TE, _JA_PHRASE), match.start(), exclusion=True)


def _until(text: str, place: int, stop: Pattern) -> int:
    match = stop.search(text, place, place + _REACH)
    return match.start() if match else min(len(text), place + _REACH)


def _english(text: str) -> Iterator[Stretch]:
    for match in _EN_WRITE.finditer(text):
        yield Stretch(match.start(), max(match.end(), _until(text, match.end(), _EN_STOP)), outputs_only=True)
    for match in _EN_ANY.finditer(text):
        if not _EN_WRITE.match(text, match.start()):
            near = match.group() in ("no", "without", "never")
            yield Stretch(match.start(), _until(text, match.end(), _EN_NEAR_STOP if near else _EN_STOP))
    for match in _EN_CONTRAST.finditer(text):
        if not _EN_WRITE.match(text, match.start()):
            yield Stretch(match.start(), _until(text, match.end(), _EN_NEAR_STOP), contrast=True)
    for match in _EN_AFTER.finditer(text):
        yield Stretch(clause_start(text, match.start()), match.end())
    for match in _EN_EXCEPT.finditer(text):
        if not _EN_WRITE.match(text, match.start()):
            yield Stretch(match.start(), _until(text, match.end(), _EN_EXCEPT_STOP), exclusion=True)


def _chinese(text: str) -> Iterator[Stretch]:
    for match in _ZH_WRITE.finditer(text):
        yield Stretch(match.start(), max(match.end(), _until(text, match.end(), _ZH_STOP)), outputs_only=True)
    for match in _ZH_ANY.finditer(text):
        if not _ZH_WRITE.match(text, match.start()):
            yield Stretch(match.start(), _until(text, match.end(), _ZH_STOP))
    for match in _ZH_CONTRAST.finditer(text):
        yield Stretch(match.start(), _until(text, match.end(), _ZH_STOP), contrast=True)
    for match in _ZH_EXCEPT.finditer(text):
        yield Stretch(match.start(), _until(text, match.end(), _ZH_STOP), exclusion=True)
    for match in _ZH_AFTER.finditer(text):
        yield Stretch(clause_start(text, match.start()), match.start(), exclusion="外" in match.group())
