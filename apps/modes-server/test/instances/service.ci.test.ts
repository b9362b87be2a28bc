import { setTimeout as pause } from 'node:timers/promises';
import type { ModeSwitch } from '@modegate/session-store';
import { openPostgresStore } from '@modegate/session-store/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../packages/session-store/test/support/postgres-server.ts';
import { connectHttp, initialize, post } from '../support/http-wire.ts';
import { inLanes } from './support/lanes.ts';
import { openService, type Service } from './support/service.ts';
import { connectSteady, type SteadyClient } from './support/steady-client.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);

afterAll(() => server.close());

test('a session answers behind the proxy on whichever instance a request arrives', async () => {
  const { url, instances } = await openService({
    database: server.connectionString,
    count: 3,
    flags: ['--gateway', 'off'],
  });
  const client = await connectHttp(url);
  expect(client.status).toBe(200);
  const { session_id } = (await client.call('create_task', { mode_slug: 'code' })).structuredContent;
  for (let round = 0; round < 6; round++) {
    const judged = await client.call('validate_tool_use', { session_id, tool_name: 'read_file', file_path: 'a.ts' });
    expect(judged.structuredContent).toMatchObject({ allowed: true, mode: 'code' });
  }
  expect(instances).toHaveLength(3);
  expect((await post(url, { jsonrpc: '2.0', id: 1, method: 'ping' }, { 'Mcp-Session-Id': 'nobody' })).status).toBe(404);
});

/** 1,000 for a full run. */
const sessions = Number(process.env.MODEGATE_SESSIONS ?? 80);

/** 200 for a full run. */
const kills = Number(process.env.MODEGATE_KILLS ?? 4);

const modes = ['code', 'ask', 'architect', 'debug'];

interface Worker {
  readonly client: SteadyClient;
  readonly owner: string;
  readonly taskSession: string;
}

interface Switched {
  readonly taskSession: string;
  readonly reason: string;
  readonly isCertain: boolean;
}

test.each([2, 4])(
  `${sessions} sessions on %i instances with task switches and one instance killed lose and leak nothing`,
  {
    timeout: 60_000 + sessions * 600,
  },
  async (count) => {
    const flags = ['--gateway', 'off', '--max-tasks', '100000', '--http-limit', 'max_sessions=20000'];
    const names = ['ann', 'bob'];
    const service = await openService({ database: server.connectionString, count, names, flags });
    const { url, instances, as, schema } = service;
    const workers = await openWorkers(service, sessions, names);
    const owners = new Set(workers.map(({ client }) => client.sessionIds[0]?.split('.')[1]));
    expect(owners.size).toBe(count);

    // Each task is switched by its own client and by two others of the same owner.
    const jobs = [0, 1].flatMap((round) =>
      workers.flatMap((_, index) => [0, 2, 4].map((shift) => ({ round, index, target: (index + shift) % sessions }))),
    );
    const acknowledged: Switched[] = [];
    let done = 0;
    await inLanes(48, jobs, async ({ round, index, target }) => {
      done += 1;
      if (done === Math.floor(jobs.length / 2)) instances[0]?.child.kill('SIGKILL');
      const { client } = at(workers, index);
      const { taskSession } = at(workers, target);
      const reason = `${index} ${round} ${target}`;
      const slug = modes[(index + round + target + done) % modes.length];
      const { result, isCertain } = await client.call('switch_mode', {
        session_id: taskSession,
        new_mode_slug: slug,
        reason,
      });
      expect(result.isError, JSON.stringify(result)).not.toBe(true);
      if (result.structuredContent.changed) acknowledged.push({ taskSession, reason, isCertain });
    });
    expect(acknowledged.length).toBeGreaterThan(jobs.length / 3);

    await expectSwitches(
      schema,
      workers.map(({ taskSession }) => taskSession),
      acknowledged,
    );

    // Only clients of the instance that was killed have begun again.
    const again = workers.filter(({ client }) => client.sessionIds.length > 1);
    expect(again.length).toBeGreaterThan(0);
    expect(new Set(again.map(({ client }) => client.sessionIds[0]?.split('.')[1])).size).toBe(1);
    expect(again.every(({ client }) => client.sessionIds.length === 2)).toBe(true);

    const strangers = { ann: await connectSteady(url, as('bob')), bob: await connectSteady(url, as('ann')) };
    await inLanes(16, workers, async ({ client, owner, taskSession }) => {
      const { result } = await strangers[owner as 'ann' | 'bob'].call('get_task_info', { session_id: taskSession });
      expect(result.structuredContent.error.name).toBe('TASK_NOT_FOUND');
      const stranger = as(owner === 'ann' ? 'bob' : 'ann');
      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
      const taken = await post(url, ping, { ...stranger, 'Mcp-Session-Id': client.sessionIds.at(-1) ?? '' });
      expect(taken.status).toBe(404);
    });
    expect((await post(url, initialize)).status).toBe(401);
  },
);

