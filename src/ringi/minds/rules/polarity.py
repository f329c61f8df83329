"""What is said not to be wanted, and what is said only by the way: negation, exclusion, preambles, purposes, deadlines.

Pure: text in, stretches out. Everything else asks `Tone` whether a place in the text counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ringi.minds.rules.language import Utterance, rx


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

    def wanted(self, place: int, *, output: bool = False) -> bool:
        return not any(one.start <= place < one.end and (output or not one.outputs_only) for one in self.denied)

    def contrasted(self, place: int) -> bool:
        """Denied only as the other side of a contrast."""
        around = [one for one in self.denied if one.start <= place < one.end]
        return bool(around) and all(one.contrast for one in around)

    def excluded(self, place: int) -> bool:
        return any(one.start <= place < one.end and one.exclusion for one in self.denied)

    def aside(self, place: int) -> bool:
        """Said by the way: what was before, what it is for, until when."""
        return any(start <= place < end for start, end in self.asides)


CLAUSE = re.compile(r"[、,，。.;；:：!?！？\n]+(?!\d)")
_SENTENCE = re.compile(r"[。!?！？\n]+|\.(?=\s|$)")
# Where a Japanese request goes on to its next action; not について, として …
_TE = rx(
    r"(?<!につい)(?<!に対し)(?<!とし)(?<!によっ)(?<!におい)(?<!にとっ)(?<!そし)(?:[しいきっちみめけせえべ"
    r"れげ]て|んで)(?:ください|下さい|から|、)?(?![いはもくる])|ので|けど|たら|れば|つつ|ながら"
)

_WRITING = (
    "书|送|流|入力|通知|共有|dm|记|作|出力|残|保存|投稿|知らせ|伝え|连络|转送|メール|エクスポート|シートにし|表にし"
)
_JA_VERBAL = rx(
    rf"(?:{_WRITING})[^、。,\s]{{0,8}}?(?:ないで|なくて|ず(?:に|、)|ないよう|なくても|ない(?:でいい"
    r"|で下さい|でください)|まないで|は(?:やめて|不要|いらない|なし))"
)
_JA_ANY = rx(
    r"不要|いらない|要らない|いりません|要りません|必要(?:は|が)?(?:ない|ありません|なし)|(?:は"
    r"|も)(?:结构|大丈夫|いい)です|はなし|なしで|なしに|抜きで|抜きの"
    r"|(?:し|見|みせ|见せ|出さ|含め|入れ|使わ|计算し|确认し|取得し|调べ)(?:ないで|なくて(?:いい|よい|も)"
    r"|ないように)|(?:は|を)(?:やめて|省いて|省略|控えて|无视)|禁止|(?:の(?:话|件|こと))?は?(?:忘れて"
    r"|置いて?おいて|さておき|后回しで|今は无視)"
)
_JA_CONTRAST = rx(
    r"のことでは(?:なく|ない)|のほうでは(?:なく|ない)|では(?:なく|ない|ありません)(?:て)?|じゃ(?:なく"
    r"|ない)(?:て)?|でなく|とは别に|よりも|の代わりに|とは关系な|という(?:言葉|语|单语|文字)は"
)
_JA_EXCEPT = rx(r"以外|を?除(?:く|い|き|外)|は?除いて|を?外して|抜きで|を?含ま(?:ない|ず)|を?含めない|は含めない")
_JA_PHRASE = rx("[をはがにでも、。,]|から|まで")

_EN_WRITE = re.compile(
    r"\b(?:do not|don't|dont|never|please don't|no need to|not to|without|shouldn't|should not|avoid"
    r"|refrain from|rather than)\s+(?:\w+\s+){0,2}?"
    r"(?:send|sending|writ\w+|put\w*|creat\w+|export\w*|post\w*|shar\w+|dm\w*|messag\w+|notify\w*"
    r"|notifi\w+|sav\w+|mak\w+|ping\w*|stor\w+|record\w*|log\w*|us\w+|tell\w*|forward\w*|output\w*"
    r"|slack)\b"
)
_EN_ANY = re.compile(
    r"\b(?:do not|don't|dont|never|no need (?:to|for)|don't need|do not need|i don't want|not interested "
    r"in|skip|leave out|ignor\w+|forget|drop|without|no|nothing about|not about|rather not)\b"
)
_EN_CONTRAST = re.compile(
    r"\b(?:instead of|rather than|as opposed to|not(?! only\b)(?! just\b)(?: for| about| the)?)\b"
)
_EN_EXCEPT = re.compile(
    r"\b(?:except(?: for)?|excluding|exclude|other than|apart from|outside of|but not|everyone but|without)\b"
)
_EN_STOP = re.compile(
    r"[,.;:!?\n]|\b(?:but|just|only|instead(?! of)|then|and (?=show|give|list|get|tell|send|dm|put|write"
    r"|just|only|check)|simply|show me|give me|list|for now|please)\b"
)
_EN_EXCEPT_STOP = re.compile(
    r"[.;:!?\n]|,(?!\s?\w+ and\b)|\b(?:but|just|only|for|in|to|from|by|with|on|please|then|during|last"
    r"|this|next|past|since|over)\b"
)
_EN_NEAR_STOP = re.compile(r"[,.;:!?\n]|\b(?:but|just|only|for|in|to|from|by|with|on|and|please|then|during)\b")

_ZH_WRITE = rx(
    r"(?:不要|别|不用|无需|无须|不必|不需要|请勿|勿|没必要|不想|不得)(?:把|将|给|再|往|用"
    r"|以)?[^,，。;；]{0,8}?(?:写|发|存|建|做成|导出|通知|发送|放|记录|分享|转发|告诉|输出|私信|生成|填)"
)
_ZH_ANY = rx(
    r"不要|(?<![分区个特级性类差])别(?!人)|不用|无需|无须|不必|不需要|请勿|没必要|忽略|无视|不看|不查"
    r"|不管|不关心|不包括|不包含|不含"
)
_ZH_CONTRAST = rx(r"而不是|而非|不是|并非|不要看|别看")
_ZH_EXCEPT = rx(r"除了?|排除|剔除|不包括|不含|不包含|去掉")
_ZH_AFTER = rx(r"(?:就|都|先)?(?:不要了?|不用了?|不需要|除外|以外|之外|免了|就算了)")
_ZH_STOP = rx(r"[,，。;；:：!！?？\n、]|而是|只|直接|就(?!不)|但|请|以外|之外|外的|,")


def tone_of(said: Utterance) -> Tone:
    """Read the whole utterance once."""
    finders = {"ja": _japanese, "en": _english, "zh": _chinese}
    return Tone(tuple(finders[said.lang](said.text)), tuple(_asides(said)))


def clause_start(text: str, place: int) -> int:
    starts = [match.end() for match in CLAUSE.finditer(text, 0, place)]
    return starts[-1] if starts else 0


def clause_end(text: str, place: int) -> int:
    match = CLAUSE.search(text, place)
    return match.start() if match else len(text)


def sentence_bounds(text: str, place: int) -> tuple[int, int]:
    starts = [match.end() for match in _SENTENCE.finditer(text, 0, place)]
    match = _SENTENCE.search(text, place)
    return (starts[-1] if starts else 0), (match.start() if match else len(text))


def _back_to(text: str, place: int, *stops: re.Pattern[str]) -> int:
    start = clause_start(text, place)
    for stop in stops:
        for match in stop.finditer(text, start, place):
            start = max(start, match.end())
    return start


def _japanese(text: str) -> Iterator[Stretch]:
    for match in _JA_VERBAL.finditer(text):
        yield Stretch(_back_to(text, match.start(), _TE), match.end(), outputs_only=True)
    for match in _JA_ANY.finditer(text):
        yield Stretch(_back_to(text, match.start(), _TE), match.end())
    for match in _JA_CONTRAST.finditer(text):
        yield Stretch(_back_to(text, match.start(), _TE, _JA_PHRASE), match.start(), contrast=True)
    for match in _JA_EXCEPT.finditer(text):
        yield Stretch(_back_to(text, match.start(), _TE, _JA_PHRASE), match.start(), exclusion=True)


def _until(text: str, place: int, stop: re.Pattern[str]) -> int:
    match = stop.search(text, place)
    return match.start() if match else len(text)


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


# Said by the way. Each pattern covers exactly the words that do not count.
_TALK = (
    "メールした|メールで送った|话した|话していた|依赖した|お愿いした|言った|言っていた|送った|相谈した"
    "|もらった|作った|作成した|见た|伝えた|闻いた|报告した|提出した|共有した|触れた|顶いた|いただいた"
    "|话题になった|出た话"
)
_ASIDES = {
    "ja": (
        rx(
            r"[^、。,\n]*?から(?:の)?(?:依頼|依赖|指示|要望|相谈|连络|问い合わせ|頼まれ|赖まれ|言われ|闻かれ"
            r"|求められ)[^、。,\n]*[、。,]"
        ),
        rx(
            r"^(?:お疲れ様です[。、]?|お世话になって[^。]*。)?(?![^、。\n]*(?:残业|勤怠|出勤|一览"
            r"|件))[^、。\n]{0,16}の(?:者|[\u4e00-\u9fffァ-ヶ]{1,5})(?:です|と申します|ですが"
            r"|と申しますが)[。、,]"
        ),
        rx(
            r"(?:来月|今月|先月|来周|今周|明日|今日)は[^、。]{0,12}(?:忙し|休み|不在|いない|出张|予定が"
            r"|缔め)[^、。]*[、。]"
        ),
        rx(
            r"[^、。\n]*(?:シート|表|ファイル|データ|资料)[^、。\n]*?(?:间违|まちが|古|壊れ|消え"
            r"|误)[^、。\n]*?(?:ので|から|ため|が|けど)[、。]?"
        ),
        rx(
            rf"[^、。,\n]*?(?:{_TALK})[^、。,\n]{{0,12}}?(?:件|话|とき|时|通り|とおり|もの|内容|やつ"
            rf"|よう)[^、。,\n]{{0,12}}?(?:が|けど|けれど|で|に|は|、|,)"
        ),
        rx(rf"[^、。,\n]*?(?:{_TALK})(?:の(?:です|だ)?が|のですけど|けど|んですが|んだけど)"),
        rx(rf"[^、。,\nをは]*?(?:{_TALK})(?=[^、。,\n]{{0,6}}?(?:シート|スプレッドシート|ファイル|表))"),
        rx(r"[^、。,\n]{0,40}?(?:の件(?:です|で|は|について)?(?:が|けど)?[、,。])"),
        rx(
            r"[^、。,\nを]*?(?:会议|ミーティング|打ち合わせ|打合せ|定例|报告会|役员会|取缔役会|监査|面谈"
            r"|プレゼン|レビュー|発表|提出|缔め切り|缔切|说明会|商谈|会合)(?:で|に|用|向け|のため|の资料|まで"
            r"|が|前|の前|へ|用に)[^、。,\n]{0,10}?(?:ので|ため|ために|から[、,]|使|必要|间に合|向け|あ[りる]"
            r"|[、,])?"
        ),
        rx(
            r"[^、。,\nを]*?(?:のため(?:に)?|用に|目的で|に备えて|に使うので|に使うため|で使うので"
            r"|に使いたいので|で使いたいので|するので|するため(?:に)?|したいので|の参考に)"
        ),
        rx(
            r"(?:今日|本日|明日|今周|来周|今月|来月|明后日|金曜|月曜|火曜|水曜|木曜|\d+月\d+日|月末|今月末"
            r"|来月\S{0,3}|周末|今周末)(?:中に?|中で|の?(?:末|初め|朝|夕方|午前|午后))?(?:まで(?:に|で)|中に"
            r"|じゅうに)"
        ),
        rx(
            r"(?:前回|以前|この间|先日|昨日)(?:は|の)?[^、。,\n]{0,20}?(?:ありがとう|お世话|すみません"
            r"|助かり)[^。\n]{0,20}"
        ),
        rx(r"[^、。,\n]{0,20}(?:に入社|に异动|から担当|に着任|に引き継)[^、。,\n]{0,12}(?:が|ので|けど|です|ました)"),
        rx(
            r"[^、。,\n]{0,30}(?:ていますが|ていましたが|ましたが|でしたが|だったが|ですが|だけど|のですが"
            r"|たのに|んですけど|たんですが|てますが|ませんが|かもしれない(?:です)?が|けれども)[、,]"
        ),
    ),
    "en": (
        re.compile(
            r"\b(?:this is|my name is|i'm|i am) (?!looking|trying|interested|after|checking|preparing|going"
            r"|not|sure|in need)[\w' ]{1,30}? (?:from|in|at|of) [^,.;:\n]*[,.;:\n]"
        ),
        re.compile(r"\b(?:next|last|this) (?:month|week|quarter|year) (?:is|was|will be|has been|looks)\b[^,.;\n]*"),
        re.compile(
            r"\bthe (?:sheet|spreadsheet|file|report|dm|message)\b[^,.;\n]*?\b(?:is|was|were|has|had|got"
            r"|contained)\b[^,.;\n]*[,.;]"
        ),
        re.compile(r"\b[\w ]{1,30}? (?:asked|wants?|wanted|requested|is asking|told me)\b[^,.:;\n]*:"),
        re.compile(
            r"\b(?:as|like|since|following(?: up)?|further to|regarding|per|about|after|remember|you (?:sent"
            r"|asked|mentioned))\b[^,.;\n]*?\b(?:mail\w*|email\w*|e-mail\w*|discuss\w*|mention\w*|said"
            r"|ask(?:ed)?|talk\w*|sent|wrote|agree\w*|spoke|chat\w*|request\w*|meeting|conversation"
            r"|call)\b[^,.;\n]*[,.;\n]"
        ),
        re.compile(
            r"(?:\b(?:last|this) (?:month|week|year|time),? |\byesterday,? |\bearlier,? )?\b(?:i|we|you) "
            r"(?:emailed|mailed|asked|talked|discussed|mentioned|sent|wrote|spoke|met|had|joined|moved|got"
            r"|did|started|made|created|used|looked)\b[^,.;\n]*?(?=[,.;\n]|\bbut\b|\bso\b|\band now\b"
            r"|\bplease\b|$)"
        ),
        re.compile(
            r"\b(?:for|before|ahead of|at|in|in preparation for|prior to|to prepare for|to present (?:it "
            r")?at)\s+(?:the |my |our |a |an |this )?(?:(?:next|this|last|tomorrow's|today's|coming|upcoming"
            r"|monday's|friday's|next week's|next month's|this month's|this week's|december|january|q[1-4]"
            r"|monthly|weekly|quarterly|annual|year-end|labou?r|staff|all-hands|management"
            r"|compliance)\s*(?:month's|week's|year's|quarter's)?\s*)*(?:board|audit|meeting|presentation"
            r"|review|payroll|deadline|budget|report to|inspection|town hall|committee|call|sync|offsite"
            r"|planning)(?:\s+(?:meeting|run|review|packet|deck|next (?:week|month)|this (?:week|month)"
            r"|tomorrow|on \w+|in \w+))*"
        ),
        re.compile(
            r"\b(?:by|before|until|no later than)\s+(?:the )?(?:end of (?:the |this |next )?(?:day|week"
            r"|month)|today|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|next (?:week|month"
            r"|monday|friday)|eod|eow|noon|this (?:afternoon|evening|week|month|friday)|close of business)\b"
        ),
        re.compile(
            r"\b(?:so that|so i can|so we can|because|in order to|which (?:i|we) need|i need it|we need it|i "
            r"need this(?= (?:for|by|because|in order|before))|it's|it is) [^,.;:\n]*"
        ),
        re.compile(
            r"\b(?:i|we) (?:may|might|could|will|would|can|'ll) [^,.;\n]*?\b(?:later|tomorrow|next time"
            r"|eventually|afterwards|some ?day)\b"
        ),
        re.compile(r"\b(?:thanks|thank you|great job|sorry)\b[^,.;!\n]*"),
        re.compile(r"\b(?:used to|was|were)\b[^,.;\n]*?(?:,\s*(?:but|so|now)\b|\bbut\b)"),
    ),
    "zh": (
        rx(r"我是[^,，。]{1,14}[,，。]"),
        rx(r"(?:下个?月|本月|下周|这个月|明天)(?:很|比较|会|要)?(?:忙|出差|休假|开会|放假)[^,，。]*"),
        rx(r"[^,，。;；\n]{1,8}(?:让我|叫我|要我|请我|托我)"),
        rx(r"我(?:昨天|之前|上次|刚才)说的[^,，。;；\n]*[,，。;；]"),
        rx(
            r"[^,，。;；\n]*?(?:提过|说过|发过|聊过|讨论过|提到|邮件里|邮件中|发邮件|谈过|说的|讲过|开会时"
            r"|会上)[^,，。;；\n]*[,，。;；\n]"
        ),
        rx(
            r"(?:为了|为|用于|供|因为|由于|准备)[^,，。;；\n]*?(?:会议|开会|汇报|审计|发工资|工资核算|核算"
            r"|检查|面谈|报告|例会|使用|董事会|总结)[^,，。;；\n的]{0,6}"
        ),
        rx(
            r"[^,，。;；\n]*?(?:会议|开会|例会|汇报|审计|董事会|面谈)(?:要用|用|上用|需要|时用"
            r"|前)[^,，。;；\n]*[,，。;；]?"
        ),
        rx(
            r"(?:今天|明天|后天|本周|这周|下周|本月|月底|下班|周五|周末|下个?月|\d+号)(?:内|之内|前|之前|以前"
            r"|底前|底之前)"
        ),
        rx(r"(?:以后|之后|回头|可能|也许)[^,，。;；\n]*?(?=[,，。;；\n]?但|[,，。;；\n]?现在|[,，。;；\n]?先)"),
        rx(r"(?:谢谢|感谢|辛苦|不好意思|抱歉)[^,，。;；\n]*"),
    ),
}  # fmt: skip


def _asides(said: Utterance) -> Iterator[tuple[int, int]]:
    for pattern in _ASIDES[said.lang]:
        for match in pattern.finditer(said.text):
            if match.end() > match.start():
                yield match.start(), match.end()


__all__ = ["CLAUSE", "Stretch", "Tone", "clause_end", "clause_start", "sentence_bounds", "tone_of"]
