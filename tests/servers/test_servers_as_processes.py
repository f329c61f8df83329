"""The bundled servers as other MCP clients run them: separate processes over stdio, which can also be killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from mcp import Client, StdioServerParameters

from ringi.servers.__main__ import main


def server(*arguments: str) -> StdioServerParameters:
    return StdioServerParameters(command=sys.executable, args=["-m", "ringi.servers", *arguments])


async def test_hr_answers_over_stdio() -> None:
    async with Client(server("hr", "--today", "2026-11-16")) as client:
        answer = await client.call_tool("calculate_overtime", {"from_month": "2026-10", "to_month": "2026-10"})
    assert answer.structured_content is not None
    assert answer.structured_content["count"] == 39


async def test_common_answers_over_stdio_and_reads_what_came_beside_the_arguments(tmp_path: Path) -> None:
    meta: Any = {"ringi/requester": "cli:aki"}
    async with Client(server("common", "--data", str(tmp_path))) as client:
        answer = await client.call_tool("send_slack_dm", {"recipient": "requester", "text": "できました"}, meta=meta)
    assert answer.structured_content is not None
    assert answer.structured_content["to"] == "cli:aki"


def test_common_without_a_directory_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["common"])
    assert "--data DIR" in capsys.readouterr().err


WRITER = """
import json, sys
from pathlib import Path
from ringi.servers.common.sheets import Sheets, table
given = table("本", "表", ["n"], [[n] for n in range(int(sys.argv[2]))])
print(json.dumps(Sheets(Path(sys.argv[1])).write(given, "key").sheet), flush=True)
"""


def test_a_killed_write_leaves_no_half_file_and_is_written_once_when_tried_again(tmp_path: Path) -> None:
    def writer(rows: int) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", WRITER, str(tmp_path), str(rows)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"TMPDIR": str(tmp_path)})

    first = writer(100_000)
    while not any(tmp_path.glob(".*.tmp")):
        assert first.poll() is None
        time.sleep(0.001)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    assert first.returncode == -signal.SIGKILL
    for whole in tmp_path.glob("*.xlsx"):
        assert openpyxl.load_workbook(whole, read_only=True).sheetnames == ["表"]
    again = writer(3)
    assert json.loads(again.communicate()[0]) == "表"
    once_more = writer(3)
    assert json.loads(once_more.communicate()[0]) == "表"
    assert openpyxl.load_workbook(tmp_path / "本.xlsx").sheetnames == ["表"]


LIGHT = """
import sys
import ringi.servers.hr.ledger, ringi.servers.hr.overtime, ringi.servers.common.sheets, ringi.servers.common.outbox
heavy = {"mcp", "pydantic", "openpyxl"} & set(sys.modules)
assert not heavy, heavy
"""


def test_the_company_and_the_law_load_without_the_heavy_libraries() -> None:
    subprocess.run([sys.executable, "-c", LIGHT], check=True)
