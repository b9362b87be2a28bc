import { fork } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createAgentServer, type IpcAddress } from '@modegate/ipc-bridge';
import { type ServedAgent, serveAgent } from '@modegate/ipc-bridge/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function serve(path: string): Promise<ServedAgent> {
  const server = createAgentServer({ dialect: 'official', onCommand: () => undefined });
  const served = await serveAgent({ address: { kind: 'socket', path }, server });
  onTestFinished(() => served.close());
  return served;
}

// What a process leaves that was killed: a socket file that nobody listens on.
async function leaveStaleSocket(path: string): Promise<void> {
  const child = fork('-e', [], { execArgv: ['-e', staleServer, path], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await new Promise((resolve) => child.once('message', resolve));
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
}

const staleServer = `require('node:net').createServer().listen(process.argv[1], () => process.send('listening'))`;

async function listenPlainly(path: string): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(path, resolve);
  });
  onTestFinished(() => void server.close());
  return server;
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

describe('a socket file', () => {
  test('a socket file exists while its server runs, only for its user, and no other file remains', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'agent.sock');
    const served = await serve(path);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['agent.sock']);
    expect(await answers(path)).toBe(true);
    await served.close();
    await served.close();
    expect(await readdir(folder)).toEqual([]);
  });

  test('a socket file left by a killed process is replaced', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'agent.sock');
    await leaveStaleSocket(path);
    expect((await lstat(path)).isSocket()).toBe(true);
    await serve(path);
    expect(await answers(path)).toBe(true);
    expect(await readdir(folder)).toEqual(['agent.sock']);
  });

  test('the socket file of a running server is never taken over', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'agent.sock');
    await serve(path);
    const before = await lstat(path);
    await expect(serve(path)).rejects.toMatchObject({ code: 'ADDRESS_IN_USE', data: { address: `unix:${path}` } });
    expect((await lstat(path)).ino).toBe(before.ino);
    expect(await answers(path)).toBe(true);
    expect(await readdir(folder)).toEqual(['agent.sock']);
  });

  test.each([
    ['a file', (path: string) => writeFile(path, 'precious')],
    ['a folder', (path: string) => mkdir(path)],
    ['a link to nowhere', (path: string) => symlink('/nowhere', path)],
  ])('a server does not replace %s with its socket file', async (_what, create) => {
    const folder = await temporaryFolder();
    const path = join(folder, 'agent.sock');
    await create(path);
    const before = await lstat(path);
    await expect(serve(path)).rejects.toMatchObject({ code: 'ADDRESS_IN_USE' });
    expect((await lstat(path)).ino).toBe(before.ino);
    expect(await readdir(folder)).toEqual(['agent.sock']);
    if (before.isFile()) expect(await readFile(path, 'utf8')).toBe('precious');
  });

  test('a socket file that now belongs to another server is not removed when the first one closes', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'agent.sock');
    const first = await serve(path);
    await rm(path);
    await listenPlainly(path);
    await first.close();
    expect(await answers(path)).toBe(true);
  });

  test('exactly one of many concurrent servers gets a socket file, stale or not', async () => {
    for (const stale of [false, ...Array(8).fill(true)]) {
      const folder = await temporaryFolder();
      const path = join(folder, 'agent.sock');
      if (stale) await leaveStaleSocket(path);
      const results = await Promise.allSettled(Array.from({ length: 12 }, () => serve(path)));
      const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      expect(failures).toHaveLength(11);
      for (const failure of failures) expect(failure).toMatchObject({ code: 'ADDRESS_IN_USE' });
      expect(await answers(path)).toBe(true);
      expect(await readdir(folder)).toEqual(['agent.sock']);
    }
  });

  test('a socket file is available again after a server was killed while taking it', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'agent.sock');
    await mkdir(`${path}.lock`);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(`${path}.lock`, longAgo, longAgo);
    await serve(path);
    expect(await readdir(folder)).toEqual(['agent.sock']);
  });

  test('a socket file is refused if a user file has the name of its lock, and that file is kept', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'agent.sock');
    await writeFile(`${path}.lock`, 'precious');
    await utimes(`${path}.lock`, 1, 1);
    await expect(serve(path)).rejects.toMatchObject({
      code: 'ADDRESS_IN_USE',
      message: expect.stringContaining('agent.sock.lock could not be removed'),
    });
    expect(await readdir(folder)).toEqual(['agent.sock.lock']);
  });

  test.each([
    ['whose path is too long', (folder: string) => join(folder, 'x'.repeat(120)), 'bytes'],
    ['in a folder that is missing', (folder: string) => join(folder, 'missing', 'agent.sock'), 'does not exist'],
    [
      'in a folder whose path leaves no room',
      (folder: string) => join(folder, 'y'.repeat(95 - folder.length), 'a'),
      'too long',
    ],
  ])('a socket file %s is refused with the reason', async (_what, choose, reason) => {
    const folder = await temporaryFolder();
    const path = choose(folder);
    if (reason === 'too long') await mkdir(join(path, '..'));
    await expect(serve(path)).rejects.toMatchObject({
      code: 'ADDRESS_INVALID',
      message: expect.stringContaining(reason),
    });
  });

  test.skipIf(process.getuid?.() === 0)('a socket file in a read-only folder is refused', async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o500);
    await expect(serve(join(folder, 'agent.sock'))).rejects.toMatchObject({ code: 'ADDRESS_INVALID' });
  });
});

describe('a TCP port', () => {
  const tcp = (host: string, port = 0): IpcAddress => ({ kind: 'tcp', host, port });
  const serveTcp = async (address: IpcAddress, allowRemote?: boolean): Promise<ServedAgent> => {
    const server = createAgentServer({ dialect: 'fork', onCommand: () => undefined });
    const served = await serveAgent({ address, server, ...(allowRemote !== undefined && { allowRemote }) });
    onTestFinished(() => served.close());
    return served;
  };

  test('TCP port 0 selects any free port, and the address contains it', async () => {
    const [first, second] = [await serveTcp(tcp('localhost')), await serveTcp(tcp('127.0.0.1'))];
    expect(first.address).toMatchObject({ kind: 'tcp', host: '127.0.0.1', port: expect.any(Number) });
    expect(first.address).not.toEqual(second.address);
  });

  test('a TCP port that is in use is reported', async () => {
    const { address } = await serveTcp(tcp('127.0.0.1'));
    await expect(serveTcp(address)).rejects.toMatchObject({ code: 'ADDRESS_IN_USE' });
  });

  test('a TCP port is not opened to other machines by accident', async () => {
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'example.com', 'udp4']) {
      await expect(serveTcp(tcp(host))).rejects.toMatchObject({ code: 'ADDRESS_INVALID' });
    }
    expect((await serveTcp(tcp('0.0.0.0'), true)).address).toMatchObject({ host: '0.0.0.0' });
    await expect(serveTcp(tcp('udp4'), true)).rejects.toMatchObject({ code: 'ADDRESS_INVALID' });
    await expect(serveTcp(tcp('192.0.2.1'), true)).rejects.toMatchObject({
      code: 'ADDRESS_INVALID',
      message: expect.stringContaining('EADDRNOTAVAIL'),
    });
  });
});

test.skipIf(process.platform === 'win32')('serving on a pipe is refused outside Windows', async () => {
  const server = createAgentServer({ dialect: 'official', onCommand: () => undefined });
  await expect(serveAgent({ address: { kind: 'pipe', name: 'agent' }, server })).rejects.toMatchObject({
    code: 'ADDRESS_INVALID',
  });
});
