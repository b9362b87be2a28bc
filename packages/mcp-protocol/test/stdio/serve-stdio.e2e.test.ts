import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';

// Imports the package by its name from its own folder, as an installed copy would be: the build must be there.
const PROGRAM = `
  import { createServer, toolResult } from '@modegate/mcp-protocol';
  import { serveStdio } from '@modegate/mcp-protocol/stdio';
  const server = createServer({
    info: { name: 'child', version: '1' },
    tools: [{ name: 'print', description: 'Prints.', call: () => { console.log('stray'); return toolResult({ text: 'x'.repeat(100_000) }); } }],
  });
  const serving = await serveStdio(server, { signals: true });
  setInterval(() => {}, 1_000);
  const end = await serving.closed;
  process.stderr.write('ended: ' + end + '\\n');
  await globalThis.tidyUp?.();
  process.exit();
`;

const HELLO = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'e2e', version: '1' } },
};

function start(before = ''): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', before + PROGRAM], {
    cwd: `${import.meta.dirname}/../..`,
  });
  child.stdin.on('error', () => undefined);
  return child;
}

function send(child: ChildProcessWithoutNullStreams, ...messages: readonly object[]): void {
  child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
}

function print(id: number): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'print' } };
}

async function result(
  child: ChildProcessWithoutNullStreams,
): Promise<{ readonly code: unknown; readonly stderr: string }> {
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, stderr };
}

describe('a stdio server in a separate process', () => {
  test('a stdio server writes only JSON-RPC to stdout and ends when stdin ends', async () => {
    const child = start();
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    send(child, HELLO, print(1));
    child.stdin.end();
    const { code, stderr } = await result(child);
    expect([code, stderr]).toEqual([0, 'stray\nended: stdin-ended\n']);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: unknown }).id),
    ).toEqual(['init', 1]);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends a stdio server', async (signal) => {
    const child = start();
    send(child, HELLO);
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await result(child)).toEqual({ code: 0, stderr: `ended: ${signal}\n` });
  });

  test('a second signal during cleanup, even raised again by a library, changes nothing (servers F1)', async () => {
    const child = start(`
      globalThis.tidyUp = () => new Promise((resolve) => setTimeout(resolve, 300));
      // As signal-exit does when it finds that it alone is listening.
      process.on('SIGTERM', () => { if (process.listenerCount('SIGTERM') === 1) process.kill(process.pid, 'SIGKILL'); });
    `);
    send(child, HELLO);
    await once(child.stdout, 'data');
    const done = result(child);
    child.kill('SIGTERM');
    await once(child.stderr, 'data');
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) child.kill(signal);
    expect(await done).toEqual({ code: 0, stderr: 'ended: SIGTERM\n' });
  });

  test('a client that disconnects silently ends a stdio server', async () => {
    const child = start();
    send(child, HELLO);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const done = result(child);
    const asking = setInterval(() => send(child, { jsonrpc: '2.0', id: 1, method: 'ping' }), 20);
    expect(await done).toEqual({ code: 0, stderr: 'ended: stdout-failed\n' });
    clearInterval(asking);
  });

  test('a stdio server can end although its client never reads', async () => {
    const child = start();
    send(child, HELLO);
    await once(child.stdout, 'data');
    child.stdout.pause();
    const done = result(child);
    send(child, ...Array.from({ length: 500 }, (_, id) => print(id)));
    await once(child.stderr, 'data');
    child.kill('SIGTERM');
    child.stdout.destroy();
    expect((await done).code).toBe(0);
  });
});