test(`no acknowledged change is lost while ${kills} instances are killed and restarted one after the other`, {
  timeout: 60_000 + kills * 20_000,
}, async () => {
  const flags = ['--gateway', 'off', '--max-tasks', '100000'];
  const service = await openService({ database: server.connectionString, count: 2, names: ['ann'], flags });
  const tasks: string[] = [];
  const acknowledged: Switched[] = [];
  let isOver = false;
  // A history keeps a hundred switches, so that each task gets fewer.
  const workOnTask = async (client: SteadyClient): Promise<void> => {
    const created = await client.call('create_task', { mode_slug: 'code' });
    const taskSession = created.result.structuredContent.session_id;
    tasks.push(taskSession);
    for (let round = 1; round <= 40 && !isOver; round++) {
      const slug = modes[round % modes.length];
      const reason = `round ${round}`;
      const change = { session_id: taskSession, new_mode_slug: slug, reason };
      const { result, isCertain } = await client.call('switch_mode', change);
      if (result.structuredContent.changed) acknowledged.push({ taskSession, reason, isCertain });
    }
  };
  const working = Array.from({ length: 12 }, async () => {
    const client = await connectSteady(service.url, service.as('ann'));
    while (!isOver) await workOnTask(client);
  });
  for (let kill = 0; kill < kills; kill++) {
    await pause(Math.random() * 500);
    await service.replace(kill % 2);
  }
  isOver = true;
  await Promise.all(working);
  expect(acknowledged.length).toBeGreaterThan(kills);
  await expectSwitches(service.schema, tasks, acknowledged);
});

function at(workers: readonly Worker[], index: number): Worker {
  const worker = workers[index];
  if (worker === undefined) throw new Error(`There is no worker ${index}.`);
  return worker;
}

/** Every switch that was acknowledged is in the history of its task, which is one unbroken chain. */
async function expectSwitches(
  schema: string,
  tasks: readonly string[],
  acknowledged: readonly Switched[],
): Promise<void> {
  const store = await openPostgresStore({ connectionString: server.connectionString, schema });
  const switchesOf = new Map<string, readonly ModeSwitch[]>();
  for (const taskSession of tasks) {
    const task = (await store.get(taskSession))?.task;
    if (task === undefined) throw new Error('A task is lost.');
    switchesOf.set(taskSession, task.switches);
    const steps = task.switches.map(({ from, to }) => [from, to]);
    // Each begins where the one before it has led, and the last has led to where the task is.
    expect(steps.map(([from]) => from)).toEqual(['code', ...steps.map(([, to]) => to)].slice(0, steps.length));
    expect(task.mode).toBe(steps.at(-1)?.[1] ?? 'code');
  }
  await store.close();
  for (const { taskSession, reason, isCertain } of acknowledged) {
    const times = switchesOf.get(taskSession)?.filter((one) => one.reason === reason).length ?? 0;
    expect([reason, times], taskSession).toEqual([reason, isCertain ? 1 : expect.toBeOneOf([1, 2])]);
  }
}

/** Clients that have created a task each, of several owners by turns. */
async function openWorkers({ url, as }: Service, count: number, names: readonly string[]): Promise<readonly Worker[]> {
  const workers: Worker[] = [];
  await inLanes(32, Array.from({ length: count }), async (_, index) => {
    const owner = names[index % names.length] ?? '';
    const client = await connectSteady(url, as(owner));
    const { result } = await client.call('create_task', { mode_slug: 'code' });
    workers[index] = { client, owner, taskSession: result.structuredContent.session_id };
  });
  return workers;
}
