"""The sample company: its departments and its 42 people, under every name somebody may call them by.

Plain data with fixed dates; when they worked is made by `punches`. Nobody here exists.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum


class Habit(Enum):
    """How somebody's days go: (earliest, latest minutes worked on after the prescribed 7 h 30 min)."""

    CALM = (0, 45)
    STEADY = (20, 110)
    BUSY = (80, 230)
    HEAVY = (130, 275)


@dataclass(frozen=True, slots=True, kw_only=True)
class Department:
    """A department: the tools take `name`, people also say the `names`."""

    name: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Employee:
    """One person. Family and given names are apart because people are called by either."""

    number: int
    department: str
    name: str
    kana: str
    romaji: str
    """Given name first, as on a business card."""
    chinese: str
    entry_date: date
    retire_date: date | None = None
    """The last day of employment."""
    habit: Habit = Habit.STEADY
    start: int = 540
    """When the day begins, in minutes: 540 is 9:00."""

    @property
    def employee_id(self) -> str:
        return f"E{self.number:03d}"

    @property
    def slack_user_id(self) -> str:
        return f"U0SAMPLE{self.number:03d}"

    @property
    def email(self) -> str:
        return f"{self.romaji.lower().replace(' ', '.')}@example.com"

    def employed_on(self, day: date) -> bool:
        return self.entry_date <= day and (self.retire_date is None or day <= self.retire_date)

    def names(self) -> tuple[str, ...]:
        """Other spellings, the family name alone among them, so that a shared one is seen to be shared."""
        family, _, given = self.name.partition(" ")
        family_kana, _, given_kana = self.kana.partition(" ")
        first, _, last = self.romaji.rpartition(" ")
        found = [family + given, family_kana + given_kana, self.kana, _hiragana(family_kana + given_kana)]
        found += [self.romaji, f"{last} {first}", self.chinese]
        if given and len(family) > 1:
            found += [family, family_kana, self.chinese[: len(family)]]
        elif given:  # one character is part of too many words to stand alone
            found += [f"{family}さん", f"{self.chinese[:1]}先生", f"{self.chinese[:1]}女士"]
        else:
            found += [self.name.rpartition("・")[2], self.chinese.rpartition("·")[2]]
        found.append(last)
        return tuple(name for name in dict.fromkeys(found) if name and name != self.name)


def _hiragana(katakana: str) -> str:
    return "".join(chr(ord(one) - 0x60) if "ァ" <= one <= "ヶ" else one for one in katakana)


DEPARTMENTS = (
    Department(
        name="営業部",
        names=("営業", "セールス", "Sales", "Sales Department", "sales team", "销售部", "销售", "营业部", "營業部"),
    ),
    Department(
        name="開発部",
        names=(
            *("開発", "エンジニアリング", "Development", "Engineering", "Development Department", "dev team"),
            *("开发部", "开发", "研发部", "研发", "技术部"),
        ),
    ),
    Department(
        name="人事部",
        names=("人事", "HR", "Human Resources", "Personnel", "HR Department", "人力资源部", "人力资源", "人事部门"),
    ),
    Department(
        name="経理部",
        names=(
            *("経理", "Accounting", "Finance", "Accounting Department"),
            *("财务部", "财务", "会计部", "会计", "经理部"),
        ),
    ),
    Department(
        name="総務部",
        names=(
            *("総務", "General Affairs", "General Affairs Department", "Administration"),
            *("总务部", "总务", "行政部"),
        ),
    ),
    Department(
        name="カスタマーサポート部",
        names=(
            *("カスタマーサポート", "サポート部", "サポート", "CS部", "CS", "Customer Support", "Support"),
            *("Customer Support Department", "support team", "客服部", "客服", "客户支持部", "客户支持", "客户服务部"),
        ),
    ),
)

