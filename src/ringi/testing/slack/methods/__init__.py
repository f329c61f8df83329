"""The methods of the Web API that an approval app uses, by area. Importing them makes them known."""

from __future__ import annotations

from ringi.testing.slack.methods import agents, apps, chat, conversations, oauth, people, streams, views

__all__ = ["agents", "apps", "chat", "conversations", "oauth", "people", "streams", "views"]
