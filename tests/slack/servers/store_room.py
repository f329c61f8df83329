"""A tool server for the story in a browser: one tool that takes its time and says how far it is, one that fails until
somebody has put things right (a file in its working directory).
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.types import ToolAnnotations

server = MCPServer("store_room", log_level="CRITICAL")
reads = ToolAnnotations(read_only_hint=True)


@server.tool(annotations=reads, title="棚卸し", meta={"ringi/keywords": ["棚卸し", "stocktaking", "盘点"]})
async def take_stock(ctx: Context[Any, Any]) -> dict[str, Any]:
    """Go through every shelf (棚卸し, stocktaking, 盘点)."""
    for shelf in range(600):
        await ctx.report_progress(shelf, 600, f"{shelf} / 600")
        await asyncio.sleep(0.1)
    return {"shelves": 600}


@server.tool(annotations=reads, title="在庫の確認", meta={"ringi/keywords": ["在庫", "inventory", "库存"]})
def count_inventory() -> dict[str, Any]:
    """Count the inventory (在庫, inventory, 库存)."""
    if not Path("open").exists():
        raise RuntimeError("倉庫が閉まっています")
    return {"items": [{"name": "ペン", "count": 3}, {"name": "紙", "count": 5}]}


if __name__ == "__main__":
    server.run("stdio")
