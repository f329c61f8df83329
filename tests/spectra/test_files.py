"""SPECTRA's two files, by the letter of the seed (rules 39–48; readings C2, C3, C8, C12)."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringi.errors import RingiError
from ringi.spectra import durable
from ringi.spectra.events_file import EventsFile, spelt
from ringi.spectra.state_file import StateFile

SEED_LINES = (
    '{"time":"...","type":"input","source":"console","surface":"chat","text":"..."}',
    '{"time":"...","type":"input","source":"console","surface":"cli","text":"ls"}',
    '{"time":"...","type":"intent","action":"G1-T2を実行"}',
    '{"time":"...","type":"exec","command":"ls","status":"done","output":"..."}',
    '{"time":"...","type":"output","surface":"chat","data":"完了しました"}',
    '{"time":"...","type":"output","surface":"cli","data":"file1.txt\\nfile2.txt"}',
    '{"time":"...","type":"goal_done","goal":{}}',
)
SEED_STATE = """{
  "goals": [
    {
      "id": "G1",
      "name": "目標",
      "tasks": [
        {
          "id": "G1-T1",
          "name": "最初",
          "status": "pending"
        }
      ],
      "status": "active"
    }
  ],
  "current": {
    "situation_summary": "状況の1文要約",
    "intent": "次の1手",
    "action": null,
    "last_result": {
      "status": "done",
      "summary": "..."
    }
  }
}"""


def test_rule_40_the_state_file_is_the_seeds_json_with_two_spaces_in_utf8_without_a_bom(tmp_path: Path) -> None:
    file = StateFile(tmp_path)
    file.write(json.loads(SEED_STATE))
    assert (tmp_path / "logs" / "state.json").read_bytes() == SEED_STATE.encode()
    assert StateFile(tmp_path).load() == json.loads(SEED_STATE)


def test_rule_47_a_missing_state_file_is_made_empty_and_it_goes_on(tmp_path: Path) -> None:
    assert StateFile(tmp_path).load() == {"goals": [], "current": {}}
    assert (tmp_path / "logs" / "state.json").read_text("utf-8") == '{\n  "goals": [],\n  "current": {}\n}'


def test_rule_45_every_kind_of_event_is_written_as_the_seed_shows_it() -> None:
    for line in SEED_LINES:
        assert spelt(json.loads(line)) == line.encode() + b"\n"


def test_rule_41_a_change_replaces_the_whole_file_and_a_crash_before_the_rename_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = StateFile(tmp_path)
    file.write({"goals": [], "current": {"intent": "before"}})
    before = file.path.read_bytes()

    def power_goes(self: Path, target: Path) -> Path:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as cut:
        cut.setattr(Path, "rename", power_goes)
        with pytest.raises(RingiError) as stopped:
            file.write({"goals": [], "current": {"intent": "after"}})
    assert stopped.value.code == "RINGI-977"
    assert file.path.read_bytes() == before and file.state["current"]["intent"] == "before"
    assert sorted(path.name for path in file.path.parent.iterdir()) == ["state.json"], "nothing is left lying about"


def test_rule_41_the_replacement_is_on_the_disk_before_its_name_and_its_name_before_anybody_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    real_sync, real_rename = os.fsync, Path.rename

    def synced(fd: int) -> None:
        done.append("directory" if os.path.isdir(f"/proc/self/fd/{fd}") else "file")  # noqa: PTH112
        real_sync(fd)

    def renamed(self: Path, target: Path) -> Path:
        done.append("rename")
        return real_rename(self, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "rename", renamed)
    durable.replace(tmp_path / "state.json", [b"{}"])
    assert done == ["file", "rename", "directory"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"goals": []}',
        '\ufeff{"goals": [], "current": {}}',
        '{"goals": [], "current": {}, "schema": 9}',
        '{"goals": [], "current": {"mood": "fine"}}',
        '{"goals": [{"id": "G1", "name": "x", "tasks": [], "status": "paused"}], "current": {}}',
        '{"goals": [{"id": "G01", "name": "x", "tasks": [], "status": "active"}], "current": {}}',
        '{"goals": [{"id": "G1", "name": "x", "tasks": [{"id": "G2-T1", "name": "y", "status": "done"}],'
        ' "status": "active"}], "current": {}}',
        "[" * 100_000,
    ],
)
def test_rule_48_a_damaged_or_future_state_file_stops_it_and_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    (tmp_path / "logs").mkdir()
    path = tmp_path / "logs" / "state.json"
    path.write_text(text, "utf-8")
    with pytest.raises(RingiError) as stopped:
        StateFile(tmp_path).load()
    assert stopped.value.code == "RINGI-976"
    assert path.read_text("utf-8") == text


def test_rule_48_what_cannot_be_read_or_written_stops_it_with_its_code(tmp_path: Path) -> None:
    (tmp_path / "logs" / "state.json").mkdir(parents=True)
    with pytest.raises(RingiError) as unread:
        StateFile(tmp_path).load()
    (tmp_path / "other").write_text("a file where the folder should be")
    with pytest.raises(RingiError) as unwritten:
        StateFile(tmp_path / "other").write({"goals": [], "current": {}})
    (tmp_path / "logs" / "events.jsonl").mkdir()
    with pytest.raises(RingiError) as unlogged:
        EventsFile(tmp_path).open()
    assert (unread.value.code, unwritten.value.code, unlogged.value.code) == ("RINGI-975", "RINGI-977", "RINGI-978")


def test_rule_48_a_log_that_can_no_longer_be_written_stops_it(tmp_path: Path) -> None:
    log = EventsFile(tmp_path)
    log.open()
    os.close(log._fd)
    log._fd = os.open("/dev/full", os.O_WRONLY)
    with pytest.raises(RingiError) as stopped:
        log.append({"type": "intent", "action": "x"})
    log.close()
    assert stopped.value.code == "RINGI-980"


def test_c12_a_change_is_made_to_what_stands_in_the_file_now(tmp_path: Path) -> None:
    ours, theirs = StateFile(tmp_path), StateFile(tmp_path)
    ours.load()
    theirs.write({"purpose": "theirs", "goals": [], "current": {}})
    ours.change(lambda state: {**state, "current": {"intent": "ours"}})
    assert StateFile(tmp_path).load() == {"purpose": "theirs", "goals": [], "current": {"intent": "ours"}}


def test_c8_a_purpose_stands_in_the_file_only_when_there_is_one(tmp_path: Path) -> None:
    file = StateFile(tmp_path)
    file.load()
    file.change(lambda state: {**state, "purpose": "整理する"})
    assert file.path.read_text("utf-8").startswith('{\n  "purpose": "整理する",\n  "goals": []')


def test_half_a_line_that_a_crash_left_is_set_aside_and_the_log_goes_on(tmp_path: Path) -> None:
    log = EventsFile(tmp_path)
    log.open()
    log.append({"type": "intent", "action": "一"})
    log.close()
    whole = log.path.read_bytes()
    log.path.write_bytes(whole + '{"time":"2026","type":"exec","command":"é'.encode()[:-1])
    again = EventsFile(tmp_path)
    again.open()
    assert log.path.read_bytes() == whole and again.last == 1
    assert '"command"' in (tmp_path / "logs" / "events.torn").read_text("utf-8", "replace"), "nothing is thrown away"
    assert again.append({"type": "intent", "action": "二"}) == 2
    again.close()


def test_a_last_line_that_only_lacks_its_end_is_a_line(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "events.jsonl").write_text(SEED_LINES[0])
    log = EventsFile(tmp_path)
    log.open()
    log.append({"type": "intent", "action": "x"})
    log.close()
    assert len(log.path.read_text().splitlines()) == 2


def test_rule_48_a_damaged_line_in_the_middle_stops_it_and_says_which(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "events.jsonl").write_text(f"{SEED_LINES[0]}\nrubbish\n{SEED_LINES[1]}\n")
    with pytest.raises(RingiError) as stopped:
        EventsFile(tmp_path).open()
    assert (stopped.value.code, stopped.value.values["line"]) == ("RINGI-979", 2)


@given(
    lengths=st.lists(st.integers(1, 900), min_size=1, max_size=80),
    kill_after=st.integers(1, 3),
    then=st.booleans(),
)
def test_c3_the_live_log_stays_under_its_cap_and_no_line_is_lost_whenever_the_power_goes(
    tmp_path_factory: pytest.TempPathFactory, lengths: list[int], kill_after: int, then: bool
) -> None:
    """Something is refused at some moment, as a crash would: archived and not yet begun anew, or not yet cut off."""
    where = tmp_path_factory.mktemp("log")
    log = EventsFile(where, cap=4_000, kept=800)
    log.open()
    said, replaced = [], 0
    real, really_cut = durable.put, os.truncate

    def until_the_power_goes(path: Path, data: bytes) -> None:
        nonlocal replaced
        replaced += 1
        if replaced == kill_after and not then:
            raise OSError(5, "the power went")
        real(path, data)

    def cut(path: Path, size: int) -> None:
        if replaced == kill_after and then:
            raise OSError(5, "the power went")
        really_cut(path, size)

    try:
        durable.put, os.truncate = until_the_power_goes, cut  # type: ignore[assignment]
        for place, length in enumerate(lengths):
            said.append(f"{place}:{'x' * length}")
            try:
                log.append({"type": "intent", "action": said[-1]}, sync=length % 3 == 0)
            except RingiError:
                os.close(log._fd)
                log = EventsFile(where, cap=4_000, kept=800)
                replaced += 100  # it goes only once
                log.open()
                if not then:  # before the line was written; else after it
                    said.pop()
            assert log.path.stat().st_size == log.size <= 4_000
    finally:
        durable.put, os.truncate = real, really_cut
    log.close()
    again = EventsFile(where, cap=4_000)
    again.open()
    lines = [
        json.loads(line)["action"]
        for path in [*again.archives(), again.path]
        for line in path.read_bytes().splitlines()
    ]
    assert lines == said, "every whole line is there once, in its order, across all segments"
    assert again.last == len(said), "and keeps its number"
    assert [number for number, _ in again.since(0)] == list(range(1, again.last + 1))
    assert [number for number, _ in again.since(again.last - 2)][-2:] == list(range(1, again.last + 1))[-2:]
    assert [json.loads(line)["action"] for line in again.tail(7)] == said[-7:]
    again.close()


def test_rule_46_the_end_of_the_log_is_read_without_the_rest(tmp_path: Path) -> None:
    log = EventsFile(tmp_path)
    log.open()
    for place in range(1_200):
        log.append({"type": "intent", "action": f"{place} " + "長" * 100}, sync=False)
    tail = [json.loads(line)["action"].split()[0] for line in log.tail()]
    log.close()
    assert tail == [str(place) for place in range(700, 1_200)]


def test_c2_a_goal_number_is_never_used_again_over_the_state_and_all_segments(tmp_path: Path) -> None:
    log = EventsFile(tmp_path, cap=2_000)
    log.open()
    log.append({"type": "goal_done", "goal": {"id": "G7", "name": "x", "tasks": [], "status": "done"}})
    for place in range(60):
        log.append({"type": "input", "source": "x", "surface": "chat", "text": f'{place} "id":"G99" {{"id":"G98-T1"'})
    log.close()
    assert len(log.archives()) > 1
    assert EventsFile(tmp_path, cap=2_000).open() == 7, "found in an archive; what people write is no goal"
