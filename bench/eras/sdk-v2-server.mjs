import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { listen, serveSessions } from './serve-sessions.mjs';

// The least a server of SDK v2 can be, for the era of the second argument.
const [kind, era] = process.argv.slice(2);

function makeServer() {
  const server = new McpServer({ name: 'sdk-v2', version: '0.0.0' });
  const inputSchema = z.object({ text: z.string() });
  server.registerTool('echo', { description: 'Says it back', inputSchema }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }));
  return server;
}

if (kind === 'stdio') serveStdio(makeServer, { legacy: era === 'legacy' ? 'serve' : 'reject' });
else if (era === 'legacy')
  serveSessions(createServer(), makeServer, (onOpen) => {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => onOpen(id, transport),
    });
    return transport;
  });
else {
  const answer = toNodeHandler(createMcpHandler(makeServer, { legacy: 'reject' }));
  listen(createServer((request, response) => void answer(request, response)));
}
