import { PassThrough, Writable } from 'node:stream';
import { defineForwardedTool, toolResult } from '@modegate/mcp-protocol';
import { guardStdout, type StdioEnd, serveStdio } from '@modegate/mcp-protocol/stdio';
import { describe, expect, test } from 'vitest';
import { deferred, echo, sampleServer, tool, turns } from '../support/sample.ts';
import { call, driveStdio, INITIALIZE, ping } from '../support/stdio-driver.ts';

describe('a stdio conversation', () => {
  test('requests may be sent before the handshake is answered, and similar ones are answered in order', async () => {
    const driver = await driveStdio(sampleServer());
    driver.send(
      INITIALIZE,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      call(1, 'echo', { text: 'a' }),
      call(2, 'echo', { text: 'b' }),
    );
    await driver.answer(2);
    expect(driver.messages.map((message) => message.id)).toEqual(['init', 1, 2]);
    expect(driver.messages[1]).toMatchObject({ jsonrpc: '2.0', result: { structuredContent: { said: 'a' } } });
  });

  test('input lines may end in CRLF, be blank, begin with a byte order mark or arrive in single bytes', async () => {
    const driver = await driveStdio(sampleServer());
    const text = `\uFEFF${JSON.stringify(INITIALIZE)}\r\n\r\n \n${JSON.stringify(call(1, 'echo', { text: 'héllo 🚀' }))}\r\n`;
    for (const byte of Buffer.from(text)) driver.write(Uint8Array.of(byte));
    expect(await driver.answer(1)).toMatchObject({ result: { structuredContent: { said: 'héllo 🚀' } } });
    expect(driver.messages).toHaveLength(2);
  });

  test('only the line that is not UTF-8 is refused among three in one chunk, not those with U+FFFD', async () => {
    const driver = await driveStdio(sampleServer());
    await driver.initialize();
    const line = (id: number) => Buffer.from(`${JSON.stringify(call(id, 'echo', { text: '\uFFFD' }))}\n`);
    driver.write(Buffer.concat([line(1), Buffer.from([0x22, 0xff, 0x22, 0x0a]), line(2)]));
    for (const id of [1, 2])
      expect(await driver.answer(id)).toMatchObject({ result: { structuredContent: { said: '\uFFFD' } } });
    expect(driver.messages.filter(({ error }) => error !== undefined)).toMatchObject([
      { id: null, error: { code: -32700 } },
    ]);
  });

  test('numbers of any size reach a forwarded tool and return as written (security L2)', async () => {
    const forwarded = defineForwardedTool({
      name: 'up',
      inputSchema: { type: 'object' },
      call: (input) => ({ content: [], structuredContent: input }),
    });
    const driver = await driveStdio(sampleServer({ tools: [forwarded, echo] }));
    let written = '';
    driver.stdout.on('data', (chunk: string) => {
      written += chunk;
    });
    await driver.initialize();
    const text = '{"id":9007199254740993,"e":1e400}';
    driver.write(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"up","arguments":${text}}}\n`);
    await driver.answer(1);
    expect(written).toContain(`"structuredContent":${text}`);
    // A tool of the server's own gets ordinary numbers.
    driver.write(
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"a","times":9007199254740993}}}\n',
    );
    expect(JSON.stringify(await driver.answer(2))).toContain('received 9007199254740992');
  });

  test('a text with a mark is sent as ASCII with the same meaning', async () => {
    const texts = ['Line "one"\n\u2028two', 'héllo 🚀 \ud800', ''];
    const tools = texts.map((text, index) => tool(`t${index}`, () => toolResult({ mark: '✗', text })));
    const driver = await driveStdio(sampleServer({ tools }));
    let written = '';
    driver.stdout.on('data', (chunk: string) => {
      written += chunk;
    });
    await driver.initialize();
    for (const [index, text] of texts.entries()) {
      driver.send(call(index, `t${index}`, {}));
      expect(await driver.answer(index)).toMatchObject({
        result: { content: [{ type: 'text', text: `✗ ${text}` }] },
      });
    }
    expect(written).toContain('{"type":"text","text":"\\u2717 Line');
    expect(written).not.toContain('✗');
  });

  test('the last input line needs no line end', async () => {
    const driver = await driveStdio(sampleServer());
    driver.stdin.end(JSON.stringify(ping(1)));
    expect(await driver.serving.closed).toBe('stdin-ended');
    expect(driver.messages).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  test('stray prints go to stderr while stdout is guarded', () => {
    const collect = (into: string[]): Writable =>
      new Writable({
        write: (chunk, _encoding, done) => {
          into.push(String(chunk));
          done();
        },
      });
    const [out, err]: [string[], string[]] = [[], []];
    const [stdout, stderr] = [collect(out), collect(err)];
    const guard = guardStdout({ stdout, stderr });
    const again = guardStdout({ stdout, stderr });
    stdout.write('stray');
    again.restore();
    stdout.write('stray too');
    guard.restore();
    stdout.write('mine');
    expect([out, err]).toEqual([['mine'], ['stray', 'stray too']]);
  });

  test('a guarded stdout still carries the protocol', async () => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const guard = guardStdout({ stdout, stderr });
    await serveStdio(sampleServer(), { stdin, stdout });
    stdout.write('stray\n');
    stdin.end(`${JSON.stringify(ping(1))}\n`);
    await turns(5);
    guard.restore();
    expect(String(stdout.read())).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
    expect(String(stderr.read())).toBe('stray\n');
  });
});

test('a request that waits for another program does not block reading (servers F6)', async () => {
  const hanging = tool('hang', (_input, { releaseSlot }) => {
    releaseSlot();
    return new Promise(() => undefined);
  });
  const driver = await driveStdio(sampleServer({ tools: [hanging] }), { maxPending: 8 });
  await driver.initialize();
  for (let id = 0; id < 40; id++) {
    driver.send(call(id, 'hang'));
    await turns(1);
  }
  driver.send(ping('still'));
  expect(await driver.answer('still')).toMatchObject({ result: {} });
});

describe('invalid stdio input', () => {
  test.each([
    ['garbage', 'hello\n', -32700, null],
    ['half a message', '{"jsonrpc":"2.0",\n', -32700, null],
    ['two messages on a line', '{}{}\n', -32700, null],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]), -32700, null],
    ['a lone surrogate half', Buffer.from([0xed, 0xa0, 0x80, 0x0a]), -32700, null],
    ['null bytes', Buffer.from([0, 0, 0, 0x0a]), -32700, null],
    ['an array', '[]\n', -32600, null],
    ['a batch', `[${JSON.stringify(ping(1))}]\n`, -32600, null],
    ['a number', '1\n', -32600, null],
    ['no method', '{"jsonrpc":"2.0","id":9}\n', -32600, 9],
    ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}\n', -32600, null],
    ['params that are an array', '{"jsonrpc":"2.0","id":9,"method":"ping","params":[]}\n', -32602, 9],
  ])('%s as input is answered with an error, and the conversation continues', async (_what, bytes, code, id) => {
    const driver = await driveStdio(sampleServer());
    driver.write(bytes);
    driver.send(ping('after'));
    await driver.answer('after');
    expect(driver.messages[0]).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
    expect(driver.messages).toHaveLength(2);
  });

  test('an input message above the limit is answered once, and the next one is read', async () => {
    const driver = await driveStdio(sampleServer(), { maxMessageBytes: 1_000 });
    driver.write(`{"jsonrpc":"2.0","id":1,"method":"ping","x":"${'y'.repeat(5_000)}`);
    driver.write('z'.repeat(5_000));
    driver.write(`"}\n${JSON.stringify(ping(2))}\n`);
    await driver.answer(2);
    expect(driver.messages).toMatchObject([
      { id: null, error: { code: -32600, data: { maxBytes: 1_000 } } },
      { id: 2 },
    ]);
  });

  test('an input line without an end is never kept beyond the limit', async () => {
    const driver = await driveStdio(sampleServer(), { maxMessageBytes: 64 * 1024 });
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const before = process.memoryUsage().arrayBuffers;
    for (let written = 0; written < 256; written++) {
      if (!driver.stdin.write(chunk)) await turns(1);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
    driver.write(`\n${JSON.stringify(ping(1))}\n`);
    await driver.answer(1);
    expect(driver.messages[0]).toMatchObject({ error: { code: -32600 } });
  });

  test.each(['[', '{"a":', '[{"a":'])(
    'JSON that is nested too deeply (%s) is refused without harm',
    async (opening) => {
      const driver = await driveStdio(sampleServer());
      const depth = 100_000;
      const closing = opening
        .replaceAll('"a":', '')
        .split('')
        .toReversed()
        .join('')
        .replaceAll('[', ']')
        .replaceAll('{', '}');
      driver.write(
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":${opening.repeat(depth)}1${closing.repeat(depth)}}}\n`,
      );
      driver.write(`${opening.repeat(depth)}\n`);
      driver.send(ping(2));
      await driver.answer(2);
      expect(driver.messages).toMatchObject([
        { id: 1, error: { code: -32600, data: { maxDepth: 512 } } },
        { id: null, error: { code: -32700 } },
        { id: 2 },
      ]);
    },
  );

  test('brackets in strings do not count as nesting', async () => {
    const driver = await driveStdio(sampleServer());
    await driver.initialize();
    const text = `${'['.repeat(2_000)}\\"${'{'.repeat(2_000)}`;
    driver.send(call(1, 'echo', { text }));
    expect(await driver.answer(1)).toMatchObject({ result: { structuredContent: { said: text } } });
  });
});

describe('floods of stdio input', () => {
  test('ten thousand concurrent requests are all answered, with a limited number in flight', async () => {
    let running = 0;
    let most = 0;
    const server = sampleServer({
      maxConcurrent: 16,
      tools: [
        tool('work', async () => {
          most = Math.max(most, ++running);
          await turns(1);
          running--;
          return toolResult({ text: 'ok' });
        }),
      ],
    });
    const driver = await driveStdio(server, { maxPending: 100 });
    await driver.initialize();
    let mostPending = 0;
    const watch = setInterval(() => {
      mostPending = Math.max(mostPending, server.inFlight);
    }, 1);
    driver.write(Array.from({ length: 10_000 }, (_, id) => `${JSON.stringify(call(id, 'work'))}\n`).join(''));
    await driver.find(() => driver.messages.length === 10_001);
    clearInterval(watch);
    expect(new Set(driver.messages.map((message) => message.id)).size).toBe(10_001);
    expect(most).toBeLessThanOrEqual(16);
    expect(mostPending).toBeLessThanOrEqual(100);
  });

  test('input of a client that does not read is paused until it reads again', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough({ highWaterMark: 1_024 })];
    let calls = 0;
    const server = sampleServer({
      tools: [
        tool('big', () => {
          calls++;
          return toolResult({ text: 'x'.repeat(10_000) });
        }),
      ],
    });
    await serveStdio(server, { stdin, stdout, maxUnsentBytes: 100_000, maxPending: 50 });
    stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
    stdin.write(Array.from({ length: 1_000 }, (_, id) => `${JSON.stringify(call(id, 'big'))}\n`).join(''));
    await turns(20);
    const whileDeaf = calls;
    expect(whileDeaf).toBeLessThanOrEqual(100);
    expect(stdin.isPaused()).toBe(true);
    let lines = 0;
    await new Promise<void>((resolve) => {
      stdout.on('data', (chunk: Buffer) => {
        lines += chunk.toString().split('\n').length - 1;
        if (lines === 1_001) resolve();
      });
    });
    expect(calls).toBe(1_000);
  });

  test('garbage from a client that does not read is not answered indefinitely', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough({ highWaterMark: 1_024 })];
    await serveStdio(sampleServer(), { stdin, stdout, maxUnsentBytes: 10_000 });
    stdin.write('garbage\n'.repeat(100_000));
    await turns(20);
    expect(stdout.writableLength).toBeLessThan(20_000);
    expect(stdin.isPaused()).toBe(true);
  });

  test('notifications to a client that does not read are held back, one of each kind', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough({ highWaterMark: 16 })];
    const server = sampleServer({
      schedule: (run) => {
        setImmediate(run);
        return () => undefined;
      },
    });
    await serveStdio(server, { stdin, stdout, maxUnsentBytes: 500 });
    stdin.write(
      `${JSON.stringify(INITIALIZE)}\n${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'logging/setLevel', params: { level: 'debug' } })}\n`,
    );
    await turns(5);
    for (let round = 0; round < 500; round++) {
      server.notifyToolsChanged();
      server.log('info', 'x'.repeat(100));
      await turns(1);
    }
    expect(stdout.writableLength + stdout.readableLength).toBeLessThan(64 * 300);
  });

  test('large requests are accepted a few at a time', async () => {
    const gate = deferred();
    const server = sampleServer({
      tools: [
        tool('hold', async () => {
          await gate.promise;
          return toolResult({ text: '' });
        }),
      ],
    });
    const driver = await driveStdio(server);
    await driver.initialize();
    const filler = 'x'.repeat(8 * 1024 * 1024);
    for (let id = 0; id < 6; id++)
      driver.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'hold', _meta: { filler } } });
    await turns(20);
    expect(server.inFlight).toBeLessThanOrEqual(4);
    gate.resolve();
    await driver.find(() => driver.messages.length === 7);
  });
});

