"""The workbench: one session as people see it, drawn from the projection's state. `parts` draws, `shell` serves."""
