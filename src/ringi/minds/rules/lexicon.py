"""What words mean, apart from any tool: topics, things one may ask to have done, people words, generic words.

A tool takes part in a topic when its own name, title or keywords contain one of the topic's words; then it also
understands the others. A topic or an action that no connected tool takes part in is what cannot be done.
"""

from __future__ import annotations

import re

from ringi.minds.rules.language import Pattern, fold, rx, words

# One topic each, in the three languages, words parted by `/`.
_TOPICS = {
    "overtime": (
        "overtime/残業/残業時間/時間外/時間外労働/超過勤務/長時間労働/過重労働/働きすぎ/働き過ぎ/"
        "残業状況/残業実績/サビ残/"
        "サービス残業/overwork/overworked/overworking/extra hours/long hours/"
        "working late/work late/worked late/late nights/extra time/加班/加班时间/加班时长/"
        "加班情况/加了多少班/加多少班/加了几/加了班/加过班/超时工作/超时/超勤/加班费时/加点/"
    ),
    "attendance": (
        "attendance/勤怠/出勤/出退勤/退勤/打刻/勤務時間/勤務状況/勤務実績/勤務記録/勤務表/労働時間/欠勤/遅刻/早退/"
        "タイムカード/出勤簿/出勤状況/timesheet/timesheets/time sheet/time sheets/punch/"
        "punches/clock-in/clock-ins/clock in/clock out/working hours/work hours/"
        "hours worked/worked hours/days worked/late arrivals/late arrival/latecomers/absence/absences/absenteeism/"
        "tardiness/lateness/time card/time cards/work records/考勤/打卡/考勤记录/出勤情况/"
        "工时/工作时间/上下班/迟到/缺勤/旷工/出缺勤/"
    ),
    "employee": (
        "employee/従業員/社員/名簿/社員名簿/スタッフ/メンバー/職員/在籍者/人員/社員一覧/従業員一覧/"
        "社員リスト/従業員リスト/"
        "人員一覧/在籍/退職者/離職者/退社した人/辞めた人/employees/staff/roster/headcount/personnel/"
        "workforce/team members/members/people directory/who works/staff list/"
        "former employees/leavers/ex-employees/员工/职员/员工名单/员工列表/花名册/人员/人员名单/成员/"
        "名单/离职人员/在职人员/同事/离职的人/"
    ),
    "sheet": (
        "sheet/シート/スプレッドシート/スプシ/グーグルシート/エクセル/excel/xlsx/表計算/spreadsheet/spreadsheets/"
        "google sheet/google sheets/workbook/sheets/gsheet/表格/电子表格/工作表/excel表/"
        "google表格/试算表/"
    ),
    "message": (
        "message/dm/ダイレクトメッセージ/slack/スラック/メッセージ/個別メッセージ/direct message/"
        "direct messages/dms/slack message/slack dm/ping/私信/私聊/私讯/消息/站内信/"
    ),
    "ticket": ("ticket/チケット/課題/issue/issues/bug report/tickets/工单/缺陷单/"),
    "document": (
        "document/ドキュメント/文書/資料/規程/書類/マニュアル/documents/docs/manual/manuals/"
        "handbook/policy document/文档/文件/资料/手册/"
    ),
    "calendar": (
        "calendar/カレンダー/予定/スケジュール/schedule/appointment/appointments/event/events/日历/日程/行程/"
    ),
    "invoice": ("invoice/請求書/インボイス/invoices/bill/bills/发票/账单/"),
    "customer": ("customer/顧客/取引先/お客様/客先/customers/client/clients/客户/顾客/"),
    "note": ("note/メモ/ノート/notes/memo/笔记/备忘/"),
    "task": ("task/タスク/todo tasks/to-do/任务/待办/"),
    "project": ("project/プロジェクト/案件/projects/项目/"),
    "order": ("注文/発注/受注/purchase order/purchase orders/订单/"),
    "product": ("product/商品/製品/products/item/items/产品/"),
    "inventory": ("inventory/在庫/stock level/inventories/stock levels/库存/"),
    "salary": (
        "salary/給与/給料/賃金/年収/残業代/残業手当/時間外手当/賞与/ボーナス/人件費/給与明細/手取り/salaries/"
        "payroll/wage/wages/pay slip/payslip/payslips/compensation/bonus/"
        "bonuses/overtime pay/pay raise/paycheck/工资/薪资/薪水/薪酬/奖金/加班费/加班工资/工资条/"
        "年终奖/"
    ),
    "sales-figures": (
        "sales-figures/売上/売上高/売り上げ/営業成績/営業利益/受注額/業績/revenue/revenues/"
        "sales figures/sales numbers/sales report/sales results/sales data/"
        "turnover figures/profit/profits/销售额/营业额/业绩/营收/利润/"
    ),
    "leave-balance": (
        "leave-balance/有給残/有休残/残日数/有給の残り/有給残日数/leave balance/remaining leave/"
        "remaining vacation/vacation balance/pto balance/vacation days left/"
        "days off left/剩余年假/年假余额/剩余假期/年假还剩/"
    ),
    "expense": ("expense/経費/交通費/精算/旅費/出張費/expenses/reimbursement/travel costs/报销/费用/差旅费/"),
    "evaluation": (
        "evaluation/人事評価/優秀な社員/優秀社員/最优秀/best employee/best employees/worst employee/best "
        "performer/top performer/top performers/評価シート/評価結果/査定/考課/performance review/"
        "performance reviews/performance rating/appraisal/appraisals/绩效/考核/评价/"
    ),
    "recruitment": (
        "recruitment/採用候補者/応募者/求人/面接/candidates/applicants/job posting/"
        "interviews/recruiting/招聘/应聘者/候选人/面试/"
    ),
    "health": (
        "health/健康診断/ストレスチェック/体調/メンタル/health check/medical checkup/stress check/体检/健康检查/"
    ),
    "application": (
        "残業申請/申請状況/承認状況/休暇申請/有給申請/overtime request/overtime requests/leave request/leave requests/"
        "加班申请/请假申请/审批状态/"
    ),
    "rules-of-work": (
        "残業規程/残業規定/就業規則/勤怠システムの使い方/使い方/操作方法/overtime policy/overtime rules/"
        "work rules/employee handbook/加班制度/加班政策/考勤制度/规章制度/使用方法/"
    ),
    "shift": ("シフト表/シフト/勤務シフト/shift schedule/shift plan/shifts/排班/班表/"),
    "rate": (
        "離職率/定着率/残業率/平均年齢/男女比/turnover rate/retention rate/attrition/gender ratio/average age/"
        "离职率/留存率/平均年龄/男女比例/"
    ),
    "weather": ("weather/天気/気温/天候/temperature/forecast for tomorrow/天气/气温/"),
    "news": ("news/ニュース/株価/為替/stock price/exchange rate/share price/新闻/股价/汇率/"),
    "room": ("room/会議室/meeting room/conference room/会议室/"),
    "private": (
        "個人情報/private data/personal data/隐私/个人信息/住所/電話番号/携帯番号/手机号码/手机号/mobile "
        "number/mobile numbers/生年月日/"
        "マイナンバー/口座番号/銀行口座/家族構成/年齢/home address/"
        "home addresses/phone number/phone numbers/birthday/birthdays/"
        "date of birth/social security/bank account/bank accounts/passport/"
        "age of/住址/电话号码/生日/身份证/银行账号/银行账户/家庭住址/"
    ),
    "secret": (
        "secret/パスワード/apiキー/トークン/システムプロンプト/暗証番号/認証情報/password/passwords/api key/"
        "api keys/access token/credentials/system prompt/secret key/密码/密钥/令牌/"
        "系统提示/"
    ),
    "flight": (
        "flight/航空券/飛行機/新幹線/ホテル/出張手配/flights/hotel/train ticket/plane ticket/机票/酒店/火车票/航班/"
    ),
    "creative": (
        "creative/詩/俳句/小説/歌詞/ジョーク/物語/poem/poems/haiku/story/joke/jokes/song/"
        "lyrics/essay/诗/故事/笑话/歌词/作文/小说/"
    ),
    "food": (
        "food/ランチ/レシピ/昼食/夕食/飲み会/レストラン/弁当/lunch/dinner/recipe/pizza/restaurant/"
        "coffee/午饭/午餐/晚饭/菜谱/餐厅/外卖/"
    ),
}

