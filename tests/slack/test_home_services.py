"""App Home says how the services outside stand, to whoever may know, with the way to connect them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ringi.slack import cards

FREEE = {"provider": "freee", "shown": "freee", "status": "connected", "name": "株式会社サンプル", "ready": True}
GOOGLE = {"provider": "google", "shown": "Google", "status": "error", "name": "", "ready": True}
PAGE = "https://ringi.example.com/admin/integrations"


def told(lang: str = "ja", **seen: Any) -> str:
    return json.dumps(cards.build_home({"waiting": [], "mine": [], "name": "Ringi", **seen}, lang), ensure_ascii=False)


@pytest.mark.parametrize(("lang", "words"), [("ja", "接続済み"), ("en", "Connected"), ("zh", "已连接")])
def test_each_service_has_its_state_in_the_readers_language(lang: str, words: str) -> None:
    line = told(lang, services=[FREEE, GOOGLE], page=PAGE)
    assert f"🟢 freee: {words} (株式会社サンプル)" in line and "🔴 Google" in line and PAGE in line


def test_nobody_is_shown_what_they_may_not_know_nor_a_way_that_leads_nowhere() -> None:
    assert "freee" not in told(services=[], page=PAGE) and PAGE not in told(services=[], page=PAGE)
    assert "open_integrations" not in told(services=[FREEE], page="")
    assert "open_integrations" not in told(services=[FREEE], page="javascript:alert(1)")


def test_a_hostile_name_stays_text() -> None:
    line = told(services=[{**FREEE, "name": "<!channel> *x* " + "長" * 500}], page=PAGE)
    assert "<!channel>" not in line and "長" * 100 not in line
