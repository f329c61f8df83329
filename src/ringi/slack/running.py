"""Everything of Slack in one process: installations, sender and app, started and stopped together.

The command line composes it with the page (`ringi up`); a test may run it alone. Heavy: imported when Slack is used.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from ringi.flow.office import Office
from ringi.slack.app import SlackApp
from ringi.slack.app.guard import Asgi
from ringi.slack.installations.config import SlackConfig
from ringi.slack.installations.direct import finder
from ringi.slack.installations.oauth import flow
from ringi.slack.installations.tokens import Installations
from ringi.slack.rendering import slots
from ringi.slack.sender import Sender
from ringi.slack.sender.limits import Time


class Running:
    """Slack over one open office, whose worker runs elsewhere in this process."""

    def __init__(
        self,
        office: Office,
        config: SlackConfig,
        *,
        clock: Time | None = None,
        now: Callable[[], float] = time.time,
        page: str = "",
    ) -> None:
        """`page`: where `ringi up` serves its pages. Cards link to the public address where there is one; without
        it only from the double on this machine, because nobody knows whether a person in Slack could reach the page.
        """
        self.config = config
        self.team = ""
        """The workspace of the configured token."""
        self.installations = Installations(office, config, now=now)
        office.connect("slack", finder(self.installations))
        office.slack_api = config.api_url
        drawn = partial(slots, page=office.settings.public_url or (page if config.loopback else ""))
        self.sender = Sender(office, self.installations.client_of, clock=clock, slots=drawn)
        self.app = SlackApp(
            office,
            self.sender,
            self.installations,
            signing_secret=config.signing_secret,
            api_url=config.api_url,
            oauth_flow=flow(self.installations, now=now) if config.oauth else None,
            now=now,
        )
        self._sending = False
        self.installations.connected = self._connected

    @property
    def asgi(self) -> Asgi:
        """For what Slack sends to `/slack/…`."""
        return self.app.asgi

    async def start(self) -> None:
        """Connect; raises when Slack refuses the token or cannot be reached. May then be tried again."""
        self.team = await self.installations.connect_configured()
        if not self._sending:
            await self.sender.start()
            self._sending = True
        await self.app.start()
        if self.config.socket:
            await self.app.start_socket(self.config.app_token)

    def _connected(self, team_id: str) -> None:
        """Installed (again): what Slack did not let us say there meanwhile is said now."""
        if self._sending:
            self.sender.again(team_id)

    async def stop(self) -> None:
        """Take nothing more, finish what is in hand, send what has left."""
        await self.app.stop()
        if self._sending:
            await self.sender.stop()
            self._sending = False
