"""SPECTRA's console as its user has it: real keys on the real app, with a scripted SPECTRA behind it."""

from __future__ import annotations

import asyncio
import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest
from scripted import PLAN, Scripted, asks
from textual.pilot import Pilot

from ringi.console import spectra
from ringi.console.fields import inspector, vitals
from ringi.console.frame import Frame
from ringi.console.plan import PlanPane
from ringi.console.roll import Roll
from ringi.console.screens import Help, Leaving
from ringi.console.spectra import SpectraConsole
from ringi.spectra.shapes import Input
from ringi.words import LANGS


class Hands:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


def console(port: Scripted, lang: str = "en", look: str = "dark") -> tuple[SpectraConsole, Hands]:
    clock = Hands()
    return SpectraConsole(port, lang, look=look, name="aki", now=clock), clock


async def until(pilot: Pilot[Any], holds: Any) -> None:
    """Waits for what must come; two minutes mean never."""
    async with asyncio.timeout(120):
        while not holds():
            await pilot.pause(0.005)


def shown(app: SpectraConsole, pane: str) -> str:
    return "\n".join(line.text for line in app.pane(pane).held.lines)


def on_screen(app: Frame) -> str:
    """Everything that is painted, as text."""
    rows = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in row) for row in rows)


async def test_what_is_said_is_shown_as_it_is() -> None:
    port = Scripted(chat=["hello"])
    app, _ = console(port)
    async with app.run_test(size=(120, 40)) as pilot:
        for text in ("[G1-T1] DONE 一覧を取る", "[G1-T3] FAIL 確かめる / exit 2", "[G1] DONE build / 80%"):
            port.say("chat", text)
        await until(pilot, lambda: "80%" in shown(app, "chat"))
        assert shown(app, "chat").split("\n") == [
            "hello",
            "[G1-T1] DONE 一覧を取る",
            "[G1-T3] FAIL 確かめる / exit 2",
            "[G1] DONE build / 80%",
        ]


async def test_rules_28_to_38_goals_oldest_first_folded_until_a_hand_unfolds_them_and_so_through_updates() -> None:
    port = Scripted()
    app, _ = console(port)
    async with app.run_test(size=(120, 40)) as pilot:
        port.say("task", PLAN)
        await until(pilot, lambda: shown(app, "task"))
        lines = shown(app, "task").split("\n")
        assert [line.split()[:4] for line in lines] == [["▶", "G1", "1/5", "20%"], ["▶", "G2", "0/5", "0%"]]
        assert "G3" not in shown(app, "task") and "G1-T1" not in shown(app, "task")
        await pilot.press("f4", "enter")
        assert [line.split()[1:3] for line in shown(app, "task").split("\n")[1:6]] == [
            ["G1-T1", "DONE"],
            ["G1-T2", "ACTIVE"],
            ["G1-T3", "FAIL"],
            ["G1-T4", "PENDING"],
            ["G1-T5", "PENDING"],
        ]
        goals = [{**PLAN["goals"][1], "tasks": [{"id": "G1-T1", "name": "n", "status": "done"}] * 5}, PLAN["goals"][0]]
        port.say("task", {"goals": goals})
        await until(pilot, lambda: "5/5 100%" in shown(app, "task"))
        assert "▼ G1" in shown(app, "task") and "▶ G2" in shown(app, "task")
        await pilot.press("space")
        assert app.query_one(PlanPane).unfolded == set()


async def test_a_lone_y_answers_what_was_shown_and_a_sentence_never_does() -> None:
    port = Scripted()
    app, _ = console(port)
    async with app.run_test(size=(80, 24)) as pilot:
        port.say("inspector", asks("A1"))
        await until(pilot, lambda: app.ask_place.display)
        assert app.focused is app.line, "nothing that arrives takes the focus"
        await pilot.press(*"yes but first show me")
        await pilot.press("enter")
        assert port.answers == [] and port.heard[-1].text == "yes but first show me"
        assert port.heard[-1].authority == "developer" and port.heard[-1].surface == "chat"
        await pilot.press("y")
        await until(pilot, lambda: "Enter approves. Write on, and it is a message" in on_screen(app))
        await pilot.press("enter")
        assert port.answers == [("A1", True, "", "aki")]
        assert len(port.heard) == 1


