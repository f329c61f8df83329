"""Time expressions in Japanese and Chinese, most of which the two share once variants are folded."""

from __future__ import annotations

from ringi.minds.rules.language import rx
from ringi.minds.rules.spans import (
    Entry,
    Reader,
    ahead,
    back,
    day,
    days,
    fiscal,
    fiscal_month,
    half,
    month,
    month_run,
    months_ago,
    quarter,
    quarters,
    relative,
    week,
    whole_year,
)

_WORDS = "一昨年|おととし|昨年|去年|前年|今年|本年|当年|来年|明年"
_YEAR = rf"(?:(?:(?<!\d)(?P<y>20\d\d|2\d|{_WORDS})年?|(?:令和|\br)(?P<era>\d{{1,2}})年)(?<=年|し)[のは的、\s]?\s?)"
_FISCAL = (
    r"(?:(?:(?<!\d)(?P<fy>20\d\d|2\d)(?:年度|年?财年|年?财政年度)|(?:令和|\br)(?P<era>\d{1,2})年度"
    r"|(?P<fw>今年度|本年度|当年度|今期|当期|昨年度|前年度|去年度|来年度|翌年度|这个财年|本财年|上个?财年"
    r"|上一财年|下个?财年))[のは的、\s]?)"
)
_M = r"(?P<m>1[0-2]|0?[1-9])"
_N = r"(?P<n>1[0-2]|0?[1-9])"
_KA = "(?:か|ヶ|ケ|カ|ヵ|箇|个)"
_PAST = "(?:过去|直近|最近|近|ここ|この|前|これまで)の?"
_TAIL = "(?:间|分|ほど|くらい|ぐらい)*"

_TABLE: tuple[tuple[str, Reader], ...] = (
    (r"(?<!\d)(?P<y>20\d\d)[-/.](?P<m>1[0-2]|0?[1-9])[-/.](?P<d>3[01]|[12]\d|0?[1-9])(?!\d)", day),
    (rf"(?<!\d)(?P<y>20\d\d)[-/.]{_M}(?!\d|[-/.]\d)月?(?:分|度|份)?", month),
    (r"(?<![\w-])(?P<y>20\d\d)(?P<m>0[1-9]|1[0-2])(?![\w-])", month),
    (rf"{_YEAR}?(?<!\d){_M}月\s?(?P<d>3[01]|[12]\d|0?[1-9])[日号]", day),
    (rf"{_YEAR}?(?<![\d.]){_M}月(?:分|度|份)?", month),
    (rf"{_YEAR}?(?<![\d.\-/]){_M}月?\s?(?:~|-|から|到|至)\s?{_N}月(?:分|度|份)?(?!\s?\d+[日号])", month_run),
    (rf"{_YEAR}?(?<![\d.\-/]){_M}(?=(?:\s?[、,・と和]\s?(?:1[0-2]|0?[1-9]))+月)", month),
    (r"(?<![\d/.])(?P<m>1[0-2]|0?[1-9])/(?P<d>3[01]|[12]\d|0?[1-9])(?![\d/.])", day),
    (r"(?<![\d/.])(?P<m>1[0-2]|0?[1-9])/(?P<y>20\d\d)(?![\d/.])", month),
    (rf"(?:先月|上个?月)(?:まで|为止)[の的](?P<n>\d{{1,2}}){_KA}月{_TAIL}", back(1)),
    ("今月|当月|本月|这个月|这月|今の月", relative(0)),
    ("先月|前月|前の月|上个?月|上一个?月", relative(-1)),
    ("先々月|先先月|前々月|前前月|一昨月|上上个?月|先月の前の月|大上个月", relative(-2)),
    ("来月|翌月|次の月|下个?月", relative(1)),
    ("再来月|下下个?月", relative(2)),
    (rf"(?<!\d)(?P<n>\d{{1,2}}){_KA}月(?:前|之前|以前)", months_ago),
    ("(?:前年|昨年|去年)[の的]?(?:同月|同期|同じ月|同じ时期|同一个?月)", relative(-12)),
    (rf"{_PAST}(?P<n>\d{{1,2}}){_KA}?月(?!\d){_TAIL}", back(1)),
    (rf"(?<!第)(?<!\d)(?P<n>\d{{1,2}}){_KA}月(?:分|间分?|连[续続])", back(1)),
    (rf"{_PAST}半年{_TAIL}|(?<![上下前后])半年(?:分|间)", back(6)),
    (rf"{_PAST}(?P<n>\d{{1,2}})年{_TAIL}", back(12)),
    (rf"{_PAST}(?P<n>\d{{1,2}})(?:个|つの)?(?:四半期|季度)", back(3)),
    (rf"(?:今后|これから|向こう|未来|接下来)の?(?P<n>\d{{1,2}}){_KA}?月{_TAIL}", ahead),
    (rf"{_YEAR}?(?P<fiscal>会计年度の?|会计の?|财年的?)?第?(?P<q>[1-4])(?:四半期|季度|クォーター)", quarter),
    (rf"{_YEAR}?第(?P<q>[1-4])季(?!节)", quarter),
    (rf"{_YEAR}(?P<q>[1-4])q\b", quarter),
    (rf"{_YEAR}q(?P<q>[1-4])(?!\d)", quarter),
    (r"(?<!\d)(?P<y>20\d\d)\s?第?(?P<q>[1-4])(?:四半期|季度)", quarter),
    (rf"{_FISCAL}(?<!\d){_M}月(?:分|度|份)?", fiscal_month),
    (rf"{_FISCAL}第?(?P<q>[1-4])(?:四半期|季度|q)", fiscal),
    (rf"{_FISCAL}q(?P<q>[1-4])(?!\d)", fiscal),
    (rf"{_FISCAL}(?P<h>[上下前后])(?:半期|期|半年|半)", fiscal),
    (_FISCAL, fiscal),
    ("今四半期|当四半期|本四半期|この四半期|本季度?(?!节)|这个?季度|当季", quarters(0)),
    ("前四半期|先四半期|前の四半期|直近の?四半期|上(?:个|一个?)?季度?(?!节)", quarters(-1)),
    ("来四半期|翌四半期|次の四半期|下(?:个|一个?)?季度", quarters(1)),
    (rf"{_YEAR}?(?P<h>[上下])半[期年]", half),
    (rf"{_YEAR}(?P<h>[前后])半", half),
    (rf"{_YEAR}?(?P<fiscal>(?P<h>[上下])期)(?![待末])", half),
    (rf"(?<!\d)(?P<y>20\d\d|{_WORDS})年?(?<=[年し])(?!度|同)(?:に入ってから|以来)?", whole_year),
    ("昨日|昨天|きのう", days(-1, -1)),
    ("今日|本日|今天|きょう", days(0, 0)),
    ("一昨日|おととい|前天", days(-2, -2)),
    ("明日|明天|あした", days(1, 1)),
    ("先周|上个?周|上个?星期|上个?礼拜", week(-1)),
    ("今周|本周|这个?周|这个?星期", week(0)),
    ("来周|下个?周|下个?星期", week(1)),
)

GRAMMAR: tuple[Entry, ...] = tuple((rx(pattern), reader) for pattern, reader in _TABLE)
