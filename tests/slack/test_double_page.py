"""The page of the Slack double in a real browser: cards are seen as in Slack, pressed, answered, and never run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from browsing import AWAY, NEEDED, Windows
from pagehouse import HERE, PATIENCE, Wire, Workspace, button, card, gate, marked, plain, workspace

from ringi.testing.slack.company import Team

pytestmark = NEEDED
HOSTILE = '<img src=x onerror="window.owned=1"><script>window.owned=1</script>'
WIRED = HOSTILE.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@pytest.fixture
def at() -> Iterator[Workspace]:
    with workspace() as found:
        yield found


@pytest.fixture
def look(at: Workspace, windows: Windows) -> Any:
    """Opens the page as somebody, somewhere."""

    def opened(
        path: str = f"#/U0REQUESTER/{HERE}", lang: str = "ja", width: int = 1280, address: str = "", **more: Any
    ) -> Any:
        page = windows(lang, width, 800, **more).new_page()
        page.goto(f"{address or at.address}/{path}")
        page.locator(".side .place").first.wait_for(state="attached")
        return page

    return opened


def in_thread(at: Workspace, page: Any) -> str:
    """A request with its card, opened in the thread beside."""
    ts = at.writes("U0REQUESTER", "<@U0BOT> 先月の残業を集計して")
    page.locator(f'[data-ts="{ts}"] .replies').click()
    page.locator(".thread .card").wait_for()
    return ts


def heard(at: Workspace, page: Any, what: str, count: int = 1) -> list[Any]:
    """What the app heard, once it has."""
    for _ in range(int(PATIENCE * 20)):
        if len(at.heard_of(what)) >= count:
            break
        page.wait_for_timeout(50)
    found = at.heard_of(what)
    assert len(found) == count, (what, found)
    return found


# -- what is seen ----------------------------------------------------------------------------------------------------


def test_a_card_is_shown_with_its_bar_header_fields_and_buttons(at: Workspace, look: Any) -> None:
    page = look()
    in_thread(at, page)
    shown = page.locator(".thread .card")
    assert shown.get_attribute("data-colour") == "#2196f3"
    bar = shown.evaluate("one => getComputedStyle(one, '::before').backgroundColor")
    assert bar == "rgb(33, 150, 243)"
    assert shown.locator("h3").inner_text() == "📝 実行方針"
    assert shown.locator("strong").first.inner_text() == "残業"
    left, right = (one.bounding_box() for one in shown.locator(".fields > div").all())
    assert left["y"] == right["y"] and left["x"] < right["x"]
    assert shown.locator(".fields .mention").inner_text() == "@鈴木 健一"
    names = [one.inner_text() for one in shown.locator(".actions .button").all()]
    assert names == ["✅ 承認", "❌ 却下", "⏹️ 中止"]
    assert "primary" in str(shown.locator("[data-action=approve_prompt]").get_attribute("class"))
    assert "方針です" in page.locator(".thread").inner_text()
    assert page.locator(".channel .card").count() == 0


FORMATS = {
    "*太字* と _斜体_ と ~取消~": "<strong>太字</strong> と <em>斜体</em> と <s>取消</s>",
    "*入れ子の _斜体_ です*": "<strong>入れ子の <em>斜体</em> です</strong>",
    "語中の*星*は星": "語中の*星*は星",
    "snake_case_name 2 * 3 * 4": "snake_case_name 2 * 3 * 4",
    "`a *b* &lt;c&gt;` d": "<code>a *b* &lt;c&gt;</code> d",
    "前\n```\nx *y*\n```\n後": "前\n<pre>x *y*</pre>後",
    "&gt; 引用\n本文": "<blockquote>引用</blockquote>本文",
    "R&amp;D &lt;b&gt; &amp;lt;": "R&amp;D &lt;b&gt; &amp;lt;",
    "<@U0APPROVER> <#C0GENERAL> <!here>": (
        '<span class="mention">@鈴木 健一</span> <span class="mention">#general</span> '
        '<span class="mention mine">@here</span>'
    ),
    "<@U404|元社員>": '<span class="mention">@元社員</span>',
    ":white_square_thing: :eyesore:": ":white_square_thing: :eyesore:",
}


def test_slacks_text_format_is_read_as_slack_reads_it(at: Workspace, look: Any) -> None:
    page = look()
    for text, expected in FORMATS.items():
        ts = at.says(text)
        found = page.locator(f'.channel [data-ts="{ts}"] .text')
        found.wait_for()
        assert found.inner_html() == expected, text


def test_links_lead_only_to_the_web_and_show_where(at: Workspace, look: Any) -> None:
    page = look()
    good = at.says("<https://example.com/a?b=1&amp;c=2|社内規程> と https://example.com/x.")
    bad = at.says("<javascript:alert(1)|押す> <data:text/html,x|y> <file:///etc/passwd|z> <script>")
    links = page.locator(f'[data-ts="{good}"] .text a')
    links.first.wait_for()
    assert [one.get_attribute("href") for one in links.all()] == [
        "https://example.com/a?b=1&c=2",
        "https://example.com/x",
    ]
    assert links.first.get_attribute("title") == "https://example.com/a?b=1&c=2"
    assert {one.get_attribute("rel") for one in links.all()} == {"noopener noreferrer nofollow"}
    text = page.locator(f'[data-ts="{bad}"] .text')
    text.wait_for()
    assert text.locator("a").count() == 0
    assert text.inner_text() == "<javascript:alert(1)|押す> <data:text/html,x|y> <file:///etc/passwd|z> <script>"


def test_a_text_that_is_to_be_taken_as_it_is_gets_no_link(at: Workspace, look: Any) -> None:
    page = look()
    said = {"type": "mrkdwn", "text": "*見て* https://example.com/x と <https://example.com/y|y>", "verbatim": True}
    ts = at.says("x", blocks=[{"type": "section", "text": said}])
    links = page.locator(f'[data-ts="{ts}"] a[href*="example.com"]')
    links.first.wait_for()
    assert [one.get_attribute("href") for one in links.all()] == ["https://example.com/y"]
    assert page.locator(f'[data-ts="{ts}"] strong', has_text="見て").count() == 1


def test_a_permalink_leads_to_the_message_on_the_page_and_not_out(at: Workspace, look: Any) -> None:
    page = look()
    root = at.writes("U0OTHER", "Please look")
    reply = at.says("見ました", thread_ts=root)
    way = str(at.run(at.client.chat_getPermalink(channel=HERE, message_ts=reply))["permalink"])
    at.says("x", channel="C0GENERAL", blocks=[{"type": "actions", "elements": [button("カードへ", "open", url=way)]}])
    at.says(f"<{way}|これ>", channel="C0GENERAL")
    theirs = at.writes("U0OTHER", "x", "D0OTHER")
    hidden = str(at.run(at.client.chat_getPermalink(channel="D0OTHER", message_ts=theirs))["permalink"])
    at.says(f"<{hidden}|あれ>", channel="C0GENERAL")
    for name in ("カードへ", "これ"):
        page.locator(".side .place", has_text="#general").click()
        page.get_by_role("link", name=name).click()
        page.locator(f'.thread [data-ts="{reply}"]').wait_for()
        assert page.evaluate("location.href") == f"{at.address}/#/U0REQUESTER/{HERE}/{root}"
        assert page.evaluate("document.activeElement.dataset.ts") == reply
    heard(at, page, "open")
    page.locator(".side .place", has_text="#general").click()
    page.get_by_role("link", name="あれ").click()
    page.get_by_role("alert").get_by_text("見られません").wait_for()
    assert len(page.context.pages) == 1


def test_times_are_written_in_the_readers_zone_and_language(at: Workspace, look: Any) -> None:
    text = "<!date^1792132200^{date_num} {time_secs}|fallback> <!date^x^{time}|zu spaet>"
    ts = at.says(text)
    tokyo = look(timezone_id="Asia/Tokyo").locator(f'[data-ts="{ts}"] .text')
    london = look(lang="en", timezone_id="Europe/London").locator(f'[data-ts="{ts}"] .text')
    tokyo.wait_for()
    london.wait_for()
    assert tokyo.inner_text() == "2026-10-16 15:30:00 zu spaet"
    assert re.sub(r"\s", " ", london.inner_text()) == "2026-10-16 7:30:00 AM zu spaet"


def test_hostile_content_is_shown_as_text_wherever_it_stands(at: Workspace, look: Any) -> None:
    page = look()
    blocks = [
        {"type": "header", "text": plain(HOSTILE)},
        {"type": "section", "text": marked(WIRED), "fields": [marked(f"*{WIRED}*"), plain(HOSTILE)]},
        {"type": "context", "elements": [marked(f"`{WIRED}`")]},
        {"type": "actions", "elements": [button(HOSTILE[:75], "open")]},
        {"type": "markdown", "text": f"**{HOSTILE}** [x](javascript:alert)\n\n| {HOSTILE} |"},
    ]
    ts = at.says(WIRED, attachments=[{"color": 'red;background:url("x")', "blocks": blocks[:4]}])
    other = at.says("x", blocks=[blocks[4]])
    page.locator(f'[data-ts="{other}"]').wait_for()
    shown = page.locator(f'[data-ts="{ts}"]')
    assert shown.locator("h3").inner_text() == HOSTILE
    assert shown.locator(".body > .text").inner_text() == HOSTILE
    assert shown.locator(".fields .text").all_inner_texts() == [HOSTILE, HOSTILE]
    assert shown.locator("code").inner_text() == HOSTILE
    assert page.locator(".message img, .message script, .message iframe, .message [onerror]").count() == 0
    assert page.locator('.message a[href^="javascript"]').count() == 0
    assert page.evaluate("window.owned") is None
    assert shown.locator(".card").get_attribute("data-colour") is None


# -- what is done ----------------------------------------------------------------------------------------------------


def test_pressing_changes_the_card_in_place_and_leaves_what_is_typed_alone(at: Workspace, look: Any) -> None:
    page = look()
    ts = in_thread(at, page)
    page.fill("#write_reply", "書きかけ")
    page.fill("#write", "これも")
    page.locator("#write").evaluate("one => one.setSelectionRange(1, 2)")
    page.evaluate("window.kept = [document.querySelector('#write'), document.querySelector('.thread .message')]")
    at.run(at.double.press("U0APPROVER", HERE, at.messages()[-1]["ts"], "approve_prompt", "p1"))
    page.locator(".thread .card", has_text="承認: @鈴木 健一").wait_for()
    assert page.locator(".thread .card").get_attribute("data-colour") == "#36a64f"
    assert page.locator(".thread .button[data-action]").count() == 0
    assert page.evaluate("document.activeElement.id") == "write"
    assert page.evaluate("[kept[0].value, kept[0].selectionStart, kept[0].selectionEnd]") == ["これも", 1, 2]
    assert page.evaluate("kept.every(one => one.isConnected)")
    assert page.input_value("#write_reply") == "書きかけ"
    assert page.locator(".thread .message").first.get_attribute("data-ts") == ts


def test_a_press_that_asks_first_is_only_sent_after_the_yes(at: Workspace, look: Any) -> None:
    page = look()
    in_thread(at, page)
    page.click("[data-action=cancel_execution]")
    asked = page.get_by_role("alertdialog", name="実行を中止しますか?")
    asked.wait_for()
    assert "元に戻せません。" in asked.inner_text()
    assert page.evaluate("document.activeElement.textContent") == "やめる"
    page.keyboard.press("Escape")
    asked.wait_for(state="detached")
    assert page.evaluate("document.activeElement.dataset.action") == "cancel_execution"
    assert at.heard_of("cancel_execution") == []
    page.keyboard.press("Enter")
    page.get_by_role("button", name="中止する").click()
    body = heard(at, page, "cancel_execution")[0]
    assert (body["user"]["id"], body["actions"][0]["value"]) == ("U0REQUESTER", "p1")
    assert body["actions"][0]["block_id"] == "gate"


def test_menus_and_choices_are_reached_by_keyboard(at: Workspace, look: Any) -> None:
    page = look()
    in_thread(at, page)
    page.locator(".thread .actions .more").focus()
    page.keyboard.press("Enter")
    page.get_by_role("menuitem", name="差し戻し").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    body = heard(at, page, "more_prompt")[0]
    assert body["actions"][0]["selected_option"]["value"] == "withdraw:p1"
    assert page.get_by_role("menu").count() == 0
    page.select_option("select[data-action=pick]", "dev")
    assert heard(at, page, "pick")[0]["actions"][0]["selected_option"]["value"] == "dev"


def test_a_form_says_what_is_wrong_at_the_field_and_keeps_what_was_written(at: Workspace, look: Any) -> None:
    page = look()
    in_thread(at, page)
    page.click("[data-action=reject_prompt]")
    form = page.get_by_role("dialog", name="却下理由")
    form.wait_for()
    field = form.get_by_label("却下理由")
    assert page.evaluate("document.activeElement.tagName") == "TEXTAREA"
    form.get_by_role("button", name="送信して再生成").click()
    form.locator(".fault", has_text="入力してください。").wait_for()
    field.fill("短い")
    assert form.locator(".fault").count() == 0
    form.get_by_role("button", name="送信して再生成").click()
    form.locator(".fault", has_text="もう少し詳しく書いてください。").wait_for()
    assert field.get_attribute("aria-invalid") == "true"
    assert field.input_value() == "短い"
    at.says("そのあいだに")
    field.fill("検証のステップを足してください")
    form.get_by_role("button", name="送信して再生成").click()
    form.wait_for(state="detached")
    assert heard(at, page, "reason") == ["検証のステップを足してください"]


def test_a_form_can_be_left_by_escape(at: Workspace, look: Any) -> None:
    page = look()
    in_thread(at, page)
    page.click("[data-action=reject_prompt]")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    assert at.double.view("U0REQUESTER") is None
    assert at.heard_of("reason") == []


def test_when_the_app_does_not_answer_the_person_is_told(at: Workspace, look: Any) -> None:
    page = look()
    at.says("x", attachments=card("#888888", {"type": "actions", "elements": [button("押す", "silent")]}))
    page.click("[data-action=silent]")
    page.get_by_role("alert").get_by_text("3 秒以内に応答しませんでした").wait_for()


# -- writing ---------------------------------------------------------------------------------------------------------


def test_a_mention_is_completed_and_sent_in_slacks_form(at: Workspace, look: Any) -> None:
    page = look()
    page.locator("#write").press_sequentially("@ri")
    page.get_by_role("option", name="Ringi").wait_for()
    page.keyboard.press("Enter")
    assert page.input_value("#write") == "@Ringi "
    page.keyboard.type("A<B & #総務 を見て")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("二行目")
    page.keyboard.press("Enter")
    event = heard(at, page, "mention")[0]
    assert event["text"] == "<@U0BOT> A&lt;B &amp; <#C0SOUMU> を見て\n二行目"
    assert page.input_value("#write") == ""
    page.locator(".channel .replies").wait_for()
    assert page.locator(".channel .message").last.locator(".text").inner_text() == "@Ringi A<B & #総務 を見て\n二行目"


def test_enter_that_ends_a_conversion_sends_nothing(at: Workspace, look: Any) -> None:
    page = look()
    page.fill("#write", "かんじ")
    page.locator("#write").dispatch_event("keydown", {"key": "Enter", "isComposing": True})
    assert page.input_value("#write") == "かんじ"
    page.keyboard.press("Enter")
    assert [one["text"] for one in heard(at, page, "message")] == ["かんじ"]


def test_a_reply_goes_into_its_thread(at: Workspace, look: Any) -> None:
    page = look()
    ts = in_thread(at, page)
    page.fill("#write_reply", "了解です")
    page.keyboard.press("Enter")
    page.locator(".thread .message", has_text="了解です").last.wait_for()
    reply = at.messages()[-1]
    assert (reply["text"], reply["thread_ts"], reply["user"]) == ("了解です", ts, "U0REQUESTER")
    page.locator(".channel .replies", has_text="2 件の返信").wait_for()


def test_a_command_is_answered_to_the_one_who_typed_it(at: Workspace, look: Any) -> None:
    page, other = look(), look(f"#/U0APPROVER/{HERE}")
    page.locator("#write").press_sequentially("/ri")
    page.get_by_role("option", name="/ringi").wait_for()
    page.keyboard.press("Tab")
    page.keyboard.type("一覧")
    page.keyboard.press("Enter")
    assert heard(at, page, "command")[0]["text"] == "一覧"
    note = page.locator(".message.alone", has_text="受け付けました: 一覧")
    note.wait_for()
    assert "あなただけに表示されています" in note.inner_text()
    at.says("みんなへ")
    other.get_by_text("みんなへ").wait_for()
    assert other.locator(".message.alone").count() == 0
    note.get_by_role("button", name="非表示").click()
    note.wait_for(state="detached")


def test_a_message_can_be_handed_to_the_app_from_its_menu(at: Workspace, look: Any) -> None:
    page = look()
    ts = at.writes("U0OTHER", "Please sum up last month")
    row = page.locator(f'[data-ts="{ts}"]')
    row.get_by_role("button", name="その他の操作").click()
    page.locator("[role=menuitem][data-value=ask_ringi]").click()
    assert heard(at, page, "shortcut")[0]["message"]["ts"] == ts


# -- people, places, the agent ---------------------------------------------------------------------------------------


def test_the_same_thread_is_seen_with_somebody_elses_eyes(at: Workspace, look: Any) -> None:
    page = look()
    ts = in_thread(at, page)
    at.run(at.client.chat_postEphemeral(channel=HERE, user="U0REQUESTER", text="内緒", thread_ts=ts))
    page.get_by_text("内緒").wait_for()
    page.select_option("#me", "U0APPROVER")
    page.locator(".team .me", has_text="鈴木 健一").wait_for()
    assert page.locator(".thread .card").count() == 1
    assert page.get_by_text("内緒").count() == 0
    page.click("[data-action=approve_prompt]")
    assert heard(at, page, "approve")[0]["user"]["id"] == "U0APPROVER"
    page.go_back()
    page.get_by_text("内緒").wait_for()
    assert page.input_value("#me") == "U0REQUESTER"


def test_another_workspace_is_looked_into_with_its_own_people(at: Workspace, look: Any) -> None:
    page = look()

    async def grow() -> None:
        team = Team(id="T0SECOND", name="第二株式会社", domain="second")
        team.add_person("U0SECOND", "ito", "伊藤 直樹")
        team.add_person(team.bot, "ringi", "Ringi", bot=True)
        team.add_channel("C0SECOND", "人事")
        at.double.add_team(team)
        at.double.changes.tell()

    at.run(grow())
    page.get_by_label("ワークスペース").select_option("T0SECOND")
    page.locator(".side .place", has_text="#人事").wait_for()
    assert page.locator("#me").locator("option").all_inner_texts() == ["伊藤 直樹"]
    page.fill("#write", "こんにちは")
    page.keyboard.press("Enter")
    page.locator(".channel .message", has_text="こんにちは").wait_for()
    assert at.messages("C0SECOND")[-1]["user"] == "U0SECOND"


def test_a_lost_connection_is_told_and_caught_up_with(
    at: Workspace, look: Any, windows: Windows, lasting_port: int
) -> None:
    windows.expect(AWAY)
    wire = Wire(at, lasting_port)
    page = look(address=at.run(wire.mend()))
    page.fill("#write", "書きかけ")
    at.run(wire.cut())
    page.get_by_text("接続が切れています").wait_for()
    at.says("そのあいだに")
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text("代役に届きませんでした").wait_for()
    assert page.input_value("#write") == "書きかけ"
    at.run(wire.mend())
    page.get_by_text("そのあいだに").wait_for()
    page.get_by_text("接続が切れています").wait_for(state="detached")
    page.close()
    at.run(wire.cut())


def test_what_was_not_looked_at_is_marked_unread(at: Workspace, look: Any) -> None:
    page = look()
    at.writes("U0OTHER", "one", "C0GENERAL")
    at.writes("U0OTHER", "two", "C0GENERAL")
    place = page.locator(".side .place", has_text="#general")
    place.locator(".badge", has_text="2").wait_for()
    place.click()
    page.get_by_text("two").wait_for()
    assert place.locator(".badge").count() == 0


def test_the_home_and_the_conversation_with_the_app_are_opened(at: Workspace, look: Any) -> None:
    page = look()
    page.locator(".side .place", has_text="Ringi").click()
    page.get_by_role("button", name="残業確認").wait_for()
    assert heard(at, page, "opened")[0]["tab"] == "messages"
    page.get_by_role("button", name="残業確認").click()
    page.locator(".channel .message", has_text="先月の残業時間を確認して").wait_for()
    assert heard(at, page, "message")[0]["channel_type"] == "im"
    page.get_by_role("button", name="ホーム").click()
    page.get_by_role("heading", name="あなたの承認待ち").wait_for()
    page.get_by_role("button", name="開く").click()
    assert heard(at, page, "open")[0]["view"]["type"] == "home"


def test_the_agent_says_what_it_does_and_can_be_stopped(at: Workspace, look: Any) -> None:
    page = look("#/U0REQUESTER/D0REQUESTER")
    ts = at.writes("U0REQUESTER", "集計して", "D0REQUESTER")
    asked: dict[str, Any] = {"channel_id": "D0REQUESTER", "thread_ts": ts}
    at.run(at.client.assistant_threads_setStatus(status="方針を作成しています", **asked))
    at.run(at.client.api_call("agents.sessions.setStatus", json={"status": "processing", **asked}))
    line = page.locator(".channel .status")
    line.get_by_text("方針を作成しています").wait_for()
    line.get_by_role("button", name="停止").click()
    stopped: list[Any] = []

    async def told() -> list[Any]:
        return [one for one in at.double.deliveries if "agent_session_stopped" in str(one)]

    for _ in range(int(PATIENCE * 20)):
        if stopped := at.run(told()):
            break
        page.wait_for_timeout(50)
    assert len(stopped) == 1


def test_a_message_grows_while_it_is_written(at: Workspace, look: Any) -> None:
    page = look("#/U0REQUESTER/D0REQUESTER")
    root = at.writes("U0REQUESTER", "集計して", "D0REQUESTER")
    page.fill("#write", "つぎの依頼")
    started = at.run(
        at.client.api_call(
            "chat.startStream",
            json={"channel": "D0REQUESTER", "thread_ts": root, "markdown_text": "# 集計\n- **営業部**"},
        )
    )
    page.locator(".replies").click()
    grown = page.locator(f'.thread [data-ts="{started["ts"]}"]')
    grown.locator("li strong", has_text="営業部").wait_for()
    assert grown.locator(".caret").count() == 1
    chunk = {"type": "task_update", "id": "1", "title": "勤怠を取得", "status": "in_progress"}
    stream = {"channel": "D0REQUESTER", "ts": started["ts"]}
    at.run(at.client.api_call("chat.appendStream", json={**stream, "chunks": [chunk]}))
    grown.locator(".task", has_text="🔄 勤怠を取得").wait_for()
    at.run(at.client.api_call("chat.stopStream", json={**stream, "chunks": [{**chunk, "status": "complete"}]}))
    grown.locator(".task", has_text="✅ 勤怠を取得").wait_for()
    grown.locator(".caret").wait_for(state="detached")
    assert page.input_value("#write") == "つぎの依頼"


# -- everywhere ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_screen_shows_one_thing_at_a_time_and_nothing_sideways(at: Workspace, look: Any, scheme: str) -> None:
    page = look(width=375, color_scheme=scheme, has_touch=True)
    in_thread(at, page)
    assert not page.locator(".channel").is_visible() and not page.locator(".side").is_visible()
    assert page.get_by_text("これは Slack ではありません").is_visible()
    for action in ("approve_prompt", "reject_prompt", "cancel_execution"):
        box = page.locator(f"[data-action={action}]").bounding_box()
        assert box["height"] >= 44 and box["x"] + box["width"] <= 375
    page.tap("[data-action=reject_prompt]")
    page.get_by_role("dialog").wait_for()
    assert page.get_by_role("dialog").bounding_box()["width"] <= 375
    page.get_by_role("button", name="閉じます").tap()
    page.get_by_role("dialog").wait_for(state="detached")
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) == 0
    page.locator(".thread .back").tap()
    page.locator(".channel .back").tap()
    page.locator(".side .place", has_text="Ringi").tap()
    page.get_by_role("button", name="残業確認").wait_for()
    assert page.evaluate(wide) == 0


@pytest.mark.parametrize(
    ("locale", "lang", "sign", "send"),
    [
        ("ja-JP", "ja", "Slack の代役", "送信"),
        ("en-GB", "en", "Stand-in for Slack", "Send"),
        ("zh-CN", "zh-Hans", "Slack 替身", "发送"),
        ("fr-FR", "en", "Stand-in for Slack", "Send"),
    ],
)
def test_the_page_speaks_the_readers_language(look: Any, locale: str, lang: str, sign: str, send: str) -> None:
    page = look(lang=locale)
    assert page.get_attribute("html", "lang") == lang
    assert page.locator(".sign").inner_text() == sign
    assert page.get_by_role("button", name=send, exact=True).is_visible()
    page.select_option("#lang", "zh")
    page.get_by_role("button", name="发送", exact=True).wait_for()
    page.reload()
    page.get_by_role("button", name="发送", exact=True).wait_for()


def test_the_page_loads_nothing_from_elsewhere(at: Workspace, look: Any) -> None:
    page = look()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    picture = {"type": "image", "image_url": "https://example.com/x.png", "alt_text": "図"}
    at.says("x", blocks=[picture])
    page.get_by_role("img", name="図").wait_for()
    page.reload()
    page.get_by_role("img", name="図").wait_for()
    assert asked and all(url.startswith((at.address, "data:")) for url in asked)
    assert gate()