TOPICS: dict[str, tuple[str, ...]] = {
    name: tuple(dict.fromkeys(fold(word) for word in said.split("/") if word)) for name, said in _TOPICS.items()
}

ASKED_FOR = words(
    "application rules-of-work shift rate salary sales-figures leave-balance expense evaluation "
    "recruitment health weather news room private secret flight "
    "creative food ticket invoice inventory order"
)
"""Topics that are the thing asked for when they are named, and not just a setting for something else."""


def _any_of(found: tuple[str, ...]) -> Pattern:
    parts = [
        rf"(?<![a-z]){re.escape(word)}(?:s"
        rf"|es)?(?![a-z])"
        if word.isascii()
        else re.escape(word)
        for word in found
    ]
    return rx("|".join(sorted(parts, key=len, reverse=True)))


TOPIC_WORDS = {topic: _any_of(TOPICS[topic]) for topic in ASKED_FOR}

PEOPLE_WORDS = words(
    "従業員/社員/スタッフ/メンバー/職員/人員/人数/在籍/在籍者/退職者/離職者/employee/employees/staff/"
    "people/member/members/personnel/"
    "workforce/team members/headcount/contact/retired/员工/职员/人员/成员/人数/在职/离职/同事/名单/"
    "连络先/メールアドレス/who works",
    "/",
)
"""Words for people: a tool found by nothing else gives way to one that is about something (社員の残業)."""

