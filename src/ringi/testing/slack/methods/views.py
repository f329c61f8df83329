"""views.*: opening, changing and stacking modals, and the app's home."""

from __future__ import annotations

from ringi.testing.slack.call import Call, method
from ringi.testing.slack.contents import check_view
from ringi.testing.slack.limits import most
from ringi.testing.slack.refusal import Json, Refusal


@method("views.open")
async def open_(call: Call) -> Json:
    call.required("trigger_id", "view")
    check_view(call.given("view"))
    user = call.double.triggers.use(str(call.given("trigger_id")), call.team.id)
    return {"view": call.double.modals.open(call.team, user, call.given("view"))}


@method("views.push")
async def push(call: Call) -> Json:
    call.required("trigger_id", "view")
    check_view(call.given("view"))
    user = call.double.triggers.use(str(call.given("trigger_id")), call.team.id)
    stack = call.team.modals.get(user, [])
    if not stack:
        raise Refusal("not_found")
    if len(stack) >= most("view.stack"):
        raise Refusal("push_limit_reached")
    return {"view": call.double.modals.push(call.team, user, call.given("view"))}


@method("views.update")
async def update(call: Call) -> Json:
    call.required("view")
    if not call.given("view_id") and not call.given("external_id"):
        raise Refusal("invalid_arguments")
    check_view(call.given("view"))
    found = call.double.modals.find(call.team, str(call.given("view_id") or ""), str(call.given("external_id") or ""))
    if call.given("hash") and call.given("hash") != found["hash"]:
        raise Refusal("hash_conflict")
    return {"view": call.double.modals.replace(call.team, found, call.given("view"))}


@method("views.publish")
async def publish(call: Call) -> Json:
    user, view = call.required("user_id", "view")
    check_view(view, home=True)
    if user not in call.team.people:
        raise Refusal("invalid_arguments")
    held = call.team.homes.get(str(user))
    if call.given("hash") and held and call.given("hash") != held["hash"]:
        raise Refusal("hash_conflict")
    return {"view": call.double.modals.publish(call.team, str(user), view)}
