import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema, ResultSchema } from '@modelcontextprotocol/sdk/types.js';

// The least a proxy of the SDK can be: one upstream, no names, no checks.
const client = new Client({ name: 'trivial-proxy', version: '0.0.0' });
await client.connect(new StdioClientTransport({ command: process.execPath, args: process.argv.slice(2) }));
const server = new Server({ name: 'trivial-proxy', version: '0.0.0' }, { capabilities: { tools: {} } });
const forward = (request) => client.request({ method: request.method, params: request.params }, ResultSchema);
server.setRequestHandler(ListToolsRequestSchema, forward);
server.setRequestHandler(CallToolRequestSchema, forward);
await server.connect(new StdioServerTransport());
