"""An address that is not what it looks like is marked, however it was made; ordinary names and addresses are not."""

from __future__ import annotations

import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringi.letter_shapes import SHAPES, skeleton
from ringi.lookalikes import find_lookalikes, lookalikes_in, mark_lookalikes
from ringi.unseen import seen

ALIKE = [
    # one letter of another script
    *("bоss@corp.example", "boѕs@corp.example", "boss@cоrp.example", "boss@corp.ехample", "bοss@corp.example"),
    *("bօss@corp.example", "Ьoss@corp.example", "ꮪales@corp.example", "boss@corp.exampꓡe", "boss@ⲥorp.example"),
    # whole names of another script
    *("аррӏе.com", "https://аррӏе.com/login", "сосо.com", "ОРЕС.org", "ορον@example.com", "сора@example.com"),
    # forms of the same letters
    *("ｂｏｓｓ@corp.example", "𝐛𝐨𝐬𝐬@corp.example", "ⓑⓞⓢⓢ@corp.example", "boss＠corp.example", "boss@corp．example"),
    *("boss@corp.exampⅼe", "boss١@corp.example", "ʙᴏss@corp.example", "bɑnk.example", "paypaı.com", "ɡoogle.com"),
    # what separates
    *("co‐op.example", "co−op.example", "boss@corp․example", "g·ithub.com", "coーop.com"),
    *(
        "https://bank.example⁄login.evil.example",
        "https://bank.exampleノlogin.evil.example/",
        "bank.example∕x.evil.example",
    ),
    # in the middle of something else
    *("佐藤さんのbоss@corp.exampleに送って", "pаypal.com へ", "「bоss@corp.example」", "mailto:bоss@corp.example"),
    *("送信先: ken@example.com, bоss@corp.example", "@bоss", "#gеneral", "日本а.jp", "bоss.ken@corp.example"),
    # words that read as Latin ones
    *("Pay to Ваnk of Japan", "Аmazon", "Οffice supplies"),
    # encoded
    *("xn--80ak6aa92e.com", "https://xn--80ak6aa92e.com/", "boss@xn--crp-wma.example", "xn--pypal-4ve.com"),
    # names around addresses
    *(
        '"boss@corp.example" <evil@example.net>',
        "boss@corp.example <evil@example.net>",
        '"boss＠corp.example" <e@x.example>',
    ),
    *(
        '"The Boss boss@corp.example" <evil@example.net>',
        '"boss@corp.example"@example.net',
        "boss@corp.example@example.net",
    ),
    *("evil@example.net (boss@corp.example)", "boss%corp.example@example.net", "https://bank.example@evil.example/pay"),
    *("https://bank.example:443@evil.example", "To: boss@corp.example <evil@example.net>, ken@example.com"),
    # letters with a mark that belongs to none
    "bo\u0337ss@corp.example",
]
ORDINARY = [
    *(
        "佐藤 健",
        "田中太郎",
        "山田・花子",
        "鈴木一郎 <ichiro@example.co.jp>",
        '"佐藤 健" <ken@example.co.jp>',
        "ｻﾄｳ ｹﾝ",
    ),
    *(
        "株式会社ＡＢＣ",
        "ＡＢＣ商事（東京）",
        "A社とB社",
        "PCノート",
        "サーバーexample.comに接続",
        "トヨタ自動車株式会社",
    ),
    *("ken@example.co.jp", "ken.sato+bills@example.co.jp", "KEN@EXAMPLE.CO.JP", "k_sato-1@sub.example.com", "a@b"),
    *(
        "日本語.jp",
        "https://日本語.jp/案内",
        "info@日本語.jp",
        "お名前.com",
        "総務省.jp",
        "例え.テスト",
        "http://例え.jp",
    ),
    *(
        "中文.com",
        "北京大学.中国",
        "王小明 <xm@example.cn>",
        "张伟",
        "한국.kr",
        "김민수 <ms@example.kr>",
        "東京tower.jp",
    ),
    *("münchen.de", "jürgen@müller.example", "café.fr", "São Paulo", "Kraków", "İstanbul", "ışık.com.tr", "Tōkyō"),
    *("почта@пример.рф", "ухо.рф", "Мария Иванова", "отчёт.pdf", "IT-отдел", "Αθήνα", "ελλάδα.gr", "Երևան"),
    *("μm と kΩ", "Δt = 5 s", "α版", "β-carotene", "5 × 3 = 15", "2026–2027", "10:00–18:00", "１２３４円", "㈱ Ω ½"),
    *(
        "https://example.com/a?b=c@d.example",
        "ssh://git@github.com/x",
        "https://user@example.com",
        "@tanaka",
        "#general",
    ),
    *(
        "Ken Sato <ken@example.com>",
        "ken@example.com <ken@example.com>",
        "ken@example.com, mai@example.com",
        "npm i a@1.2.3",
    ),
    *("node.js–based", "README.md", "v1.2.3", "e.g. this", "foo.bar()", "経費.xlsx", "10月_残業_まとめ.csv", "ﾃｽﾄ.jp"),
    *(
        "@user@social.example",
        "＠U0OTHER",
        "＠channel",
        "git@github.com:org/repo.git",
        "ken@example.com（営業部）",
        "שלום",
        "مرحبا",
        "ไทย.com",
    ),
]


