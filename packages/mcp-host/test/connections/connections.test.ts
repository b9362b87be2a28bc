import { describe, expect, test } from 'vitest';
import { connect, plainClient } from '../support/connect.ts';
import { politeAnswer } from '../support/fake-servers.ts';
import { quiet } from '../support/fake-time.ts';

const two = { beta: { command: 'beta' }, alpha: { command: 'alpha' } };

describe('starting connections', () => {
  test('no server starts before the connections are acquired', async () => {
    const { connections, servers, server } = connect(two);
    await quiet();
    expect(servers.links).toEqual([]);
    expect(connections.servers.map(({ name }) => name)).toEqual(['alpha', 'beta']);
    expect(server('alpha').state).toMatchObject({ status: 'disconnected', attempts: 0, retryAt: undefined });
  });

  test('the first lease starts all servers in parallel, and a hanging server delays none of the others', async () => {
    const { connections, server } = connect(two, {
      answer: (request) => (request.link.server === 'alpha' ? 'silence' : politeAnswer(request)),
    });
    connections.acquire(plainClient);
    expect(connections.servers.map(({ state }) => state.status)).toEqual(['connecting', 'connecting']);
    await quiet();
    expect(server('alpha').state).toMatchObject({ status: 'connecting', attempt: 1 });
    expect(server('beta').state).toMatchObject({ status: 'connected', protocolVersion: '2025-11-25' });
    expect(server('beta').tools).toEqual([{ name: 'echo', inputSchema: { type: 'object' } }]);
  });

  test('a server that does not answer initialize is given up after its timeout and tried again', async () => {
    const { connections, servers, server, time } = connect({ alpha: two.alpha }, { answer: () => 'silence' });
    connections.acquire(plainClient);
    await time.pass(60_001);
    expect(server('alpha').state).toMatchObject({ status: 'disconnected', attempts: 1 });
    expect(servers.link('alpha').status()).toBe('closed');
    await time.pass(1_000);
    expect(server('alpha').state).toMatchObject({ status: 'connecting', attempt: 2 });
    expect(servers.mostOpen()).toBe(1);
  });

  test('a link that never opens is given up', async () => {
    const { connections, server, time } = connect({ alpha: two.alpha }, { onStart: () => new Promise(() => {}) });
    connections.acquire(plainClient);
    await time.pass(121_001);
    expect(server('alpha').state).toMatchObject({ status: 'disconnected', reason: 'It was not ready within 121 s.' });
  });

  test('only a limited number of servers start together, and a slow one stops counting after a while', async () => {
    const many = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`s${index}`, { command: 'x' }]));
    const { connections, servers, time } = connect(many, { answer: () => 'silence', options: { maxStarting: 2 } });
    connections.acquire(plainClient);
    await quiet();
    expect(servers.links.map(({ server }) => server)).toEqual(['s0', 's1']);
    await time.pass(5_000);
    expect(servers.links).toHaveLength(4);
    await time.pass(5_000);
    expect(servers.links).toHaveLength(5);
    await connections.close();
    expect(servers.open()).toEqual([]);
  });

  test('servers that start quickly make room immediately', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`s${index}`, { command: 'x' }]));
    const { connections } = connect(many, { options: { maxStarting: 3 } });
    connections.acquire(plainClient);
    await connections.settled();
    expect(connections.servers.every(({ state }) => state.status === 'connected')).toBe(true);
  });

  test('settled waits for the lists, but not for a server that hangs longer than the given time', async () => {
    const { connections, server, time } = connect(two, {
      answer: (request) => (request.link.server === 'alpha' ? 'silence' : politeAnswer(request)),
    });
    connections.acquire(plainClient);
    let isSettled = false;
    void connections.settled(3_000).then(() => {
      isSettled = true;
    });
    await time.pass(2_999);
    expect(isSettled).toBe(false);
    await time.pass(1);
    expect(isSettled).toBe(true);
    expect(server('beta').tools).toHaveLength(1);
  });

  test('settled resolves immediately if no server was started', async () => {
    const { connections } = connect(two);
    await expect(connections.settled()).resolves.toBeUndefined();
  });
});

describe('leases', () => {
  test('the last release stops all servers and resolves once they have ended', async () => {
    const { connections, servers, server } = connect(two);
    const first = connections.acquire(plainClient);
    const second = connections.acquire(plainClient);
    await connections.settled();
    await first.release();
    await first.release();
    expect(servers.open()).toHaveLength(2);
    await second.release();
    expect(servers.open()).toEqual([]);
    expect(server('alpha')).toMatchObject({ state: { status: 'disconnected', retryAt: undefined }, tools: [] });
  });

  test('with idleStopMs the servers keep running for a while, and a new lease keeps them running', async () => {
    const { connections, servers, time } = connect(two, { options: { idleStopMs: 10_000 } });
    await connections.acquire(plainClient).release();
    await time.pass(9_999);
    const again = connections.acquire(plainClient);
    await time.pass(60_000);
    expect(servers.links).toHaveLength(2);
    await again.release();
    await time.pass(10_000);
    expect(servers.open()).toEqual([]);
  });

  test('a server that is still stopping is restarted only after it has stopped', async () => {
    let letClose = () => {};
    const { connections, servers, server } = connect(
      { alpha: two.alpha },
      { onClose: () => new Promise<void>((resolve) => (letClose = resolve)) },
    );
    const lease = connections.acquire(plainClient);
    await connections.settled();
    void lease.release();
    connections.acquire(plainClient);
    await quiet();
    expect(server('alpha').state.status).toBe('connecting');
    expect(servers.links).toHaveLength(1);
    letClose();
    await quiet();
    expect(server('alpha').state.status).toBe('connected');
    expect(servers.links).toHaveLength(2);
    expect(servers.mostOpen()).toBe(1);
  });

  test('close stops all connections permanently', async () => {
    const { connections, servers, time } = connect(two);
    connections.acquire(plainClient);
    await connections.settled();
    await connections.close();
    await connections.close();
    connections.acquire(plainClient);
    await connections.update([]);
    await time.pass(600_000);
    expect(servers.links).toHaveLength(2);
    expect(servers.open()).toEqual([]);
    expect(time.timers()).toBe(0);
  });
});

describe('connection views', () => {
  test('the view array and its objects stay the same while nothing changes', async () => {
    const { connections, servers, server } = connect(two);
    connections.acquire(plainClient);
    await connections.settled();
    const before = connections.servers;
    const beta = server('beta');
    expect(connections.servers).toBe(before);
    servers.link('alpha').note('stderr', 'a line');
    expect(connections.servers).not.toBe(before);
    expect(server('beta')).toBe(beta);
    expect(server('alpha').errors.at(-1)).toMatchObject({ level: 'info', message: 'a line' });
  });

  test('a server history keeps the last hundred entries, each on one line of at most a thousand characters', async () => {
    const { connections, servers, server } = connect(two);
    connections.acquire(plainClient);
    await connections.settled();
    for (let line = 0; line < 60; line += 1) servers.link('alpha').note('garbage', `odd ${line}`);
    for (let line = 0; line < 99; line += 1) servers.link('alpha').note('stderr', `line ${line}`);
    servers.link('alpha').note('garbage', `a\u001b[2Jb\r\nc${'x'.repeat(100_000)}`);
    const { errors } = server('alpha');
    expect(errors).toHaveLength(100);
    expect(errors[0]?.message).toBe('line 0');
    expect(errors.at(-1)?.level).toBe('warn');
    expect(errors.at(-1)?.message).toHaveLength(1_000);
    expect(errors.at(-1)?.message.slice(0, 10)).toBe('a [2Jb cxx');
  });
});