async def test_no_asks_why_and_may_be_left() -> None:
    port = Scripted()
    app, _ = console(port)
    async with app.run_test(size=(80, 24)) as pilot:
        port.say("inspector", asks("A1"))
        await until(pilot, lambda: app.ask_place.display)
        await pilot.press("n", "enter")
        assert app.line.mode == "why" and port.answers == []
        await pilot.press("escape")
        assert app.line.mode == "chat" and port.answers == []
        await pilot.press("n", "enter", *"too much", "enter")
        assert port.answers == [("A1", False, "too much", "aki")]
        assert port.heard == []


async def test_a_y_meant_for_one_approval_never_answers_the_next() -> None:
    port = Scripted()
    app, clock = console(port)
    async with app.run_test(size=(80, 24)) as pilot:
        port.say("inspector", asks("A1"))
        await until(pilot, lambda: app.ask_place.display)
        await pilot.press("y")
        port.say("inspector", asks("A2"))
        await until(pilot, lambda: app.ask_place.approval is not None and app.ask_place.approval.id == "A2")
        await pilot.press("enter")
        assert port.answers == [] and port.heard == []
        await pilot.press("ctrl+g", "y")
        assert port.answers == [], "just opened: the key was meant for the one before"
        clock.at += 10
        await pilot.press("y")
        assert port.answers == [("A2", True, "", "aki")]


async def test_an_answer_elsewhere_settles_here_at_once() -> None:
    port = Scripted()
    app, _ = console(port)
    async with app.run_test(size=(80, 24)) as pilot:
        port.say("inspector", asks("A1"))
        await until(pilot, lambda: app.ask_place.display)
        await pilot.press("n", "enter", *"becau")
        port.say("inspector", {"phase": "executing", "approval": None})
        await until(pilot, lambda: not app.ask_place.display)
        assert app.line.mode == "chat"
        await pilot.press("ctrl+u", "y", "enter")
        assert port.answers == []


async def test_the_prompt_shows_both_lines_risk_and_waiting_time_in_every_language_and_size() -> None:
    for lang, word in zip(LANGS, ("危険度: 高", "Risk: high", "风险: 高"), strict=True):
        for size in ((80, 24), (120, 40), (200, 60)):
            port = Scripted(inspector=asks("A1"))
            app, clock = console(port, lang)
            async with app.run_test(size=size) as pilot:
                clock.at += 5
                app.ask_place.draw()
                await pilot.pause()
                text = on_screen(app)
                assert "rm -r build" in text and "build/ と中のすべてのファイル" in text
                assert word in text and "1:10" in text and "9f3a 2c17" in text


async def test_what_is_too_long_to_be_seen_at_once_is_approved_only_after_it_was_read() -> None:
    port = Scripted()
    app, clock = console(port)
    long = asks("A1")
    long["approval"]["lines"] = ["echo " + "word " * 400, "nothing else"]
    async with app.run_test(size=(80, 24)) as pilot:
        port.say("inspector", long)
        await until(pilot, lambda: app.ask_place.display and not app.ask_place.seen)
        clock.at += 10
        await pilot.press("y", "enter")
        assert port.answers == [] and app.focused is app.ask_place
        for _ in range(100):
            await pilot.press("down")
        await pilot.press("y")
        assert port.answers == [("A1", True, "", "aki")]


