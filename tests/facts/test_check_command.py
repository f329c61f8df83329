"""`ringi check` as a third party uses it: files, recordings, live addresses, AG-UI, projections, three languages."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from counter import Said, plain_environment, typed

from ringi.web.ag_ui.outward import Outward

__all__ = ["plain_environment"]
pytestmark = pytest.mark.usefixtures("plain_environment")

RECORDED = Path(__file__).parents[2] / "src/ringi/testing/scenarios/recorded"
TEAM = RECORDED / "team.en.jsonl"


def check(*argv: str, home: Path | None = None, stdin: str = "") -> Said:
    return typed("check", *argv, *(("--home", str(home)) if home else ()), stdin=stdin)


def data(*argv: str, **more: Any) -> Any:
    return check(*argv, "--json", **more).data


def status(found: Any, point: str) -> str:
    return str(next(one["status"] for one in found["points"] if one["id"] == point))


def events(path: Path = TEAM) -> list[dict[str, Any]]:
    outward = Outward("thread")
    return [event for line in path.read_text("utf-8").splitlines() for event in outward.events(json.loads(line))]


def test_a_file_is_judged_by_its_lines_and_by_every_point() -> None:
    found = data(str(TEAM))
    assert (found["ok"], found["format"], found["violations"], len(found["points"])) == (True, "facts", 0, 52)
    assert found["counts"]["broken"] == 0 and found["counts"]["not_checkable"] == 6
    assert check(str(TEAM)).code == 0


def test_standard_input_and_server_sent_events_are_read_alike(tmp_path: Path) -> None:
    lines = TEAM.read_text("utf-8")
    recorded = tmp_path / "recorded.sse"
    numbered = "".join(f": beat\nid: {n}\ndata: {line}\n\n" for n, line in enumerate(lines.splitlines()))
    recorded.write_text(f"retry: 1000\n\n{numbered}event: end\ndata: {{}}\n\n", "utf-8")
    assert data("-", stdin=lines)["points"] == data(str(recorded))["points"] == data(str(TEAM))["points"]


def test_a_broken_line_is_told_with_its_rule_and_breaks_its_points(tmp_path: Path) -> None:
    file = tmp_path / "broken.jsonl"
    lines = TEAM.read_text("utf-8").splitlines()
    file.write_text("\n".join([*lines, '{"type":"tool.result","toolCallId":"never-began"}', "{"]), "utf-8")
    said = check(str(file))
    assert said.code == 1
    assert f"{file}:{len(lines) + 1}: tool_result_without_start" in said.out
    assert f"{file}:{len(lines) + 2}: not_json" in said.out
    found = data(str(file))
    assert status(found, "AU33") == status(found, "AU31") == "broken"
    point = next(one for one in found["points"] if one["id"] == "AU33")
    assert point["line"] == len(lines) + 1
    few = data(str(file), "--rules-only")
    assert few["violations"] == 2 and "points" not in few


@pytest.mark.parametrize(("lang", "word"), [("ja", "合格"), ("en", "passed"), ("zh", "通过")])
def test_the_table_speaks_three_languages(lang: str, word: str) -> None:
    said = check(str(TEAM), "--lang", lang)
    assert said.code == 0 and said.out.count(word) >= 40
    assert len([line for line in said.out.splitlines() if line.startswith(("S", "AU"))]) >= 52


def test_an_ag_ui_recording_is_known_by_itself_and_judged_by_its_own_rules(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    stream = events()
    file.write_text("\n".join(map(json.dumps, stream)), "utf-8")
    found = data(str(file))
    assert (found["ok"], found["format"], found["violations"]) == (True, "ag-ui", 0)
    assert status(found, "S13") == status(found, "AU19") == "passed"
    file.write_text(
        "\n".join(map(json.dumps, [*stream, {"type": "TEXT_MESSAGE_CONTENT", "messageId": "x", "delta": ""}]))
    )
    broken = data(str(file))
    assert [one["rule"] for one in broken["found"]] == ["agui_after_finished"] and broken["violations"] == 1
    assert status(broken, "AU33") == "broken"


def test_a_foreign_ag_ui_stream_shows_what_it_has_and_no_more(tmp_path: Path) -> None:
    stream = [
        {"type": "RUN_STARTED", "threadId": "t", "runId": "r"},
        {"type": "TEXT_MESSAGE_START", "messageId": "m"},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": "All tests pass, approved, deployed"},
        {"type": "TEXT_MESSAGE_END", "messageId": "m"},
        {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"},
    ]
    file = tmp_path / "events.sse"
    file.write_text("".join(f"data: {json.dumps(one)}\n\n" for one in stream))
    found = data(str(file))
    assert found["ok"] and status(found, "AU12") == "passed"
    assert {status(found, point) for point in ("AU5", "AU6", "AU10", "AU17", "S15")} == {"not_shown"}


def test_another_clients_projection_is_compared_with_ours(tmp_path: Path) -> None:
    ours = tmp_path / "ours.json"
    assert check(str(TEAM), "--save-projection", str(ours)).code == 0
    same = data(str(TEAM), "--projection", str(ours))
    assert same["ok"] and same["projection"]["same"] and "messages" in same["projection"]["parts"]
    theirs = json.loads(ours.read_text("utf-8"))
    theirs["notifications"] = []
    theirs["tools"]["call-calendar"]["state"] = "running"
    other = tmp_path / "theirs.json"
    other.write_text(json.dumps({"state": theirs}))
    said = check(str(TEAM), "--projection", str(other))
    assert said.code == 1 and "tools.call-calendar.state" in said.out
    found = data(str(TEAM), "--projection", str(other))
    assert status(found, "S13") == "broken" and not found["projection"]["same"]


def test_what_cannot_be_checked_is_refused_with_its_code(tmp_path: Path) -> None:
    no_state = tmp_path / "no.json"
    no_state.write_text("[]")
    refusals = {
        "RINGI-903": (),
        "RINGI-607": (str(tmp_path / "nothing.jsonl"),),
        "RINGI-902": (str(TEAM), "--projection", str(no_state)),
        "RINGI-901": ("--url", "ftp://example.invalid/x"),
    }
    for code, argv in refusals.items():
        said = check(*argv, "--json")
        assert (said.code, said.error["code"]) == (2, code)
    assert check(str(TEAM), "--url", "http://127.0.0.1:9/x", "--json").error["code"] == "RINGI-903"
    assert check("--url", "http://127.0.0.1:9/x", "--json").error["code"] == "RINGI-901"


@pytest.mark.parametrize("nothing", ["", "\n\n", ": only a comment\n\n", "event: end\ndata: {}\n\n"])
@pytest.mark.parametrize("how", [[], ["--rules-only"]])
def test_a_stream_without_a_line_was_not_checked_and_does_not_pass(
    tmp_path: Path, nothing: str, how: list[str]
) -> None:
    file = tmp_path / "empty.jsonl"
    file.write_text(nothing, "utf-8")
    said = check(str(file), *how, "--json")
    assert (said.code, said.error["code"]) == (2, "RINGI-880") and str(file) in said.error["message"]
    kept = tmp_path / "ours.json"
    assert check("-", "--save-projection", str(kept), stdin=nothing).code == 2 and not kept.exists()


def test_what_is_over_and_still_open_is_a_difference_and_no_pass(tmp_path: Path) -> None:
    ours = tmp_path / "ours.json"
    assert check(str(TEAM), "--save-projection", str(ours)).code == 0
    theirs = json.loads(ours.read_text("utf-8"))
    for parts in theirs["archive"].values():
        for part in parts:
            part["open"] = True
    ours.write_text(json.dumps(theirs), "utf-8")
    found = data(str(TEAM), "--projection", str(ours))
    assert not found["ok"] and status(found, "S4") == status(found, "AU3") == "broken"
    assert {"archive", "process"} <= set(found["projection"]["parts"])
    assert any(one["path"].startswith("archive.run-closing.") for one in found["projection"]["differences"])


# -- live -------------------------------------------------------------------------------------------------------------


class Foreign(BaseHTTPRequestHandler):
    """Somebody else's server: an AG-UI stream that never ends, for who brings the key."""

    def do_GET(self) -> None:
        if self.headers.get("Authorization") != "Bearer theirs":
            self.send_error(401)
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for event in events(RECORDED / "solo.en.jsonl"):
            self.wfile.write(f"data: {json.dumps(event)}\n\n".encode())
        self.wfile.flush()
        threading.Event().wait(12)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def foreign() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Foreign)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/events"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_a_live_address_is_listened_to_for_a_while_with_its_own_key(foreign: str, tmp_path: Path) -> None:
    refused = check("--url", foreign, "--json")
    assert refused.error["code"] == "RINGI-901" and "401" in refused.error["message"]
    key = tmp_path / "key"
    key.write_text("theirs\n")
    found = data("--url", foreign, "--bearer-file", str(key), "--seconds", "4")
    assert found["ok"] and found["format"] == "ag-ui" and found["lines"] > 10
    assert status(found, "S2") == "passed"
