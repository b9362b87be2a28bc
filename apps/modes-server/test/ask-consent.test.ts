import { writeInto } from '@modegate/cli-kit/testing';
import type { JsonObject, ToolResult } from '@modegate/mcp-protocol';
import { type ConnectInMemoryOptions, connectInMemory, type InMemoryClient } from '@modegate/mcp-protocol/testing';
import { openTelemetry } from '@modegate/telemetry/sdk';
import { readTelemetrySettings } from '@modegate/telemetry/settings';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFakeUpstreams } from './support/fake-upstreams.ts';
import { type OpenServerOptions, openServer } from './support/open-server.ts';
import { nextQuestion, turn } from './support/questions.ts';
import { mode } from './support/server-modes.ts';

const wipe = [{ serverName: '*', toolName: 'wipe' }];
const files = {
  '.roomodes': JSON.stringify({
    customModes: [mode('careful', { mcpRestrictions: { askTools: wipe } }), mode('plain')],
  }),
};
const yes = { action: 'accept', content: { allow: true } };

afterEach(() => void vi.useRealTimers());

/** A way to call a tool and to answer the question about it. */
interface Asking {
  readonly message: string;
  /** Answers, and resolves with the result of the call. */
  readonly answer: (given: JsonObject) => Promise<ToolResult>;
}

type Ask = (client: InMemoryClient, name: string, args?: object) => Promise<Asking>;

/** A request from the server during the call. */
const askInSession: Ask = async (client, name, args = {}) => {
  const before = client.received.filter((each) => 'method' in each && 'id' in each).length;
  const calling = client.callTool(name, args);
  calling.catch(() => undefined);
  const question = await nextQuestion(client, before);
  return {
    message: String(question.params.message),
    answer: (given) => {
      question.answer(given);
      return calling;
    },
  };
};

/** The answer to the call is the question, and the next try carries the answer. */
const askWithoutSession: Ask = async (client, name, args = {}) => {
  const params = { name, arguments: args };
  const { inputRequests, requestState } = await client.request('tools/call', params);
  const [[key, { params: asked }] = ['', { params: {} }]] = Object.entries(
    inputRequests as Record<string, { readonly params: JsonObject }>,
  );
  return {
    message: String(asked.message),
    answer: async (given) =>
      (await client.request('tools/call', { ...params, requestState, inputResponses: { [key]: given } })) as never,
  };
};

const inSession: ConnectInMemoryOptions = { capabilities: { elicitation: {} } };
const withoutSession: ConnectInMemoryOptions = { ...inSession, protocolVersion: '2026-07-28', initialize: false };

async function open(options: OpenServerOptions = {}) {
  const upstreams = createFakeUpstreams();
  const opened = await openServer({ files, flags: { mode: 'careful' }, client: inSession, ...options, upstreams });
  await opened.client.listTools();
  return { ...opened, sent: () => upstreams.of('alpha').requests() };
}

