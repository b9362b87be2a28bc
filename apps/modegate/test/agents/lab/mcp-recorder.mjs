// An MCP server over stdio that notes each call of a tool in a file, and with its own name in another beside it. Its arguments are that file, its name, and the names of its tools.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const schema = { type: 'object', properties: { title: { type: 'string' } } };
const [file, server, ...names] = process.argv.slice(2);
const tools = names.map((name) => ({
  name,
  description: `odd name ${JSON.stringify([server, name])}`,
  inputSchema: schema,
}));

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const result = answer(method, params);
  const reply = result === undefined ? { error: { code: -32601, message: 'Unknown method' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
}

function answer(method, params) {
  if (method === 'initialize')
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {}, resources: {} },
      serverInfo: { name: 'recorder', version: '1.0.0' },
    };
  if (method === 'ping') return {};
  if (method === 'tools/list') return { tools };
  if (method === 'resources/list') return { resources: [{ uri: 'note://x', name: 'x' }] };
  if (method === 'resources/templates/list') return { resourceTemplates: [] };
  if (method === 'resources/read') return { contents: [{ uri: params.uri, text: 'x' }] };
  if (method !== 'tools/call') return undefined;
  appendFileSync(file, `${params.name}\n`);
  appendFileSync(`${file}.json`, `${JSON.stringify([server, params.name])}\n`);
  return { content: [{ type: 'text', text: 'noted' }] };
}
