import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  createRemoteTransport,
  createStdioTransport,
  type JsonObject,
  openUpstream,
  type RequestInput,
  type Upstream,
  type UpstreamOptions,
} from '@modegate/mcp-host/connections';
import { afterEach, describe, expect, test } from 'vitest';
import { baseOptions } from '../support/fake-link.ts';

const program = fileURLToPath(new URL('../support/sdk-server.mjs', import.meta.url));
const started: ChildProcess[] = [];
const opened: Upstream[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((upstream) => upstream.close()));
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

interface Opened {
  readonly upstream: Upstream;
  readonly notifications: readonly [string, JsonObject][];
  readonly notes: readonly string[];
  readonly stderr: () => string;
}

async function open(
  kind: 'stdio' | 'http',
  revision: 'dual' | 'modern',
  options: Partial<UpstreamOptions> = {},
): Promise<Opened> {
  const notifications: [string, JsonObject][] = [];
  const notes: string[] = [];
  let log = '';
  const transport =
    kind === 'stdio'
      ? createStdioTransport({
          command: process.execPath,
          args: [program, kind, revision],
          env: { PATH: process.env.PATH ?? '' },
        })
      : createRemoteTransport({
          type: 'streamable-http',
          url: await startHttp(revision, (text) => (log += text)),
          headers: {},
          typeInferred: true,
        });
  const upstream = await openUpstream(transport, {
    ...baseOptions,
    revision: undefined,
    initializeTimeoutMs: 20_000,
    onNotification: (method, params) => notifications.push([method, params]),
    onLog: (noteKind, text) => {
      if (noteKind === 'stderr') log += text;
      else notes.push(text);
    },
    ...options,
  });
  opened.push(upstream);
  return { upstream, notifications, notes, stderr: () => log };
}

async function startHttp(revision: string, onLog: (text: string) => void): Promise<string> {
  const child = spawn(process.execPath, [program, 'http', revision], { stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let url = '';
  child.stdout.on('data', (chunk: Buffer) => (url += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => onLog(chunk.toString()));
  await expect.poll(() => url, { timeout: 20_000 }).toContain('\n');
  return url.trim();
}

const answering = (answer: JsonObject, asked: [string, JsonObject][] = []): RequestInput => ({
  capabilities: { elicitation: {}, sampling: {} },
  answer: async (method, params) => {
    asked.push([method, params]);
    return answer;
  },
  recheck: async () => undefined,
});

const call = (name: string, args: JsonObject = {}): [string, JsonObject] => ['tools/call', { name, arguments: args }];

describe.each(['stdio', 'http'] as const)('a server of the new MCP SDK over %s', (kind) => {
  // On a busy machine, a server of both eras may start so late that the host takes it for a legacy one.
  describe.each(['dual', 'modern'] as const)('that is %s', { retry: 2 }, (revision) => {
    test('the SDK server is recognised as modern and returns its server info', async () => {
      const { upstream } = await open(kind, revision);
      expect(upstream).toMatchObject({
        revision: 'modern',
        protocolVersion: '2026-07-28',
        serverInfo: { name: 'sdk-server' },
        instructions: 'Ask me.',
      });
      const { tools } = await upstream.request('tools/list', {});
      expect((tools as { name: string }[]).map(({ name }) => name)).toContain('echo');
      expect(await upstream.request(...call('echo', { text: 'hi' }))).toEqual({
        content: [{ type: 'text', text: 'hi' }],
      });
      expect(await upstream.request('prompts/get', { name: 'greet' })).toHaveProperty('messages');
      expect(await upstream.request('resources/read', { uri: 'test://notes' })).not.toHaveProperty('cacheScope');
      await expect(upstream.request('tools/call', { name: 'none' })).rejects.toMatchObject({
        name: 'RpcError',
        code: -32602,
      });
    });

    test('the SDK server receives the request again with the answer to its question', async () => {
      const { upstream } = await open(kind, revision);
      const asked: [string, JsonObject][] = [];
      const input = answering({ action: 'accept', content: { name: 'Ada' } }, asked);
      const result = await upstream.request(...call('ask'), { input });
      expect(result).toEqual({ content: [{ type: 'text', text: 'Hello Ada' }] });
      expect(asked).toEqual([['elicitation/create', expect.objectContaining({ message: 'Who are you?' })]]);
      const thought = { role: 'assistant', model: 'm', content: { type: 'text', text: 'Thought.' } };
      expect(JSON.stringify(await upstream.request(...call('think'), { input: answering(thought) }))).toContain(
        'Thought.',
      );
    });

    test('the SDK server asks nothing of a client that did not declare the capability', async () => {
      const { upstream } = await open(kind, revision);
      await expect(upstream.request(...call('ask'))).rejects.toThrow();
    });

    test('the SDK server reports progress and receives a cancellation', async () => {
      const { upstream, stderr, notes } = await open(kind, revision);
      const progress: unknown[] = [];
      const controller = new AbortController();
      const slow = upstream.request(...call('slow'), {
        signal: controller.signal,
        onProgress: (params) => progress.push(params.progress),
      });
      slow.catch(() => undefined);
      await expect.poll(() => progress).toEqual([1]);
      controller.abort(new Error('enough'));
      await expect(slow).rejects.toThrow('enough');
      await expect.poll(stderr).toContain('slow was cancelled');
      expect(await upstream.request(...call('echo', { text: 'still here' }))).toBeDefined();
      expect(notes).toEqual([]);
    });

    test('the SDK server announces changes of its tools and of a subscribed resource', async () => {
      const { upstream, notifications } = await open(kind, revision);
      await expect.poll(() => upstream.announcesChangesOf('tools')).toBe(true);
      await upstream.request(...call('grow'));
      await expect.poll(() => notifications).toContainEqual(['notifications/tools/list_changed', {}]);
      await upstream.request(...call('write', { text: 'unheard' }));
      await upstream.request('resources/subscribe', { uri: 'test://notes' });
      await upstream.request(...call('write', { text: 'heard' }));
      const update = ['notifications/resources/updated', { uri: 'test://notes' }];
      await expect.poll(() => notifications).toContainEqual(update);
      await upstream.request('resources/unsubscribe', { uri: 'test://notes' });
      await upstream.request(...call('write', { text: 'unheard' }));
      await upstream.request(...call('echo', { text: 'later' }));
      expect(notifications.filter(([method]) => method === 'notifications/resources/updated')).toEqual([update]);
    });
  });

  test('the SDK server of both eras is initialised when it is known as legacy', async () => {
    const { upstream } = await open(kind, 'dual', { revision: 'legacy' });
    expect(upstream).toMatchObject({ revision: 'legacy', protocolVersion: '2025-11-25' });
    expect(await upstream.request(...call('echo', { text: 'hi' }))).toMatchObject({ content: [{ text: 'hi' }] });
  });

  test('the modern SDK server is recognised as modern although it was known as legacy', async () => {
    const { upstream } = await open(kind, 'modern', { revision: 'legacy' });
    expect(upstream).toMatchObject({ revision: 'modern', protocolVersion: '2026-07-28' });
    expect(await upstream.request(...call('echo', { text: 'hi' }))).toMatchObject({ content: [{ text: 'hi' }] });
  });
});
