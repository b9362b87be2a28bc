"""fastmcp's client over stdio: connects as its first argument says, then answers each line of JSON on stdin with one on stdout."""

import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport


async def accept(message, response_type, params, context):
    return {"name": "Ada"}


async def serve(spec):
    launch = spec["launch"]
    transport = StdioTransport(
        command=launch["command"], args=launch["args"], cwd=launch["cwd"], env=launch["env"], keep_alive=False
    )
    async with Client(transport, mode=spec["mode"], elicitation_handler=accept) as client:
        while line := await asyncio.to_thread(sys.stdin.readline):
            asked = json.loads(line)
            if asked["method"] == "tools/list":
                answer = {"tools": [{"name": tool.name} for tool in await client.list_tools()]}
            else:
                result = await client.call_tool(asked["name"], asked["arguments"], raise_on_error=False)
                answer = {"content": [{"text": getattr(each, "text", "")} for each in result.content]}
            print(json.dumps(answer), flush=True)


asyncio.run(serve(json.loads(sys.argv[1])))
