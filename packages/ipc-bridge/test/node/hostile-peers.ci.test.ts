import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  type AgentClient,
  type AgentEvent,
  type ClientProblem,
  createAgentServer,
  type IpcAddress,
  type ReceivedCommand,
  type ServerProblem,
} from '@modegate/ipc-bridge';
import { connectAgent, serveAgent } from '@modegate/ipc-bridge/node';
import { IPCModule } from 'node-ipc';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { encodeFrame } from '../../src/frames/frame-encoder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Every event that any client or server of node-ipc publishes passes through one method of their common base.
const published: string[] = [];
beforeEach(() => {
  published.length = 0;
  const endpoint = new IPCModule();
  endpoint.config.silent = true;
  endpoint.serve('/nowhere');
  const events = Object.getPrototypeOf(Object.getPrototypeOf(endpoint.server)) as {
    emit: (type: string, ...rest: unknown[]) => unknown;
  };
  const emit = events.emit;
  vi.spyOn(events, 'emit').mockImplementation(function (this: unknown, type, ...rest) {
    published.push(type);
    return emit.call(this, type, ...rest);
  });
});

const hostileFrames: readonly string[] = [
  '',
  '{',
  '\u0000\u0001',
  '{}',
  '{"type":1}',
  '"hi"',
  'null',
  '[]',
  '1',
  'true',
  '{"type":"constructor"}',
  '{"type":"__proto__"}',
  '{"type":"toString","data":{}}',
  '{"__proto__":{"type":"message"}}',
  '{"type":"connect","data":{"a":1}}',
  '{"type":"start"}',
  '{"type":"error","data":{}}',
  '{"type":"close"}',
  '{"type":"disconnect"}',
  '{"type":"destroy"}',
  '{"type":"socket.disconnected","data":{}}',
  '{"type":"data","data":"x"}',
  '{"type":"*"}',
  '{"type":"message"}',
  '{"type":"message","data":null}',
  '{"type":"message","data":{"type":"constructor"}}',
  '{"type":"message","data":{"type":"TaskEvent","data":null}}',
  '{"type":"message","data":{"type":"TaskEvent","data":{"eventName":"__proto__","payload":null}}}',
  '{"type":"message","data":{"type":"TaskEvent","data":{"eventName":"message","payload":[{"message":{"ts":{}}}]}}}',
  '{"type":"message","data":{"type":"TaskEvent","data":{"eventName":"commandResponse","payload":[null]}}}',
  '{"type":"message","data":{"type":"TaskEvent","data":{"eventName":"taskStartResponse"}}}',
  '{"type":"message","data":{"type":"TaskCommand","data":{"commandName":"__proto__"}}}',
  '{"type":"message","data":{"type":"TaskCommand","clientId":{},"data":{"commandName":"GetProfiles"}}}',
  '{"type":"message","data":{"type":"Ack","data":{"clientId":1}}}',
  `{"type":"message","data":"${'x'.repeat(70_000)}"}`,
  '['.repeat(20_000),
  '{"type":"message","data":1}\n',
];

const bytes = Buffer.concat([
  ...hostileFrames.map((frame) => Buffer.from(`${frame}\f`)),
  Buffer.from([0xff, 0xfe, 0xc3, 0x0c]),
]);

const addresses: readonly ['a unix socket' | 'TCP', (folder: string) => IpcAddress][] = [
  ['a unix socket', (folder) => ({ kind: 'socket', path: join(folder, 'agent.sock') })],
  ['TCP', () => ({ kind: 'tcp', host: '127.0.0.1', port: 0 })],
];

