"""Lists and calls the tools of a host with Python's client of the Model Context Protocol; prints what it saw as JSON."""

import asyncio
import json
import sys

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def main(url: str, key: str) -> None:
    seen = {}
    for mode in ("legacy", "2026-07-28"):
        headers = {"Authorization": f"Bearer {key}"}
        async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
            async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
                tools = (await client.list_tools()).tools
                await client.call_tool("core_remember", {"key": "colour", "value": mode})
                recalled = await client.call_tool("core_recall", {"key": "colour"})
                refused = await client.call_tool("core_remember", {})
                try:
                    await client.call_tool("core_nothing", {})
                    unknown = None
                except Exception as error:
                    unknown = getattr(getattr(error, "error", error), "code", None)
                called = 0
                for tool in tools:
                    await client.call_tool(tool.name, {})
                    called += 1
                seen[mode] = {
                    "tools": len(tools),
                    "called": called,
                    "recalled": recalled.structured_content["detail"]["items"][0]["value"],
                    "refused": json.loads(refused.content[1].text)["code"] if refused.is_error else None,
                    "unknown": unknown,
                }
    print(json.dumps(seen))


asyncio.run(main(sys.argv[1], sys.argv[2]))
