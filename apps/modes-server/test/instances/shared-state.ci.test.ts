import { setTimeout as pause } from 'node:timers/promises';
import { openPostgres } from '@modegate/session-store/postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../packages/session-store/test/support/postgres-server.ts';
import { testModes } from '../gateway/support/gateway.ts';
import { openSession } from '../gateway/support/http-session.ts';
import { namesAsHeard } from '../gateway/support/names-as-heard.ts';
import { refs } from '../gateway/support/pair.ts';
import { twoTools } from '../gateway/support/upstreams.ts';
import { runServer } from '../support/built-server.ts';
import { openService, type Service } from './support/service.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

afterAll(() => server.close());

/** Two instances in front of the server alpha, which the project names. */
async function openPair(flags: readonly string[]): Promise<Service & { readonly urls: readonly string[] }> {
  const files = {
    '.roomodes': testModes,
    '.roo/mcp.json': JSON.stringify({ mcpServers: { alpha: twoTools('alpha').entry } }),
  };
  const service = await openService({
    database: server.connectionString,
    count: 2,
    files,
    flags: ['--surface', 'tools', ...flags],
  });
  return { ...service, urls: service.instances.map(({ url }) => url) };
}

/** A client of one instance that ends with the test. */
async function join(url = '') {
  const session = await openSession(url);
  onTestFinished(session.leave);
  return session;
}

type Joined = Awaited<ReturnType<typeof join>>;

async function createTask(client: Joined): Promise<string> {
  return (await client.call('create_task', { mode_slug: 'free' })).result.structuredContent.session_id;
}

describe('a task that is switched on another instance', () => {
  test('a task switched on another instance uses its new mode: the client is notified, and denied calls are refused', async () => {
    const { urls } = await openPair(['--trust-project', '--toolsets', 'off']);
    const [worker, other] = [await join(urls[0]), await join(urls[1])];
    const session_id = await createTask(worker);
    const names = namesAsHeard({ received: worker.heard, names: worker.names });
    await expect.poll(names).toContain('alpha__echo');
    expect((await worker.call('alpha__echo', { text: 'one' })).result.content[0].text).toBe('alpha:one');
    await other.call('switch_mode', { session_id, new_mode_slug: 'no-servers' });
    await expect.poll(names).toEqual([]);
    expect(JSON.stringify(await worker.call('alpha__echo', { text: 'two' }))).toMatch(/no-servers/);
    await other.call('switch_mode', { session_id, new_mode_slug: 'only-alpha' });
    await expect.poll(names).toContain('alpha__echo');
    expect((await worker.call('alpha__echo', { text: 'three' })).result.content[0].text).toBe('alpha:three');
  });

  test('a task switched while PostgreSQL was unavailable gets its new mode afterwards', async () => {
    const { urls } = await openPair(['--trust-project', '--toolsets', 'off']);
    const [worker, other] = [await join(urls[0]), await join(urls[1])];
    const session_id = await createTask(worker);
    await expect.poll(() => worker.names()).toContain('alpha__echo');
    await server.kill();
    const failed = await other.call('switch_mode', { session_id, new_mode_slug: 'no-servers' });
    expect(JSON.stringify(failed)).toMatch(/Internal error/);
    await server.start();
    for (;;) {
      const { result } = await other.call('switch_mode', { session_id, new_mode_slug: 'no-servers' });
      if (result.isError !== true) break;
      await pause(20);
    }
    await expect.poll(() => worker.names()).toEqual([]);
  });
});