async def test_always_is_for_what_was_shown_as_it_was_written_and_only_after_it_was_read() -> None:
    port = Scripted()
    app, _ = console(port)
    long = asks("A2")
    long["approval"]["lines"] = ["echo " + "word " * 400, "nothing else"]
    async with app.run_test(size=(80, 24)) as pilot:
        port.say("inspector", asks("A1"))
        await until(pilot, lambda: app.ask_place.display)
        await pilot.press(*"/always")
        port.say("inspector", long)
        await until(pilot, lambda: app.ask_place.approval is not None and app.ask_place.approval.id == "A2")
        await pilot.press("enter")
        assert port.heard == [], "it was begun for the one before"
        await until(pilot, lambda: not app.ask_place.seen)
        await pilot.press(*"/always", "enter")
        assert port.heard == [] and app.focused is app.ask_place
        port.say("inspector", asks("A3"))
        await until(pilot, lambda: app.ask_place.approval is not None and app.ask_place.approval.id == "A3")
        await until(pilot, lambda: app.ask_place.seen)
        await pilot.press("escape", *"/always", "enter")
        assert [(said.text, said.shown) for said in port.heard] == [("/always", "A3")]


async def test_letters_reach_the_line_from_every_pane_so_that_no_stop_gets_lost() -> None:
    port = Scripted(task=PLAN, inspector=asks("A1"))
    app, clock = console(port)
    async with app.run_test(size=(120, 40)) as pilot:
        for place in ("f4", "f5", "f6"):
            await pilot.press(place, *"stop", "enter")
            assert port.heard.pop().text == "stop", place
        await pilot.click("#chat", offset=(3, 3))
        await pilot.press(*"go on", "enter")
        assert port.heard.pop().text == "go on"
        app.set_focus(None)
        await pilot.press(*"止まれ", "enter")
        assert port.heard.pop().text == "止まれ"
        clock.at += 10
        await pilot.press("ctrl+g", *"discard", "enter")
        assert port.heard.pop().text == "discard" and port.answers == [], "beside y and n its place takes no letters"
        await pilot.press("f4", "space")
        assert app.query_one(PlanPane).unfolded == {"G1"}, "what a pane has a use for stays its own"


RESUME = {"kind": "resume", "text": "[G1-T2] x was interrupted. Resume or discard? y = resume / n = discard"}


async def test_what_spectra_wants_to_know_stands_where_approvals_do_until_it_is_answered() -> None:
    port = Scripted()
    app, clock = console(port)
    async with app.run_test(size=(80, 24)) as pilot:
        port.say("inspector", {"phase": "interrupted", "question": RESUME})
        for n in range(100):
            port.say("chat", f"line {n}")
        await until(pilot, lambda: "line 99" in shown(app, "chat") and app.ask_place.display)
        await pilot.pause()
        text = on_screen(app)
        assert "Resume or discard?" in text and "y Resume   n Discard" in text and "Risk" not in text
        await pilot.press("y", "enter")
        clock.at += 10
        await pilot.press("ctrl+g", "n")
        assert [said.text for said in port.heard] == ["y", "n"] and port.answers == [], "words, and no approval"
        port.say("inspector", asks("A1"))
        await until(pilot, lambda: app.ask_place.approval is not None and app.ask_place.approval.id == "A1")
        await pilot.press("y")
        assert port.answers == [] and len(port.heard) == 2, "what was meant for the question approves nothing"
        port.say("inspector", {"phase": "halted", "halted_reason": "stopped"})
        await until(pilot, lambda: "Nothing runs until you say resume" in on_screen(app))
        await pilot.press("f9")
        await until(pilot, lambda: "在说“继续”之前" in on_screen(app))
        port.say("inspector", {"phase": "idle"})
        await until(pilot, lambda: not app.ask_place.display)


async def test_a_yes_begun_for_a_question_is_none_to_an_approval_that_opens_meanwhile() -> None:
    port = Scripted(inspector={"phase": "interrupted", "question": RESUME})
    app, _ = console(port)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        port.say("inspector", asks("A1"))
        await until(pilot, lambda: app.ask_place.approval is not None and app.ask_place.approval.id == "A1")
        await pilot.press("enter")
        assert port.answers == [] and port.heard == [] and app.line.mode == "chat"


