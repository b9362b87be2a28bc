import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleScript } from '../server/bundle-echo.mjs';
import { modesServerPath, prepareEcho, withEmptyPlaces } from '../server/contestants.mjs';
import { callTool, initialize, startServer } from '../server/json-rpc-driver.mjs';
import { report, runRounds } from '../server/measure-calls.mjs';
import { startHttpServer } from './http-driver.mjs';

/** One call through each way to the same echo server: directly, a trivial proxy, the gateway, and mcp-proxy over HTTP. */
export async function measureHops({ quick }) {
  return withEmptyPlaces(async ({ emptyProject, env, echoPath }) => {
    const failures = [];
    const contestants = [];
    const at = { cwd: emptyProject, env };
    const add = async (title, server, prepare) => {
      contestants.push({ title, server, p50Ms: [], p99Ms: [], perSecond: [] });
      Object.assign(contestants.at(-1), await prepare(server));
    };
    try {
      await add(
        'a trivial proxy of the SDK',
        await startOn(await trivialProxy(), { ...at, args: [echoPath] }),
        prepareEcho,
      );
      await add('directly, without a proxy', await startOn(echoPath, at), prepareEcho);
      await add('modes-server, --mode code', await startGateway(echoPath, at, ['--mode', 'code']), prepareGateway);
      await add('modes-server, in a task', await startGateway(echoPath, at, []), prepareTask);
      await add('mcp-proxy (HTTP)', await startHttpServer((port) => mcpProxy(port, echoPath), at), prepareEcho);
      await runRounds(contestants, { quick, failures });
    } finally {
      for (const { server } of contestants) await server.stop();
    }
    return { title: 'gateway: a call one at a time, and 64 in flight', failures, ...report(contestants, 'proxy') };
  });
}

function trivialProxy() {
  return bundleScript(fileURLToPath(new URL('trivial-proxy.mjs', import.meta.url)));
}

async function startOn(script, options) {
  const server = startServer(script, options);
  await initialize(server);
  return server;
}

/** The file of servers is outside the project, so the gateway starts them without asking. */
async function startGateway(echoPath, at, flags) {
  const servers = join(at.env.HOME, 'servers.json');
  writeFileSync(servers, JSON.stringify({ mcpServers: { echo: { command: process.execPath, args: [echoPath] } } }));
  return startOn(modesServerPath, { ...at, args: ['--servers', servers, '--surface', 'tools', ...flags] });
}

/** The same questions as for the others, under the name that the gateway gives the tool; the answers are the same too. */
async function prepareGateway(server) {
  const { calls } = await prepareEcho();
  await untilListed(server, 'echo__echo');
  return { tool: 'echo__echo', calls };
}

/** The mode comes from a task, whose trail then holds every decision. */
async function prepareTask(server) {
  await callTool(server, 'create_task', { mode_slug: 'code' });
  return prepareGateway(server);
}

async function untilListed(server, name) {
  const until = Date.now() + 20_000;
  for (;;) {
    const { result } = await server.request('tools/list', {});
    if (result.tools.some((tool) => tool.name === name)) return;
    if (Date.now() > until) throw new Error(`The gateway never listed ${name}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function mcpProxy(port, echoPath) {
  const manifest = createRequire(import.meta.url).resolve('mcp-proxy');
  const bin = join(dirname(manifest), 'bin/mcp-proxy.mjs');
  return [bin, '--host', '127.0.0.1', '--port', String(port), '--server', 'stream', '--', process.execPath, echoPath];
}