describe.each(addresses)('over %s', (_kind, choose) => {
  test('a server survives every hostile frame and executes none, and node-ipc dispatches none', async () => {
    const commands: ReceivedCommand[] = [];
    const problems: ServerProblem[] = [];
    const server = createAgentServer({
      dialect: 'fork',
      onCommand: (command) => {
        commands.push(command);
        return ['default'];
      },
      onProblem: (problem) => problems.push(problem),
      limits: { maxFrameBytes: 64_000 },
    });
    const served = await serveAgent({ address: choose(await temporaryFolder()), server });
    onTestFinished(() => served.close());

    const socket = await dial(served.address);
    await pour(socket, bytes);
    await vi.waitFor(() => expect(problems).toHaveLength(hostileFrames.length + 1));
    expect(commands).toEqual([]);
    expect(socket.destroyed).toBe(false);

    const client = connectAgent({ address: served.address, dialect: 'fork' });
    onTestFinished(() => client.close());
    await client.connect();
    expect(await client.send('GetProfiles')).toMatchObject({ payload: ['default'] });
    expect(commands).toHaveLength(1);
    expect(published.filter((type) => type === 'start')).toHaveLength(1);
    expect(new Set(published)).toEqual(new Set(['start', 'connect', 'data']));
    socket.destroy();
  });

  test('a client survives every hostile frame and still understands what follows', async () => {
    const { client, socket, problems, events } = await meetRawServer(choose(await temporaryFolder()));
    await pour(socket, bytes);
    socket.write(encodeFrame({ type: 'TaskEvent', data: { eventName: 'taskCreated', payload: ['after'] } }));
    await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ eventName: 'taskCreated', taskId: 'after' }));
    expect(client.state).toMatchObject({ status: 'ready', clientId: 'raw' });
    expect(problems.length).toBeGreaterThan(25);
    expect(new Set(published)).toEqual(new Set(['connect', 'data']));
  });

  test('a byte stream means the same wherever it is cut, even within a character', async () => {
    const { socket, events } = await meetRawServer(choose(await temporaryFolder()));
    const payload = ['ä€👋', 'x'.repeat(300)];
    const frame = encodeFrame({ type: 'TaskEvent', data: { eventName: 'taskCreated', payload } });
    socket.setNoDelay(true);
    for (let start = 0; start < frame.length; start += 3) await pour(socket, frame.subarray(start, start + 3));
    await vi.waitFor(() => expect(events).toMatchObject([{ payload }]));
  });

  test('a flood of events arrives complete and in order', async () => {
    const { socket, events } = await meetRawServer(choose(await temporaryFolder()));
    const count = 60_000;
    const frames = Array.from({ length: count }, (_, index) =>
      encodeFrame({ type: 'TaskEvent', data: { eventName: 'x', payload: [index, 'y'.repeat(100)] } }),
    );
    await pour(socket, Buffer.concat(frames));
    await vi.waitFor(() => expect(events).toHaveLength(count), 20_000);
    expect(events.every(({ payload }, index) => (payload as number[])[0] === index)).toBe(true);
  });

  test('a frame of several megabytes arrives, and one beyond the limit is skipped without being kept', async () => {
    const { client, socket, problems, events } = await meetRawServer(choose(await temporaryFolder()), 8_000_000);
    const large = (size: number): Uint8Array =>
      encodeFrame({ type: 'TaskEvent', data: { eventName: 'message', payload: ['x'.repeat(size)] } });
    await pour(socket, large(7_000_000));
    await pour(socket, large(9_000_000));
    await pour(socket, large(10));
    await vi.waitFor(() => expect(events).toHaveLength(2), 10_000);
    expect(problems).toMatchObject([{ kind: 'oversizedFrame', maxBytes: 8_000_000 }]);
    expect(client.counters.oversizedFrames).toBe(1);
  });
});

function dial(address: IpcAddress): Promise<Socket> {
  const socket = address.kind === 'tcp' ? connect(address.port, address.host) : connect(pathOf(address));
  onTestFinished(() => void socket.destroy());
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

// A server that sends what the test writes, after an introduction.
async function meetRawServer(address: IpcAddress, maxFrameBytes = 64_000) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
  });
  const bound = await listen(server, address);
  const problems: ClientProblem[] = [];
  const events: AgentEvent[] = [];
  const client: AgentClient = connectAgent({
    address: bound,
    limits: { maxFrameBytes },
    onProblem: (problem) => problems.push(problem),
  });
  onTestFinished(() => client.close());
  const ready = client.connect();
  const socket = await vi.waitFor(() => sockets[0] ?? expect.unreachable());
  await pour(socket, encodeFrame({ type: 'Ack', data: { clientId: 'raw' } }));
  await ready;
  client.onEvent((event) => events.push(event));
  return { client, socket, problems, events };
}

async function listen(server: Server, address: IpcAddress): Promise<IpcAddress> {
  await new Promise<void>((resolve) => {
    if (address.kind === 'tcp') server.listen(address.port, address.host, resolve);
    else server.listen(pathOf(address), resolve);
  });
  onTestFinished(() => void server.close());
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? { kind: 'tcp', host: '127.0.0.1', port: bound.port } : address;
}

function pour(socket: Socket, data: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(data, (error) => (error ? reject(error) : resolve()));
  });
}

function pathOf(address: Exclude<IpcAddress, { kind: 'tcp' }>): string {
  return address.kind === 'socket' ? address.path : address.name;
}
