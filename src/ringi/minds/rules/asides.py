"""What is said only by the way: what was before, who asked, what it is for, until when. Its words do not count.

Each pattern covers exactly the words that are left out of account; `polarity` is the only caller.
"""

from __future__ import annotations

from collections.abc import Iterator

from ringi.minds.rules.corrections import takes_back
from ringi.minds.rules.language import Utterance, rx

_TALK = (
    "メールした|メールで送った|话した|话していた|依赖した|お愿いした|言った|言っていた|送った|相谈した"
    "|もらった|作った|作成した|见た|伝えた|闻いた|报告した|提出した|共有した|触れた|顶いた|いただいた"
    "|话题になった|出た话"
)
_ASIDES = {
    "ja": (
        # 竹内さんは45時間以上でいいと言っていましたが、私は…: what somebody else said or wanted
        rx(
            r"[^、。,\n]{1,20}?(?:さん|様|样|氏|部|课|长|上司|先方|人事|经理)(?:は|が|から|も|によると)(?![^。\n]{0,60}(?:くださ|下さ))"
            r"[^。\n]{1,60}?(?:と|って|とのことで|そう)(?:言|おっしゃ|仰|话し|主张|考え|思って|希望|求め|いう意见|いう话|し|で)"
            r"[^、。\n]{0,12}?(?:が|けど|けれど|けれども|ものの|のに)[、,]"
        ),
        rx(
            r"[^、。,\n]{1,20}?(?:さん|様|样|氏|部|课|长|上司|先方)(?:は|が|も)[^。\n]{1,60}?(?:と|って)(?:言|おっしゃ|仰|话し)"
            r"[^、。\n]{0,10}。(?=(?:でも|しかし|ただ|けれど|ですが|が、|私が|私は))"
        ),
        rx(r"[^、。,\n]{0,40}?(?:依赖され|頼まれ|赖まれ|指示され|言われ|闻かれ|もらっ)(?:た|ました)(?=[、,])"),
        rx(r"[^、。,\n]{0,60}?(?:[るくす])前に[^、。,\n]{0,20}[、,]?"),
        rx(
            r"[^、。,\n]{0,60}?(?:さん|部|様|氏|長|长)?に(?:頼まれ|赖まれ|言われ|依赖され|闻かれ|求められ"
            r"|指示され)[^、。,\n]{0,80}[、。,]?"),
        rx(
            r"(?:前回|以前|この前|さっき|古い|先日|昨日)の?(?:シート|dm|メール|表|ファイル"
            r"|メッセージ)[^、。\n)]{0,60}?(?:は|が)[^、。\n)]{0,80}[、。)]?"),
        rx(
            r"[^、。,\n]{0,60}?から(?:の)?(?:依頼|依赖|指示|要望|相谈|连络|问い合わせ|頼まれ|赖まれ|言われ|闻かれ"
            r"|求められ)[^、。,\n]{0,80}[、。,]"
        ),
        rx(
            r"^(?:お疲れ様です[。、]?|お世话になって[^。]{0,80}。)?(?![^、。\n]{0,80}(?:残业|勤怠|出勤|一览"
            r"|件))[^、。\nはがをに]{0,16}の(?:者|[\u4e00-\u9fffァ-ヶ]{1,5})(?:です|と申します|ですが"
            r"|と申しますが)[。、,]"
        ),
        rx(
            r"(?:来月|今月|先月|来周|今周|明日|今日)は[^、。]{0,12}(?:忙し|休み|不在|いない|出张|予定が"
            r"|缔め)[^、。]{0,80}[、。]"
        ),
        rx(
            r"[^、。\n]{0,80}(?:シート|表|ファイル|データ|资料)[^、。\n]{0,60}?(?:间违|まちが|古|壊れ|消え"
            r"|误)[^、。\n]{0,60}?(?:ので|から|ため|が|けど)[、。]?"
        ),
        rx(
            rf"[^、。,\n]{{0,60}}?(?:{_TALK})[^、。,\n]{{0,12}}?(?:件|话|とき|时|通り|とおり|もの|内容|やつ"
            rf"|よう)[^、。,\n]{{0,12}}?(?:が|けど|けれど|で|に|は|、|,)"
        ),
        rx(rf"[^、。,\n]{{0,60}}?(?:{_TALK})(?:の(?:です|だ)?が|のですけど|けど|んですが|んだけど)"),
        rx(rf"[^、。,\nをは]{{0,60}}?(?:{_TALK})(?=[^、。,\n]{{0,6}}?(?:シート|スプレッドシート|ファイル|表))"),
        rx(r"[^、。,\n]{0,40}?(?:の件(?:です|で|は|について)?(?:が|けど)?[、,。])"),
        rx(
            r"[^、。,\nを]{0,60}?(?:会议|ミーティング|打ち合わせ|打合せ|定例|报告会|役员会|取缔役会|监査|面谈"
            r"|プレゼン|レビュー|発表|提出|缔め切り|缔切|说明会|商谈|会合)(?:で|に|用|向け|のため|の资料|まで"
            r"|が|前|の前|へ|用に)[^、。,\n]{0,10}?(?:ので|ため|ために|から[、,]|使|必要|间に合|向け|あ[りる]"
            r"|[、,])?"
        ),
        rx(
            r"[^、。,\nを]{0,60}?(?:のため(?:に)?|用に|目的で|に备えて|に使うので|に使うため|で使うので"
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
        # Takeuchi said 45 hours was enough, but I want …
        rx(
            r"(?:^|[.;,\n]\s*)(?:(?!(?:i|we|you|who|that|which|please|what|show|list)\b)[\w'-]+ ){1,4}?"
            r"(?:said|says|suggested"
            r"|suggests|thinks|thought|proposed|wanted|wants|asked for|mentioned|prefers?|preferred|recommended"
            r"|recommends|would settle for|told me)\b[^.;\n]{1,90}?"
            r"(?=[,.;]?\s(?:but|however|though|yet|while|whereas|what i|i actually"
            r"|i myself)\b)"
        ),
        rx(
            r"\b\w+(?: \w+)? (?:asked|told|wanted|wants|instructed|reminded|requested) (?:me|us)(?: "
            r"\w+){0,2}? to\b"),
        rx(
            r"\bbefore (?:sending|writing|sharing|posting|doing|you (?:send|write)|we (?:send"
            r"|write))\b[^,.;\n]{0,40}"),
        rx(
            r"\b(?:i|we)(?:'ve)? (?:already|still) (?:have|had|got|received|saw"
            r"|know)\b[^,.;\n]{0,80}(?=[,.;\n])"),
        rx(
            r"^(?:the )?(?:(?!overtime|attendance)\w+ ){0,2}(?!overtime|attendance)\w+ (?:needs?|wants?"
            r"|requires?|is asking for|asked (?:me )?for|requested)\b(?! to)"),
        rx(
            r"\b(?:this is|my name is|i'm|i am) (?!looking|trying|interested|after|checking|preparing|going"
            r"|not|sure|in need)[\w' ]{1,30}? (?:from|in|at|of) [^,.;:\n]{0,80}[,.;:\n]"
        ),
        rx(
            r"\b(?:next|last|this) (?:month|week|quarter|year) (?:is|was|will be|has been"
            r"|looks)\b[^,.;\n]{0,80}"),
        rx(
            r"\bthe (?:sheet|spreadsheet|file|report|dm|message)\b[^,.;\n]{0,60}?\b(?:is|was|were|has|had|got"
            r"|contained)\b[^,.;\n]{0,80}[,.;]"
        ),
        rx(r"\b[\w ]{1,30}? (?:asked|wants|(?<!i )wanted|requested|is asking|told me)\b[^,.:;\n]{0,80}:"),
        rx(
            r"\b(?:as|like|since|following(?: up)?|further to|regarding|per|about|after|remember|you (?:sent"
            r"|asked|mentioned))\b[^,.;\n]{0,60}?\b(?:mail\w*|email\w*|e-mail\w*|discuss\w*|mention\w*|said"
            r"|ask(?:ed)?|talk\w*|sent|wrote|agree\w*|spoke|chat\w*|request\w*|meeting|conversation"
            r"|call)\b[^,.;\n]{0,80}[,.;\n]"
        ),
        rx(
            r"(?:\b(?:last|this) (?:month|week|year|time),? |\byesterday,? |\bearlier,? )?\b(?:i|we|you) "
            r"(?:emailed|mailed|asked|talked|discussed|mentioned|sent|wrote|spoke|met|had|joined|moved|got"
            r"|did|started|made|created|used|looked)\b[^,.;\n]{0,60}?(?=[,.;\n]|\bbut\b|\bso\b|\band now\b"
            r"|\bplease\b|$)"
        ),
        rx(
            r"\b(?:for|before|ahead of|at|in|in preparation for|prior to|to prepare for|to present (?:it "
            r")?at)\s+(?:the |my |our |a |an |this )?(?>(?:next|this|last|tomorrow's|today's|coming|upcoming"
            r"|monday's|friday's|next week's|next month's|this month's|this week's|december|january|q[1-4]"
            r"|monthly|weekly|quarterly|annual|year-end|labou?r|staff|all-hands|management"
            r"|compliance)\s*(?:month's|week's|year's|quarter's)?\s*)*(?:board|audit|meeting|presentation"
            r"|review|payroll|deadline|budget|report to|inspection|town hall|committee|call|sync|offsite"
            r"|planning)(?:\s+(?:meeting|run|review|packet|deck|next (?:week|month)|this (?:week|month)"
            r"|tomorrow|on \w+|in \w+))*"
        ),
        rx(
            r"\b(?:by|before|until|no later than)\s+(?:the )?(?:end of (?:the |this |next )?(?:day|week"
            r"|month)|today|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|next (?:week|month"
            r"|monday|friday)|eod|eow|noon|this (?:afternoon|evening|week|month|friday)|close of business)\b"
        ),
        rx(
            r"\b(?:so that|so i can|so we can|because|in order to|which (?:i|we) need|i need it|we need it|i "

                r"need this(?= (?:for|by|because|in order|before))|(?:it's|it is)(?= (?:for|because|needed"
                r"|urgent|due|to be))) [^,.;:\n]{0,80}"
        ),
        rx(
            r"\b(?:i|we) (?:may|might|could|will|would|can|'ll) [^,.;\n]{0,60}?\b(?:later|tomorrow|next time"
            r"|eventually|afterwards|some ?day)\b"
        ),
        rx(r"\b(?:thanks|thank you|great job|sorry)\b[^,.;!\n]{0,80}"),
        rx(r"\b(?:used to|was|were)\b[^,.;\n]{0,60}?(?:,\s*(?:but|so|now)\b|\bbut\b)"),
    ),
    "zh": (
        # 竹内说只看45小时以上的，但我要的是…; 上个月的已经导出过了
        rx(
            r"(?:^|(?<=[,。;\n]))[^,。;\n我请你您]{1,12}?(?:说|表示|觉得|认为|建议|希望|想要?|要求|提议|主张|提出|要的?是?)"
            r"[^。;\n]{1,50}?[,。;](?=\s?(?:但|不过|可是|可我|然而|而我|其实我|我(?:要|想|需要|真正|本人)))"
        ),
        rx(
            r"[^,。;\n]{1,24}?(?:已经|早就|早已|已|之前|上次)[^,。;\n的请]{0,8}?(?:导出|写|统计|计算|算|整理|汇总|做|查|看|列|提交|发|交"
            r"|处理|生成|打印|拉|核对|存|保存|建)[^,。;\n的请]{0,6}?(?:过了?|了|完毕?|好)[,。;]"
        ),
        rx(r"(?:表格?|私信|邮件|报告)(?:已经|已|都)(?:有|做|写|发|建|存)[^,，。;；\n]{0,20}[,，。;；]"),
        rx(r"(?:本来|原本|原打算)[^,，。;；\n]{1,40}[,，。;；]"),
        rx(r"[^,，。;；\n]{1,8}?(?:昨天|刚才|之前|上次|今天)?(?:问我|托我|找我要|跟我说)[^,，。;；\n]{0,10}[,，。;；]"),
        rx(r"[^,，。;；\n]{0,10}(?:发送|发|写)(?:之前|以前)[^,，。;；\n]{0,10}[,，。;；]?"),
        rx(r"(?:之前|以前|上次|旧|原来)的?(?:表格?|私信|消息|邮件|报告)[^,，。]{0,80}[,，。]"),
        rx(r"我是[^,，。]{1,14}[,，。]"),
        rx(r"(?:下个?月|本月|下周|这个月|明天)(?:很|比较|会|要)?(?:忙|出差|休假|开会|放假)[^,，。]{0,80}"),
        rx(r"[^,，。;；\n]{1,8}(?:让我|叫我|要我|请我|托我)"),
        rx(r"我(?:昨天|之前|上次|刚才)说的[^,，。;；\n]{0,80}[,，。;；]"),
        rx(
            r"[^,，。;；\n]{0,60}?(?:提过|说过|发过|聊过|讨论过|提到|邮件里|邮件中|发邮件|谈过|说的|讲过|开会时"
            r"|会上)[^,，。;；\n]{0,80}[,，。;；\n]"
        ),
        rx(
            r"(?:为了|为|用于|供|因为|由于|准备)[^,，。;；\n]{0,60}?(?:会议|开会|汇报|审计|发工资|工资核算|核算"
            r"|检查|面谈|报告|例会|使用|董事会|总结)[^,，。;；\n的]{0,6}"
        ),
        rx(
            r"[^,，。;；\n]{0,60}?(?:会议|开会|例会|汇报|审计|董事会|面谈)(?:要用|用|上用|需要|时用"
            r"|前)[^,，。;；\n]{0,80}[,，。;；]?"
        ),
        rx(
            r"(?:今天|明天|后天|本周|这周|下周|本月|月底|下班|周五|周末|下个?月|\d+号)(?:内|之内|前|之前|以前"
            r"|底前|底之前)"
        ),
        rx(r"(?:以后|之后|回头|可能|也许)[^,，。;；\n]{0,60}?(?=[,，。;；\n]?但|[,，。;；\n]?现在|[,，。;；\n]?先)"),
        rx(r"(?:谢谢|感谢|辛苦|不好意思|抱歉)[^,，。;；\n]{0,80}"),
    ),
}  # fmt: skip

_SENTENCES = rx(r"[^。!?！？\n()（）]+[。!?！？\n()（）]*|[。!?！？\n()（）]+")
_ENGLISH_SENTENCES = rx(r"[^.!?\n]+[.!?\n]*|[.!?\n]+")
_TOLD = {
    "ja": rx(r"(?:でした|ました|だった|[^てで]いた|した|った|んだ)(?:ね|よ)?[。!)\s]*$"),
    "en": rx(
        r"\b(?:was|were|sent|had|got|did|said|asked|told|made|wrote|received|looked|went|came|finished"
        r"|completed|emailed"
        r"|mailed|thanked|liked|helped|forgot|missed)\b"
    ),
    "zh": rx(r"了[。!]?\s*$|过[。!]?\s*$"),
}
_ASKED = {
    "ja": rx(
        r"ください|下さい|お愿い|たい|ほしい|欲しい|教え|(?:して|まとめて|出して|见せて)[。!)\s]*$|[?？]"
        r"|か[。]?$"
    ),
    "en": rx(
        r"\?|\b(?:please|can you|could you|show|list|give|send|put|write|calculate|compute|get me|check"
        r"|need|want|who|which|how)\b"
    ),
    "zh": rx(r"请|帮|查|统计|看|列|写|发|算|导|汇总|给我|要|吗|[?？]"),
}


def asides(said: Utterance) -> Iterator[tuple[int, int]]:
    """The stretches of the text that do not count."""
    for pattern in _ASIDES[said.lang]:
        for match in pattern.finditer(said.text):
            if match.end() > match.start():
                yield match.start(), match.end()
    sentences = (_ENGLISH_SENTENCES if said.lang == "en" else _SENTENCES).finditer(said.text)
    spoken = [match for match in sentences if match.group().strip()]
    for match in spoken if len(spoken) > 1 else ():
        told = _TOLD[said.lang].search(match.group()) and not _ASKED[said.lang].search(match.group())
        if told and not takes_back(said, match.start(), match.end()):
            colon = match.group().find(":")  # Ogawa asked me for this: June overtime
            yield match.start(), match.start() + colon + 1 if colon >= 0 else match.end()
