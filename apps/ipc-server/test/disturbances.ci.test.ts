import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { connectOutside, type Facts } from './support/outside-client.ts';
import { addressArguments, freeAddress, runAgent } from './support/served-agent.ts';

const ai = 'roo_ipc_poll_ai_messages';
const other = 'roo_ipc_poll_other_events';

describe('an agent that restarts in the middle of a task', () => {
  test('an agent that restarts is found again: the wait ends, an event reports the gap, and calls work', async () => {
    const first = await runAgent({ dialect: 'official', script: { task: () => [{ step: 'hang' }] } });
    const client = await connectOutside(first.args);
    const { taskId } = await client.call('roo_ipc_start_task', { text: 'Hang on' });
    const waiting = client.call('roo_ipc_wait_for_task', { task_id: taskId });
    await first.stop();
    expect(await waiting).toMatchObject({ done: false, connected: false, note: expect.stringMatching(/resume_task/) });
    expect((await client.call('roo_ipc_get_modes')).error).toMatchObject({ name: 'NOT_CONNECTED' });
    expect(await client.call('roo_ipc_status')).toMatchObject({ connected: false, lastError: expect.any(String) });

    const second = await runAgent({ dialect: 'official', address: first.address });
    const events = await client.pollUntil(
      other,
      (all) =>
        all.filter(({ eventName, payload }) => eventName === 'connection' && payload[0].status === 'connected')
          .length === 2,
    );
    const news = events.filter(({ eventName }) => eventName === 'connection').map(({ payload }) => payload[0].status);
    expect(news).toEqual(['connected', 'disconnected', 'connected']);
    expect(await client.call('roo_ipc_wait_for_task', { task_id: taskId })).toMatchObject({
      connected: true,
      done: false,
    });
    const { taskId: again } = await client.call('roo_ipc_start_task', { text: 'Once more' });
    expect(await client.call('roo_ipc_wait_for_task', { task_id: again })).toMatchObject({ done: true });
    await client.close();
    await second.stop();
  });

  test('an agent that restarts with another dialect is addressed in the new dialect', async () => {
    const first = await runAgent({ dialect: 'fork' });
    const client = await connectOutside(first.args);
    expect((await client.call('roo_ipc_get_profiles')).dialect).toBe('fork');
    await first.stop();
    const second = await runAgent({ dialect: 'official', address: first.address });
    await client.pollUntil(other, (all) => all.filter(({ payload }) => payload[0].status === 'connected').length === 2);
    expect((await client.call('roo_ipc_get_modes')).dialect).toBe('official');
    expect((await client.call('roo_ipc_get_profiles')).error).toMatchObject({ name: 'COMMAND_UNSUPPORTED' });
    await client.close();
    await second.stop();
  });

  test('an agent that starts after the server is found', async () => {
    const address = freeAddress();
    if (address.kind !== 'socket') return;
    const client = await connectOutside(addressArguments(address));
    const failed = await client.call('roo_ipc_start_task', { text: 'Hello' });
    expect(failed.error).toMatchObject({ name: 'NOT_CONNECTED', message: expect.stringMatching(/ENOENT.*doctor/) });
    const agent = await runAgent({ dialect: 'zoo', address });
    await client.pollUntil(other, (all) => all.some(({ eventName }) => eventName === 'connection'));
    expect(await client.call('roo_ipc_start_task', { text: 'Hello' })).toMatchObject({ taskId: expect.any(String) });
    await client.close();
    await agent.stop();
  });
});

test('two MCP clients of one agent get their own answers and both see every event', async () => {
  const agent = await runAgent({ dialect: 'fork' });
  const [one, two] = await Promise.all([connectOutside(agent.args), connectOutside(agent.args)]);
  const { taskId } = await one.call('roo_ipc_start_task', { text: 'Whose is this' });
  const [seenByOne, seenByTwo] = await Promise.all(
    [one, two].map((client) => client.call('roo_ipc_wait_for_task', { task_id: taskId })),
  );
  expect([seenByOne, seenByTwo]).toMatchObject([{ done: true }, { done: true }]);
  const queries = Array.from({ length: 20 }, (_, index) =>
    (index % 2 === 0 ? one : two).call(index % 3 === 0 ? 'roo_ipc_get_active_profile' : 'roo_ipc_get_profiles'),
  );
  for (const [index, facts] of (await Promise.all(queries)).entries()) {
    expect(facts.payload).toEqual(index % 3 === 0 ? 'default' : ['default']);
  }
  const messagesOf = async (client: typeof one) =>
    (await client.call(ai, { limit: 1000 })).events.map(({ payload }: Facts) => payload);
  const [first, second] = [await messagesOf(one), await messagesOf(two)];
  expect(first.length).toBeGreaterThan(5);
  expect(second).toEqual(first);
  await Promise.all([one.close(), two.close()]);
  await agent.stop();
});

describe('an agent that never answers', () => {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();

  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  });

  async function runMute(greeting: string): Promise<readonly string[]> {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).resume();
      socket.write(greeting);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return ['--port', String(address.port)];
  }

  const ack = { type: 'Ack', origin: 'server', data: { clientId: 'c1', pid: 1, ppid: 1 } };
  const acknowledges = `${JSON.stringify({ type: 'message', data: ack })}\f`;

  test('calls to an agent that never answers time out, and everything else continues', async () => {
    const client = await connectOutside([...(await runMute(acknowledges)), '--dialect', 'fork']);
    let ended = 0;
    const calls = ['roo_ipc_get_configuration', 'roo_ipc_is_ready', 'roo_ipc_get_profiles'].map((name) =>
      client.call(name, { timeout_ms: 5000 }).finally(() => ended++),
    );
    expect(await client.call(ai)).toMatchObject({ events: [], connected: true });
    expect(await client.call('roo_ipc_status')).toMatchObject({ connected: true });
    expect(ended, 'commands that ended before the other calls').toBe(0);
    for (const facts of await Promise.all(calls)) {
      expect(facts.error).toMatchObject({ name: 'COMMAND_TIMEOUT', code: -32_051, data: { timeoutMs: 5000 } });
    }
    expect((await client.call('roo_ipc_status')).counters.commandsTimedOut).toBe(3);
    await client.close();
  });

  test('an agent that never sends its acknowledgement makes calls fail with NOT_CONNECTED and the time limit', async () => {
    const client = await connectOutside([...(await runMute('')), '--ack-timeout-ms', '300']);
    const { error } = await client.call('roo_ipc_get_modes');
    expect(error).toMatchObject({ name: 'NOT_CONNECTED', message: expect.stringMatching(/300/) });
    await client.close();
  });

  test('nonsense from an agent does no harm', async () => {
    const nonsense = [
      '{}',
      'null',
      '"hi"',
      '{"type":"__proto__"}',
      '{"type":"start"}',
      '\u0000',
      'x'.repeat(100_000),
      '',
    ];
    const client = await connectOutside(await runMute(`${acknowledges}${nonsense.join('\f')}\f`));
    const status = await client.call('roo_ipc_is_ready', { timeout_ms: 200 });
    expect(status).toMatchObject({ connected: true });
    await expect
      .poll(async () => (await client.call('roo_ipc_status')).counters)
      .toMatchObject({ malformedFrames: 5, foreignFrames: 2, emptyFrames: 1 });
    await client.close();
  });
});
