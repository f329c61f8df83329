"""The tenant's settings: the seed's seven and ours, typed and bounded. Validated, audited, read by the flow."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ringi.errors import Invalid, Refused
from ringi.flow.people import Actor
from ringi.store.transaction import Tx, dumps

if TYPE_CHECKING:  # whoever only writes need not load what reads
    from ringi.store.reads import Reads

DEFAULTS: dict[str, Any] = {
    "name": "HR AI Agent",
    "slug": "default",
    "prompt_approval_required": True,
    "process_approval_required": True,
    "model": "claude-sonnet-4-6",
    "l4_timeout_seconds": 360,
    "auto_approve_tools": True,
    "max_versions": 5,
    "self_approval": True,
    "model_fallback": "none",
    "model_timeout_seconds": 120,
    "budget_task_tokens": 300_000,
    "budget_day_tokens": 10_000_000,
    "budget_task_cents": 200,
    "budget_day_cents": 5_000,
    "executor": "direct",
    "managed_budget_cents": 100,
}

MEANING: dict[str, tuple[str, str, str]] = {
    "name": ("エージェントの表示名", "The agent's name on every surface", "代理的显示名称"),
    "slug": ("URL に使う短い名前", "Short name for addresses", "用于网址的短名"),
    "prompt_approval_required": ("方針に承認を求める", "Ask people to approve the policy", "方针需要审批"),
    "process_approval_required": ("計画に承認を求める", "Ask people to approve the plan", "计划需要审批"),
    "model": (
        "判断に使うモデル（鍵があるときに使われます。rules は内蔵プランナー）",
        "Model that judges, once there is a key for it (`rules`: the offline planner)",
        "用于判断的模型（有密钥时使用；rules 为内置规划器）",
    ),
    "l4_timeout_seconds": ("実行の制限時間(秒)", "Time limit of an execution in seconds", "执行时限(秒)"),
    "auto_approve_tools": (
        "承認済み計画の書き込みを再確認なしで実行する",
        "Writes of an approved plan run without asking again",
        "已批准计划中的写入不再逐一确认",
    ),
    "max_versions": ("却下できる版の上限", "How many versions before a rejection ends the task", "驳回的版本上限"),
    "self_approval": ("依頼者本人の承認を認める", "The requester may approve their own request", "允许申请人自行审批"),
    "model_fallback": (
        "モデルに頼めないときの代わり（none、rules、または別のモデル）",
        "Who judges when the model cannot be asked (none, rules or another model)",
        "无法请求模型时的替代（none、rules 或其他模型）",
    ),
    "model_timeout_seconds": (
        "モデルの回答を待つ時間(秒)",
        "How long an answer of the model is waited for, in seconds",
        "等待模型回答的时间(秒)",
    ),
    "budget_task_tokens": (
        "1 件の依頼でモデルに使えるトークン数（0 は無制限）",
        "Tokens of the model one request may use before somebody is asked (0: no limit)",
        "每个请求可使用的模型令牌数（0 为不限）",
    ),
    "budget_day_tokens": (
        "1 日にモデルに使えるトークン数（0 は無制限）",
        "Tokens of the model that may be used in a day before somebody is asked (0: no limit)",
        "每天可使用的模型令牌数（0 为不限）",
    ),
    "budget_task_cents": (
        "1 件の依頼でモデルに使える金額（米セント、0 は無制限）",
        "What one request may cost at the model, in US cents, before somebody is asked (0: no limit)",
        "每个请求可使用的模型费用（美分，0 为不限）",
    ),
    "budget_day_cents": (
        "1 日にモデルに使える金額（米セント、0 は無制限）",
        "What a day may cost at the model, in US cents, before somebody is asked (0: no limit)",
        "每天可使用的模型费用（美分，0 为不限）",
    ),
    "executor": (
        "承認済み計画の実行方法: direct（Ringi が実行）または managed（Anthropic のセッションで実行）",
        "Who carries approved plans out: direct (Ringi itself) or managed (an Anthropic session)",
        "已批准计划的执行方式：direct（Ringi 执行）或 managed（在 Anthropic 会话中执行）",
    ),
    "managed_budget_cents": (
        "managed のセッション 1 回の費用がこれに達したら確認する（米セント、0 は上限なし）",
        "What one managed session may cost before somebody is asked, in US cents (0: no limit)",
        "每个 managed 会话的费用达到此值时请人确认（美分，0 表示不限）",
    ),
}

_RANGES = {
    "l4_timeout_seconds": (1, 86_400),
    "max_versions": (1, 50),
    "managed_budget_cents": (0, 1_000_000),
    "model_timeout_seconds": (1, 3_600),
    "budget_task_tokens": (0, 10**12),
    "budget_day_tokens": (0, 10**12),
    "budget_task_cents": (0, 10**9),
    "budget_day_cents": (0, 10**9),
}
EXECUTORS = ("direct", "managed")


def read(tx: Tx) -> dict[str, Any]:
    rows = tx.settled("settings", "SELECT config FROM settings WHERE tenant_id = ?", (tx.tenant_id,))
    return _whole(rows[0]["config"]).copy() if rows else DEFAULTS.copy()


def looked_up(reads: Reads) -> dict[str, Any]:
    """The same for whoever only looks: nobody who writes is waited for."""
    text = reads.settings()
    return _whole(text).copy() if text else DEFAULTS.copy()


@lru_cache(maxsize=8)
def _whole(text: str) -> dict[str, Any]:
    """The settings as they were written, with the rest filled in."""
    return {**DEFAULTS, **json.loads(text)}


def parse(key: str, value: Any) -> Any:
    """A value as typed in a terminal or posted by a page, checked; or a clear refusal."""
    if key not in DEFAULTS:
        raise Invalid("RINGI-105", key=key, known=", ".join(DEFAULTS))
    wanted = type(DEFAULTS[key])
    if isinstance(value, str) and wanted is not str:
        try:
            value = json.loads(value.lower())
        except ValueError:
            raise Invalid("RINGI-106", key=key, value=value, wanted=wanted.__name__) from None
    if type(value) is not wanted:
        raise Invalid("RINGI-106", key=key, value=value, wanted=wanted.__name__)
    if key in _RANGES and not _RANGES[key][0] <= value <= _RANGES[key][1]:
        raise Invalid("RINGI-107", key=key, low=_RANGES[key][0], high=_RANGES[key][1])
    if wanted is str:
        value = value.strip()
        if not value or len(value) > 200 or not value.isprintable():
            raise Invalid("RINGI-106", key=key, value=value[:50], wanted="1..200 characters")
        if key in ("model", "model_fallback"):
            _model(key, value)
        if key == "slug" and not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,62}", value):
            raise Invalid("RINGI-106", key=key, value=value, wanted="a-z, 0-9, -")
        if key == "executor" and value not in EXECUTORS:
            raise Invalid("RINGI-106", key=key, value=value, wanted=" | ".join(EXECUTORS))
    return value


def _model(key: str, value: str) -> None:
    """A model that can be named; whether it can be reached is seen when it is asked."""
    from ringi.minds.model import naming  # names only: no provider is loaded

    if value != naming.RULES and not (key == "model_fallback" and value == naming.NONE):
        naming.parted(value)


def executor(settings: dict[str, Any]) -> str:
    """How a plan made now will be carried out, as it is shown and bound by its approval: with the model, if one is."""
    if settings["executor"] != "managed":
        return str(settings["executor"])
    provider, _, name = str(settings["model"]).rpartition(":")
    ours = provider in ("", "anthropic") and name.startswith("claude-")
    return f"managed:{name if ours else DEFAULTS['model']}"


def change(tx: Tx, actor: Actor, key: str, value: Any) -> dict[str, Any]:
    """Set one key. Only admins; the old and the new value are in the audit log."""
    if not actor.has("admin"):
        raise Refused("RINGI-205", who=actor.identity)
    value = parse(key, value)
    config = read(tx)
    before = config[key]
    config[key] = value
    changed = {"config": dumps(config), "updated_at": tx.now, "updated_by": actor.identity}
    tx.amend("settings", "tenant_id = ?", (tx.tenant_id,), **changed)
    if key in ("name", "slug"):
        tx.amend("tenants", "id = ?", (tx.tenant_id,), **{key: value, "updated_at": tx.now})
    row = tx.one("SELECT id FROM settings WHERE tenant_id = ?", (tx.tenant_id,))
    tx.audit(
        "settings.updated",
        "settings",
        row["id"] if row else None,
        actor_type="user",
        actor_id=actor.identity,
        details={"key": key, "from": before, "to": value},
    )
    return config
