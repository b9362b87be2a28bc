import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';
import { serveSessions } from './serve-sessions.mjs';

// The least a server of SDK v1 can be; it knows the era up to 2025-11-25 only.
function makeServer() {
  const server = new McpServer({ name: 'sdk-v1', version: '0.0.0' });
  server.registerTool('echo', { description: 'Says it back', inputSchema: { text: z.string() } }, async ({ text }) => ({
    content: [{ type: 'text', text }],
  }));
  return server;
}

if (process.argv[2] === 'stdio') await makeServer().connect(new StdioServerTransport());
else
  serveSessions(createServer(), makeServer, (onOpen) => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => onOpen(id, transport),
    });
    return transport;
  });
