import { createFolder } from '@modegate/cli-kit/testing';
import { cleanProject } from './sample-project.ts';

/** A server of nothing but JSON-RPC lines. Each start adds a line to `starts.txt`; the argument says what it does about `tools/list`. */
const script = `import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const [, , manner] = process.argv;
appendFileSync('starts.txt', process.pid + '\\n');
console.error('a word of the server');
if (manner === 'stubborn') {
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => undefined);
  setInterval(() => undefined, 1000);
}
const tools = [
  { name: 'get_issue', description: 'Reads', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  { name: 'delete_repo', description: 'Deletes', inputSchema: { type: 'object' }, annotations: { destructiveHint: true } },
];
const results = {
  initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'raw', version: '1' } },
  'tools/list': { tools: manner === 'odd' ? [{ title: 'no name' }] : tools },
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (id === undefined || manner === 'hang' || manner === 'stubborn') continue;
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }) + '\\n');
}
`;

/** How a server behaves: it answers, never answers, answers with tools that are none, or neither answers nor ends. */
export type Manner = 'answer' | 'hang' | 'odd' | 'stubborn';

/** A project whose servers are scripts that behave so. */
export function createLiveProject(servers: Readonly<Record<string, Manner>>): string {
  const entries = Object.entries(servers).map(([name, manner]) => [
    name,
    { command: process.execPath, args: ['server.mjs', manner], env: { SERVER_TOKEN: 'not-to-be-shown' } },
  ]);
  return createFolder({
    ...cleanProject,
    'server.mjs': script,
    '.roo/mcp.json': `${JSON.stringify({ mcpServers: Object.fromEntries(entries) }, null, 2)}\n`,
  });
}
