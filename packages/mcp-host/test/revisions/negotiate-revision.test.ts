import { type JsonObject, openUpstream, type Upstream, type UpstreamOptions } from '@modegate/mcp-host/connections';
import { describe, expect, test } from 'vitest';
import {
  answerWith,
  baseOptions,
  createFakeClock,
  createFakeLink,
  type FakeLink,
  initializeResult,
  settle,
} from '../support/fake-link.ts';
import { discoverResult } from '../support/stateless-link.ts';

const initialised = { result: initializeResult };
const methodNotFound = { error: { code: -32601, message: 'Method not found' } };
const unsupported = (supported: unknown) => ({ error: { code: -32022, message: 'Unsupported', data: { supported } } });

interface Opening {
  readonly link: FakeLink;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly opening: Promise<Upstream>;
  readonly methods: () => readonly unknown[];
}

function begin(answers: Readonly<Record<string, JsonObject>>, options: Partial<UpstreamOptions> = {}): Opening {
  const link = createFakeLink();
  const clock = createFakeClock();
  for (const [method, answer] of Object.entries(answers)) answerWith(link, method, answer);
  const opening = openUpstream(link.transport, {
    ...baseOptions,
    revision: undefined,
    initializeTimeoutMs: 60_000,
    now: clock.now,
    schedule: clock.schedule,
    ...options,
  });
  opening.catch(() => undefined);
  return { link, clock, opening, methods: () => link.sent.map(({ method }) => method) };
}

describe('a server of unknown era', () => {
  test('a server of unknown era first receives server/discover, with what every modern request contains', async () => {
    const { link, opening } = begin({ 'server/discover': { result: discoverResult } }, { capabilities: { roots: {} } });
    expect(await opening).toMatchObject({
      revision: 'modern',
      protocolVersion: '2026-07-28',
      serverInfo: { name: 'modern' },
      instructions: 'Be kind.',
      capabilities: { tools: {} },
    });
    expect(link.sent).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'server/discover',
        params: {
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': baseOptions.clientInfo,
            'io.modelcontextprotocol/clientCapabilities': { roots: {} },
          },
        },
      },
    ]);
  });

  test.each<[string, JsonObject]>([
    ['an unknown method', methodNotFound],
    ['invalid params', { error: { code: -32602, message: 'Invalid request parameters' } }],
    ['an error of its own', { error: { code: -32000, message: 'Not initialized' } }],
    ['the error of another header', { error: { code: -32020, message: 'Header mismatch' } }],
    ['an empty object', { result: {} }],
    ['an object without versions', { result: { capabilities: {} } }],
    ['versions that are not a list', { result: { ...discoverResult, supportedVersions: '2026-07-28' } }],
    ['no capabilities', { result: { ...discoverResult, capabilities: [] } }],
    ['a question', { result: { resultType: 'input_required', requestState: 'x' } }],
    ['nothing that JSON-RPC knows', { result: 'yes' }],
    ['that it speaks legacy versions only', unsupported(['2025-11-25'])],
    ['an unsupported version without a list', unsupported(undefined)],
    ['an unsupported version with numbers', unsupported([2026])],
  ])('a server that answers server/discover with %s is legacy', async (_what, answer) => {
    const { opening, methods } = begin({ 'server/discover': answer, initialize: initialised });
    expect(await opening).toMatchObject({ revision: 'legacy', protocolVersion: '2025-11-25' });
    expect(methods()).toEqual(['server/discover', 'initialize', 'notifications/initialized']);
  });

  test('a server that names a legacy version as well as a later one is legacy', async () => {
    const result = { ...discoverResult, supportedVersions: ['2027-01-01', '2025-11-25'] };
    const { opening } = begin({ 'server/discover': { result }, initialize: initialised });
    expect((await opening).revision).toBe('legacy');
  });

  test.each<[string, JsonObject]>([
    ['an answer', { result: { ...discoverResult, supportedVersions: ['2027-01-01'] } }],
    ['an error', unsupported(['2027-01-01'])],
  ])('a server that speaks only later versions is refused, by %s', async (_how, answer) => {
    const { opening, methods } = begin({ 'server/discover': answer, initialize: initialised });
    await expect(opening).rejects.toMatchObject({
      code: 'UPSTREAM_PROTOCOL',
      message: expect.stringContaining('2027-01-01, expected one of 2026-07-28, 2025-11-25'),
    });
    expect(methods()).toEqual(['server/discover']);
  });

  test('a server that refuses the version which it names receives server/discover only once more', async () => {
    const { opening, methods } = begin({ 'server/discover': unsupported(['2026-07-28']) });
    await expect(opening).rejects.toMatchObject({ code: 'UPSTREAM_PROTOCOL' });
    expect(methods()).toEqual(['server/discover', 'server/discover']);
  });

  test('a silent server is initialised after two seconds, and server/discover is not cancelled', async () => {
    const { clock, opening, methods } = begin({ initialize: initialised });
    await settle();
    clock.advance(1_999);
    await settle();
    expect(methods()).toEqual(['server/discover']);
    clock.advance(1);
    expect(await opening).toMatchObject({ revision: 'legacy' });
    clock.advance(60_000);
    await settle();
    expect(methods()).toEqual(['server/discover', 'initialize', 'notifications/initialized']);
  });

  test('a slow modern server counts as modern, since it refuses initialize', async () => {
    const { link, clock, opening } = begin({ initialize: methodNotFound });
    await settle();
    clock.advance(2_000);
    await settle();
    link.receive({ jsonrpc: '2.0', id: 1, result: discoverResult });
    expect((await opening).revision).toBe('modern');
  });

  test('a server that never answers is given up after a timeout', async () => {
    const { clock, opening } = begin({});
    await settle();
    for (const ms of [2_000, 60_000]) {
      clock.advance(ms);
      await settle();
    }
    await expect(opening).rejects.toMatchObject({
      code: 'UPSTREAM_START_FAILED',
      message: expect.stringContaining('"initialize" within 60000 ms'),
    });
  });

  test('a server that refuses both requests fails with its answer to initialize', async () => {
    const { opening } = begin({
      'server/discover': methodNotFound,
      initialize: { error: { code: -32000, message: 'No licence' } },
    });
    await expect(opening).rejects.toMatchObject({
      code: 'UPSTREAM_START_FAILED',
      message: expect.stringContaining('No licence'),
    });
  });

  test('a server that exits on server/discover is distinguished from one that exits on initialize', async () => {
    const first = begin({});
    first.link.onSent = () => first.link.end();
    await expect(first.opening).rejects.toMatchObject({ data: { endedByProbe: true } });
    const second = begin({}, { revision: 'legacy' });
    second.link.onSent = () => second.link.end();
    const error: unknown = await second.opening.catch((thrown: unknown) => thrown);
    expect(error).toHaveProperty('code', 'UPSTREAM_START_FAILED');
    expect(error).not.toHaveProperty('data.endedByProbe');
  });
});

