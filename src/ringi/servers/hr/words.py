"""What the `hr` tools are called in Japanese, English and Chinese: keywords to find them, labels to head columns.

Published in each tool's `_meta`; the descriptions stand with the tools in `server`.
"""

from __future__ import annotations

from typing import Any

Label = tuple[str, str, str]

LABELS: dict[str, Label] = {
    "department": ("部署", "Department", "部门"),
    "status": ("在籍状況", "Status", "状态"),
    "from_month": ("開始月", "From month", "开始月份"),
    "to_month": ("終了月", "To month", "结束月份"),
    "employee_ids": ("従業員ID一覧", "Employee IDs", "员工编号列表"),
    "threshold_hours": ("基準時間（以上）", "Threshold (hours or more)", "基准小时数（以上）"),
    "employee_id": ("従業員ID", "Employee ID", "员工编号"),
    "name": ("氏名", "Name", "姓名"),
    "kana": ("フリガナ", "Kana", "假名"),
    "romaji": ("ローマ字", "Name in Latin letters", "罗马字"),
    "entry_date": ("入社日", "Entry date", "入职日期"),
    "retire_date": ("退職日", "Retirement date", "离职日期"),
    "slack_user_id": ("SlackユーザーID", "Slack user ID", "Slack用户ID"),
    "email": ("メールアドレス", "E-mail", "邮箱"),
    "as_of": ("基準日", "As of", "基准日"),
    "count": ("人数", "People", "人数"),
    "period": ("対象期間", "Period", "期间"),
    "period_start": ("期間開始日", "Period start", "期间开始日"),
    "start_date": ("集計開始日", "Counted from", "统计开始日"),
    "end_date": ("集計終了日", "Counted to", "统计结束日"),
    "without_figures_count": (
        "締めがなく数えていない件数",
        "Months without a closing, not counted",
        "未结算而未计入的件数",
    ),
    "period_end": ("期間終了日", "Period end", "期间结束日"),
    "in_progress": ("集計途中", "In progress", "月份未结束"),
    "work_days": ("出勤日数", "Days worked", "出勤天数"),
    "work_hours": ("労働時間", "Hours worked", "工作时间"),
    "work_minutes": ("労働時間（分）", "Minutes worked", "工作时间（分钟）"),
    "night_minutes": ("深夜（分）", "Night (min)", "深夜（分钟）"),
    "prescribed_holiday_days": ("所定休日出勤日数", "Days worked on prescribed holidays", "公司休息日出勤天数"),
    "statutory_holiday_days": ("法定休日出勤日数", "Days worked on statutory holidays", "法定休息日出勤天数"),
    "paid_leave_days": ("有給休暇日数", "Paid leave days", "带薪休假天数"),
    "short_days": ("遅刻・早退日数", "Short days", "迟到早退天数"),
    "shortage_minutes": ("不足時間（分）", "Shortage (min)", "不足时间（分钟）"),
    "missing_punches": ("打刻漏れ", "Missing punches", "漏打卡"),
    "date": ("日付", "Date", "日期"),
    "day_type": ("日の区分", "Type of day", "日期类型"),
    "clock_in": ("出勤", "Clock-in", "上班打卡"),
    "clock_out": ("退勤", "Clock-out", "下班打卡"),
    "break_minutes": ("休憩（分）", "Break (min)", "休息（分钟）"),
    "day_count": ("日別件数", "Daily records", "每日记录数"),
    "total_work_minutes": ("労働時間合計（分）", "Total minutes worked", "工作时间合计（分钟）"),
    "total_hours": ("合計時間", "Total hours", "合计时间"),
    "overtime_hours": ("時間外労働", "Overtime", "加班时间"),
    "overtime_minutes": ("時間外労働（分）", "Overtime (min)", "加班时间（分钟）"),
    "within_statutory_minutes": ("法定内残業（分）", "Within-statutory overtime (min)", "法定内加班（分钟）"),
    "statutory_overtime_minutes": ("法定時間外（平日・分）", "Statutory overtime (min)", "法定外加班（分钟）"),
    "prescribed_holiday_minutes": ("所定休日労働（分）", "Prescribed-holiday work (min)", "公司休息日工作（分钟）"),
    "prescribed_holiday_overtime_minutes": (
        "所定休日のうち時間外（分）",
        "Overtime on prescribed holidays (min)",
        "公司休息日加班（分钟）",
    ),
    "statutory_holiday_minutes": ("法定休日労働（分）", "Statutory-holiday work (min)", "法定休息日工作（分钟）"),
    "over_60_minutes": ("月60時間超（分）", "Over 60 h a month (min)", "每月超60小时（分钟）"),
    "overtime_and_holiday_minutes": (
        "時間外＋法定休日（分）",
        "Overtime + statutory holiday (min)",
        "加班＋法定休息日（分钟）",
    ),
    "months": ("対象月数", "Months", "月数"),
    "month": ("月", "Month", "月份"),
    "peak_month": ("最多月", "Peak month", "最高月份"),
    "peak_overtime_minutes": ("最多月の時間外（分）", "Peak month overtime (min)", "最高月份加班（分钟）"),
    "year_overtime_minutes": ("年度累計時間外（分）", "Overtime since April (min)", "年度累计加班（分钟）"),
    "employees": ("従業員", "employees", "员工"),
    "monthly": ("月別の行", "monthly rows", "每月记录"),
    "days": ("日別の行", "daily rows", "每日记录"),
    "flags": ("超過した上限", "Limits passed", "超出的上限"),
    "flag": ("上限", "Limit", "上限"),
    "used_minutes": ("実績（分）", "Actual (min)", "实际（分钟）"),
    "limit_minutes": ("上限値（分）", "Limit (min)", "上限值（分钟）"),
    "detail": ("根拠", "Figures used", "依据"),
    "threshold_minutes": ("基準時間（分）", "Threshold (min)", "基准时间（分钟）"),
    "checked_count": ("確認した人数", "People checked", "核对人数"),
    "total_overtime_minutes": ("時間外合計（分）", "Total overtime (min)", "加班合计（分钟）"),
    "checked_overtime_minutes": ("確認した全員の時間外（分）", "Overtime of all checked (min)", "全体加班（分钟）"),
    "checked_hours": ("確認した全員の時間外", "Overtime of all checked", "全体加班时间"),
    "flag_count": ("超過件数", "Limits passed (count)", "超限次数"),
}