GENERIC = words(
    "一覧/リスト/データ/情報/状況/集計/計算/確認/取得/合計/件数/時間/月/日/年/表/出力/作成/登録/検索/"
    "送信/書き込み/書く/送る/通知/共有/連絡/報告/記録/保存/"
    "追加/まとめ/まとめる/教える/知らせる/お知らせ/list/lists/data/info/information/get/fetch/show/"
    "calculate/compute/total/count/month/day/year/"
    "hours/hour/time/create/write/send/add/update/search/find/rows/row/table/tool/google/google's/"
    "output/export/report/share/notify/notification/"
    "contact/tell/result/results/to/into/in/on/of/by/or/as/at/it/is/are/be/no/not/if/an/who/when/"
    "that/this/which/only/both/the/for/and/from/with/one/all/per/each/new/id/name/text/value/values/"
    "user/use/using/given/returns/return/"
    "列表/数据/信息/统计/计算/查询/合计/时间/输出/写入/发送/通知/分享/汇总/整理/记录/保存/报告/添加/"
    "告诉/创建/搜索/查找/"
    "一覧表/表に/送付/45時間/60時間/80時間/100時間/45 hours/60 hours/80 hours/100 hours/work over "
    "the limit/over hours/slackで/結果",
    "/",
)
"""Words that by themselves name no tool."""

