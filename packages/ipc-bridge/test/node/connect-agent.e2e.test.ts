import { execFile } from 'node:child_process';
import { chown, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import net, { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type AgentClient, createAgentServer, type IpcAddress, parseAddress } from '@modegate/ipc-bridge';
import { type ConnectAgentOptions, connectAgent, type ServedAgent, serveAgent } from '@modegate/ipc-bridge/node';
import { createFakeAgent, type FakeAgent } from '@modegate/ipc-bridge/testing';
import { IPCModule } from 'node-ipc';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { encodeFrame } from '../../src/frames/frame-encoder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const quick = { backoff: { initialMs: 5, maxMs: 20 } };

function client(address: IpcAddress, options: Partial<ConnectAgentOptions> = {}): AgentClient {
  const created = connectAgent({ address, ...quick, ...options });
  onTestFinished(() => created.close());
  return created;
}

async function serve(agent: FakeAgent, address: IpcAddress): Promise<ServedAgent> {
  const served = await serveAgent({ address, server: agent.server });
  onTestFinished(() => served.close());
  return served;
}

async function socketAddress(): Promise<{ kind: 'socket'; path: string }> {
  return { kind: 'socket', path: join(await temporaryFolder(), 'agent.sock') };
}

async function listen(server: Server, ...where: [string] | [number, string]): Promise<Server> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(...(where as [number, string]), resolve);
  });
  onTestFinished(() => void server.close());
  return server;
}

describe('a client and a fake agent over a real connection', () => {
  test.each(['official', 'fork', 'zoo'] as const)(
    'a client and an agent start a task and follow it to its end: %s',
    async (dialect) => {
      const agent = createFakeAgent({ dialect, askEventDelayMs: 1 });
      const { address } = await serve(agent, dialect === 'fork' ? parseAddress('localhost:0') : await socketAddress());
      const connected = client(address, { dialect });
      const names: string[] = [];
      connected.onEvent(({ eventName, known }) => names.push(`${eventName}${known ? '' : ' (unknown)'}`));
      const { pid } = await connected.connect();
      expect(pid).toBe(1);
      const reply = await connected.send('StartNewTask', { configuration: {}, text: 'Hello 👋' });
      expect(reply).toMatchObject({ outcome: 'confirmed' });
      const end = dialect === 'fork' ? 'taskCompleted' : 'taskIdle';
      await vi.waitFor(() => expect(names).toContain(end));
      expect(names.filter((name) => name.endsWith('(unknown)'))).toEqual([]);
      expect(agent.tasks[0]?.messages[0]).toMatchObject({ text: 'Hello 👋' });
    },
  );

  test('a client reconnects after its agent was restarted', async () => {
    const address = await socketAddress();
    const connected = client(address, { dialect: 'fork' });
    const ready = connected.connect();
    const clientIds: string[] = [];
    connected.onState((state) => {
      if (state.status === 'ready') clientIds.push(state.clientId);
    });
    for (let round = 0; round < 3; round++) {
      const served = await serve(createFakeAgent({ dialect: 'fork' }), address);
      await ready;
      await vi.waitFor(() => expect(connected.state.status).toBe('ready'));
      expect(await connected.send('GetProfiles')).toMatchObject({ payload: ['default'] });
      await served.close();
      await vi.waitFor(() => expect(connected.state.status).not.toBe('ready'));
      await expect(connected.send('GetProfiles')).rejects.toMatchObject({ code: 'NOT_CONNECTED' });
    }
    expect(new Set(clientIds).size).toBe(3);
    expect(connected.counters).toMatchObject({ connections: 3, disconnects: 3, commandsConfirmed: 3 });
  });

  test('a closed client and agent keep no process alive', async () => {
    const path = join(await temporaryFolder(), 'agent.sock');
    const program = `
      import { connectAgent, serveAgent } from '@modegate/ipc-bridge/node';
      import { createFakeAgent } from '@modegate/ipc-bridge/testing';
      const address = { kind: 'socket', path: ${JSON.stringify(path)} };
      const served = await serveAgent({ address, server: createFakeAgent({ dialect: 'official' }).server });
      const client = connectAgent({ address });
      await client.connect();
      await client.close();
      await served.close();
      console.log('closed');`;
    const flags = ['--conditions=@modegate/source', '--experimental-strip-types', '--input-type=module', '-e', program];
    const { stdout } = await promisify(execFile)(process.execPath, flags, {
      cwd: import.meta.dirname,
      timeout: 30_000,
    });
    expect(stdout).toBe('closed\n');
  });
});