LIMITS: dict[str, Label] = {
    "45h": ("月45時間超", "over 45 h in a month", "月超45小时"),
    "60h": ("月60時間超", "over 60 h in a month", "月超60小时"),
    "80h-average": ("2〜6か月平均80時間超", "over 80 h on average of 2 to 6 months", "2至6个月平均超80小时"),
    "100h": ("月100時間以上", "100 h or more in a month", "月100小时以上"),
    "360h-year": ("年360時間超", "over 360 h in the year", "年超360小时"),
    "720h-year": ("年720時間超", "over 720 h in the year", "年超720小时"),
    "45h-months": ("月45時間超が年6回超", "over 45 h in more than 6 months of the year", "月超45小时一年超过6次"),
}
"""What each limit of `overtime.FLAGS` means."""

DAY_STATUS: Label = ("勤務状況", "Day status", "出勤状态")
"""`status` of a day, which is not that of a person."""

EMPLOYEE_KEYWORDS = (
    *(
        "従業員",
        "社員",
        "従業員一覧",
        "社員一覧",
        "名簿",
        "社員名簿",
        "スタッフ",
        "メンバー",
        "在籍",
        "在籍者",
        "退職者",
    ),
    *("入社日", "退職日", "人数", "連絡先", "メールアドレス"),
    *("employee", "employees", "staff", "people", "member", "members", "headcount", "roster", "personnel list"),
    *("who works", "retired", "former employees", "hire date", "contact"),
    *("员工", "职员", "员工名单", "员工列表", "人员", "人员名单", "成员", "花名册", "在职", "离职", "人数", "入职日期"),
)
ATTENDANCE_KEYWORDS = (
    *(
        "勤怠",
        "勤怠集計",
        "出勤",
        "出退勤",
        "退勤",
        "打刻",
        "打刻漏れ",
        "打刻もれ",
        "打刻忘れ",
        "勤務",
        "勤務時間",
        "勤務状況",
        "労働時間",
    ),
    *("出勤日数", "有給", "有休", "遅刻", "早退", "タイムカード"),
    *("attendance", "timesheet", "timesheets", "time sheet", "punch", "punches", "clock-in", "clock-out", "clock in"),
    *("hours worked", "working hours", "work hours", "days worked", "time card", "paid leave", "missing punch"),
    *("missed punch", "missing clock-in", "missing clock-out", "forgot to clock", "forgot to punch"),
    *(
        "考勤",
        "出勤",
        "打卡",
        "考勤记录",
        "出勤记录",
        "工时",
        "工作时间",
        "上下班",
        "漏打卡",
        "漏卡",
        "缺卡",
        "忘记打卡",
        "忘打卡",
        "出勤天数",
        "迟到",
        "早退",
    ),
)
OVERTIME_KEYWORDS = (
    *("残業", "残業時間", "時間外", "時間外労働", "超過勤務", "法定時間外", "法定内残業", "休日労働", "休日出勤"),
    *("深夜労働", "深夜残業", "36協定", "三六協定", "45時間", "60時間", "80時間", "100時間", "長時間労働", "過重労働"),
    *("overtime", "overtime hours", "extra hours", "long hours", "over hours", "night work", "holiday work"),
    *("work over the limit", "article 36", "45 hours"),
    *("加班", "加班时间", "加班时长", "加班小时", "超时工作", "超时", "深夜加班", "休息日加班", "超勤", "时间外劳动"),
)

