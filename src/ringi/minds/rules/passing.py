"""Who and what is only passed by: whoever writes, asked, knows already or is told by the writer; events and dates of
people's own. Unlike other asides these never count, even when nothing else was said. `polarity` is the only caller.
"""

from __future__ import annotations

from collections.abc import Iterator

from ringi.minds.rules.language import Utterance, rx

_PAST_JA = "送|见ま|见た|确认|チェック|共有|传え|伝え|渡し|连络|知ら|报告|持って|届|见て|把握|说明|话|済|もら|ご存"
_EVENT_JA = (
    r"会议|ミーティング|打ち?合わせ|定例|报告会|役员会|取缔役会|监査|面谈|プレゼン|说明会|商谈|会合|查定|考课|评价"
    r"|赏与|棚卸し?|决算|研修|出张|发表|監査|株主总会|总会|劳基署|调查|健康诊断|给与计算|旅行|引っ越し|休暇"
    r"|安全卫生委员会"
)
_EVENT_EN = (
    r"(?:board|meeting|audit|auditors?|review|conference|inspection|inspectors?|payroll|budget|offsite|all-hands"
    r"|town hall|interviews?|vacation|holiday|trip|launch|release|closing|appraisals?|evaluations?|deadline|committee"
    r"|presentation|hearing|visit|bonus(?:es)?|shareholders?|agm|workshop|training|negotiations?)"
)
_EVENT_ZH = (
    r"会议|开会|例会|汇报|审计|董事会|面谈|考核|评估|绩效|评审|述职|盘点|培训|检查|股东大会|年会|出差|休假|奖金|调薪"
    r"|发工资|工资核算|劳动监察|晋升|评优"
)
_WHEN_ZH = r"(?:\d{1,2}月(?:份|底|初|中旬)?|下个?月|本月|这个?月|上个?月|明年|今年|年底|月底|下周|本周|下个?季度)"

