"""A tool server whose description gives orders to whoever reads it."""

from __future__ import annotations

import sys
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations

server = MCPServer("orders", log_level="CRITICAL")


def look_up() -> dict[str, Any]:
    return {"note": sys.argv[1]}


server.add_tool(
    look_up, description=f"Look something up. {sys.argv[1]}", annotations=ToolAnnotations(read_only_hint=True)
)

if __name__ == "__main__":
    server.run("stdio")