describe('the end of a stdio server', () => {
  test('requests in flight are answered before the end when stdin ends', async () => {
    const gate = deferred();
    const driver = await driveStdio(
      sampleServer({
        tools: [
          tool('slow', async () => {
            await gate.promise;
            return toolResult({ text: 'done' });
          }),
        ],
      }),
    );
    await driver.initialize();
    driver.send(call(1, 'slow'));
    driver.stdin.end();
    await turns();
    gate.resolve();
    expect(await driver.serving.closed).toBe('stdin-ended');
    await turns();
    expect(driver.messages.at(-1)).toMatchObject({ id: 1, result: { content: [{ text: 'done' }] } });
  });

  test('requests in flight are aborted after a deadline when stdin ends, and nothing more is written', async () => {
    const aborted = deferred();
    const driver = await driveStdio(
      sampleServer({
        tools: [
          tool('hang', async (_input, { signal }) => {
            await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
            aborted.resolve();
            return toolResult({ text: 'too late' });
          }),
        ],
      }),
      { drainMs: 1 },
    );
    await driver.initialize();
    driver.send(call(1, 'hang'));
    driver.stdin.end();
    expect(await driver.serving.closed).toBe('stdin-ended');
    await aborted.promise;
    await turns();
    expect(driver.messages).toHaveLength(1);
  });

  test('everything read before the end of stdin is answered, whatever the amount', async () => {
    const driver = await driveStdio(sampleServer(), { maxPending: 10 });
    driver.write(Array.from({ length: 500 }, (_, id) => `${JSON.stringify(ping(id))}\n`).join(''));
    driver.stdin.end();
    await driver.serving.closed;
    await turns();
    expect(driver.messages).toHaveLength(500);
  });

  test.each(['destroyed', 'failed'])('a stdin that is %s ends the server', async (how) => {
    const driver = await driveStdio(sampleServer());
    driver.stdin.destroy(how === 'failed' ? new Error('EIO') : undefined);
    expect(await driver.serving.closed).toBe('stdin-ended');
  });

  test('a stdin that had already ended ends the server', async () => {
    const stdin = new PassThrough();
    stdin.destroy();
    await turns();
    expect(await (await serveStdio(sampleServer(), { stdin, stdout: new PassThrough() })).closed).toBe('stdin-ended');
  });

  test('a broken stdout ends the server immediately and in order', async () => {
    const ends: string[] = [];
    const stdout = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
    });
    const stdin = new PassThrough();
    const server = sampleServer();
    const serving = await serveStdio(server, { stdin, stdout, onClose: (end) => ends.push(end) });
    stdin.write(`${JSON.stringify(ping(1))}\n${JSON.stringify(ping(2))}\n`);
    expect(await serving.closed).toBe('stdout-failed');
    expect(ends).toEqual(['stdout-failed']);
    expect(server.connections).toEqual([]);
    stdout.emit('error', new Error('late'));
  });

  test('close() ends a stdio server, and nothing is read or written afterwards', async () => {
    const server = sampleServer();
    const driver = await driveStdio(server);
    await driver.initialize();
    await driver.serving.close();
    await driver.serving.close();
    expect(await driver.serving.closed).toBe('closed');
    const before = driver.messages.length;
    driver.send(ping(1));
    server.notifyToolsChanged();
    await turns(10);
    expect(driver.messages).toHaveLength(before);
    expect(driver.stdin.isPaused()).toBe(true);
  });

  test('closing the server closes its stdio connection', async () => {
    const server = sampleServer();
    const driver = await driveStdio(server);
    await server.close();
    expect(await driver.serving.closed).toBe('closed');
  });

  test('a signal ends the server if requested, and no later one reaches the process (servers F1)', async () => {
    const driver = await driveStdio(sampleServer(), { signals: true });
    const listening = process.listenerCount('SIGHUP');
    expect(listening).toBeGreaterThan(0);
    process.emit('SIGHUP', 'SIGHUP');
    expect(process.listenerCount('SIGHUP')).toBe(listening);
    expect(await driver.serving.closed).toBe('SIGHUP');
    expect(process.listenerCount('SIGHUP')).toBe(listening);
    expect(process.listenerCount('SIGTERM')).toBeGreaterThan(0);
  });

  test('onEnding receives the cause in the same turn, and a signal after another cause once (agents D2)', async () => {
    const told: StdioEnd[] = [];
    const closed: StdioEnd[] = [];
    const driver = await driveStdio(sampleServer(), {
      signals: true,
      onEnding: (end) => told.push(end),
      onClose: (end) => closed.push(end),
    });
    void driver.serving.close();
    expect(told).toEqual(['closed']);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.emit(signal, signal);
    expect(told).toEqual(['closed', 'SIGTERM']);
    await driver.serving.closed;
    expect(closed).toEqual(['closed']);
    process.emit('SIGINT', 'SIGINT');
    expect(told).toHaveLength(2);
  });

  test('only the named signals end a stdio server', async () => {
    const driver = await driveStdio(sampleServer(), { signals: ['SIGTERM'] });
    process.emit('SIGHUP', 'SIGHUP');
    process.emit('SIGTERM', 'SIGTERM');
    expect(await driver.serving.closed).toBe('SIGTERM');
  });
});