async def test_the_help_says_what_can_be_said_and_is_read_to_its_end_by_keys_alone() -> None:
    port = Scripted()
    app, _ = console(port)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1")
        await until(pilot, lambda: "/purpose" in on_screen(app))
        await pilot.press(*["pagedown"] * 9)
        await until(pilot, lambda: "OSC 52" in on_screen(app))
        await pilot.press("pageup", *["up"] * 60)
        await until(pilot, lambda: "/purpose" in on_screen(app))
        await pilot.press("escape", *"/pur", "right")
        await until(pilot, lambda: app.line.value == "/purpose ")
        await pilot.press("ctrl+u", "f3", "ctrl+p", *"standing")
        await until(pilot, lambda: "/revoke" in on_screen(app))
        await pilot.press("enter")
        await until(pilot, lambda: app.line.value == "/revoke " and app.line.mode == "chat")
        assert port.heard == [], "it is put on the line, and sent by hand"


async def test_what_is_said_elsewhere_is_seen_here_and_what_is_typed_here_only_once() -> None:
    port = Scripted(chat=["› of yesterday"])
    app, _ = console(port)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press(*"hello", "enter")
        port.overheard(port.heard[-1])
        port.overheard(Input(source="discord", authority="developer", surface="chat", text="wait\na bit", by="aki"))
        port.overheard(Input(source="console", authority="developer", surface="chat", text="hello"))
        port.overheard(Input(source="console", authority="developer", surface="cli", text="ls"))
        port.say("chat", "answer")
        await until(pilot, lambda: "answer" in shown(app, "chat"))
        lines = shown(app, "chat").split("\n")
        assert lines == ["› of yesterday", "› hello", "› discord:aki wait …", "› hello", "answer"]


async def test_the_prompt_and_the_keys_at_the_foot_can_be_clicked() -> None:
    port = Scripted(inspector=asks("A1"))
    app, clock = console(port)
    async with app.run_test(size=(120, 40)) as pilot:
        clock.at += 10
        await pilot.pause()
        assert await pilot.click("#keys", offset=(2, 0))
        await until(pilot, lambda: isinstance(app.screen, Help))
        await pilot.press("escape")
        assert await pilot.click("#asked_keys", offset=(3, 0))
        await until(pilot, lambda: port.answers)
        assert port.answers == [("A1", True, "", "aki")]


async def test_a_typed_command_goes_to_the_shell_and_ctrl_c_stops_what_runs() -> None:
    port = Scripted()
    app, _ = console(port)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("f3", *"ls -l", "enter")
        await pilot.press("f2", *"!pwd", "enter")
        assert [(said.surface, said.text) for said in port.heard] == [("cli", "ls -l"), ("cli", "pwd")]
        assert "$ ls -l" in shown(app, "cli")
        await pilot.press(*"half a line")
        port.say("inspector", {"phase": "executing"})
        await until(pilot, lambda: app.busy)
        await pilot.press("ctrl+c")
        assert port.heard[-1].text == "stop" and app.line.value == "half a line"
        port.say("inspector", {"phase": "idle"})
        await until(pilot, lambda: not app.busy)
        await pilot.press("ctrl+c")
        assert app.line.value == "" and len(port.heard) == 3


async def test_commands_that_are_over_within_a_frame_are_named_above_what_they_printed() -> None:
    port = Scripted()
    app, _ = console(port)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("f3", *"pwd", "enter")
        for command, printed in (("pwd", "/here"), ("ls | wc -l", "4"), ("echo -n a", "a"), ("true", "")):
            action = {"kind": "command", "command": command}
            port.say("inspector", {"phase": "executing", "action": action})
            if printed:
                port.say("cli", printed)
            port.say("inspector", {"phase": "observing", "action": action})
        port.say("inspector", {"phase": "idle"})
        await until(pilot, lambda: "▸ true" in shown(app, "cli"))
        lines = shown(app, "cli").split("\n")
        assert lines == ["$ pwd", "/here", "▸ ls | wc -l", "4", "▸ echo -n a", "a", "▸ true"]