_SALES, _DEV, _HR, _ACCOUNTING, _GENERAL, _SUPPORT = (department.name for department in DEPARTMENTS)
_CALM, _STEADY, _BUSY, _HEAVY = Habit
_Row = tuple[str, str, str, str, str, str, Habit]
_ROWS: tuple[tuple[str, tuple[_Row, ...]], ...] = (
    (
        _SALES,
        (
            ("佐藤 健", "サトウ ケン", "Ken Sato", "佐藤健", "2012-04-01", "", _BUSY),
            ("鈴木 明子", "スズキ アキコ", "Akiko Suzuki", "铃木明子", "2015-04-01", "", _STEADY),
            ("高橋 大輔", "タカハシ ダイスケ", "Daisuke Takahashi", "高桥大辅", "2014-10-01", "", _BUSY),
            ("田中 由美", "タナカ ユミ", "Yumi Tanaka", "田中由美", "2018-04-01", "", _STEADY),
            ("渡辺 翔太", "ワタナベ ショウタ", "Shota Watanabe", "渡边翔太", "2019-04-01", "", _HEAVY),
            ("伊藤 直樹", "イトウ ナオキ", "Naoki Ito", "伊藤直树", "2016-07-01", "", _STEADY),
            ("山本 彩", "ヤマモト アヤ", "Aya Yamamoto", "山本彩", "2020-04-01", "", _STEADY),
            ("中村 隆", "ナカムラ タカシ", "Takashi Nakamura", "中村隆", "2009-04-01", "", _CALM),
            ("小林 恵", "コバヤシ メグミ", "Megumi Kobayashi", "小林惠", "2021-04-01", "", _CALM),
            ("加藤 亮", "カトウ リョウ", "Ryo Kato", "加藤亮", "2017-04-01", "2026-03-13", _BUSY),
            ("吉田 千尋", "ヨシダ チヒロ", "Chihiro Yoshida", "吉田千寻", "2026-05-18", "", _CALM),
        ),
    ),
    (
        _DEV,
        (
            ("佐藤 美咲", "サトウ ミサキ", "Misaki Sato", "佐藤美咲", "2018-04-01", "", _STEADY),
            ("山田 拓也", "ヤマダ タクヤ", "Takuya Yamada", "山田拓也", "2013-04-01", "", _STEADY),
            ("佐々木 剛", "ササキ ツヨシ", "Tsuyoshi Sasaki", "佐佐木刚", "2011-04-01", "", _BUSY),
            ("山口 真央", "ヤマグチ マオ", "Mao Yamaguchi", "山口真央", "2020-10-01", "", _STEADY),
            ("松本 悠斗", "マツモト ユウト", "Yuto Matsumoto", "松本悠斗", "2016-04-01", "", _HEAVY),
            ("井上 玲奈", "イノウエ レナ", "Rena Inoue", "井上玲奈", "2019-04-01", "", _STEADY),
            ("木村 誠", "キムラ マコト", "Makoto Kimura", "木村诚", "2014-04-01", "", _HEAVY),
            ("陳 偉", "チン ウェイ", "Wei Chen", "陈伟", "2022-04-01", "", _STEADY),
            ("清水 陽菜", "シミズ ヒナ", "Hina Shimizu", "清水阳菜", "2023-04-01", "", _CALM),
            ("斎藤 駿", "サイトウ シュン", "Shun Saito", "斋藤骏", "2021-04-01", "", _BUSY),
            ("池田 光", "イケダ ヒカル", "Hikaru Ikeda", "池田光", "2026-09-14", "", _CALM),
            ("橋本 航", "ハシモト ワタル", "Wataru Hashimoto", "桥本航", "2018-10-01", "2025-12-19", _STEADY),
        ),
    ),
    (
        _HR,
        (
            ("小川 奈緒", "オガワ ナオ", "Nao Ogawa", "小川奈绪", "2010-04-01", "", _STEADY),
            ("岡田 修", "オカダ オサム", "Osamu Okada", "冈田修", "2013-04-01", "", _CALM),
            ("長谷川 智子", "ハセガワ トモコ", "Tomoko Hasegawa", "长谷川智子", "2017-04-01", "", _STEADY),
            ("近藤 祐介", "コンドウ ユウスケ", "Yusuke Kondo", "近藤祐介", "2022-04-01", "", _CALM),
        ),
    ),
    (
        _ACCOUNTING,
        (
            ("坂本 久美子", "サカモト クミコ", "Kumiko Sakamoto", "坂本久美子", "2008-04-01", "", _STEADY),
            ("遠藤 勇気", "エンドウ ユウキ", "Yuki Endo", "远藤勇气", "2016-04-01", "", _BUSY),
            ("青木 沙織", "アオキ サオリ", "Saori Aoki", "青木沙织", "2019-04-01", "", _STEADY),
            ("藤井 健太", "フジイ ケンタ", "Kenta Fujii", "藤井健太", "2021-10-01", "", _CALM),
            ("西村 香織", "ニシムラ カオリ", "Kaori Nishimura", "西村香织", "2025-02-17", "", _CALM),
        ),
    ),
    (
        _GENERAL,
        (
            ("福田 浩二", "フクダ コウジ", "Koji Fukuda", "福田浩二", "2005-04-01", "", _CALM),
            ("太田 雅美", "オオタ マサミ", "Masami Ota", "太田雅美", "2012-04-01", "", _CALM),
            ("三浦 俊介", "ミウラ シュンスケ", "Shunsuke Miura", "三浦俊介", "2018-04-01", "", _STEADY),
            ("岡本 理恵", "オカモト リエ", "Rie Okamoto", "冈本理惠", "2015-04-01", "2026-08-20", _CALM),
        ),
    ),
    (
        _SUPPORT,
        (
            ("松田 翼", "マツダ ツバサ", "Tsubasa Matsuda", "松田翼", "2014-04-01", "", _BUSY),
            ("中野 美穂", "ナカノ ミホ", "Miho Nakano", "中野美穗", "2017-04-01", "", _STEADY),
            ("原田 圭", "ハラダ ケイ", "Kei Harada", "原田圭", "2020-04-01", "", _STEADY),
            ("竹内 桃子", "タケウチ モモコ", "Momoko Takeuchi", "竹内桃子", "2022-10-01", "", _CALM),
            ("王 芳", "ワン ファン", "Fang Wang", "王芳", "2021-04-01", "", _STEADY),
            ("エマ・ウィルソン", "エマ・ウィルソン", "Emma Wilson", "艾玛·威尔逊", "2024-04-01", "", _CALM),
        ),
    ),
)
_LATE_SHIFT = {37: 780, 39: 780, 41: 720}
"""Support answers until late: these begin at 13:00, 13:00 and 12:00."""


def _people() -> tuple[Employee, ...]:
    rows = [(department, row) for department, rows in _ROWS for row in rows]
    return tuple(
        Employee(
            number=number,
            department=department,
            name=name,
            kana=kana,
            romaji=romaji,
            chinese=chinese,
            entry_date=date.fromisoformat(entry),
            retire_date=date.fromisoformat(retire) if retire else None,
            habit=habit,
            start=_LATE_SHIFT.get(number, 540),
        )
        for number, (department, (name, kana, romaji, chinese, entry, retire, habit)) in enumerate(rows, start=1)
    )


EMPLOYEES = _people()
BY_ID = {employee.employee_id: employee for employee in EMPLOYEES}
