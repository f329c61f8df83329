"""The `hr` server and the sample company it answers for. `server.build` makes it; the rest imports no MCP library."""
