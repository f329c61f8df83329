"""The bundled MCP servers: `hr` (a sample company's people and hours) and `common` (sheets and messages).

They know nothing of the house and are reached only through `hands`, like any other MCP server.
"""
