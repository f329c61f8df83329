"""Slack's way in: deliveries are kept, read and handed to the Desk; people are answered. Loaded when Slack is used."""

from ringi.slack.app.application import SlackApp

__all__ = ["SlackApp"]
