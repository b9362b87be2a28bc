import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, startHttpServer } from '@modegate/cli-kit/testing';
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

test('serve --http serves MCP, checks the origin of requests and ends with exit code 0 on SIGTERM', async () => {
  const program = await startHttpServer(builtServer, addressArguments(freeAddress()), where());
  const answer = await open(program.url);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('modegate-ipc-server')]);
  expect((await open(`${program.url}/code`)).status).toBe(404);
  expect((await open(program.url, { Origin: 'https://evil.example' })).status).toBe(403);
  expect((await fetch(program.url.replace('/mcp', '/healthz'))).status).toBe(200);
  program.child.kill('SIGTERM');
  expect([await program.ended, program.stdout()]).toEqual([0, '']);
});

test.each(['0.0.0.0:0', '10.0.0.7:80'])(
  'serve --http refuses to accept other machines without credentials: %s',
  async (http) => {
    const { code, stderr } = await runServer(['serve', '--http', http, '--allowed-host', 'x'], where());
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/accepts requests from other machines.*ipc-server token add/),
    ]);
  },
);

test('serve --http requires a token once one exists, and ends the stream of a revoked token', async () => {
  const place = where();
  const add = async (...flags: readonly string[]) => {
    const { code, stdout } = await runServer(['token', 'add', ...flags], place);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^modegate_\S+\n$/)]);
    return { Authorization: `Bearer ${stdout.trim()}` };
  };
  const [ann, other] = [await add('ann'), await add('watcher')];
  openNothing('watcher', join(place.home, '.roo-code/modegate/ipc-tokens.json'));
  const program = await startHttpServer(builtServer, addressArguments(freeAddress()), place);
  expect((await open(program.url)).status).toBe(401);
  expect((await open(program.url, other)).status).toBe(403);
  const answer = await open(program.url, ann);
  const session = { ...ann, 'Mcp-Session-Id': String(answer.headers.get('mcp-session-id')) };
  const listening = await fetch(program.url, { headers: { ...session, Accept: 'text/event-stream' } });
  expect(listening.status).toBe(200);
  expect((await runServer(['token', 'list'], place)).stdout).toContain('ann');
  expect((await runServer(['token', 'revoke', 'ann'], place)).code).toBe(0);
  await expect(listening.text()).rejects.toThrow();
  expect((await open(program.url, ann)).status).toBe(401);
  expect(program.stderr()).not.toContain(ann.Authorization.slice('Bearer '.length));
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});

test('serve offers no metrics options, because it has no metrics', async () => {
  for (const words of [['serve'], ['token', 'add']])
    expect((await runServer(['help', ...words], where())).stdout).not.toContain('metrics');
});

/** As a token that modes-server made for its metrics alone. */
function openNothing(name: string, file: string) {
  const content = JSON.parse(readFileSync(file, 'utf8')) as { readonly tokens: readonly { readonly name: string }[] };
  const tokens = content.tokens.map((token) => (token.name === name ? { ...token, modes: [], metrics: true } : token));
  writeFileSync(file, JSON.stringify({ ...content, tokens }));
}

test.each([
  ['{ "jwt": { "isuer": "x" } }', /auth\.json:1:\d+: .*jwt\.issuer/],
  ['{ "tokens": 1 }', /unknown key 'tokens'/],
  ['{', /not valid JSON/],
])('an unusable --auth file ends serve with exit code 2: %s', async (text, why) => {
  const place = where();
  writeFileSync(join(place.cwd, 'auth.json'), text);
  const { code, stderr } = await runServer(['serve', '--http', '0', '--auth', 'auth.json'], place);
  expect([code, stderr]).toEqual([2, expect.stringMatching(why)]);
});
