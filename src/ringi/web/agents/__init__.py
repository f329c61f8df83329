"""Ringi for other agents, as an MCP server: they may ask and look; people decide."""