# Things one may ask to have done. Each: Japanese, English (at the head of a clause), Chinese. A tool may take part.
_ACTIONS = {
    "delete": (
        (
            r"(?:削除|消去|抹消|破弃|登录抹消)(?:を)?(?:し(?:て|と|ろ|たい)|お愿い|愿|希望|せよ)|(?:消し"
            r"|取り消し)て(?!い)|削除$"
        ),
        r"delete|remove (?!.*\bfrom the (?:list|result))|erase|wipe|purge|get rid of|deactivate|clear out",
        r"删除|删掉|清除|移除|注销|抹掉",
    ),
    "change": (
        (
            r"(?:修正|变更|订正|改订|编集|改竄|改ざん|书き换え|付け替え|调整)(?:を)?(?:し(?:て|と|たい|ろ)"
            r"|お愿い|愿い|できます)|(?:书き换え|直し|改め|付け替え|いじっ)て|更新して|异动させて|(?:时间"
            r"|残业|时刻|打刻|勤怠|分)を(?:减らし|増やし|短く|ゼロに)"
        ),
        (
            r"change|modify|edit|correct|fix|adjust|alter|amend|overwrite|update (?!me\b)|set (?!up)|increase"
            r"|reduce|move|backdate|falsify|rewrite|rename|transfer"
        ),
        r"修改|更改|更正|改成|改为|改一下|编辑|补卡|调整(?:一下)?(?!后)|篡改|调动|调到|调岗",
    ),
    "register": (
        (
            r"(?:新规登录|登录|采用|入社手続き|追加登录|雇用|招待)(?:を)?(?:し(?:て|と|たい)|お愿い)|(?:社员"
            r"|从业员|スタッフ|メンバー|人|さん)を(?:追加|登录)"
        ),
        (
            r"register|hire|onboard|enroll|enrol|invite|add (?:\w+ )*(?:employee|staff"
            r"|member|person|hire|user|record|entry)"
        ),
        r"登记|录入|录用|新增|入职手续|办理入职|添加(?:一个|一名|新)?员工|邀请",
    ),
    "dismiss": (
        r"(?:を|に)(?:叱っ|怒っ|褒め|ほめ|指导し|说教し|罚し)て|(?:解雇|クビに|免职|降格|升进|升格|昇进|昇格"
        r"|处分|退职手続き)(?:を)?(?:し|させ|に|お愿い)",
        r"fire|dismiss|lay off|terminate|promote|demote|sack|discipline|scold|praise|punish|reprimand|reward"
        r"|congratulate",
        r"批评|表扬|训斥|惩罚|奖励(?=他|她|大家)|解雇|开除|辞退|晋升|降职|处分|办理离职",
    ),
    "approve": (
        (
            r"(?:承认|申请|却下|决裁|提出|取下げ|打刻|代理打刻|申し込み|响应|契约|署名"
            r"|サイン)(?:を)?(?:し(?:て|と|たい|ておいて)|お愿い)(?!いる|ください(?=シート))"
        ),
        (
            r"approve|apply for|submit|file (?:a|an|my|the)|request (?:a |my |some |paid )*(?:leave|vacation"
            r"|day off|time off)|clock me|punch me|clock (?:in|out) for|punch (?:in|out) for|sign|reject|enter"
        ),
        r"审批|批准|申请|提交|代打卡|帮我打卡|替我打卡|请假|签署|驳回",
    ),
    "pay": (
        (
            r"(?:振り?込|払い込)(?:ん|み|む|め)|(?:支払|払)(?:って|い出し|いを)|送金|支给して|(?:给与|给料"
            r"|赁金)(?:を|の)?(?:计算|支给|明细)|清算して|精算して"
        ),
        (
            r"pay|transfer money|wire|reimburse|payout|remit|raise (?:the |his |her |their )*(?:salary"
            r"|salaries|pay)|give \w+ a raise"
        ),
        r"汇款|转账|支付|发工资|打款|付款|发放|结算工资|报销",
    ),
    "book": (
        (
            r"(?:予约|手配|セッティング|日程调整|スケジュール)(?:を)?(?:し(?:て|と|たい)|お愿い|入れて|取って"
            r"|押さえ)|予定を(?:入れ|作|登录)|(?:会议|ミーティング|面谈)を(?:设定|セット|入れ|开催|设け)"
        ),
        r"book|reserve|schedule|arrange|set up a (?:meeting|call)|organi[sz]e|invite|order|buy|purchase",
        r"预订|预约|预定|订(?:一张|一个|个|机票|酒店|会议室|餐|票)|安排(?:一个|个|一次)?(?:会议|面谈)|购买|下单|买",
    ),
    "email": (
        (
            r"(?:メール|e-?mail|mail|gmail|outlook)(?:で|して|を?送|に送|でも|送信|し)|(?:电话|ファックス|fax"
            r"|line|teams|sms|ショートメッセージ|チャットワーク|郵送|邮送|印刷|プリント|notion|box)(?:し|で"
            r"|に|を)"
        ),
        (
            r"(?:e-?mail|mail|call|phone|fax|text|print|tweet|teams message)(?! address)(?= |$)|(?:send"
            r"|forward|write) (?:\w+ ){0,4}(?:an? )?(?:e-?mail|mail|fax|sms|letter)"
        ),
        (
            r"(?:发|写|用|通过|以)(?:一?封|个)?(?:送)?(?:电子)?邮件|邮件(?:发|通知|给)|发到邮箱|打电话|发短信"
            r"|发微信|微信|打印|钉钉|传真"
        ),
    ),
    "post": (
        (
            r"チャンネルに|チャンネルへ|全体に(?:共有|周知|连络)|(?:掲示|ツイート|公开|プレスリリース|ブログ"
            r"|sns)(?:し|に|を|で)|投稿して|アップロード"
        ),
        r"(?:post|publish|upload|announce|broadcast)(?! it to (?:a |the )?(?:sheet|spreadsheet))",
        r"(?:发|贴|发布|公布)(?:到|在|进)[^,，。]{0,6}?(?:频道|群|公告|网|朋友圈)|发布|公告|群发|上传",
    ),
    "predict": (
        r"(?:残业|勤务|出勤)の?予定|(?:予测|予想|见通し|见込み|シミュレーション|推计)(?:を)?(?:し|出|立て|教"
        r"|计算|お愿い|に|は|を)?",
        r"predict|forecast|project (?:the|next|how)|estimate (?:next|the next|future)|simulate",
        r"加班(?:的)?(?:计划|安排)|预测|预计|预估|推算|模拟",
    ),
    "translate": (
        r"(?:翻訳|翻译|訳し|和訳|英訳|中国语に|英语に)(?:し|て|を|直)?(?=.*?(?:て|愿|ください))",
        r"translate|proofread|rewrite",
        r"翻译|译成|润色",
    ),
    "repeat": (
        (

                r"(?:(?:毎月|每月|每周|每日|每朝|每周月曜)(?!の|ごと|别|の?推移)|定期(?:的)?に"
                r"|自动(?:的)?(?:に|で))[^、。,]{0,20}?(?:送"
            r"|通知|実行|实行|书き|dm|知らせ|作成|配信|リマインド|まとめて|确认して|出して|するように"
            r"|してほしい)|リマインド|リマインダー"
        ),
        r"remind|automate|repeat|subscribe",
        (
            r"每(?:个?月|周|天|日)(?:\S{0,10}?)(?:自动|定时|发|提醒|通知|给我)|定时|定期(?:发|给|通知|自动)"
            r"|提醒(?:我|他|她|大家)"
        ),
    ),
    "explain": (
        (
            r"(?:とは(?:何|なに|どう|？|\?|$)|どうすれば|どうしたら|(?:减らす|なくす|削减する"
            r"|改善する)(?:方法|には|コツ|アイデア|案)|の(?:定义|意味|仕组み|ルール|原因|理由)(?:は|を|って"
            r"|が知)|なぜ|どうして|アドバイス|改善策|対策|对策|どう思|违法です|计算方法|书き方|作り方)"
        ),
        (
            r"explain|advise|suggest|recommend|teach|help me understand|brainstorm|draft|compose|write (?:a"
            r"|an|me|some) (?:\w+ ){0,2}(?:poem|story|essay|policy|speech|code|script|program|song|blog"
            r"|article|job|apology|resignation|contract)"
        ),
        (
            r"什么是|是什么意思|为什么|怎么(?:办|减少|降低|算|做)|如何(?=[减降提改计算才做能使用处])|建议"
            r"|解释|介绍一下|是否合法|违法吗|写一(?:首|篇|个|封|段)"
        ),
    ),
}  # fmt: skip
ENGLISH_QUESTIONS = rx(
    r"\b(?:what (?:is|are|does|was) (?:the |a |an )?(?:definition|meaning|law|legal|rule|rules|capital"
    r"|point|best|difference|overtime\?|overtime mean)|how (?:do|can|to|should|could|does) |why |should "
    r"(?:i|we) |is it (?:legal|ok|okay|allowed|possible)|tell me (?:a joke|about yourself)|who are you"
    r"|what can you do|what do you think|what's the (?:best|law|rule|meaning|point))"
)
_HEAD = (
    r"(?:^|[,.;:!?\n]\s*|\b(?:please|can you|could you|would you|will you|can u|and|then|also|just|kindly|you "
    r"to|(?:want|need|like|ask|have|help)(?: you| me| us)? to|help me|help us|let's|go ahead and|or)\s+)"
)
ACTIONS = {
    name: {
        "ja": rx(japanese),
        "en": rx(rf"{_HEAD}(?P<act>(?:{english})\b)"),
        "zh": rx(chinese),
    }
    for name, (japanese, english, chinese) in _ACTIONS.items()
}
"""What may be asked to be done, by language."""

