import { fileURLToPath } from 'node:url';
import { startServer as startHttpServer } from '../serve/contestants.mjs';
import { openClient } from '../serve/http-client.mjs';
import { bundleScript } from '../server/bundle-echo.mjs';
import { initialize, startServer as startStdioServer } from '../server/json-rpc-driver.mjs';

/** The eras, and the servers that speak each; the first is ours. */
export const eras = [
  { era: 'legacy', revision: '2025-11-25', servers: ['mcp-protocol', 'SDK v1', 'SDK v2'] },
  { era: 'modern', revision: '2026-07-28', servers: ['mcp-protocol', 'SDK v2'] },
];

const scripts = { 'mcp-protocol': 'own-server', 'SDK v1': 'sdk-v1-server', 'SDK v2': 'sdk-v2-server' };

/** Starts a server on stdio and begins to speak the era; `clients` has the one client that it may have. */
export async function startOnStdio(title, era, { cwd, env }) {
  const server = startStdioServer(await bundled(title), { cwd, env, args: ['stdio', era] });
  if (era === 'legacy') await initialize(server);
  return { title, pid: server.pid, clients: [server], stop: server.stop };
}

/** Starts a server over HTTP, with so many clients that speak the era. */
export async function startOnHttp(title, era, { cwd, env, count }) {
  const server = await startHttpServer(await bundled(title), ['http', era], { cwd, env });
  const options = era === 'legacy' ? {} : { headersOf };
  const clients = await Promise.all(Array.from({ length: count }, () => openClient(server.url, options)));
  const stop = async () => {
    for (const client of clients) client.close();
    await server.stop();
  };
  return { title, pid: server.pid, clients, stop };
}

/** What a request without a session says of itself (MCP 2026-07-28, `_meta`). */
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'modegate-bench', version: '0.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const texts = ['write_to_file docs/plan.md', 'write_to_file src/app.py'];

/** One call; whether its answer is what every server has to say. */
export async function callEcho(client, era, index) {
  const text = texts[index % texts.length];
  const said = era === 'legacy' ? {} : { _meta: meta };
  const { result } = await client.request('tools/call', { name: 'echo', arguments: { text }, ...said });
  return JSON.stringify(result?.content) === JSON.stringify([{ type: 'text', text }]) && result.isError !== true;
}

function headersOf({ method, params }) {
  const name = params.name === undefined ? '' : `Mcp-Name: ${params.name}\r\n`;
  return `Mcp-Protocol-Version: 2026-07-28\r\nMcp-Method: ${method}\r\n${name}`;
}

function bundled(title) {
  return bundleScript(fileURLToPath(new URL(`${scripts[title]}.mjs`, import.meta.url)));
}
