"""Slack as a surface: cards rendered from the projection, deliveries taken in, decisions handed to the Desk.

Nothing here decides what may happen; the flow does. Nothing here is the truth; the facts are.
"""