describe.each<[string, ConnectInMemoryOptions, Ask]>([
  ['2025-11-25', inSession, askInSession],
  ['2026-07-28', withoutSession, askWithoutSession],
])('a client of %s', (_era, client, ask) => {
  test('a client is asked before the call with all its details, and a call without a yes is denied', async () => {
    const { sent, audit, ...opened } = await open({ client });
    for (const given of [{ action: 'decline' }, { action: 'cancel' }, { action: 'accept', content: {} }]) {
      const asking = await ask(opened.client, 'alpha__wipe', { path: 'a\u202eb' });
      expect(asking.message).toMatch(/"wipe" of server "alpha".*Mode: "careful".*"path": "a<U\+202E>b"/s);
      expect(await asking.answer(given)).toMatchObject({
        isError: true,
        structuredContent: { error: { name: 'TOOL_RESTRICTION_ERROR', data: { code: 'CONSENT_REQUIRED' } } },
      });
    }
    expect(sent()).toEqual([]);
    const asking = await ask(opened.client, 'alpha__wipe');
    expect(await asking.answer(yes)).toMatchObject({ content: [{ text: 'tools/call wipe' }] });
    expect(sent()).toEqual(['tools/call wipe']);
    expect(audit.map((line) => ('consent' in line ? line.consent : line.event)).join(' ')).toBe(
      'asked declined decision asked cancelled decision asked failed decision asked accepted decision outcome',
    );
    expect(new Set(audit.map(({ id }) => id)).size).toBe(4);
  });

  test('a client is asked once per call, even for two concurrent calls', async () => {
    const { sent, ...opened } = await open({ client });
    const [one, other] = [await ask(opened.client, 'alpha__wipe'), await ask(opened.client, 'alpha__wipe')];
    expect(await one.answer({ action: 'decline' })).toMatchObject({ isError: true });
    expect(sent()).toEqual([]);
    expect(await other.answer(yes)).not.toHaveProperty('isError', true);
    expect(sent()).toHaveLength(1);
    const third = await ask(opened.client, 'alpha__wipe');
    expect(await third.answer({ action: 'decline' })).toMatchObject({ isError: true });
    expect(sent()).toHaveLength(1);
  });

  test('the consent of a client does not cover a call after the files were read again', async () => {
    const { sent, modes, project, ...opened } = await open({ client });
    const asking = await ask(opened.client, 'alpha__wipe');
    await modes.reload();
    expect(await asking.answer(yes)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('has changed since the question was asked. Make the call again.') }],
    });
    const denying = mode('careful', { mcpRestrictions: { disallowedTools: wipe } });
    const another = await ask(opened.client, 'alpha__wipe');
    writeInto(project, '.roomodes', JSON.stringify({ customModes: [denying] }));
    await modes.reload();
    expect(await another.answer(yes)).toMatchObject({
      structuredContent: { error: { data: { code: 'MCP_TOOL_DISALLOWED' } } },
    });
    expect(sent()).toEqual([]);
  });

  test('a client has five minutes to answer a question', async () => {
    const { sent, audit, ...opened } = await open({ client });
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    const asking = await ask(opened.client, 'alpha__wipe');
    await vi.advanceTimersByTimeAsync(299_000);
    expect(audit).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await turn();
    expect(await asking.answer(yes)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('Nobody answered within 300 seconds.') }],
    });
    expect(audit).toMatchObject([{ consent: 'asked' }, { consent: 'timed_out' }, { allowed: false }]);
    expect(sent()).toEqual([]);
  });

  test('the question to a client ends when the client disconnects', async () => {
    const { sent, audit, ...opened } = await open({ client });
    await ask(opened.client, 'alpha__wipe');
    await opened.client.close();
    await vi.waitFor(() => expect(audit).toHaveLength(3));
    expect(audit).toMatchObject([{ consent: 'asked' }, { consent: 'withdrawn' }, { allowed: false }]);
    expect(sent()).toEqual([]);
    const again = await connectInMemory(opened.server, client);
    expect(await again.callTool('alpha__echo', {})).not.toHaveProperty('isError', true);
  });

  test('a client must consent to a call through call_tool in the mode of the given task', async () => {
    const { sent, call, ...opened } = await open({ client, flags: {} });
    const { session_id } = (await call('create_task', { mode_slug: 'careful' })).facts;
    const args = { name: 'alpha__wipe', arguments: { deep: 1 }, session_id, consent: true };
    await expect(opened.client.callTool('call_tool', args)).resolves.toMatchObject({ isError: true });
    const { consent: _forged, ...asked } = args;
    const asking = await ask(opened.client, 'call_tool', asked);
    expect(asking.message).toMatch(/"wipe" of server "alpha".*"deep": 1/s);
    expect(sent()).toEqual([]);
    expect(await asking.answer(yes)).not.toHaveProperty('isError', true);
    expect(sent()).toEqual(['tools/call wipe']);
    const { facts } = await call('get_task_info', { session_id, include_audit: true });
    expect(facts.decisions).toMatchObject([
      { allowed: false, code: 'CONSENT_REQUIRED', detail: { mcp_tool: 'wipe', consent: 'asked' } },
      { allowed: true, detail: { consent: 'accepted' } },
      { allowed: true, rule: { pointer: expect.stringContaining('askTools') } },
    ]);
    const { text } = await call('get_task_info', { session_id, include_audit: true });
    expect(text).toContain('? consent asked: use_mcp_tool (alpha/wipe) in careful');
  });
});

