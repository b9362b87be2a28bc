import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { UpstreamTransport } from '@modegate/mcp-host/connections';
import { createRemoteTransport, createStdioTransport, openUpstream } from '@modegate/mcp-host/connections';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../../../../test/support/free-port.ts';
import { baseOptions } from '../support/fake-link.ts';

const everything = fileURLToPath(
  new URL('../../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

async function startRemote(kind: 'sse' | 'streamableHttp'): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [everything, kind], {
    env: { PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  started.push(child);
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  await expect.poll(() => log, { timeout: 20_000 }).toContain('on port');
  return `http://127.0.0.1:${port}/${kind === 'sse' ? 'sse' : 'mcp'}`;
}

const links: [string, () => Promise<UpstreamTransport>][] = [
  ['over stdio', async () => createStdioTransport({ command: process.execPath, args: [everything, 'stdio'], env: {} })],
  [
    'over Streamable HTTP',
    async () =>
      createRemoteTransport({
        type: 'streamable-http',
        url: await startRemote('streamableHttp'),
        headers: {},
        typeInferred: false,
      }),
  ],
  [
    'over HTTP+SSE, found by the fallback',
    async () =>
      createRemoteTransport({
        type: 'streamable-http',
        url: await startRemote('sse'),
        headers: {},
        typeInferred: true,
      }),
  ],
];

describe.each(links)('the reference server %s', (_how, connect) => {
  test('a reference server is initialised, runs tools, reports progress, accepts a cancellation and ends', async () => {
    const asked: string[] = [];
    const upstream = await openUpstream(await connect(), {
      ...baseOptions,
      initializeTimeoutMs: 20_000,
      capabilities: { roots: { listChanged: true } },
      onRequest: async (method) => {
        asked.push(method);
        return { roots: [{ uri: 'file:///work', name: 'work' }] };
      },
    });
    expect(upstream.capabilities).toHaveProperty('tools');
    const { tools } = await upstream.request('tools/list', {});
    expect((tools as { name: string }[]).map(({ name }) => name)).toContain('echo');
    const echo = await upstream.request('tools/call', { name: 'echo', arguments: { message: 'hi' } });
    expect(JSON.stringify(echo)).toContain('hi');
    const progress: unknown[] = [];
    const operation = { name: 'trigger-long-running-operation', arguments: { duration: 0.3, steps: 3 } };
    await upstream.request('tools/call', operation, { onProgress: (params) => progress.push(params.progress) });
    expect(progress).toEqual([1, 2, 3]);
    const slow = { name: 'trigger-long-running-operation', arguments: { duration: 60, steps: 60 } };
    const reason = new Error('enough');
    const controller = new AbortController();
    const cancelled = upstream.request('tools/call', slow, { signal: controller.signal });
    controller.abort(reason);
    await expect(cancelled).rejects.toBe(reason);
    await expect(upstream.request('no/such/method', {})).rejects.toMatchObject({ name: 'RpcError', code: -32601 });
    await expect.poll(() => asked).toContain('roots/list');
    await upstream.close();
    expect((await upstream.closed).reason).toBe('closed');
  });
});