_WHO = ("employee_id", "name", "department")
EMPLOYEE_COLUMNS = ("employee_id", "name", "kana", "department", "status", "entry_date", "retire_date", "email")
ATTENDANCE_COLUMNS = (
    *_WHO,
    *("work_days", "work_hours", "night_minutes", "prescribed_holiday_days", "statutory_holiday_days"),
    *("paid_leave_days", "short_days", "shortage_minutes", "missing_punches"),
)
OVERTIME_COLUMNS = (
    *_WHO,
    *("overtime_hours", "overtime_minutes", "within_statutory_minutes", "statutory_overtime_minutes"),
    *("prescribed_holiday_minutes", "prescribed_holiday_overtime_minutes", "statutory_holiday_minutes"),
    *("night_minutes", "flags"),
)
ATTENDANCE_DETAILS: dict[str, Any] = {
    "rows": "days",
    "columns": [
        *_WHO,
        *("date", "day_type", "status", "clock_in", "clock_out", "break_minutes", "work_hours", "night_minutes"),
    ],
    "keywords": [
        *("日別", "日ごと", "毎日", "明細", "打刻一覧", "日次"),
        *("daily", "per day", "each day", "by day", "day by day", "punch list"),
        *("每日", "每天", "按天", "明细", "逐日"),
    ],
}
OVERTIME_DETAILS: dict[str, Any] = {
    "rows": "monthly",
    "columns": [
        *_WHO,
        *("month", "overtime_hours", "overtime_minutes", "statutory_holiday_minutes", "night_minutes", "flags"),
    ],
    "keywords": [
        *("月別", "月ごと", "毎月", "月次", "推移"),
        *("monthly", "per month", "by month", "month by month", "trend"),
        *("每月", "按月", "逐月", "月度", "趋势"),
    ],
}


def labels(*fields: str) -> dict[str, Label]:
    return {field: LABELS[field] for field in fields}
