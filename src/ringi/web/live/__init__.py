"""The live side of the workbench: who watches which session, what changed for them, and one stream for all their tabs.

`stream` is the door (`/api/stream`), `hub` keeps the watched sessions, `view` what one language and role sees of one of
them, `client` one open connection, `differences` what has to be sent.
"""