SEND_VERBS = {
    "ja": rx(
        r"送(?:って|信して|付して|ってください|り(?:つけ)?て)|送信(?=$|[。、\s])|(?:通知|连络"
        r"|転送)(?:を)?(?:して|お愿い)"
    ),
    "en": rx(rf"{_HEAD}(?P<act>(?:send|forward|notify|message)\b)(?! nothing| no\b)"),
    "zh": rx(r"发送(?!到表)|发出去|发一下|(?:请|帮我|并|然后|再)通知|推送"),
}
"""Verbs that ask for something to be sent, whoever it is to."""

LOOSE_WORDS = {
    "attendance": rx(
        r"何时间(?:くらい)?(?:働|勤务)|働いた时间|働き(?:方|具合)|(?:来て|出社して)(?:い)?(?:る|た)"
        r"|休(?:ん[だで]|みがち)|休暇|出社|\b(?:hours|long|much|often|days) (?:did|do|does|has|have) [\w' "
        r"()-]{1,40}? (?:work(?:ed)?|come in|came in|show up|attend|clock in)\b|\bwho worked\b"
        r"|\bworked the most\b|\bshow(?:ed)? up\b|\babsent\b|\bwas "
        r"late\b|\bwere late\b|上班|工作了|出工|请了几天假|休了"
    ),
    "overtime": rx(
        r"残って(?:いる|た)|遅くまで|帰りが遅|归りが迟|\bot\b|\bworking too (?:much|hard|long)\b"
        r"|\bburn(?:ed|t|ing)? ?out\b|\bover the limit\b|太累|工作太|超负荷|干到很晚|加.{0,4}班"
    ),
    "employee": rx(
        r"(?:入社|退职|退社)した(?:人|方|メンバー)|新入社员|\b(?:joined|new hires?|newcomers|joiners)\b"
        r"|入职的|新员工|(?:誰|谁)(?:が)?(?:いる|在籍|いますか|所属)|所属(?:して(?:い)?る|する|の)(?:人|方"
        r"|メンバー|社员)?|何[人名](?:いる|います|ですか|在籍|体制"
        r"|所属|働|[?？。]|$)"
        r"|人数|(?:人|メンバー)は何[人名]|\bhow many (?:people|of us|staff|workers|employees|are (?:there )?in|work)\b"
        r"|\bhow (?:big|large) is\b|\bwho(?:'s|'re| is| are| works?) (?:in|on|at)\b|(?:有|是)?(?:哪些|多少"
        r"|几个?|多少个"
        r"|多少名|几位|几名)人"
        r"|有多少(?:名|位|个)|有几(?:名|位|个)|都有谁|有谁"
    ),
}
"""Looser ways to speak of a topic, heard only when no clear word is used."""
