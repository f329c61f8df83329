"""The published TypeScript client against us: it drives an approval, and its verifier judges what ours judges."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest
from test_ag_ui_translation import BROKEN, RECORDED, sent
from webhouse import PATIENCE, house, small_hands, small_mind

from ringi.web.ag_ui.verify import Verifier

VERSION = "1.0.0"
HERE = Path(__file__).parent / "stock_client"


@pytest.fixture(scope="module")
def installed() -> Path:
    """Where the client is: fetched once per machine by npm."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("Node.js with npm is not installed, so there is no TypeScript client to test with")
    place = Path(tempfile.gettempdir()) / f"ringi-ag-ui-client-{VERSION}"
    if not (place / "node_modules/@ag-ui/client/package.json").exists():
        place.mkdir(exist_ok=True)
        (place / "package.json").write_text('{"private": true}')
        command = ["npm", "install", "--no-audit", "--no-fund", "--silent", f"@ag-ui/client@{VERSION}"]
        try:
            subprocess.run(command, cwd=place, check=True, capture_output=True, timeout=180)
        except (subprocess.SubprocessError, OSError) as error:
            pytest.skip(f"@ag-ui/client cannot be installed here: {error}")
    return place


def node(script: str, *arguments: str, given: str = "") -> list[Any]:
    command = ["node", str(HERE / script), *arguments]
    found = subprocess.run(command, input=given, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert found.returncode == 0, found.stderr[-2000:]
    return [json.loads(line) for line in found.stdout.splitlines()]


def test_the_published_client_drives_an_approval_from_start_to_end(installed: Path, tmp_path: Path) -> None:
    with house(tmp_path, hands=small_hands(), mind=small_mind()) as up:
        runs = node("drive.mjs", str(installed), f"{up.base}/ag-ui", up.bearer, "please report")
        assert [run["pending"] for run in runs] == [["confirmation"], ["confirmation"], []]
        assert runs[-1]["result"]["state"] == runs[-1]["state"]["state"] == "completed"
        said = [text for role, text in runs[-1]["messages"] if role == "assistant" and text]
        assert said == [runs[-1]["result"]["answer"]]
        assert [role for role, _ in runs[-1]["messages"]].count("user") == 1
        assert [role for role, _ in runs[-1]["messages"]].count("tool") == 2
        assert up.show(runs[-1]["result"]["taskId"])["state"] == "completed"


def test_the_published_verifier_takes_every_recorded_session(installed: Path) -> None:
    streams = []
    for path in RECORDED:
        facts = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        streams += [sent(facts), sent(facts, run_id="theirs")]
    given = "\n".join(json.dumps(stream) for stream in streams)
    assert node("verify.mjs", str(installed), given=given) == [None] * len(streams)


def test_what_the_published_verifier_refuses_ours_refuses_too(installed: Path) -> None:
    found = node("verify.mjs", str(installed), given="\n".join(json.dumps(events) for _, events in BROKEN))
    assert len(found) == len(BROKEN)
    refused = 0
    for (rule, events), theirs in zip(BROKEN, found, strict=True):
        verifier = Verifier()
        ours = next(number for number, event in enumerate(events) if verifier.follow(event))
        if theirs is not None:
            refused += 1
            assert theirs["at"] == ours, (rule, theirs)
    assert refused >= 15