describe('addresses that cannot be connected to', () => {
  const failureOf = async (address: IpcAddress, options: Partial<ConnectAgentOptions> = {}): Promise<unknown> =>
    client(address, options)
      .connect({ maxAttempts: 1 })
      .catch((error: unknown) => error);

  test('connecting to a missing socket fails and explains how to start the agent', async () => {
    const address = await socketAddress();
    expect(await failureOf(address)).toMatchObject({
      code: 'CONNECT_FAILED',
      data: { address: `unix:${address.path}`, systemCode: 'ENOENT' },
      message: expect.stringContaining(`ROO_CODE_IPC_SOCKET_PATH=${address.path}`),
    });
  });

  test('connecting to a socket file without a listener fails', async () => {
    const address = await socketAddress();
    const server = await listen(createServer(), `${address.path}.other`);
    const { link } = await import('node:fs/promises');
    await link(`${address.path}.other`, address.path);
    await new Promise((resolve) => server.close(resolve));
    expect(await failureOf(address)).toMatchObject({
      data: { systemCode: 'ECONNREFUSED' },
      message: expect.stringContaining('the socket file still exists, but nothing is listening on it'),
    });
  });

  test('connecting to a socket without permission fails', async () => {
    const address = await socketAddress();
    await serve(createFakeAgent({ dialect: 'official' }), address);
    vi.spyOn(net, 'connect').mockImplementation(() => {
      const socket = new net.Socket();
      return socket.destroy(Object.assign(new Error('connect EACCES'), { code: 'EACCES' }));
    });
    expect(await failureOf(address)).toMatchObject({
      data: { systemCode: 'EACCES' },
      message: expect.stringContaining('Run this program as the user who runs the agent'),
    });
  });

  test('connecting to a file that is not a socket fails', async () => {
    const address = await socketAddress();
    await writeFile(address.path, '');
    expect(await failureOf(address)).toMatchObject({ message: expect.stringContaining('not a socket') });
  });

  test('connecting to a port without a listener fails', async () => {
    const server = await listen(createServer(), 0, '127.0.0.1');
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    expect(await failureOf({ kind: 'tcp', host: 'localhost', port })).toMatchObject({
      data: { systemCode: 'ECONNREFUSED' },
      message: expect.stringContaining(`ROO_CODE_IPC_TCP_PORT=${port}`),
    });
  });

  test.skipIf(process.getuid?.() !== 0).each([
    ['user 1000', 1_000],
    ['root', 0],
  ])("V7: another user's socket is refused for %s, unless that user is named", async (_name, own) => {
    const address = await socketAddress();
    await serve(createFakeAgent({ dialect: 'official' }), address);
    await chown(address.path, 4_242, 4_242);
    vi.spyOn(process, 'getuid').mockReturnValue(own);
    expect(await failureOf(address)).toMatchObject({
      code: 'CONNECT_FAILED',
      message: expect.stringContaining(`belongs to user 4242, but this process runs as user ${own}`),
    });
    expect(await failureOf(address, { trustedOwner: 4_243 })).toMatchObject({ code: 'CONNECT_FAILED' });
    expect(await failureOf(address, { trustedOwner: 4_242 })).toMatchObject({ status: 'ready' });
  });

  test('connectAgent immediately rejects an address that is impossible on this system', () => {
    for (const address of [
      { kind: 'pipe', name: 'agent' } as const,
      { kind: 'socket', path: 'x'.repeat(200) } as const,
      { kind: 'tcp', host: 'localhost', port: 0 } as const,
    ]) {
      expect(() => connectAgent({ address })).toThrow(expect.objectContaining({ code: 'ADDRESS_INVALID' }));
    }
  });

  test('connecting fails if the agent does not answer in time or the client is closed meanwhile', async () => {
    const sockets: Socket[] = [];
    vi.spyOn(net, 'connect').mockImplementation(() => {
      const socket = new net.Socket();
      sockets.push(socket);
      return socket;
    });
    const address: IpcAddress = { kind: 'tcp', host: '192.0.2.1', port: 9 };
    expect(await failureOf(address, { connectTimeoutMs: 20 })).toMatchObject({
      code: 'CONNECT_FAILED',
      data: { systemCode: 'ETIMEDOUT' },
    });
    const connected = client(address);
    const wait = expect(connected.connect()).rejects.toMatchObject({ code: 'CLOSED' });
    await vi.waitFor(() => expect(sockets.length).toBeGreaterThan(1));
    await connected.close();
    await wait;
    expect(sockets.every(({ destroyed }) => destroyed)).toBe(true);
  });
});

