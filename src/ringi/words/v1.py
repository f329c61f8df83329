"""What the interface for other programs says: why a line of facts cannot be taken, and what each address is for.

Rules of the standard have their words in `conformance`; here are only those of the intake itself.
"""

from __future__ import annotations

from ringi.words import Text

WORDS: dict[str, Text] = {
    "header_too_large": (
        "ID・参照・独自項目が長すぎます。本体は payload か参照先に置いてください",
        "its ids, refs and own fields are too long; the body belongs into the payload or behind a reference",
        "编号、引用和自有字段过长；正文应放在 payload 或引用处",
    ),
    "event_id_form": (
        "eventId は目に見える 200 字以内の文字列です",
        "an eventId is a text of at most 200 visible characters",
        "eventId 应为不超过 200 个可见字符的文本",
    ),
    "event_id_reused": (
        "同じ eventId の別のファクトがすでにあります",
        "another fact with the same eventId is already there",
        "已存在相同 eventId 的其他事实",
    ),
    "names_our_approval": (
        "Ringi の承認は Ringi だけが扱います。外からのファクトで問うことも答えることもできません",
        "an approval of Ringi's own is asked and answered by Ringi only, never by a fact from outside",
        "Ringi 的审批只能由 Ringi 提出和答复，外部事实不能代替",
    ),
    "not_spelt": (
        "値を記録の形にできません",
        "a value cannot be written down",
        "有的值无法记录",
    ),
}
