// An MCP server over stdio. Its argument is its list of tools, as JSON.
import { createInterface } from 'node:readline';

const inputSchema = { type: 'object', properties: { title: { type: 'string' } } };
const tools = JSON.parse(process.argv[2]).map((tool) => ({ description: 'A tool.', inputSchema, ...tool }));

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answer(method, params) })}\n`);
}

function answer(method, { protocolVersion } = {}) {
  if (method === 'initialize')
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'tools', version: '1.0.0' } };
  if (method === 'tools/list') return { tools };
  return method === 'tools/call' ? { content: [{ type: 'text', text: 'done' }] } : {};
}
