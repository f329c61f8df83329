"""The door of the Web API: reads a call in any of the forms Slack takes, holds it to token, scope, rate and fault."""

from __future__ import annotations

import base64
import binascii
import json
import traceback
from typing import TYPE_CHECKING, Any

from aiohttp import web

from ringi.testing.slack import methods, scopes
from ringi.testing.slack.call import KINDS, METHODS, TOKENLESS, Call, Kept
from ringi.testing.slack.faults import Fault
from ringi.testing.slack.refusal import Json, Refusal

if TYPE_CHECKING:
    from ringi.testing.slack.double import Double

STRUCTURED = {"blocks", "attachments", "view", "metadata", "chunks", "prompts", "loading_messages"}
__all__ = ["answer", "methods"]


async def answer(double: Double, request: web.Request) -> web.StreamResponse:
    """Answer one call as Slack would, and keep it."""
    call = Call(double, request.match_info["method"], {})
    fault = double.faults.next(call.method)
    try:
        call.arguments = await _arguments(request)
        value = _bearer(request, call)
        if fault and not fault.lost:
            return await _trouble(double, request, call, fault)
        body = await _ask(call, value)
        status, headers = 200, dict(call.headers)
    except Refusal as refusal:
        body, status, headers = refusal.answer(), refusal.status, refusal.headers
    except Exception:  # a fault of the double's own must not look like a lost connection
        double.note(call.method, "fatal_error", {"trace": traceback.format_exc()})
        body, status, headers = {"ok": False, "error": "fatal_error"}, 500, {}
    if call.token is not None:
        headers["X-OAuth-Scopes"] = ",".join(sorted(call.token.scopes))
    double.keep(Kept.of(double.clock.now(), call, body, status))
    if fault and fault.lost:
        return _drop(request)
    return web.json_response(body, status=status, headers=headers)


async def _ask(call: Call, value: str) -> Json:
    function = METHODS.get(call.method)
    if function is None:
        raise Refusal("unknown_method", req_method=call.method)
    if call.method not in TOKENLESS:
        call.token = call.double.tokens.check(value)
        if call.token.kind != KINDS.get(call.method, "bot"):
            raise Refusal("not_allowed_token_type")
        if call.double.tiers_on:
            call.double.tiers.take(call.method, call.token.team or "app", _where(call))
        scopes.check(call.token, call.method)
    return {"ok": True, **await function(call)}


def _where(call: Call) -> str:
    """The conversation a message goes to, whichever way it was named, so that its rate is counted once."""
    wanted = str(call.given("channel") or "")
    if call.token and call.token.team and wanted in call.team.people:
        return call.team.im(wanted).id
    return wanted


async def _arguments(request: web.Request) -> Json:
    """Query, form and JSON alike; structured arguments may come as JSON text in a form."""
    given: Json = dict(request.query)
    kind = request.content_type
    if kind == "application/json":
        try:
            body = await request.json()
        except (json.JSONDecodeError, UnicodeDecodeError):
            raise Refusal("invalid_json") from None
        if not isinstance(body, dict):
            raise Refusal("json_not_object")
        given.update(body)
        return {key: _structured(key, value) for key, value in given.items()}
    if request.can_read_body and kind in ("application/x-www-form-urlencoded", "multipart/form-data"):
        given.update({key: value for key, value in (await request.post()).items() if isinstance(value, str)})
    return {key: _plain(_structured(key, value)) for key, value in given.items()}


def _structured(key: str, value: Any) -> Any:
    if key in STRUCTURED and isinstance(value, str):
        try:
            return json.loads(value)
        except json.JSONDecodeError:
            broken = {"blocks": "invalid_blocks_format", "attachments": "invalid_attachments"}
            raise Refusal(broken.get(key, "invalid_arguments")) from None
    return value


def _plain(value: Any) -> Any:
    return {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value


def _bearer(request: web.Request, call: Call) -> str:
    scheme, _, value = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return value.strip()
    if scheme.lower() == "basic":
        try:
            name, _, secret = base64.b64decode(value).decode().partition(":")
        except (binascii.Error, UnicodeDecodeError):
            raise Refusal("invalid_auth") from None
        call.basic = (name, secret)
    return str(call.given("token") or "")


async def _trouble(double: Double, request: web.Request, call: Call, fault: Fault) -> web.StreamResponse:
    """What was ordered by `fail_next`."""
    now = double.clock.now()
    if fault.hang:
        double.keep(Kept.of(now, call, {"ok": False, "error": "(no answer)"}, 0))
        await double.until_stopped()
        return _drop(request)
    if fault.drop:
        double.keep(Kept.of(now, call, {"ok": False, "error": "(connection dropped)"}, 0))
        return _drop(request)
    error = fault.error or ("ratelimited" if fault.status == 429 else "")
    status = fault.status or (429 if error == "ratelimited" else 200)
    headers = {"Retry-After": str(fault.retry_after)} if status == 429 else {}
    body: Json = {"ok": False, "error": error or f"(status {status})"}
    double.keep(Kept.of(now, call, body, status))
    if error:
        return web.json_response(body, status=status, headers=headers)
    return web.Response(status=status, headers=headers, text="")


def _drop(request: web.Request) -> web.StreamResponse:
    """Close the connection with no answer at all."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=499)
