"""What signing in to a tool server gave is nowhere in the clear, and is gone with the server."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from workplace import Workplace

from ringi.flow import tool_tokens

SECRET = "tok-0123456789abcdef"
KEPT = {"token": {"access_token": SECRET, "refresh_token": "again"}, "client": {"client_id": "c"}, "ends_at": 1.0}


def test_a_token_is_sealed_renewed_and_forgotten(workplace: Workplace) -> None:
    workplace.open()
    office = workplace.office
    assert office is not None
    assert workplace.desk().call("server_signed_in", name="crm", kept=KEPT) == {"server": "crm", "signed_in": True}
    told: list[Any] = [workplace.rows(f"SELECT * FROM {table}") for table in ("integrations", "audit_logs")]
    told += [workplace.desk().call("integrations"), workplace.desk().call("audit_log")]
    written = json.dumps(told, default=str)
    assert "mcp:crm" in written and SECRET not in written and "again" not in written

    async def renew() -> None:
        assert await tool_tokens.load(office, "crm") == KEPT
        await tool_tokens.save(office, "crm", {**KEPT, "ends_at": 2.0})
        assert await tool_tokens.load(office, "crm") == {**KEPT, "ends_at": 2.0}
        await office.store.awrite(lambda tx: tool_tokens.forget(tx, "crm"))
        assert await tool_tokens.load(office, "crm") is None

    asyncio.run(renew())
    assert workplace.rows("SELECT credentials FROM integrations") == [{"credentials": "{}"}]