describe('the audit trail of a task', () => {
  test('the audit trail of a task has the calls through all instances, and survives the end of one', async () => {
    const { urls, instances } = await openPair(['--trust-project', '--toolsets', 'off']);
    const [one, other] = [await join(urls[0]), await join(urls[1])];
    const session_id = await createTask(one);
    const ask = async ({ call }: Joined, file_path: string) =>
      (await call('validate_tool_use', { session_id, tool_name: 'read_file', file_path })).result;
    const trail = async ({ call }: Joined) => {
      const { result } = await call('get_task_info', { session_id, include_audit: true });
      return result.structuredContent.decisions.map(({ tool, mode }: Record<string, string>) => `${tool} ${mode}`);
    };
    await ask(one, 'a.md');
    await ask(one, 'b.md');
    expect(await trail(one)).toEqual(['read_file free', 'read_file free']);
    // Answers wait for a tenth of a second; what the other instance answers meanwhile may come before them.
    await expect.poll(() => trail(other)).toHaveLength(2);
    await ask(other, 'c.md');
    await other.call('switch_mode', { session_id, new_mode_slug: 'no-servers' });
    expect((await ask(one, 'd.md')).structuredContent).toMatchObject({ mode: 'no-servers' });
    await expect.poll(() => one.names()).toEqual([]);
    expect(JSON.stringify(await one.call('alpha__echo', { text: 'no' }))).toMatch(/no-servers/);
    const all = [...Array(3).fill('read_file free'), 'read_file no-servers', 'use_mcp_tool no-servers'];
    await expect.poll(() => trail(other)).toEqual(all);
    instances[0]?.child.kill('SIGKILL');
    await instances[0]?.ended;
    expect(await trail(other)).toEqual(all);
  });

  test('no question is answered in the old mode after a switch on another instance', async () => {
    const { urls } = await openPair(['--gateway', 'off']);
    const [one, other] = [await join(urls[0]), await join(urls[1])];
    const session_id = await createTask(one);
    for (let round = 0; round < 40; round++) {
      const mode = round % 2 === 0 ? 'no-servers' : 'free';
      const [asking, switching] = round % 3 === 0 ? [other, one] : [one, other];
      await switching.call('switch_mode', { session_id, new_mode_slug: mode });
      const { result } = await asking.call('validate_tool_use', { session_id, tool_name: 'read_file' });
      expect(result.structuredContent.mode).toBe(mode);
    }
  });
});

describe('shared state of the gateway', () => {
  test('a toolset that is built and equipped through one instance is equipped in all', async () => {
    const { urls } = await openPair(['--trust-project', '--mode', 'free', '--toolsets', 'flat']);
    const [first, second] = [await join(urls[0]), await join(urls[1])];
    await expect.poll(() => second.names()).toContain('alpha__status');
    await expect
      .poll(
        async () =>
          (await first.call('build-toolset', { name: 'one', tools: refs('alpha.echo'), autoEquip: true })).result,
      )
      .toMatchObject({ structuredContent: { meta: { success: true } } });
    const upstream = (names: readonly string[]) => names.filter((name) => name.startsWith('alpha__'));
    await expect.poll(async () => upstream(await second.names())).toEqual(['alpha__echo']);
    const saved = await second.call('list-saved-toolsets');
    expect(JSON.stringify(saved)).toContain('"one"');
    await second.call('unequip-toolset');
    await expect.poll(async () => upstream(await first.names())).toContain('alpha__status');
  });

  test('one consent lets every instance start the server, whose tools are then known in the database', async () => {
    const { urls, schema, where } = await openPair(['--mode', 'free', '--toolsets', 'off']);
    const clients = [await join(urls[0]), await join(urls[1])];
    expect(await Promise.all(clients.map((client) => client.names()))).toEqual([[], []]);
    const agreed = await runServer(['trust', '--yes', '--config', `${where.home}/config.json`], where);
    expect([agreed.code, agreed.stdout]).toEqual([0, expect.stringContaining('Trusted: alpha')]);
    for (const client of clients) await expect.poll(() => client.names()).toContain('alpha__echo');
    const database = await openPostgres({ connectionString: server.connectionString, schema });
    onTestFinished(database.close);
    await expect.poll(() => database.text('known-tools').read()).toContain('"echo"');
    const revoked = await runServer(['trust', '--revoke', '--config', `${where.home}/config.json`], where);
    expect(revoked.code).toBe(0);
    for (const client of clients) await expect.poll(() => client.names()).toEqual([]);
  });
});
