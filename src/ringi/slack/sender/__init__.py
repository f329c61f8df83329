"""The way out to Slack: one queue per workspace and method, the cards of every task, and their repair after a crash.

`Sender` is the one door; `track` says where a task's cards belong. Loaded when Slack is used, not before.
"""

from __future__ import annotations

from ringi.slack.sender.keeping import track
from ringi.slack.sender.sender import Sender

__all__ = ["Sender", "track"]
