import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

// The least an MCP server of the SDK can be over HTTP: sessions in a map, and one tool that knows its answers by heart. They come from a file.
const answers = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const transports = new Map();

const http = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
});

async function answer(request, response) {
  const known = transports.get(request.headers['mcp-session-id']);
  await (known ?? (await openTransport())).handleRequest(request, response);
}

async function openTransport() {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void transports.set(id, transport),
  });
  const server = new McpServer({ name: 'sdk', version: '0.0.0' });
  const inputSchema = { session_id: z.string(), tool_name: z.string(), file_path: z.string().optional() };
  server.registerTool(
    'validate_tool_use',
    { description: 'Answers', inputSchema },
    async ({ file_path }) => answers[file_path],
  );
  await server.connect(transport);
  return transport;
}

http.listen(0, '127.0.0.1', () => process.stderr.write(`Serving on http://127.0.0.1:${http.address().port}/mcp\n`));
