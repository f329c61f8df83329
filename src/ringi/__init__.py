"""Ringi: people hand real work to an agent and stay in charge of it.

Kept empty on purpose: every command pays for what is imported here.
"""

__version__ = "0.1.0"