_PASSING = {
    "ja": (
        # 経理部の坂本です。 whoever writes
        rx(
            r"(?:^|[、。!\n])\s*(?![^、。\n]{0,24}(?:残业|勤怠|出勤|一览|件|打刻|名簿|シート|分|月|年|対象|全员|社员))"
            r"[^、。\nはがをに]{0,16}?(?:の|部|课|室|チーム)\s?(?:者|[\u4e00-\u9fff々]{1,5}|[ァ-ヶー・]{2,12})"
            r"(?:です|と申します|でございます|だ|っす)(?:が|けど|けれど)?[、。,!\n]"
        ),
        rx(
            r"(?:^|[、。!\n])\s*[\u4e00-\u9fff々ァ-ヶー・ ]{2,12}"
            r"(?:と申します|でございます|です(?=。[^\n]{4}))(?:が)?[、。,!\n]"
            r"(?<!残业です。)(?<!勤怠です。)(?<!一览です。)(?<!名簿です。)(?<!全员です。)(?<!全社です。)(?<!部です。)(?<!部です、)"
        ),
        # 佐藤さんへの連絡は私からします, 小川さんには自分で伝えます
        rx(
            r"[^、。\n]{0,30}?(?:への|には?|へは|にも)[^、。\n]{0,12}?(?:私|自分|こちら|仆|僕|当方|わたし"
            r"|俺)(?:の方|のほう)?"
            r"(?:から|が|で)[^、。\n]{0,24}(?:し|ます|おく|おき|传|伝|送|连络|报告|知らせ|やる"
            r"|やり)[^、。\n]{0,8}[、。]?"
        ),
        rx(r"(?:私|自分|こちら|当方)(?:から|で)[^、。\n]{0,24}(?:に|へ)[^、。\n]{0,10}(?:します|おきます|ます"
        r"|するので|ますので)[、。]?"),
        # 高橋さんにはもう共有済みなので, 佐藤さんはすでに持っています
        rx(rf"[^、。\n]{{0,30}}?(?:は|には|に|へは)(?:もう|既に|すでに|先に|先ほど"
        rf"|昨日)[^、。\n]{{0,16}}?(?:{_PAST_JA})[^、。\n]{{0,16}}[、。]?"),
        # 木村さんが休みなので代わりに, 鈴木さんの代理で
        rx(
            r"[^、。\n]{0,20}?(?:が|は)[^、。\n]{0,12}?(?:休み|不在|お休み|出张|欠席|席を外|休暇|いない"
            r"|忙し)[^、。\n]{0,6}?"
            r"(?:ので|ため|から|为)[^、。\nを]{0,12}?(?:代わり|代理|私が)[^、。\nを]{0,14}[、。]?"
        ),
        rx(r"[^、。\n]{0,20}?(?:の代理|の代わり|に代わっ|の代行)[^、。\nを]{0,20}[、。]?"),
        # 8月は参考にならないので: a month that is no use
        rx(
            r"(?:\d{1,2}月|先月|今月|来月|前月|先々月)(?:分|の分)?は[^、。\nを]{0,16}?(?:ない|ません|なく|未"
            r"|途中|忙し|休み)"
            r"[^、。\n]{0,6}?(?:ので|ため|から|ですが|けど)[、,]?"
        ),
        # 藤井さんが知りたがっている: who wants to know
        rx(
            r"[^、。\n]{1,16}?(?:さん|様|样|氏|部|课|长)(?:が|は)"
            r"(?=[^、。\n]{2,40}?(?:知りたが|见たが|欲しが|ほしが|求めて|气にして|必要として|知りたいと|见たいと))"
        ),
        # 来月の査定に使います, 11月に役員会があります
        rx(
            rf"[^、。,\nを]{{0,30}}?(?:{_EVENT_JA})(?:の(?:资料|准备|ため|材料|场)?)?(?:で|に|用に|向けに?|が|を)?"
            r"[^、。,\nを]{0,8}?(?:使[いうっ]|必要|あ[りる]|控え|备え|行[いうわ]|予定|间に合|始ま|参加|出席"
            r"|开[きかく催]|かけ)"
            r"(?:[^、。,\nのは]{0,10}?(?:[、。,]|ので|ため|から|$))?"
        ),
    ),
    "en": (
        rx(r"\b(?:this is|my name is|it's|it is) (?!about|for|the|a |an |urgent|due|not)[\w'-]+(?: [\w'-]+){0,2}?"
           r"(?: (?:here|speaking|again))?(?: (?:from|in|at|of|with) [^,.;:!\n]{1,40}?)?(?: here| speaking)?"
           r"(?:[,.;:!\n]|\s-)"),
        rx(r"(?:^|[,.!\n])\s*[\w'-]+(?: [\w'-]+)?(?:,? (?:from|in|at|of) [\w' ]{1,24}?)?,? here[,.;:!\n-]"),
        rx(r"\b(?:i'm|i am) [\w'-]+(?: [\w'-]+)? (?:from|of|with) [^,.;:!\n]{1,40}[,.;:!\n]"),
        # Fujii from accounting was asking about
        rx(
            r"(?:^|[.;,\n]\s*)(?:(?!(?:who|that|which|those|anyone|people|i|we|you|if|please|show"
            r"|list)\b)[\w'-]+ ){1,5}?"
            r"(?:asked|(?:passed|handed) (?:this|it) on|forwarded (?:this|it)"
            r"|was asking|were asking|is asking|has asked|have asked|inquired|enquired|was wondering"
            r"|is wondering"
            r"|is curious|was curious|wants? to (?:know|see)|would like to (?:know|see))(?: me| us)?(?: about"
            r"| for| whether| if)?\b"
        ),
        # Kobayashi will present this in April
        rx(
            r"(?:^|[.;,\n]\s*)(?:(?!(?:who|that|which|those|anyone|people|i|we|you|if|please|show|list"
            r"|it)\b)[\w'-]+ ){1,4}?"
            r"(?:will|is going to|is about to|plans to) (?:present|use|review|discuss|need|show|report|join"
            r"|leave|take|visit|come"
            r"|attend|handle|explain|retire|transfer|return|go on|start)\b[^,.;:\n]{0,60}"
        ),
        rx(r"\b(?:goes on|starts|begins|moves|transfers|leaves|retires|joins|returns)\b[^,.;:\n]{0,20}"
            r"\b(?:in|on|next|this|at) (?:january|february|march|april|may|june|july|august|september|october|november"
            r"|december|month|week|year|quarter)\b"),
        # Kimura is out today, on behalf of Ms Suzuki
        rx(
            r"(?:^|[.;,:\n]\s*|\b(?:since|as|because|but)\s)(?:(?!(?:who|that|which|those|anyone|people"
            r"|if)\b)[\w'-]+ ){1,3}?"
            r"(?:is|are|was|'s) (?:out|off|away|absent|on (?:leave|vacation|holiday|a trip)|sick|unavailable"
            r"|busy|travell?ing)"
            r"\b[^,.;:\n]{0,40}[,.;:\n]?"
        ),
        rx(r"\b(?:on behalf of|filling in for|standing in for|covering for"
        r"|in place of) [^,.;:\n]{1,30}?(?=[,.;:\n]|\band\b|\bi\b)"),
        # I'll tell Ogawa myself
        rx(
            r"\b(?:i'll|i will|i'm going to|i am going to|we'll|we will|i can|i would|i'd) (?:then "
            r"|personally |just )?(?:tell"
            r"|message|dm|inform|forward|pass|share|brief|update|notify|let|send|handle|take care|talk|contact|reach"
            r"|relay|ping|present|show|speak|do|deal|follow)\b[^.;\n]{0,80}?(?=[.;\n]|, (?:so|but|and|just"
            r"|please)\b|$)"
        ),
        rx(r"(?:^|[.;,\n]\s*)[^.,;\n]{0,40}\b(?:myself|on my own)\b[^,.;\n]{0,20}(?<!for myself)(?=[.;,\n]|$)"),
        # Mr Takahashi already has last month's numbers
        rx(
            r"(?:^|[.;,:\n]\s*|\b(?:since|as|because|but|and|so|though)\s)"
            r"(?:(?!(?:who|that|which|show|list|find|those|anyone|people|give|get|check|i need)\b)[\w'-]+ ){1,4}?"
            r"(?:has |have |had |was |were |is |are |been )?already\b(?: (?:has|have|had|got|gets|received|saw"
            r"|seen|knows?|been"
            r"|done|did|sent|checked|shared|asked|told|given|informed|notified|looked|covered|handled|reviewed"
            r"|took|taken"
            r"|aware|exported|written|pulled|made|created|listed|printed|submitted|compiled|calculated|prepared"
            r"|downloaded|saved))[^,.;\n]{0,80}"
        ),
        rx(r"\b(?:the |my |our |a )?[\w']{0,12} ?" + _EVENT_EN +
           r"\b(?: (?:meeting|run|visit|season|calculations?|round|period|preparations?))?(?: (?:is|are"
           r"|takes? place"
           r"|comes?|will be|starts?|begins?|meets?|happens?|held|planned|scheduled|coming|due))*"
           r" (?:in|on|for|next|this|coming|during|at)(?: the)?(?: end of)?(?: early| late| mid)? "
           r"(?:january|february|march|april|may|june|july|august|september|october|november|december|month|week|year"
           r"|quarter|q[1-4])\b"),
        rx(r"\b(?:in|on|for|next|this|during) (?:month|week|year|january|february|march|april|may|june|july"
        r"|august|september"
           r"|october|november|december)(?: there(?:'s| is| will be)|,? we(?:'re| are)? (?:have|having|hold|got))"
           r"[^,.;\n]{0,40}"),
        rx(r"\b(?:for|before|in|at|with|ahead of) (?:the |our |my )?(?:next month|next week|next year"
        r"|next quarter|january"
           r"|february|march|april|may|june|july|august|september|october|november"
           r"|december)(?:'s)? (?:[\w-]+ )?" + _EVENT_EN
           + r"\b"),
    ),
    "zh": (
        rx(r"(?:^|[,。!\n])(?:您好|你好|大家好)?(?:我是|这里是|我叫|我这边是|这边是)[^,。!:\n]{1,16}[,。!:\n]"),
        rx(r"(?:^|[,。!\n])[^,。\n]{0,6}?部的?[\u4e00-\u9fff]{2,4}(?:在此|这边)[^,。!\n]{0,6}[,。!\n]"),
        rx(r"[^,。;\n]{1,14}?我?(?:收到|拿到|看过|查过|确认过)了?[,。;]"),
        # 藤井问起, 木村10月要调岗
        rx(r"(?:^|[,。;\n])[^,。;\n我请你您]{2,12}?(?:问起|问到|问过|问了|询问|来问|打听)"),
        rx(r"(?:\d{1,2}月(?:份|底|初)?|下个?月|上个?月|今年|明年)(?:要|会|将|就|刚)?(?:调岗|调动|转岗|离职|入职"
        r"|退休|升职|晋升)(?:了)?[,。;]"),
        # 竹内建议…，不过我…: only who said so; what was said is an aside
        rx(
            r"(?:^|[,。;\n])[^,。;\n我请你您]{1,12}?(?:建议|提议|要求|希望|认为|觉得|主张|提出)"
            r"(?=[^。;\n]{1,50}?[,。;]\s?(?:但|不过|可是|可我|然而|而我|其实我|我(?:要|想|需要)))"
        ),
        # 木村今天请假, 受铃木委托
        rx(r"[^,。;:\n]{1,8}?(?:今天|明天|这周|本周|最近|目前|正在)?(?:请假|休假|出差|不在|生病|请病假)(?:了|中"
        r"|期间)?[,。;]"),
        rx(r"(?:^|[,。;:\n])[^,。;:\n]{0,3}(?:受|替|代替?)[^,。;:\n]{1,10}?(?:委托|之托|问(?:一下)?|查询|拜托"
        r"|提出)[^,。;:\n]{0,3}[,。;:]"),
        # 佐藤那边我自己会说
        rx(
            r"[^,。;\n]{0,16}?我(?:会|来|自己|再|亲自|回头|晚点|稍后|之后|直接|本人)+[^,。;\n]{0,10}?(?:告诉"
            r"|通知|转告|说|联系|发给"
            r"|转达|讲|发送|转发|沟通|汇报)[^,。;\n]{0,10}[,。;]?"
        ),
        # 高桥已经有上个月的数据了
        rx(
            r"[^,。;\n]{1,14}?(?:已经|早就|已)(?:有|知道|收到|拿到|看过|看到|告诉|通知|发过|发给|发了|查过|查了"
            r"|确认过|处理|了解|问过"
            r"|做好|做完|自己)[^,。;\n]{0,24}[,。;]?"
        ),
        rx(rf"{_WHEN_ZH}的?(?:要|有|会|将|需要|得|就)?(?:开|召开|举行|举办|进行|做|参加"
        rf"|去)?[^,。;\n]{{0,6}}?(?:{_EVENT_ZH})"
           r"(?:要用|用|上用|需要|时用|前|使用|会用到|用的)?[^,。;\n的]{0,6}[,。;]"),
        rx(rf"(?:{_EVENT_ZH})(?:定|安排|放)?在{_WHEN_ZH}[^,。;\n]{{0,8}}[,。;]?"),
    ),
}  # fmt: skip


def passing(said: Utterance) -> Iterator[tuple[int, int]]:
    """The stretches that are only passed by."""
    for pattern in _PASSING[said.lang]:
        for match in pattern.finditer(said.text):
            if match.end() > match.start():
                yield match.start(), match.end()