@pytest.mark.parametrize("text", ALIKE)
def test_what_looks_like_another_address_is_marked(text: str) -> None:
    assert find_lookalikes(text), text
    assert mark_lookalikes(text) != text and "⟨" in seen(text)


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_names_and_addresses_are_not_marked(text: str) -> None:
    assert find_lookalikes(text) == () and seen(text) == text


def test_the_mark_says_what_it_looks_like_and_by_which_letters() -> None:
    assert mark_lookalikes("bоss@corp.example") == "bоss@corp.example⟨≠ boss@corp.example · о U+043E⟩"
    (found,) = find_lookalikes("送って: bоss@corp.example まで")
    assert (found.text, found.meant, found.letters) == ("bоss@corp.example", "boss@corp.example", ("о U+043E",))


def test_an_encoded_name_is_shown_as_it_is_meant() -> None:
    assert mark_lookalikes("https://xn--wgv71a119e.jp/") == "https://xn--wgv71a119e.jp⟨= 日本語.jp⟩/"
    assert "apple.com" in mark_lookalikes("xn--80ak6aa92e.com")
    assert mark_lookalikes("xn--!!.com") == "xn--!!.com"


def test_the_mark_of_a_name_around_an_address_says_where_it_leads() -> None:
    assert mark_lookalikes('"boss@corp.example" <evil@example.net>').endswith("⟨→ evil@example.net⟩")
    assert mark_lookalikes("https://bank.example@evil.example/pay").endswith("⟨→ evil.example⟩/pay")


@pytest.mark.parametrize("text", ALIKE)
def test_a_text_that_is_drawn_twice_is_marked_once(text: str) -> None:
    assert seen(seen(text)) == seen(text)


def test_values_are_searched_whole_and_every_place_has_its_path() -> None:
    given = {"to": ["ken@example.com", "bоss@corp.example"], "options": {"bcc": '"a@b.example" <c@d.example>'}}
    assert [(one["path"], one["kind"]) for one in lookalikes_in(given)] == [
        ("to[1]", "lookalike"),
        ("options.bcc", "elsewhere"),
    ]


def test_every_shape_is_one_letter_for_another_script_and_reads_as_plain_text() -> None:
    for letter, read in SHAPES.items():
        assert len(letter) == 1 and not letter.isascii() and len(read) == 1 and read.isascii()
        assert skeleton(letter) == read
    assert skeleton(string.printable) == string.printable


@given(st.text(alphabet=string.ascii_lowercase, min_size=3, max_size=12), st.data())
def test_one_letter_of_another_script_anywhere_in_an_address_is_found(name: str, data: st.DataObject) -> None:
    """The kind, not the examples: any address, any place, any letter of the same shape."""
    address = f"{name}@{name}.example"
    places = [at for at, one in enumerate(address) if one in _ALIKE_OF]
    if not places:
        return
    at = data.draw(st.sampled_from(places))
    other = data.draw(st.sampled_from(_ALIKE_OF[address[at]]))
    assert find_lookalikes(address[:at] + other + address[at + 1 :]), other


_ALIKE_OF: dict[str, list[str]] = {}
for _letter, _read in SHAPES.items():
    if _read.isalpha() and unicodedata.category(_letter).startswith("L"):
        _ALIKE_OF.setdefault(_read, []).append(_letter)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=60))
def test_whatever_is_written_is_still_there_between_the_marks(text: str) -> None:
    rest = mark_lookalikes(text)
    for one in reversed(find_lookalikes(text)):
        assert text[one.start : one.end] == one.text
    assert len(rest) >= len(text)