describe('retries of a client of 2026-07-28', () => {
  /** A call that waits for its answer, and a try with other members. */
  async function wait() {
    const { client, sent } = await open({ client: withoutSession });
    const params = { name: 'alpha__wipe', arguments: { path: 'a' } };
    const { inputRequests, requestState } = await client.request('tools/call', params);
    const [key = ''] = Object.keys(inputRequests as JsonObject);
    const inputResponses = { [key]: yes };
    const retry = (more: object = {}) =>
      client.request('tools/call', { ...params, requestState, inputResponses, ...more });
    return { client, sent, retry, requestState };
  }

  test.each([
    ['with other arguments', { arguments: { path: 'b' } }],
    ['with another tool', { name: 'beta__wipe' }],
    ['with a state that it made up', { requestState: 'c1f3a0f0-0000-4000-8000-000000000000' }],
  ])('a retry %s is denied, and the call still waits for its answer', async (_what, more) => {
    const { sent, retry } = await wait();
    await expect(retry(more)).rejects.toMatchObject({ code: -32602 });
    expect(sent()).toEqual([]);
    expect(await retry()).not.toHaveProperty('isError', true);
    expect(sent()).toEqual(['tools/call wipe']);
  });

  test('a retry without the state is another call, which asks again', async () => {
    const { sent, retry } = await wait();
    expect(await retry({ requestState: undefined })).toMatchObject({ resultType: 'input_required' });
    expect(sent()).toEqual([]);
  });

  test('a retry with an answer works once', async () => {
    const { sent, retry } = await wait();
    await retry();
    await expect(retry()).rejects.toMatchObject({ code: -32602 });
    expect(sent()).toHaveLength(1);
  });

  test('a retry from another connection is denied: no other principal, place or process has the call', async () => {
    const { sent, retry, requestState } = await wait();
    const other = await open({ client: withoutSession });
    const params = { name: 'alpha__wipe', arguments: { path: 'a' }, requestState, inputResponses: {} };
    await expect(other.client.request('tools/call', params)).rejects.toMatchObject({ code: -32602 });
    expect([sent(), other.sent()]).toEqual([[], []]);
    expect(await retry()).not.toHaveProperty('isError', true);
  });
});

test('a client without elicitation sees the tool, and learns why it cannot call it and who can grant it', async () => {
  const { client, call, sent, audit, logLines } = await open({ client: {} });
  expect((await client.listTools()).map(({ name }) => name)).toContain('alpha__wipe');
  expect((await call('list_available_tools')).facts.tools).toMatchObject([
    { name: 'alpha__echo' },
    { name: 'alpha__wipe', asks: true },
    {},
    { asks: true },
  ]);
  const { facts } = await call('describe_tool', { name: 'alpha__wipe' });
  expect(facts.asks).toMatch(/needs a person's consent/);
  const { isError, text } = await call('alpha__wipe');
  expect(isError).toBe(true);
  expect(text).toMatch(
    /did not declare 'elicitation'.*Only a person can allow this call, .*changing the rule \(project/,
  );
  expect(sent()).toEqual([]);
  expect(audit).toMatchObject([
    {
      event: 'consent',
      consent: 'unsupported',
      mcp_tool: 'wipe',
      rule: { layer: 'project' },
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
    { event: 'decision', allowed: false, code: 'CONSENT_REQUIRED' },
  ]);
  expect(logLines).toContain("Consent unsupported: 'wipe' of server 'alpha' in mode 'careful'");
});

test('questions to clients and their answers are counted in the metrics', async () => {
  const telemetry = await openTelemetry({
    settings: readTelemetrySettings({}),
    serviceName: 'modes-server',
    version: '1',
    hasPage: true,
    onProblem: () => undefined,
  });
  onTestFinished(() => telemetry.close());
  const { client } = await open({ telemetry });
  await (await askInSession(client, 'alpha__wipe')).answer(yes);
  const page = await telemetry.readPage?.();
  for (const outcome of ['asked', 'accepted'])
    expect(page).toContain(`modegate_consents_total{outcome="${outcome}"} 1`);
});

test('the question about a call to a shared server reaches only the principal that calls', async () => {
  const opened = await open({
    hasPrincipals: true,
    files: {
      ...files,
      '.roo/mcp.json': JSON.stringify({ mcpServers: { alpha: { command: 'alpha', shared: true } } }),
    },
  });
  const join = async (name: string): Promise<InMemoryClient> => {
    const principal = { id: `token:${name}`, modes: ['*'] };
    opened.scopes.set(name, { principal });
    const client = await connectInMemory(opened.serverOf(principal.id) ?? opened.server, {
      ...inSession,
      connectionId: name,
    });
    onTestFinished(() => client.close());
    await client.listTools();
    return client;
  };
  const [ann, bob] = [await join('ann'), await join('bob')];
  const [one, other] = [await askInSession(ann, 'alpha__wipe'), await askInSession(bob, 'alpha__wipe')];
  expect(await other.answer({ action: 'decline' })).toMatchObject({ isError: true });
  expect(await one.answer(yes)).not.toHaveProperty('isError', true);
  expect(opened.sent()).toEqual(['tools/call wipe']);
  expect(opened.audit.map((line) => ('principal' in line ? line.principal : undefined))).toEqual(
    ['ann', 'bob', 'bob', 'bob', 'ann', 'ann', 'ann'].map((name) => `token:${name}`),
  );
});
