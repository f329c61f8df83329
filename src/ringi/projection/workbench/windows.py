"""How much of everything a state keeps. What falls out is counted and can be read from the stored facts by cursor."""

from __future__ import annotations

MESSAGES = 60
PROCESS = 200
ARCHIVED_RUNS = 8
ARCHIVED_PARTS = 60
RUNS = MESSAGES
"""As many as there can be messages of their own: a run is told as far back as what was said in it."""
PLANS = 12
THOUGHTS = 30
TOOLS = 100
ACTIONS = 60
QUEUE_ENDED = 10
STEERS = 20
TASKS = 80
AGENTS = 80
TRANSCRIPT = 20
BOARD = 80
EDGES = 200
HANDOFFS = 40
NOTIFICATIONS = 60
REVIEWS = 40
ARTIFACTS = 80
VERSIONS = 20
EXPORTS = 10
ATTEMPTS = 10
EVIDENCE = 80
CONTEXT = 40
PERMISSIONS = 60
DIAGNOSTICS = 60
METRICS = 80
TIMELINE = 200
COMMENTS = 20
MEMORY = 40

ACTIVE = 2_000
"""What is pending or active does not fall out; this bound is only against a producer that never closes anything."""

REPAIR = 64
"""At least so many of the newest facts can still be put in order when one comes late."""
REPAIR_CHARS = 200_000
"""Should those facts be huge, fewer of them are kept."""
SEEN = 256
"""Facts without a sequence that are remembered, so that a second delivery of one changes nothing."""
LANES = 64
GAPS = 32

TEXT = 32_000
"""Characters of one message; the whole is in its facts."""
BODY = 4_096
"""A value longer than this is kept as its beginning, its size and where to read it."""
PREVIEW = 2_000
STRUCTURED = 64_000
"""Characters of values that are lists of rows (messages, a board, an application's state)."""
HARD = 65_536
"""No text is looked at beyond this."""
DEPTH = 24
ITEMS = 500
"""Rows of a list or names of an object that are looked at."""
