import { HostError } from '@modegate/mcp-host/connections';
import { describe, expect, test } from 'vitest';
import { connect, plainClient } from '../support/connect.ts';
import { politeAnswer } from '../support/fake-servers.ts';
import { quiet } from '../support/fake-time.ts';

const alpha = { alpha: { command: 'alpha' } };

function failedStart(systemCode: string | undefined, httpStatus?: number): never {
  throw new HostError('UPSTREAM_START_FAILED', '"alpha" could not be started.', {
    data: { target: 'alpha', reason: 'could not be started', systemCode, httpStatus },
  });
}

describe('a lost server', () => {
  test('a lost server is retried after a delay, reports why it ended, and has no lists meanwhile', async () => {
    const { connections, servers, server, time } = connect(alpha);
    connections.acquire(plainClient);
    await connections.settled();
    servers.link('alpha').end('It ran out of memory.');
    await quiet();
    expect(server('alpha')).toMatchObject({
      state: { status: 'disconnected', reason: 'It ran out of memory.', attempts: 1, retryAt: time.clock() + 500 },
      tools: [],
      complete: { tools: false },
    });
    expect(server('alpha').errors.at(-1)).toMatchObject({ level: 'error', message: 'It ran out of memory.' });
    await time.pass(500);
    expect(server('alpha')).toMatchObject({ state: { status: 'connected' }, tools: [{ name: 'echo' }] });
  });

  test('a lost server is retried indefinitely with delays that double up to a minute', async () => {
    const { connections, servers, server, time } = connect(alpha, { onStart: () => failedStart(undefined) });
    connections.acquire(plainClient);
    const waits: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      await quiet();
      const { state } = server('alpha');
      if (state.status !== 'disconnected' || state.retryAt === undefined) throw new Error('It is not waiting.');
      expect(state.attempts).toBe(round + 1);
      waits.push(state.retryAt - time.clock());
      await time.pass(state.retryAt - time.clock());
    }
    // Half of the bound, as the random number here is 0.5.
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
    expect(servers.links).toHaveLength(11);
  });

  test('a lost server is never retried without a delay, whatever the random numbers', async () => {
    const { connections, servers, time } = connect(alpha, {
      onStart: () => failedStart(undefined),
      options: { random: () => 0 },
    });
    connections.acquire(plainClient);
    await time.pass(10_000);
    expect(servers.links.length).toBeLessThanOrEqual(101);
  });

  test('the retry delay of a lost server is reset after a connection that lasted', async () => {
    const { connections, servers, server, time } = connect(alpha);
    connections.acquire(plainClient);
    await connections.settled();
    for (let loss = 1; loss <= 4; loss += 1) {
      servers.link('alpha').end();
      await quiet();
      expect(server('alpha').state).toMatchObject({ attempts: loss });
      await time.pass(60_000 - 1_000);
      expect(server('alpha').state.status).toBe('connected');
      if (loss < 4) continue;
      await time.pass(60_000);
      servers.link('alpha').end();
      await quiet();
      expect(server('alpha').state).toMatchObject({ attempts: 1 });
    }
  });

  test.each([
    ['a command that does not exist', 'ENOENT', undefined],
    ['a command that must not be run', 'EACCES', undefined],
    ['credentials that are refused', undefined, 401],
  ])('a server is retried slowly from the first time after %s', async (_, systemCode, httpStatus) => {
    const { connections, server, time } = connect(alpha, { onStart: () => failedStart(systemCode, httpStatus) });
    connections.acquire(plainClient);
    await quiet();
    expect(server('alpha').state).toMatchObject({
      status: 'disconnected',
      reason: '"alpha" could not be started.',
      retryAt: time.clock() + 45_000,
    });
  });

  test('a server whose transport cannot be created is retried as well', async () => {
    const { connections, server } = connect(alpha, {
      options: {
        openTransport() {
          throw new TypeError('args must be strings');
        },
      },
    });
    connections.acquire(plainClient);
    await quiet();
    expect(server('alpha').state).toMatchObject({ status: 'disconnected', reason: 'args must be strings' });
  });
});

describe('restart', () => {
  test('restart skips the back-off delay and resolves with the outcome', async () => {
    let isBroken = true;
    const { connections, server } = connect(alpha, {
      onStart: () => (isBroken ? failedStart('ENOENT') : undefined),
    });
    connections.acquire(plainClient);
    await quiet();
    expect(server('alpha').state.status).toBe('disconnected');
    isBroken = false;
    await connections.restart('alpha');
    expect(server('alpha').state.status).toBe('connected');
  });

  test('restart ends the old link before it opens the new one', async () => {
    const { connections, servers, server } = connect(alpha, { onClose: quiet });
    connections.acquire(plainClient);
    await connections.settled();
    await Promise.all([connections.restart('alpha'), connections.restart('alpha'), connections.restart('alpha')]);
    await connections.settled();
    expect(server('alpha').state.status).toBe('connected');
    expect(servers.mostOpen()).toBe(1);
    expect(servers.open()).toHaveLength(1);
    // The restarts in between were never begun.
    expect(servers.links).toHaveLength(2);
  });

  test('restart leaves an unused server alone and throws for an unknown one', async () => {
    const { connections, servers } = connect(alpha);
    await connections.restart('alpha');
    expect(servers.links).toEqual([]);
    await expect(connections.restart('alpa')).rejects.toMatchObject({
      code: 'SERVER_UNKNOWN',
      message: 'No server is called "alpa" (1 configured). Did you mean "alpha"?',
    });
  });
});

describe('health checks', () => {
  const pings = (methods: readonly string[]) => methods.filter((method) => method === 'ping').length;

  test('an idle server is pinged periodically', async () => {
    const { connections, servers, server, time } = connect(alpha);
    connections.acquire(plainClient);
    await connections.settled();
    await time.pass(95_000);
    expect(pings(servers.link('alpha').methods())).toBe(2);
    expect(server('alpha').state.status).toBe('connected');
  });

  test('a server that is used or busy is not pinged', async () => {
    const { connections, servers, server, time } = connect(alpha, {
      answer: (request) => (request.method === 'tools/call' ? 'silence' : politeAnswer(request)),
    });
    connections.acquire(plainClient);
    await connections.settled();
    const call = connections.request('alpha', 'tools/call', { name: 'slow' }, { timeoutMs: 600_000 });
    call.catch(() => {});
    await time.pass(500_000);
    expect(pings(servers.link('alpha').methods())).toBe(0);
    expect(server('alpha').state.status).toBe('connected');
  });

  test('an idle server that stops answering is reconnected', async () => {
    let isDead = false;
    const { connections, servers, server, time } = connect(alpha, {
      answer: (request) => (isDead ? 'silence' : politeAnswer(request)),
    });
    connections.acquire(plainClient);
    await connections.settled();
    isDead = true;
    await time.pass(90_001);
    expect(server('alpha').errors.at(-1)?.message).toMatch(/^It no longer answers: /);
    expect(servers.linksOf('alpha')[0]?.status()).toBe('closed');
    isDead = false;
    await time.pass(60_000);
    expect(server('alpha').state.status).toBe('connected');
  });

  test('a server that does not support or answer ping stays connected', async () => {
    const { connections, servers, server, time } = connect(alpha, {
      answer: (request) => (request.method === 'ping' ? 'silence' : politeAnswer(request)),
    });
    connections.acquire(plainClient);
    await connections.settled();
    await time.pass(600_000);
    expect(server('alpha').state.status).toBe('connected');
    expect(servers.links).toHaveLength(1);
    expect(pings(servers.link('alpha').methods())).toBe(1);
  });
});
