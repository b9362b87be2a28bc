import { createStdioTransport, openUpstream, type StdioTransportOptions } from '@modegate/mcp-host/connections';
import { describe, expect, test } from 'vitest';
import { baseOptions } from '../support/fake-link.ts';
import { isAlive, openScripted, scriptedTransport, startScripted } from '../support/scripted-server.ts';

const receiver = { message: () => undefined, note: () => undefined, closed: () => undefined };

describe('a well-behaved stdio server', () => {
  test('a stdio server answers, logs, and ends when its input ends', async () => {
    const script = `
      process.stderr.write('\\u001b[32mready\\u001b[0m\\n');
      lines.on('close', () => process.stderr.write('bye'));`;
    const { upstream, notes } = await openScripted(script, { stopGraceMs: 20_000 });
    expect(await upstream.request('echo', { text: 'größe 🦔' })).toEqual({ text: 'größe 🦔' });
    await upstream.close();
    expect(notes).toEqual(['stderr: ready', 'stderr: bye']);
    expect(await upstream.closed).toMatchObject({
      reason: 'closed',
      exitCode: 0,
      signal: null,
      message: 'The process was stopped.',
    });
    expect(isAlive(upstream.pid ?? 0)).toBe(false);
  });

  test('a stdio server receives only the given variables and runs in the given folder', async () => {
    const { upstream } = await openScripted(`methods.where = () => ({ env: process.env, cwd: process.cwd() })`, {
      env: { ONLY: 'this' },
      cwd: '/',
    });
    expect(await upstream.request('where', {})).toEqual({ env: { ONLY: 'this' }, cwd: '/' });
    await upstream.close();
  });

  test('a stdio server may send and receive messages of 50 MB', async () => {
    const { upstream } = await openScripted(`
      methods.big = () => ({ text: 'é'.repeat(25 * 1024 * 1024) });
      methods.count = ({ text }) => ({ length: text.length });`);
    const { text } = await upstream.request('big', {});
    expect(String(text)).toHaveLength(25 * 1024 * 1024);
    expect(await upstream.request('count', { text })).toEqual({ length: 25 * 1024 * 1024 });
    await upstream.close();
  });

  test('a stdio server may write anything between its messages', async () => {
    const { upstream, notes } = await openScripted(`
      write('Starting...\\n\\n{"level":30,"msg":"log"}\\n');
      methods.noisy = (params, id) => {
        write('debug: ' + 'x'.repeat(5000) + '\\n');
        write('[{"jsonrpc":"2.0","method":"notifications/a"},{"jsonrpc":"2.0","id":' + id + ',"result":{"batched":true}}]\\r\\n');
      };`);
    expect(await upstream.request('noisy', {})).toEqual({ batched: true });
    expect(notes.slice(0, 2)).toEqual([
      'garbage: It wrote something other than a JSON-RPC message to stdout: Starting...',
      'garbage: It wrote something other than a JSON-RPC message to stdout: {"level":30,"msg":"log"}',
    ]);
    expect(notes[2]?.length).toBeLessThan(1100);
    await upstream.close();
  });

  test('a flood of notifications and log lines from a stdio server arrives in order without loss', async () => {
    const { upstream, notifications, notes } = await openScripted(`
      methods.flood = () => {
        for (let n = 0; n < 50_000; n++) send({ method: 'notifications/n', params: { n } });
        process.stderr.write('line\\n'.repeat(10_000) + 'x'.repeat(10_000_000));
        return {};
      };`);
    await upstream.request('flood', {});
    await upstream.close();
    expect(notifications.map(([, params]) => params.n)).toEqual(Array.from({ length: 50_000 }, (_, n) => n));
    expect(notes).toHaveLength(10_001);
    expect(Math.max(...notes.map(({ length }) => length))).toBeLessThan(1100);
  });

  test('a stdio server that does not read slows the sender and receives everything when it reads again', async () => {
    const { transport, messages, ended } = await startScripted(`
      lines.pause();
      setTimeout(() => lines.resume(), 200);
      stopServing();
      let count = 0;
      lines.on('line', () => { if (++count === 1000) send({ method: 'all', params: { count } }); });`);
    const text = 'x'.repeat(10_000);
    let taken = 0;
    const sends = Array.from({ length: 1000 }, async () => {
      await transport.send({ text });
      taken++;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toBeLessThan(1000);
    await Promise.all(sends);
    await expect.poll(() => messages.length).toBe(1);
    await transport.close();
    expect((await ended).reason).toBe('closed');
  });
});

describe('a server that cannot be started', () => {
  const start = (options: Partial<Parameters<typeof createStdioTransport>[0]>) =>
    createStdioTransport({ command: process.execPath, args: [], env: {}, ...options }).start(receiver);

  test.each<[Partial<StdioTransportOptions>, string, string]>([
    [{ command: 'no-such-command-anywhere' }, 'ENOENT', 'was not found in the PATH'],
    [{ command: '/no/such/file' }, 'ENOENT', 'the file does not exist'],
    [{ command: '/etc/passwd' }, 'EACCES', 'may not be executed'],
    [{ cwd: '/no/such/folder' }, 'ENOENT', 'its working folder "/no/such/folder" does not exist'],
    [{ cwd: '/etc/passwd' }, 'ENOTDIR', 'is not a folder'],
    [{ args: ['a\0b'] }, 'ERR_INVALID_ARG_VALUE', 'null byte'],
  ])(
    'starting a server with %j fails with an error that names the command and the fix: %s',
    async (options, systemCode, said) => {
      await expect(start(options)).rejects.toMatchObject({
        name: 'HostError',
        code: 'UPSTREAM_START_FAILED',
        message: expect.stringMatching(new RegExp(`"${options.command ?? process.execPath}".*${said}`, 'u')),
        data: { target: options.command ?? process.execPath, systemCode },
      });
    },
  );

  test('a server that cannot start because its arguments are too long reports this', async () => {
    await expect(start({ args: ['x'.repeat(5_000_000)] })).rejects.toMatchObject({
      message: expect.stringContaining('too long'),
      data: { systemCode: 'E2BIG' },
    });
  });

  test('a start failure is reported to the opener, and closing the transport is not an error', async () => {
    const transport = createStdioTransport({ command: 'no-such-command-anywhere', args: [], env: {} });
    await expect(openUpstream(transport, baseOptions)).rejects.toMatchObject({ code: 'UPSTREAM_START_FAILED' });
    await transport.close();
    await expect(transport.send({})).rejects.toMatchObject({ code: 'UPSTREAM_CLOSED' });
  });

  test('a server that was closed before its start never starts', async () => {
    const transport = scriptedTransport('');
    await transport.close();
    await expect(transport.start(receiver)).rejects.toMatchObject({ code: 'UPSTREAM_START_FAILED' });
    expect(transport.pid).toBeUndefined();
  });
});

describe('a server that ends', () => {
  test('a server that ends immediately leaves its exit code and its last log line', async () => {
    await expect(openScripted(`process.stderr.write('Error: no API key\\n'); process.exit(3)`)).rejects.toMatchObject({
      code: 'UPSTREAM_START_FAILED',
      message:
        'The server "files" did not start: The process exited with code 3. The last line of its log: Error: no API key',
    });
  });

  test('a server that ends during a call fails the call after delivering its last messages', async () => {
    const { upstream, notifications } = await openScripted(`
      methods.die = () => { send({ method: 'notifications/last' }); process.kill(process.pid, 'SIGKILL'); };`);
    await expect(upstream.request('die', {})).rejects.toMatchObject({
      code: 'UPSTREAM_CLOSED',
      message: expect.stringContaining(
        '"files" ended before "die" was answered. The process was terminated by SIGKILL.',
      ),
    });
    expect(notifications).toEqual([['notifications/last', {}]]);
    expect(await upstream.closed).toMatchObject({ reason: 'exited', exitCode: null, signal: 'SIGKILL' });
  });

  test('a server that ends right after its last answer still delivers it', async () => {
    const { upstream } = await openScripted(`
      methods.last = (params, id) => { send({ id, result: { text: 'x'.repeat(1_000_000) } }); process.exitCode = 7; process.stdin.destroy(); };`);
    expect(await upstream.request('last', {})).toHaveProperty('text');
    expect(await upstream.closed).toMatchObject({ reason: 'exited', exitCode: 7 });
  });

  test('a server that ends without a line end still delivers its last message', async () => {
    const { messages, ended } = await startScripted(
      `write('{"jsonrpc":"2.0","method":"x"}'); process.stdin.destroy();`,
    );
    await ended;
    expect(messages).toEqual([{ jsonrpc: '2.0', method: 'x' }]);
  });

  test('the end of a server is reported once, even if close is called as well', async () => {
    const { transport, ends } = await startScripted(`methods.die = () => process.exit(1)`);
    await Promise.all([transport.send({ jsonrpc: '2.0', method: 'die' }), transport.close(), transport.close()]);
    await transport.close();
    expect(ends).toHaveLength(1);
  });
});

describe('a server that hangs', () => {
  test('a server that hangs at its start is given up and ended after its timeout', async () => {
    let pid: number | undefined;
    const transport = scriptedTransport('stopServing(); stayAlive();');
    const opening = openUpstream(transport, { ...baseOptions, initializeTimeoutMs: 100 });
    await expect.poll(() => (pid = transport.pid)).toBeDefined();
    await expect(opening).rejects.toMatchObject({ code: 'UPSTREAM_START_FAILED' });
    expect(isAlive(pid ?? 0)).toBe(false);
  });

  test('a server that hangs at its start can be closed before its timeout', async () => {
    const transport = scriptedTransport('stopServing(); stayAlive();');
    const opening = openUpstream(transport, baseOptions);
    const outcome = expect(opening).rejects.toMatchObject({ code: 'UPSTREAM_START_FAILED' });
    await transport.close();
    await outcome;
  });

  test('a server that hangs and ignores the end of its input is ended by SIGTERM', async () => {
    const { upstream } = await openScripted('stayAlive()');
    await upstream.close();
    expect(await upstream.closed).toMatchObject({ reason: 'closed', signal: 'SIGTERM' });
  });

  test('a server that hangs and ignores SIGTERM is ended by SIGKILL', async () => {
    const { upstream } = await openScripted(`stayAlive(); process.on('SIGTERM', () => undefined);`);
    await upstream.close();
    expect(await upstream.closed).toMatchObject({ reason: 'closed', signal: 'SIGKILL' });
    expect(isAlive(upstream.pid ?? 0)).toBe(false);
  });

  test('a server that closed its input is ended, and the reason is reported', async () => {
    const { transport, ended, messages } = await startScripted('', {
      command: '/bin/sh',
      args: ['-c', `echo '{"jsonrpc":"2.0","method":"deaf"}'; exec 0<&-; exec sleep 1000`],
    });
    await expect.poll(() => messages.length).toBe(1);
    await expect
      .poll(() => transport.send({ text: 'x' })?.catch((error: unknown) => error))
      .toMatchObject({ code: 'UPSTREAM_CLOSED' });
    expect(await ended).toMatchObject({
      reason: 'failed',
      message: expect.stringContaining('closed its standard input'),
      cause: expect.any(Error),
    });
    expect(isAlive(transport.pid ?? 0)).toBe(false);
  });

  test('a server that closed its output is ended, and the reason is reported', async () => {
    const { upstream } = await openScripted(`methods.mute = () => { fs.closeSync(1); stayAlive(); }`);
    await expect(upstream.request('mute', {})).rejects.toThrow('closed its standard output');
    expect(await upstream.closed).toMatchObject({ reason: 'failed' });
  });
});

describe('stopping in a hurry (agents D2)', () => {
  const patient = { stopGraceMs: 600_000 };

  test('in a hurry, a server that ignores the end of its input gets SIGTERM immediately, whatever its grace', async () => {
    const hurry = new AbortController();
    const { upstream } = await openScripted('stayAlive()', { ...patient, hurry: hurry.signal });
    hurry.abort();
    expect(await upstream.closed).toMatchObject({ reason: 'closed', signal: 'SIGTERM' });
  });

  test('in a hurry, a server that is already being stopped gets SIGTERM immediately', async () => {
    const hurry = new AbortController();
    const { upstream } = await openScripted('stayAlive()', { ...patient, hurry: hurry.signal });
    const closing = upstream.close();
    hurry.abort();
    await closing;
    expect(await upstream.closed).toMatchObject({ reason: 'closed', signal: 'SIGTERM' });
  });

  test('in a hurry, close does not wait for children that outlived the server', async () => {
    const hurry = new AbortController();
    const { upstream } = await openScripted(
      `lines.on('close', () => process.exit()); methods.child = () => ({ pid: spawnChild("process.on('SIGTERM', () => undefined)") });`,
      { ...patient, hurry: hurry.signal },
    );
    const pid = Number((await upstream.request('child', {})).pid);
    const closing = upstream.close();
    await expect.poll(() => isAlive(upstream.pid ?? 0)).toBe(false);
    hurry.abort();
    await closing;
    expect(isAlive(pid)).toBe(false);
  });

  test('in a hurry, a server gets SIGTERM once, since some drop everything at a second one', async () => {
    const hurry = new AbortController();
    const { upstream, notes } = await openScripted(
      `stayAlive(); process.on('SIGTERM', () => { process.stderr.write('asked\\n'); setTimeout(() => process.exit(), 200); });`,
      { ...patient, hurry: hurry.signal },
    );
    hurry.abort();
    await upstream.closed;
    expect(notes).toEqual(['stderr: asked']);
  });

  test('in a hurry, no server is started any more', async () => {
    const transport = scriptedTransport('', { hurry: AbortSignal.abort() });
    await expect(transport.start(receiver)).rejects.toMatchObject({ code: 'UPSTREAM_START_FAILED' });
  });
});

describe('a line that never ends', () => {
  test('a line that never ends closes the link with a clear reason and keeps no more than the limit', async () => {
    const { upstream } = await openScripted(
      `methods.endless = () => { const more = () => process.stdout.write('x'.repeat(65_536), () => setImmediate(more)); more(); };`,
      { maxMessageBytes: 1024 * 1024 },
    );
    await expect(upstream.request('endless', {})).rejects.toThrow('sent a message of more than 1048576 bytes');
    expect(await upstream.closed).toMatchObject({ reason: 'failed' });
    expect(isAlive(upstream.pid ?? 0)).toBe(false);
  });
});

describe('child processes of a server', () => {
  const ids = async (open: ReturnType<typeof openScripted>) => {
    const { upstream } = await open;
    const { pid } = await upstream.request('child', {});
    expect(isAlive(Number(pid))).toBe(true);
    return { upstream, pid: Number(pid) };
  };

  test('child processes die with a server that is stopped, even if they ignore SIGTERM', async () => {
    const { upstream, pid } = await ids(
      openScripted(`methods.child = () => ({ pid: spawnChild("process.on('SIGTERM', () => undefined)") });`),
    );
    await upstream.close();
    expect([isAlive(upstream.pid ?? 0), isAlive(pid)]).toEqual([false, false]);
  });

  test('child processes die with a server that dies by itself', async () => {
    const { upstream, pid } = await ids(
      openScripted(`methods.child = () => ({ pid: spawnChild('') }); methods.die = () => process.exit(1);`),
    );
    await expect(upstream.request('die', {})).rejects.toMatchObject({ code: 'UPSTREAM_CLOSED' });
    expect(isAlive(pid)).toBe(false);
  });

  test('a child process outside the group cannot delay the end by holding the streams open', async () => {
    const { upstream, pid } = await ids(
      openScripted(`methods.child = () => ({ pid: spawnChild('', { detached: true }) });`),
    );
    await upstream.close();
    expect(await upstream.closed).toMatchObject({ reason: 'closed' });
    process.kill(pid, 'SIGKILL');
  });
});