describe('a server of known era', () => {
  test('a server known as legacy does not receive server/discover', async () => {
    const { opening, methods } = begin({ initialize: initialised }, { revision: 'legacy' });
    expect((await opening).revision).toBe('legacy');
    expect(methods()).toEqual(['initialize', 'notifications/initialized']);
  });

  test('a server known as legacy that refuses initialize receives server/discover', async () => {
    const answers = { initialize: methodNotFound, 'server/discover': { result: discoverResult } };
    const { opening, methods } = begin(answers, { revision: 'legacy' });
    expect((await opening).revision).toBe('modern');
    expect(methods()).toEqual(['initialize', 'server/discover']);
  });

  test('a server known as modern has longer to answer, and is initialised if it is no longer modern', async () => {
    const { clock, opening, methods } = begin({ initialize: initialised }, { revision: 'modern' });
    await settle();
    clock.advance(9_999);
    await settle();
    expect(methods()).toEqual(['server/discover']);
    clock.advance(1);
    expect((await opening).revision).toBe('legacy');
    const changed = begin({ 'server/discover': methodNotFound, initialize: initialised }, { revision: 'modern' });
    expect((await changed.opening).revision).toBe('legacy');
  });
});

describe('F8: a server on the network whose clients have sessions', () => {
  const answers = { initialize: initialised, 'server/discover': { result: discoverResult } };
  const asking = { revision: 'legacy', revisionSource: 'clients' } as const;

  test.each([
    [true, 'legacy', ['initialize', 'notifications/initialized']],
    [false, 'modern', ['initialize', 'server/discover']],
  ])('a server that keeps a session: %s, is used in the revision %s', async (hasSession, revision, methods) => {
    const link = createFakeLink();
    for (const [method, answer] of Object.entries(answers)) answerWith(link, method, answer);
    const transport = { ...link.transport, hasSession: () => hasSession };
    const upstream = await openUpstream(transport, { ...baseOptions, ...asking });
    expect(upstream.revision).toBe(revision);
    expect(link.sent.map(({ method }) => method).slice(0, 2)).toEqual(methods);
  });
});
