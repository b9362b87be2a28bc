import { once } from 'node:events';
import { request as open } from 'node:http';
import { writeFiles } from '@modegate/cli-kit/testing';
import { openPostgres } from '@modegate/session-store/postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../packages/session-store/test/support/postgres-server.ts';
import { relayToken } from '../../src/instances/relay-token.ts';
import { connectHttp, initialize, post } from '../support/http-wire.ts';
import { openService, type Service } from './support/service.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

afterAll(() => server.close());

const openPair = (names: readonly string[] = []) =>
  openService({ database: server.connectionString, count: 2, names, flags: ['--gateway', 'off'] });

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

const url = ({ instances }: Service, index: number): string => instances[index]?.url ?? '';

const openDatabase = async (schema: string) => {
  const database = await openPostgres({ connectionString: server.connectionString, schema });
  onTestFinished(database.close);
  return database;
};

test('the relay address refuses requests without the secret, and also requires the client credential', async () => {
  const service = await openPair(['ann']);
  const { instances } = await openDatabase(service.schema);
  const [one] = await instances.all();
  const relay = `http://${one?.address}/mcp`;
  const secret = await instances.secret('relay', 'unused');
  const token = relayToken(secret, one?.id ?? '');
  for (const guess of [{}, { 'modegate-relay': '' }, { 'modegate-relay': secret }, { 'modegate-relay': `${token}x` }])
    expect((await fetch(relay, { method: 'POST', headers: guess })).status).toBe(403);
  expect((await post(relay, initialize, { 'modegate-relay': token })).status).toBe(401);
  expect(
    (await post(relay, ping, { 'modegate-relay': token, 'Mcp-Session-Id': 'x', ...service.as('ann') })).status,
  ).toBe(404);
});

test('a relay header from a client and the id of an unknown instance have no effect', async () => {
  const service = await openPair();
  const { sessionId } = await connectHttp(url(service, 0));
  const named = (instance: string) => ({ 'Mcp-Session-Id': `${sessionId.split('.')[0]}.${instance}` });
  expect((await post(url(service, 1), ping, { 'Mcp-Session-Id': sessionId, 'modegate-relay': 'mine' })).status).toBe(
    200,
  );
  expect((await post(url(service, 1), ping, named('0'.repeat(24)))).status).toBe(404);
  expect((await post(url(service, 1), ping, named('127.0.0.1:80'))).status).toBe(404);
  const foreign = await fetch(url(service, 1), {
    method: 'POST',
    headers: { 'Mcp-Session-Id': sessionId, Origin: 'https://evil.example', 'Content-Type': 'application/json' },
    body: JSON.stringify(ping),
  });
  expect(foreign.status).toBe(403);
});

test('a relayed stream passes unchanged, and ends when its instance is killed', async () => {
  const service = await openPair();
  const client = await connectHttp(url(service, 0));
  const headers = {
    Accept: 'text/event-stream',
    'Mcp-Session-Id': client.sessionId,
    'MCP-Protocol-Version': '2025-11-25',
  };
  const { hostname, port, pathname } = new URL(url(service, 1));
  const sent = open({ host: hostname, port, path: pathname, headers }).end();
  const [stream] = await once(sent, 'response');
  expect([stream.statusCode, stream.headers['content-type']]).toEqual([200, 'text/event-stream']);
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const broken = new Promise((resolve) => stream.once('close', resolve));
  stream.on('error', () => undefined);
  const { session_id } = (await client.call('create_task', { mode_slug: 'code' })).structuredContent;
  const poet = { slug: 'poet', name: 'Poet', roleDefinition: 'You write poems.', groups: [] };
  writeFiles(service.where.cwd, { '.roomodes': JSON.stringify({ customModes: [poet] }) });
  await expect.poll(() => text).toContain('notifications/resources/list_changed');
  expect(stream.complete).toBe(false);
  service.instances[0]?.child.kill('SIGKILL');
  await broken;
  // The session has gone with its instance, and says so at once; a new one is made, and the task is there.
  await expect
    .poll(async () => (await post(url(service, 1), ping, { 'Mcp-Session-Id': client.sessionId })).status)
    .toBe(404);
  const again = await connectHttp(url(service, 1));
  expect((await again.call('get_task_info', { session_id })).structuredContent).toMatchObject({ mode: 'code' });
});

test('a stopped instance relays nothing, and its sessions are not found elsewhere', async () => {
  const service = await openPair();
  const client = await connectHttp(url(service, 0));
  const stopped = service.instances[0];
  stopped?.child.kill('SIGTERM');
  expect(await stopped?.ended).toBe(0);
  const ask = async () => (await post(url(service, 1), ping, { 'Mcp-Session-Id': client.sessionId })).status;
  await expect.poll(ask).toBe(404);
  const { instances } = await openDatabase(service.schema);
  expect(await instances.all()).toHaveLength(1);
});

test('an instance that pauses disappears for the others, and is found again when it continues', async () => {
  const service = await openPair();
  const client = await connectHttp(url(service, 0));
  const ask = async () => (await post(url(service, 1), ping, { 'Mcp-Session-Id': client.sessionId })).status;
  expect(await ask()).toBe(200);
  service.instances[0]?.child.kill('SIGSTOP');
  await expect.poll(ask, { timeout: 30_000 }).toBe(404);
  service.instances[0]?.child.kill('SIGCONT');
  await expect.poll(ask, { timeout: 30_000 }).toBe(200);
});