describe('a half-open peer', () => {
  test('a client gives up on a peer that never introduces itself', async () => {
    const address = await socketAddress();
    const sockets: Socket[] = [];
    await listen(
      createServer((socket) => void sockets.push(socket)),
      address.path,
    );
    const connected = client(address, { limits: { ackTimeoutMs: 20 } });
    await expect(connected.connect({ maxAttempts: 1 })).rejects.toMatchObject({ code: 'ACK_TIMEOUT' });
    await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true));
  });

  test('a peer that stops in the middle of a frame is ended normally without harm', async () => {
    const address = await socketAddress();
    const sockets: Socket[] = [];
    await listen(
      createServer((socket) => void sockets.push(socket)),
      address.path,
    );
    const connected = client(address);
    const ready = connected.connect();
    const socket = await vi.waitFor(() => sockets[0] ?? expect.unreachable());
    socket.write(encodeFrame({ type: 'Ack', data: { clientId: 'raw' } }));
    socket.write('{"type":"mess');
    await ready;
    socket.end();
    await vi.waitFor(() => expect(connected.counters.disconnects).toBe(1));
    expect(connected.counters.malformedFrames).toBe(0);
  });

  test('a server disconnects a peer that ends only its writing side', async () => {
    const agent = createFakeAgent({ dialect: 'official' });
    const address = await socketAddress();
    await serve(agent, address);
    const socket = net.connect({ path: address.path, allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    await vi.waitFor(() => expect(agent.server.clients).toHaveLength(1));
    socket.end();
    socket.resume();
    await vi.waitFor(() => expect(agent.server.clients).toHaveLength(0));
  });

  test('a peer that does not read or disconnect does not prevent a server from closing', async () => {
    const agent = createFakeAgent({ dialect: 'official' });
    const address = await socketAddress();
    const served = await serve(agent, address);
    const socket = net.connect({ path: address.path, allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.pause();
    await vi.waitFor(() => expect(agent.server.clients).toHaveLength(1));
    agent.emit({ eventName: 'message', payload: ['x'.repeat(4_000_000)] });
    await served.close();
    expect(agent.server.clients).toEqual([]);
  });
});

describe('a client that does not read', () => {
  test('a client that does not read is cut off at the byte limit, and the others receive everything', async () => {
    const agent = createFakeAgent({ dialect: 'official', limits: { maxOutboundBytes: 4_000_000 } });
    const address = await socketAddress();
    await serve(agent, address);
    const slow = net.connect(address.path);
    slow.on('error', () => {});
    slow.pause();
    await vi.waitFor(() => expect(agent.server.clients).toHaveLength(1));
    const quick = client(address);
    let received = 0;
    quick.onEvent(() => {
      received += 1;
    });
    await quick.connect();
    let most = 0;
    for (let sent = 0; sent < 200; sent++) {
      agent.emit({ eventName: 'message', payload: ['x'.repeat(100_000)] });
      most = Math.max(most, ...agent.server.clients.map(({ bufferedBytes }) => bufferedBytes));
      await vi.waitFor(() => expect(received).toBe(sent + 1), { interval: 1 });
    }
    expect(most).toBeLessThanOrEqual(4_000_000);
    expect(agent.server.clients).toHaveLength(1);
    expect(agent.server.counters.slowClientsCut).toBe(1);
  });
});

describe('localhost', () => {
  test.each(['127.0.0.1', '::1'])('a server on localhost is found on %s', async (host) => {
    if (host === '::1' && !hasIpv6()) return;
    const server = createAgentServer({ dialect: 'fork', onCommand: () => undefined });
    const served = await serveAgent({ address: { kind: 'tcp', host, port: 0 }, server });
    onTestFinished(() => served.close());
    const { port } = served.address as { port: number };
    await expect(client({ kind: 'tcp', host: 'localhost', port }).connect()).resolves.toMatchObject({
      status: 'ready',
    });
  });
});

function hasIpv6(): boolean {
  const os = createRequire(import.meta.url)('node:os') as typeof import('node:os');
  return Object.values(os.networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
}

describe('the name of a pipe on Windows', () => {
  test('the name of a Windows pipe is tried as given, then doubled', async () => {
    const tried: unknown[] = [];
    const plainConnect = net.connect;
    vi.spyOn(net, 'connect').mockImplementation(((...args: unknown[]) => {
      tried.push((args[0] as { path?: unknown }).path);
      return plainConnect(...(args as Parameters<typeof plainConnect>));
    }) as typeof net.connect);
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    for (const address of ['pipe:agent', '\\\\.\\pipe\\agent', 'unix:/tmp/agent.sock']) {
      const connected = client(parseAddress(address));
      await expect(connected.connect({ maxAttempts: 1 })).rejects.toMatchObject({ data: { systemCode: 'ENOENT' } });
      await connected.close();
    }
    const plain = '\\\\.\\pipe\\';
    const doubled = '\\\\.\\pipe\\pipe\\';
    const names = ['agent', 'agent', 'tmp-agent.sock'];
    expect(tried).toEqual(names.flatMap((name) => [plain + name, doubled + name]));
  });
});

describe('a pipe on Windows', () => {
  // Elsewhere such a name is that of a socket file in the working directory, which serves as well.
  test('a Windows pipe is served and found under its bare name', async () => {
    const before = process.cwd();
    process.chdir(await temporaryFolder());
    onTestFinished(() => process.chdir(before));
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    for (const text of ['\\\\.\\pipe\\agent', '/tmp/agent.sock']) {
      const address = parseAddress(text);
      await serve(createFakeAgent({ dialect: 'official' }), address);
      expect(await client(address).connect()).toMatchObject({ status: 'ready' });
      await expect(serve(createFakeAgent({ dialect: 'official' }), address)).rejects.toMatchObject({
        code: 'ADDRESS_IN_USE',
      });
    }
  });
});

describe('the node-ipc library in the mode that agents use', () => {
  const endpoint = (): IPCModule => {
    const created = new IPCModule();
    Object.assign(created.config, { silent: true, maxRetries: 0 });
    return created;
  };

  test('our server understands a node-ipc client', async () => {
    const agent = createFakeAgent({ dialect: 'official' });
    const address = await socketAddress();
    await serve(agent, address);
    const peer = endpoint();
    peer.connectTo('agent', address.path);
    onTestFinished(() => peer.disconnect('agent'));
    const messages: { type: string; data: { clientId?: string; eventName?: string; payload?: unknown } }[] = [];
    const remote = peer.of.agent as unknown as NodeIpcPeer;
    remote.on('message', (message) => void messages.push(message as (typeof messages)[0]));
    const ack = await vi.waitFor(() => messages[0] ?? expect.unreachable());
    remote.emit('message', {
      type: 'TaskCommand',
      origin: 'client',
      clientId: ack.data.clientId,
      data: { commandName: 'GetModes' },
    });
    await vi.waitFor(() => expect(messages[1]?.data).toMatchObject({ eventName: 'modesResponse' }));
  });

  test('our client understands a node-ipc server', async () => {
    const address = await socketAddress();
    const peer = endpoint();
    peer.serve(address.path);
    const server = peer.server as unknown as NodeIpcPeer & { start(): void; stop(): void };
    server.on('connect', (socket) => {
      server.emit(socket, 'message', { type: 'Ack', origin: 'server', data: { clientId: 'a', pid: 1, ppid: 1 } });
    });
    server.on('message', (message, socket) => {
      const { clientId } = message as { clientId: string };
      const data = { eventName: 'modesResponse', payload: [[{ slug: clientId, name: 'ä\f👋' }]] };
      server.emit(socket, 'message', { type: 'TaskEvent', origin: 'server', data });
    });
    server.start();
    onTestFinished(() => server.stop());
    const connected = client(address);
    await connected.connect();
    expect(await connected.send('GetModes')).toMatchObject({ payload: [{ slug: 'a', name: 'ä\f👋' }] });
  });
});

interface NodeIpcPeer {
  on(type: string, handler: (first: unknown, second?: unknown) => void): void;
  emit(...values: readonly unknown[]): void;
}
