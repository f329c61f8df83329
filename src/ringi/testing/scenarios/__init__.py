"""Recorded sessions: believable streams of Agent UI facts, for tests, for `ringi demo` and for other people's clients.

`recorded/` has them as JSON lines, one file per scenario and language; `scripts/` is what wrote them (run
`python -m ringi.testing.scenarios.write`). `library` finds and reads them, `player` plays them into a session.
"""
