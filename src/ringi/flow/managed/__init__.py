"""The `managed` executor: an approved plan carried out in an Anthropic Managed Agents session.

The session only says which step it is at; `walk` compares that with what was approved and runs that step itself,
through the same hands, intents and keys as the direct executor. Loaded only when a plan was approved to run this way.
"""
