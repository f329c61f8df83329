"""What a refusal of Slack's means for us: the message is gone, the channel or the workspace is closed, or the card
is not to Slack's taste. None of them is repaired by asking again at once.
"""

from __future__ import annotations

GONE = frozenset({"message_not_found", "cant_update_message", "edit_window_closed"})
CHANNEL = frozenset(
    (
        *("channel_not_found", "is_archived", "not_in_channel", "restricted_action", "cannot_reply_to_message"),
        *("restricted_action_read_only_channel", "restricted_action_thread_only_channel", "thread_locked"),
        *("restricted_action_non_threadable_channel", "messages_tab_disabled", "channel_type_not_supported"),
        *("restricted_action_thread_locked", "user_is_restricted"),
    )
)
WORKSPACE = frozenset(
    (
        *("token_revoked", "account_inactive", "invalid_auth", "not_authed", "not_installed", "missing_scope"),
        *("team_access_not_granted", "org_login_required", "access_denied", "ekm_access_denied", "no_permission"),
        *("not_allowed_token_type", "two_factor_setup_required", "enterprise_is_restricted", "team_not_found"),
    )
)
SHAPE = frozenset(
    (
        *("msg_too_long", "msg_blocks_too_long", "too_many_attachments", "invalid_blocks", "invalid_blocks_format"),
        *("invalid_attachments", "invalid_arguments", "block_mismatch", "no_text", "markdown_text_conflict"),
        *(
            "metadata_too_large",
            "invalid_metadata_format",
            "invalid_metadata_schema",
            "attachment_payload_limit_exceeded",
        ),
    )
)


def code_of(error: str) -> str:
    """The stable code under which it is said."""
    if error in CHANNEL:
        return "RINGI-720"
    if error in WORKSPACE:
        return "RINGI-721"
    if error in SHAPE:
        return "RINGI-723"
    return "RINGI-725"
