"""What words in a thread mean: a decision only when they can be nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringi.slack.app.replies import addressed, plain, read

BOT = "U0BOT"


@pytest.mark.parametrize(
    "text",
    [
        "承認",
        "承認します",
        "承認。",
        " 承認 ",
        "承認！",
        "approve",
        "Approve",
        "APPROVED.",
        "ａｐｐｒｏｖｅ",
        "批准",
        "I approve",
    ],
)
def test_the_word_alone_approves(text: str) -> None:
    assert read(text).kind == "approve"


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("却下: 総務部だけにして", "reject", "総務部だけにして"),
        ("却下：総務部だけにして", "reject", "総務部だけにして"),
        ("reject: only May", "reject", "only May"),
        ("Reject : only May\nand June", "reject", "only May\nand June"),
        ("驳回: 只要五月", "reject", "只要五月"),
        ("差し戻し: 方針から", "return", "方針から"),
        ("send back: start over", "return", "start over"),
        ("退回：从方针开始", "return", "从方针开始"),
        ("却下", "reject", ""),
        ("reject", "reject", ""),
        ("修正: 期間を先月に", "steer", "期間を先月に"),
        ("change: last month", "steer", "last month"),
    ],
)
def test_a_word_with_a_colon_and_a_reason_refuses_or_changes(text: str, kind: str, reason: str) -> None:
    assert (read(text).kind, read(text).text) == (kind, reason)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "承認しますか？",
            "承認してもいいですか",
            "承認待ちですか",
            "承認しない",
            "承認できません",
            "まだ承認しないで",
            "却下でいいと思う",
        ),
        *(
            "却下 総務部だけにして",
            "approve?",
            "don't approve",
            "should I approve this",
            "not approved",
            "approve it if ok",
        ),
        *(
            "> 承認",
            "「承認」",
            "承認 or 却下",
            "批准吗",
            "不批准",
            "我觉得应该驳回",
            "承認承認",
            "please reject",
            "returned?",
        ),
    ],
)
def test_words_that_only_touch_on_a_decision_are_never_one(text: str) -> None:
    assert read(text).kind == "unclear"


@pytest.mark.parametrize(
    "text", ["ありがとうございます", "了解です！", "ok", "OK.", "thanks", "谢谢", "👍", ":+1:", "好的", "lgtm :tada:"]
)
def test_courtesy_changes_nothing(text: str) -> None:
    assert read(text).kind == "courtesy"


@pytest.mark.parametrize("text", ["やめます", "取り下げてください。", "Cancel", "Never mind!", "算了", "キャンセル"])
def test_a_message_that_says_nothing_but_that_takes_the_request_back(text: str) -> None:
    assert read(text).kind == "withdraw"


@pytest.mark.parametrize("text", ["シートはやめて、DMだけにして", "cancel the sheet", "取消这一步", "やめますか？"])
def test_a_longer_message_takes_nothing_back(text: str) -> None:
    assert read(text).kind == "words"


@pytest.mark.parametrize("text", ["対象を総務部だけにして", "only for May please", "只统计五月"])
def test_other_words_are_words(text: str) -> None:
    assert read(text).kind == "words"


@given(st.text())
def test_no_text_breaks_the_reading_and_an_approval_is_short(text: str) -> None:
    reading = read(plain(text, BOT))
    assert reading.kind != "approve" or len(text.strip()) < 40


def test_the_bots_mention_is_taken_away_and_links_are_what_they_point_to() -> None:
    assert plain("<@U0BOT> 承認", BOT) == "承認"
    assert plain("<@U0BOT>: 却下: A &amp; B", BOT) == "却下: A & B"
    assert (
        plain("見て <https://example.com/a|安全なリンク> <#C1|総務> <!channel>", BOT)
        == "見て https://example.com/a #総務 @channel"
    )
    assert plain("<@U0OTHER> に送って", BOT) == "<@U0OTHER> に送って"


def test_a_message_that_begins_with_somebody_else_is_for_them() -> None:
    assert addressed("<@U0OTHER> これ見た？", BOT) == (False, True)
    assert addressed("<@U0BOT> <@U0OTHER> に送って", BOT) == (True, False)
    assert addressed("残業を確認して", BOT) == (False, False)


@pytest.mark.parametrize("text", ["<@U0OTHER>", "<@U0OTHER|承認>", "<@U0OTHER> <@U1OTHER>", "<!subteam^S1|承認>"])
def test_naming_people_is_never_a_decision(text: str) -> None:
    assert read(plain(text, BOT)).kind not in ("approve", "reject", "return", "steer")