async def test_typing_goes_on_while_a_command_floods_the_pane_and_what_fell_out_is_counted() -> None:
    port = Scripted()
    app, _ = console(port)
    async with app.run_test(size=(120, 40)) as pilot:
        over = threading.Event()
        count = 0

        def flood() -> None:
            nonlocal count
            while not over.is_set():
                port.say("cli", "\x1b[32mline\x1b[0m of output\x1b[2J\n" * 50)
                count += 50

        thread = threading.Thread(target=flood)
        thread.start()
        try:
            await until(pilot, lambda: app.pane("cli").held.fell_out > 0)
            await pilot.press(*"I can type")
            assert app.line.value == "I can type"
        finally:
            over.set()
            thread.join()
        held = app.pane("cli").held
        await until(pilot, lambda: held.fell_out + len(held.lines) == count)
        assert len(held.lines) <= held.limit
        await until(pilot, lambda: f"{held.fell_out:,} older lines" in on_screen(app))


LABELS = {
    "ja": ("チャット", "状況", "判断中"),
    "en": ("Chat", "Situation", "Judging"),
    "zh": ("对话", "状况", "判断中"),
}
OTHERS = {"ja": ("Situation", "对话"), "en": ("チャット", "段階", "对话"), "zh": ("Chat", "チャット")}


async def test_the_language_changes_every_label_and_no_data() -> None:
    port = Scripted(
        chat=["データ stays 数据"], inspector={"phase": "judging", "situation": "目的が変わった。"}, task=PLAN
    )
    app, _ = console(port, "ja")
    async with app.run_test(size=(160, 48)) as pilot:
        await pilot.pause()
        for lang in ("ja", "en", "zh"):
            assert app.lang == lang
            text = on_screen(app)
            assert all(word in text for word in LABELS[lang]), lang
            assert "データ stays 数据" in text and "目的が変わった。" in text
            for other in {"ja": ("Situation", "对话"), "en": ("チャット", "段階", "对话"), "zh": ("Chat", "チャット")}[
                lang
            ]:
                assert other not in text, (lang, other)
            await pilot.press("f9")
            await pilot.pause()


def test_what_is_not_known_is_said_to_be_unknown_and_never_zero() -> None:
    for lang in LANGS:
        for lines in (inspector({}, lang), inspector(None, lang), vitals({}, lang), vitals(None, lang)):
            text = "\n".join(line.text for line in lines)
            assert "—" in text and "0" not in text and "None" not in text
    known = "\n".join(line.text for line in vitals({"cpu": {"percent": 0.0, "load1": 0}, "uptime_s": 3661}, "en"))
    assert "0%  load 0.00" in known and "1:01:01" in known


async def test_search_finds_goes_on_and_back_and_copy_takes_the_block() -> None:
    port = Scripted(chat=["one apple", "two\nApple pie", "three"])
    app, _ = console(port)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("ctrl+f", *"apple")
        pane = app.pane("chat")
        assert pane.found == (2, 0, 5)
        await pilot.press("up")
        assert pane.found == (0, 4, 9)
        await pilot.press("enter")
        assert pane.found == (2, 0, 5)
        await pilot.press("escape")
        assert app.focused is app.line and pane.wanted == ""
        await pilot.press("ctrl+y")
        assert app.clipboard == "three"
        await pilot.press("ctrl+up", "ctrl+up", "ctrl+y")
        assert app.clipboard == "two\nApple pie"


async def test_a_mouse_selection_is_what_is_copied() -> None:
    port = Scripted(chat=["日本語 and words"])
    app, _ = console(port)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await pilot.mouse_down("#chat", offset=(1, 1))
        await pilot.hover("#chat", offset=(10, 1))
        await pilot.mouse_up("#chat", offset=(10, 1))
        await pilot.press("ctrl+y")
        assert app.clipboard == "日本語 and"


