import { createFolder, startHttpServer } from '@modegate/program-shell/testing';
import { expect, test } from 'vitest';
import { builtServer, runServer } from './support/built-server.ts';
import { addressArguments, freeAddress } from './support/served-agent.ts';

const where = () => ({ cwd: createFolder(), home: createFolder() });

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

function open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const sent = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers };
  return fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(initialize) });
}

test('serves over HTTP, checks who asks, and ends with 0 on SIGTERM', async () => {
  const program = await startHttpServer(builtServer, addressArguments(freeAddress()), where());
  const answer = await open(program.url);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('modegate-ipc-server')]);
  expect((await open(`${program.url}/code`)).status).toBe(404);
  expect((await open(program.url, { Origin: 'https://evil.example' })).status).toBe(403);
  expect((await fetch(program.url.replace('/mcp', '/healthz'))).status).toBe(200);
  program.child.kill('SIGTERM');
  expect([await program.ended, program.stdout()]).toEqual([0, '']);
});

test.each(['0.0.0.0:0', '10.0.0.7:80'])('drives an agent for nobody beyond this machine: %s', async (http) => {
  const { code, stderr } = await runServer(['serve', '--http', http, '--allowed-host', 'x'], where());
  expect([code, stderr]).toEqual([2, expect.stringMatching(/lets others than this machine in.*ssh -L/)]);
});
