"""From what a person typed to text that can be matched: language, width, variants, numerals, quoted names set aside.

Nothing here knows tools, dates or people. Every other file of this mind reads an `Utterance`, never the raw text.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ringi.minds.rules.variants import VARIANTS


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """The shape in which words are compared: NFKC, lower case, one variant per character. Never changes the length
    of text that is already NFKC."""
    text = unicodedata.normalize("NFKC", text).translate(VARIANTS)
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)


class Pattern:
    """A regular expression that is compiled when it is first used: nobody waits for the grammar of another language."""

    __slots__ = ("_compiled", "pattern")

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self._compiled: re.Pattern[str] | None = None

    def compiled(self) -> re.Pattern[str]:
        if self._compiled is None:
            self._compiled = re.compile(self.pattern, re.ASCII)
        return self._compiled

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        return self.compiled().search(text, start, end)

    def match(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        return self.compiled().match(text, start, end)

    def fullmatch(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        return self.compiled().fullmatch(text, start, end)

    def finditer(self, text: str, start: int = 0, end: int = sys.maxsize) -> Iterator[re.Match[str]]:
        return self.compiled().finditer(text, start, end)


def rx(pattern: str) -> Pattern:
    """A pattern over folded text, written in lower case and in any variant. `\\b` is the edge of a Latin word, also
    where kana follow (45hオーバー)."""
    return Pattern(pattern.translate(VARIANTS))


def words(text: str, mark: str | None = None) -> frozenset[str]:
    """A set of folded words from one line of them, parted by spaces (or by `mark`)."""
    return frozenset(fold(word) for word in text.split(mark) if word)


TokenKind = Literal["quote", "name", "slack", "email", "url", "channel"]


@dataclass(frozen=True, slots=True)
class Token:
    """Something set aside from matching: what it says must not be read as an instruction or a topic."""

    kind: TokenKind
    text: str


@dataclass(frozen=True, slots=True)
class Utterance:
    """One thing said, ready to be read. `text` and `cased` have the same length; a token is one character in both."""

    clean: str
    text: str
    cased: str
    lang: str
    tokens: tuple[Token, ...] = ()

    def token_at(self, index: int) -> Token | None:
        """The token that stands at this place of the text."""
        if not 0 <= index < len(self.text):
            return None
        number = ord(self.text[index]) - _FIRST
        return self.tokens[number] if 0 <= number < len(self.tokens) else None

    def written(self, start: int, end: int) -> str:
        """A stretch as the person wrote it, variants and numerals as they were: what others are shown or sent."""
        said = self.cased[start:end].strip()
        typed = unicodedata.normalize("NFKC", self.clean.replace("〜", "~").replace("～", "~"))
        if said.isascii() and said in typed:
            return said
        parts = (_as_typed(part) for part in re.findall(rf"\d+|\s+|[{TOKEN}]|.", said, re.S))
        found = re.search("".join(parts), typed.translate(VARIANTS), re.S)
        return typed[found.start() : found.end()] if found else said


def _as_typed(part: str) -> str:
    if part.isdigit():
        return rf"(?:{part}|[〇零一二两三四五六七八九十百]+)"
    if part.isspace():
        return r"\s*"
    return r".{1,402}?" if 0xE000 <= ord(part[0]) <= 0xE3FF else re.escape(part)


_FIRST = 0xE000
TOKEN = "\ue000-\ue3ff"
"""Character class (inside brackets) of what was set aside."""
_MOST_TOKENS = 0x3FF

_KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fa]")
_HIRAGANA = re.compile(r"[\u3041-\u3096]")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_LATIN = re.compile(r"[A-Za-z]{2,}|\bI\b")
# Characters and words that are written in only one of the two languages.
_CHINESE = re.compile(
    r"[们这请给吗呢吧哪帮为么没让将从个时间员统计单导发书写讯认确检无门谁调运还进说话语该谢应当两点标权样"
    r"机结细级紧处条实车办钱邮银预愿风飞馆审删笔务订关闭归显询库录项备联价额团队资"
    r"們這嗎哪幫麼沒讓您她它]|上个?月|上個月|本月份|[0-9一二三四五六七八九十]月份|加班|考勤|員工"
    r"|[的了把跟]|我|一下|多少|所有|列出|名单|部门|去年同期|[到查你]|需要|不要|不是|人员|私信|多少"
)
_JAPANESE = re.compile(
    r"[々込働込峠畑枠駅円売気権桜歓営発対続読変関総応様従歳験単巣専戻払囲処徴緑覧稲仮価県効帰広択拝拡拠浜"
    r"渋済抜暁桟歯残]"
    r"|勤怠|残業|先月|今月|来月|昨年|社員|従業員|一覧|部署|月分|月度|確認|至急|依頼|集計|以上"
)


def detect(text: str) -> str:
    """`ja`, `en` or `zh`. Kana outweighs everything unless it is only a borrowed name inside Chinese or English."""
    kana, hiragana, han = len(_KANA.findall(text)), len(_HIRAGANA.findall(text)), len(_HAN.findall(text))
    latin = len(_LATIN.findall(text))
    chinese, japanese = len(_CHINESE.findall(text)), len(_JAPANESE.findall(text))
    if hiragana == 0 and kana + han > 0 and latin >= 3 and latin * 2 > han + kana / 3:
        return "en"
    if hiragana >= 1 and not (chinese >= 4 and chinese > 2 * hiragana):
        words_in_english = latin >= 5 and latin > 2 * (hiragana + han)
        return "en" if words_in_english else "ja"
    if han == 0 and kana == 0:
        return "en"
    if kana and chinese < 2:
        return "ja"
    return "zh" if chinese > japanese or (chinese == japanese and chinese > 0) else "ja"


_DIGITS = {"〇": 0, "零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_NUMERAL = re.compile(
    r"[〇零一二两三四五六七八九十百]+(?=(?:か|ヶ|ケ|カ|ヵ|ヵ|箇|个)?(?:月|年|日间|时间|小时|钟头|四半期"
    r"|季度|期间|周间|人|名|位|h\b)|(?:四半期))"
)
_QUARTER_NUMERAL = re.compile(r"(?<=第)[一二三四](?=四半期|季度|季)|(?<=前)[一二三](?=名|位|人)")


def number_of(numeral: str) -> int:
    """The value of a numeral in characters: 二〇二六, 十二, 四十五, 百."""
    if not any(char in numeral for char in "十百"):
        return int("".join(str(_DIGITS[char]) for char in numeral))
    total = rest = 0
    for char in numeral:
        if char in "十百":
            total += (rest or 1) * (10 if char == "十" else 100)
            rest = 0
        else:
            rest = _DIGITS[char]
    return total + rest


def _digits(match: re.Match[str]) -> str:
    before = match.string[match.start() - 1 : match.start()]
    gap = " " if before.isascii() and before.isalnum() else ""  # E020九月 is not E0209月
    return gap + str(number_of(match.group()))


# Direction marks, zero-width and private characters: invisible to the approver, so invisible to the mind.
_STRIP = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u0600-\u0605\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-"
    "\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\ue000-\uf8ff\U000e0000-\U000e01ef]"
)
_SPACE = re.compile(r"\s+")


def cleaned(text: str) -> str:
    """What can be shown and stored: no control, direction or zero-width characters, single spaces, lines kept."""
    text = _STRIP.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    lines = (_SPACE.sub(" ", line).strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


_SET_ASIDE: tuple[tuple[TokenKind, re.Pattern[str]], ...] = (
    ("slack", re.compile(r"<@([UW][A-Z0-9]{2,20})(?:\|[^<>]{0,80})?>")),
    ("url", re.compile(r"<?(https?://[^\s<>|、。」]{1,300})(?:\|[^<>]{0,80})?>?")),
    ("email", re.compile(r"([A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5})")),
    ("channel", re.compile(r"<#[A-Z0-9]{2,20}\|([^<>]{0,80})>|(?<![\w])#([^\W\d_][\w-]{0,79})")),
    ("slack", re.compile(r"(?<![A-Za-z0-9])@?([UW](?=[A-Z0-9]{0,13}[0-9])[A-Z0-9]{2,14}|U[A-Z]{8,10})(?![A-Za-z0-9])")),
    ("quote", re.compile(r"「([^「」]{0,400})」")),
    ("quote", re.compile(r"『([^『』]{0,400})』")),
    ("quote", re.compile(r"《([^《》]{0,400})》")),
    ("quote", re.compile(r"【([^【】]{0,400})】")),
    ("quote", re.compile(r"[“\"]([^“”\"]{0,400})[”\"]")),
    ("quote", re.compile(r"(?<![A-Za-z0-9])['‘]([^'‘’]{1,200})['’](?![A-Za-z0-9])")),
)
_SHEETS = r"(?:スプレッド)?シート|ファイル|ブック|タブ|エクセル|Excel|表格|工作表|电子表格|文件|タイトル"
_NAMED: tuple[re.Pattern[str], ...] = (
    re.compile(
        rf"(?:^|(?<=[\s、。,にをはがへ]))([^\s、。,をにへはが\ue000-\ue3ff]{{1,40}}?)(?=(?:という"
        rf"|って(?:いう)?|との)(?:名前|名称|タイトル|題名|名)?の?(?:{_SHEETS}))"
    ),
    re.compile(
        (
            r"(?:sheet|spreadsheet|file|workbook|tab|table|document)\s+(?:called|named|titled"
            r"|entitled)\s+([^\s,.;!?\ue000-\ue3ff][^,.;!?\n\ue000-\ue3ff]{0,60}?)(?=[,.;!?\n]|\s+(?:and|with"
            r"|for|to|then|using|containing|from|in|but)\b|$)"
        ),
        re.I,
    ),
    re.compile(rf"(?:名为|名叫|叫做|命名为|名称为|标题为|叫)([^\s，。,、的\ue000-\ue3ff]{{1,40}})(?=的(?:{_SHEETS}))"),
)


# Points that end no sentence.
_ABBREVIATED = re.compile(r"\b(?:Mr|Ms|Mrs|Dr|Prof|i\.e|e\.g|vs|approx|dept|incl|excl)\.[ ]?", re.I | re.ASCII)


def listen(text: str, *, lang: str = "", keep: frozenset[str] = frozenset()) -> Utterance:
    """Make text readable. Quoted words that are themselves known terms (`keep`, folded) stay in the text, unless they
    are plainly a name (「残業」というシート)."""
    clean = cleaned(text)
    working = unicodedata.normalize("NFKC", clean.replace("〜", "~").replace("～", "~"))
    working = _ABBREVIATED.sub(lambda match: match.group().replace(".", "").strip() + " ", working)
    tokens: list[Token] = []

    def aside(kind: TokenKind, said: str) -> str:
        if len(tokens) >= _MOST_TOKENS:
            return " "
        tokens.append(Token(kind, said))
        return chr(_FIRST + len(tokens) - 1)

    for kind, pattern in _SET_ASIDE:

        def replace(match: re.Match[str], kind: TokenKind = kind, around: str = working) -> str:
            said = next((group for group in match.groups() if group is not None), "").strip()
            if kind == "quote" and fold(said) in keep and not _is_name(around, match):
                return f" {said} " if said.isascii() else said
            return aside(kind, said)

        working = pattern.sub(replace, working)
    for pattern in _NAMED:
        working = pattern.sub(
            lambda match: match.group().replace(match.group(1), aside("name", match.group(1).strip())), working
        )
    cased = "".join(
        char if ord(char) in range(_FIRST, _FIRST + 0x400) else char.translate(VARIANTS) for char in working
    )
    cased = _QUARTER_NUMERAL.sub(_digits, cased)
    cased = _NUMERAL.sub(_digits, cased)
    lower = "".join(low if len(low := char.lower()) == 1 else char for char in cased)
    return Utterance(clean, lower, cased, lang or detect(_without_tokens(clean)), tuple(tokens))


_IS_NAMED = re.compile(
    (
        r"(?:という|って|との|的|と名付|と題|と[い言])?(?:名前|名称|タイトル|題名"
        r"|名)?の?(?:スプレッド)?(?:シート|ファイル|ブック|タブ|表格|工作表|sheet|spreadsheet|tab|file)"
    ),
    re.I,
)


_NAMED_BEFORE = re.compile(
    (
        r"(?:叫做?|名为|命名为|(?:标题|名称|名字)(?:是|为|叫)?|called|named|titled|entitled|title|name"
        r"|(?:タイトル|名前|名称|シート名)(?:は|を)?)\s*[::]?\s*$"
    ),
    re.I,
)


def _is_name(text: str, match: re.Match[str]) -> bool:
    """Whether quoted words are what something is called."""
    return bool(
        _IS_NAMED.match(text, match.end()) or _NAMED_BEFORE.search(text, max(0, match.start() - 20), match.start())
    )


def _without_tokens(text: str) -> str:
    """Language is judged by what the person says, not by ids and addresses in it."""
    for kind, pattern in _SET_ASIDE:
        if kind not in ("quote",):
            text = pattern.sub(" ", text)
    unquoted = text
    for kind, pattern in _SET_ASIDE:
        if kind == "quote":
            unquoted = pattern.sub(" ", unquoted)
    return unquoted if re.search(r"\w", unquoted) else text


def says_nothing(text: str) -> bool:
    """Empty, only signs or emoji: there are no words in it."""
    return not any(unicodedata.category(char)[0] == "L" for char in cleaned(text))