async def test_nothing_overlaps_at_any_size_with_an_open_approval() -> None:
    port = Scripted(inspector=asks("A1"), task=PLAN)
    app, _ = console(port, "ja")
    async with app.run_test(size=(200, 60)) as pilot:
        for size in ((200, 60), (80, 24), (100, 30), (120, 40)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda size=size: tuple(app.screen.size) == size)
            await pilot.pause()
            places = [app.query_one(f"#{name}") for name in ("head", "asking", "entry", "keys")]
            places += [pane for pane in app.query(Roll) if pane.display and pane.size.height]
            whole = app.screen.region
            for at, one in enumerate(places):
                assert one.region.height > 0 and whole.contains_region(one.region), (size, one.id)
                for other in places[at + 1 :]:
                    assert not one.region.overlaps(other.region), (size, one.id, other.id)


async def test_whoever_reads_further_up_is_not_moved_by_what_comes() -> None:
    port = Scripted()
    app, _ = console(port)
    async with app.run_test(size=(120, 40)) as pilot:
        pane = app.pane("cli")
        pane.held.limit = 300
        port.say("cli", "".join(f"line {n}\n" for n in range(300)))
        await until(pilot, lambda: pane.scroll_offset.y == pane.max_scroll_y > 0)
        await pilot.press("f3", "pageup", "pageup")
        await until(pilot, lambda: not pane.following)

        def top() -> str:
            return pane.held.lines[pane.held.rows[pane.scroll_offset.y][0]].text

        before = top()
        port.say("cli", "".join(f"more {n}\n" for n in range(100)))
        await until(pilot, lambda: pane.held.lines[-1].text == "more 99")
        await pilot.pause()
        assert top() == before
        await pilot.press("ctrl+end")
        port.say("cli", "newest\n")
        await until(pilot, lambda: pane.held.lines[-1].text == "newest" and pane.scroll_offset.y == pane.max_scroll_y)


async def test_what_comes_when_the_next_frame_is_all_but_due_is_shown_too(monkeypatch: pytest.MonkeyPatch) -> None:
    port = Scripted()
    app, _ = console(port)
    async with app.run_test(size=(80, 24)) as pilot:
        now = time.monotonic()
        app._drawn_at = now - spectra.FRAME + 1e-9
        monkeypatch.setattr(spectra, "time", SimpleNamespace(monotonic=lambda: now))
        port.say("chat", "in time")
        await until(pilot, lambda: "in time" in shown(app, "chat"))


async def test_the_machine_is_looked_at_only_while_its_pane_is_shown() -> None:
    port = Scripted()
    app, _ = console(port)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app._sampled == {}, "the pane is not shown at this size"
        await pilot.press("f6")
        await until(pilot, lambda: app._sampled)
        assert "%" in shown(app, "vitals")
        assert port.heard == []


async def test_quitting_asks_only_while_something_runs_and_enter_does_not_quit() -> None:
    port = Scripted(inspector={"phase": "executing"})
    app, _ = console(port)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+q")
        await until(pilot, lambda: isinstance(app.screen, Leaving))
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, Leaving))
        assert app.return_code is None
        await pilot.press("f1")
        await until(pilot, lambda: isinstance(app.screen, Help))
        await pilot.press("escape")
        port.say("inspector", {"phase": "idle"})
        await until(pilot, lambda: not app.busy)
        await pilot.press("ctrl+q")
        await until(pilot, lambda: app.return_code == 0)


async def test_somebody_is_called_when_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    port = Scripted()
    app, _ = console(port)
    rung: list[str] = []
    async with app.run_test(size=(80, 24)) as pilot:
        monkeypatch.setattr(app, "bell", lambda: rung.append("bell"))
        port.say("inspector", asks("A1"))
        await until(pilot, lambda: app.ask_place.display)
        port.say("inspector", asks("A1", cycle=2))
        await until(pilot, lambda: app.inspected.get("cycle") == 2)
        assert rung == ["bell"], "once for each"
        port.say("inspector", {"phase": "halted", "halted_reason": "disk full"})
        await until(pilot, lambda: app.inspected.get("phase") == "halted")
        assert rung == ["bell", "bell"] and "disk full" in shown(app, "inspector")
