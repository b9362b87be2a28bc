import type { JsonObject, ToolResult } from '@modegate/mcp-protocol';
import { type ConnectInMemoryOptions, connectInMemory, type InMemoryClient } from '@modegate/mcp-protocol/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFakeUpstreams, tool, twoServers } from './support/fake-upstreams.ts';
import { type Facts, type OpenServerOptions, openServer } from './support/open-server.ts';
import { turn } from './support/questions.ts';
import { mode, modes } from './support/server-modes.ts';

const stateless: ConnectInMemoryOptions = { protocolVersion: '2026-07-28', initialize: false };
const asking: ConnectInMemoryOptions = { ...stateless, capabilities: { elicitation: {} } };

async function open(options: OpenServerOptions = {}) {
  const upstreams = options.upstreams ?? createFakeUpstreams();
  const opened = await openServer({
    client: stateless,
    ...options,
    upstreams,
    files: { '.roomodes': modes, ...options.files },
  });
  const { client, call } = opened;
  const names = async (of = client) => (await of.listTools()).map(({ name }) => String(name));
  const task = async (slug: string): Promise<string> =>
    (await call('create_task', { mode_slug: slug })).facts.session_id;
  const sent = () =>
    upstreams.names.flatMap((name) =>
      upstreams
        .of(name)
        .requests()
        .map((line) => `${name} ${line}`),
    );
  return { ...opened, upstreams, names, task, sent };
}

/** A call whose answer may be a question. */
async function start(client: InMemoryClient, name: string, args: object = {}) {
  const params = { name, arguments: args };
  const result = await client.request('tools/call', params);
  const questions = Object.entries((result.inputRequests ?? {}) as Record<string, JsonObject>);
  const answer = (given: object, state: unknown = result.requestState): Promise<JsonObject> =>
    client.request('tools/call', {
      ...params,
      requestState: state,
      inputResponses: Object.fromEntries(questions.map(([key]) => [key, given])),
    });
  return { result, questions: questions.map(([, question]) => question), answer };
}

const factsOf = (result: JsonObject): Facts => (result as unknown as ToolResult).structuredContent;
const accept = { action: 'accept', content: {} };

describe('lists of a client without a session', () => {
  test('a client without a session gets the lists of the fixed mode, whatever it calls', async () => {
    const { names, call, task, client } = await open({ flags: { mode: 'alpha' } });
    const before = await names();
    expect(before).toEqual(expect.arrayContaining(['alpha__echo', 'call_tool', 'list_available_tools']));
    expect(before.filter((name) => name.startsWith('beta'))).toEqual([]);
    const session_id = await task('all');
    expect(await names()).toEqual(before);
    await call('switch_mode', { session_id, new_mode_slug: 'none' });
    await call('complete_task', { session_id, status: 'completed' });
    expect(await names()).toEqual(before);
    await turn();
    expect(client.notifications).toEqual([]);
  });

  test('a client without a session sees no tool of another server if no mode is fixed', async () => {
    const { names, task, call, sent } = await open();
    await task('all');
    expect((await names()).filter((name) => name.includes('__'))).toEqual([]);
    expect(await call('alpha__echo')).toMatchObject({ isError: true });
    expect(sent()).toEqual([]);
  });

  test('configuration tools do not change the lists of a client without a session', async () => {
    const { names, call, task } = await open({ flags: { mode: 'all', unequipped: 'all' } });
    const before = await names();
    expect(before).toContain('build-toolset');
    expect(before).not.toContain('equip-toolset');
    expect(before).not.toContain('enter-configuration-mode');
    const tools = [{ namespacedName: 'alpha.echo' }];
    expect(await call('build-toolset', { name: 'just-echo', tools })).toMatchObject({ isError: false });
    for (const [name, args] of [
      ['build-toolset', { name: 'other', tools, autoEquip: true }],
      ['equip-toolset', { name: 'just-echo' }],
      ['unequip-toolset', {}],
      ['delete-toolset', { name: 'just-echo', confirm: true }],
      ['add-tool-annotation', { tool: tools[0], notes: 'x' }],
      ['enter-configuration-mode', {}],
      ['exit-configuration-mode', {}],
    ] as const) {
      expect([name, await call(name, args)]).toMatchObject([name, { isError: true }]);
      const inner = await call('call_tool', { name, arguments: args, session_id: await task('all') });
      expect([name, inner]).toMatchObject([name, { isError: true }]);
    }
    expect(await names()).toEqual(before);
    expect(await call('list-saved-toolsets')).toMatchObject({ facts: { toolsets: [{ name: 'just-echo' }] } });
  });
});

describe('a task of a client without a session', () => {
  test('a task of a client without a session sets the mode of only those calls that name its session id', async () => {
    const { call, task, sent } = await open();
    const session_id = await task('alpha');
    expect(await call('call_tool', { name: 'alpha__echo', session_id })).toMatchObject({ isError: false });
    expect(await call('call_tool', { name: 'beta__echo', session_id })).toMatchObject({
      isError: true,
      facts: { error: { code: -31005, name: 'TOOL_RESTRICTION_ERROR' } },
    });
    const without = await call('call_tool', { name: 'alpha__echo' });
    expect(without).toMatchObject({ isError: true, text: expect.stringContaining('session_id') });
    expect((await call('list_available_tools')).facts.note).toContain('session_id');
    const listed = await call('list_available_tools', { session_id });
    expect(listed.facts.tools.map(({ name }: { name: string }) => name)).toEqual(['alpha__echo', 'alpha__wipe']);
    expect(sent()).toEqual(['alpha tools/call echo']);
  });

  test('a new task of a client without a session explains how its tools are called', async () => {
    const { call, task } = await open();
    // The first call starts the servers.
    const session_id = await task('alpha');
    await call('list_available_tools', { session_id });
    expect(await call('create_task', { mode_slug: 'alpha' })).toMatchObject({
      facts: { available_tools: { count: 2, how: expect.stringContaining('session_id') } },
    });
  });

  test('a task of a client without a session is unusable once it has ended or expired', async () => {
    const { call, task, sent, wait } = await open();
    const ended = await task('all');
    await call('complete_task', { session_id: ended, status: 'completed' });
    const expired = await task('all');
    wait(3_600_001);
    for (const session_id of [ended, expired, 'ses_unknown', ''])
      expect(await call('call_tool', { name: 'alpha__echo', session_id })).toMatchObject({ isError: true });
    expect(sent()).toEqual([]);
  });

  test('a task of a client without a session is not found by its task id, which grants no access', async () => {
    const { call } = await open();
    const { task_id } = (await call('create_task', { mode_slug: 'all' })).facts;
    expect(await call('get_task_info', { task_id })).toMatchObject({
      isError: true,
      facts: { error: { code: -31002, name: 'TASK_NOT_FOUND' } },
    });
  });

  test('a task of a client without a session is unusable for another principal', async () => {
    const opened = await open({ hasPrincipals: true, upstreams: createFakeUpstreams() });
    const join = async (name: string) => {
      const principal = { id: `token:${name}`, modes: ['*'] };
      opened.scopes.set(name, { principal });
      const server = opened.serverOf(principal.id);
      if (server === undefined) throw new Error('No room');
      const client = await connectInMemory(server, { ...stateless, connectionId: name });
      onTestFinished(() => client.close());
      return client;
    };
    const [ann, bob] = [await join('ann'), await join('bob')];
    const { session_id } = factsOf((await ann.callTool('create_task', { mode_slug: 'all' })) as unknown as JsonObject);
    for (const [name, args] of [
      ['get_task_info', { session_id }],
      ['switch_mode', { session_id, new_mode_slug: 'none' }],
      ['complete_task', { session_id, status: 'completed' }],
      ['call_tool', { name: 'alpha__echo', session_id }],
      ['create_task', { mode_slug: 'all', parent_session_id: session_id }],
    ] as const)
      expect([name, await bob.callTool(name, args)]).toMatchObject([
        name,
        { isError: true, structuredContent: { error: { name: 'TASK_NOT_FOUND' } } },
      ]);
    expect(await ann.callTool('get_task_info', { session_id })).not.toHaveProperty('isError');
  });

  test('a task of a client without a session stays in the modes of its credential', async () => {
    const { call, sent, scopes, client } = await open();
    scopes.set(client.connectionId, { principal: { id: 'token:x', modes: ['alpha'] } });
    expect(await call('create_task', { mode_slug: 'all' })).toMatchObject({
      isError: true,
      facts: { error: { name: 'TOOL_RESTRICTION_ERROR' } },
    });
    expect(sent()).toEqual([]);
  });

  test('a client without a session cannot create tasks in different modes where no mode may be left', async () => {
    const closed = JSON.stringify({
      customModes: [mode('all'), mode('alpha', { mcpRestrictions: { allowedServers: ['alpha'] } })].map((each) => ({
        ...each,
        disabledTools: ['switch_mode', 'new_task'],
      })),
    });
    const { call } = await open({ files: { '.roomodes': closed } });
    for (const mode_slug of ['alpha', 'all'])
      expect(await call('create_task', { mode_slug })).toMatchObject({
        isError: true,
        facts: { error: { name: 'TOOL_RESTRICTION_ERROR' } },
      });
    const fixed = await open({ files: { '.roomodes': closed }, flags: { mode: 'alpha' } });
    expect(await fixed.call('create_task', { mode_slug: 'alpha' })).toMatchObject({ isError: false });
    expect(await fixed.call('create_task', { mode_slug: 'all' })).toMatchObject({ isError: true });
  });

  test('a task of a client without a session cannot be switched to a mode that may not be left', async () => {
    const sealed = { ...mode('sealed'), disabledTools: ['switch_mode', 'new_task'] };
    const files = { '.roomodes': JSON.stringify({ customModes: [mode('all'), sealed] }) };
    const { call, task } = await open({ files });
    const session_id = await task('all');
    expect(await call('switch_mode', { session_id, new_mode_slug: 'sealed' })).toMatchObject({
      isError: true,
      facts: { error: { name: 'TOOL_RESTRICTION_ERROR' } },
    });
    expect(await call('create_task', { mode_slug: 'all' })).toMatchObject({ isError: false });
    expect((await call('get_task_info', { session_id })).facts.mode).toBe('all');
  });
});

describe('consent of a client without a session', () => {
  const flags = { modeSwitching: 'ask' };

  test('a client without a session gets the consent question in the answer, and only a yes opens the mode', async () => {
    const { client, audit } = await open({ client: asking, flags });
    for (const given of [{ action: 'decline' }, { action: 'cancel' }]) {
      const { questions, answer } = await start(client, 'create_task', { mode_slug: 'all' });
      expect(questions).toMatchObject([
        { method: 'elicitation/create', params: { message: expect.stringContaining("work in mode 'all'") } },
      ]);
      expect(await answer(given)).toMatchObject({ isError: true });
    }
    const { answer } = await start(client, 'create_task', { mode_slug: 'all' });
    const created = await answer(accept);
    expect(factsOf(created)).toMatchObject({ mode_slug: 'all' });
    expect(audit).toMatchObject([
      { event: 'decision', allowed: false },
      { event: 'decision', allowed: false },
    ]);
  });

  test('consent without a session counts for one request: its state works once, and the next call asks again', async () => {
    const { client, sent } = await open({ client: asking, flags });
    const created = await start(client, 'create_task', { mode_slug: 'all' });
    const { session_id } = factsOf(await created.answer(accept));
    await expect(created.answer(accept)).rejects.toMatchObject({ code: -32602 });
    for (const calls of [1, 2]) {
      const called = await start(client, 'call_tool', { name: 'alpha__echo', session_id });
      expect(called.questions).toHaveLength(1);
      expect(sent()).toHaveLength(calls - 1);
      expect(await called.answer(accept)).not.toHaveProperty('isError', true);
      expect(sent()).toHaveLength(calls);
    }
  });

  test('a forged answer to a consent question without a session opens nothing', async () => {
    const { client, call } = await open({ client: asking, flags });
    const { result } = await start(client, 'create_task', { mode_slug: 'none' });
    const forged = { name: 'create_task', arguments: { mode_slug: 'all' }, inputResponses: { 'question-1': accept } };
    expect(await client.request('tools/call', forged)).toMatchObject({ resultType: 'input_required' });
    for (const requestState of [result.requestState, 'x'])
      await expect(client.request('tools/call', { ...forged, requestState })).rejects.toMatchObject({ code: -32602 });
    const { answer } = await start(client, 'create_task', { mode_slug: 'all' });
    await expect(answer({ action: true })).rejects.toMatchObject({ code: -32602 });
    expect(await call('list_modes')).toMatchObject({ isError: false });
  });

  test('a client without a session that cannot be asked for consent is refused', async () => {
    const { call, sent } = await open({ flags });
    expect(await call('create_task', { mode_slug: 'all' })).toMatchObject({ isError: true });
    expect(sent()).toEqual([]);
  });

  test('a client without a session must consent to a new tool, and two requests never share an answer', async () => {
    const { client, sent, upstreams } = await open({
      client: asking,
      flags: { mode: 'all', newTools: 'ask' },
      upstreams: createFakeUpstreams({ alpha: { tools: [tool('echo')] } }),
    });
    const [one, other] = await Promise.all([start(client, 'alpha__echo'), start(client, 'alpha__echo')]);
    expect([one.questions.length, other.questions.length]).toEqual([1, 1]);
    expect(await one.answer({ action: 'decline' })).toMatchObject({ isError: true });
    expect(sent()).toEqual([]);
    expect(await other.answer(accept)).not.toHaveProperty('isError', true);
    expect(upstreams.of('alpha').requests()).toHaveLength(1);
  });

  test('a new tool is refused to a request that cannot ask, even if another one on the connection can', async () => {
    const { client, sent } = await open({
      client: asking,
      flags: { mode: 'all', newTools: 'ask' },
      upstreams: createFakeUpstreams({ alpha: { tools: [tool('echo')] } }),
    });
    const silent = { 'io.modelcontextprotocol/clientCapabilities': {} };
    const refused = await client.request('tools/call', { name: 'alpha__echo', arguments: {}, _meta: silent });
    expect(refused).toMatchObject({ isError: true });
    // It says how to approve the tool, and not that somebody has refused it.
    expect(JSON.stringify(refused.content)).not.toContain('was asked');
    expect(sent()).toEqual([]);
  });
});

describe('a question of a server behind the gateway', () => {
  const question = { message: 'Which?', requestedSchema: { type: 'object', properties: {} } };

  async function questioned(method: string, params: JsonObject, client: ConnectInMemoryOptions = asking) {
    const upstreams = createFakeUpstreams(twoServers);
    const alpha = upstreams.of('alpha');
    alpha.answer = async () => ({ content: [{ type: 'text', text: JSON.stringify(await alpha.ask(method, params)) }] });
    return open({ upstreams, flags: { mode: 'all' }, client });
  }

  test('a question of a server reaches the client in the answer to its call, which continues with the reply', async () => {
    const { client, upstreams } = await questioned('elicitation/create', question);
    const { questions, answer } = await start(client, 'alpha__echo');
    expect(questions).toMatchObject([
      { method: 'elicitation/create', params: { message: expect.stringContaining('Which?') } },
    ]);
    expect(JSON.stringify(questions)).toContain('alpha');
    const given = { action: 'accept', content: { a: 1 } };
    expect(await answer(given)).toMatchObject({ content: [{ text: JSON.stringify(given) }] });
    expect(upstreams.of('alpha').requests()).toEqual(['tools/call echo']);
  });

  test('a question of a server does not reach a client without the capability', async () => {
    const { client } = await questioned('sampling/createMessage', { messages: [], maxTokens: 1 });
    const { result, questions } = await start(client, 'alpha__echo');
    expect(questions).toEqual([]);
    expect(result).toMatchObject({ resultType: 'complete' });
  });

  test.each([
    ['reaches nobody while calls of two clients are under way', true, 1],
    ['reaches the later of two calls of one client', false, 0],
  ])('a question of a server %s', async (_what, isShared, least) => {
    const { client, upstreams } = await questioned('elicitation/create', question, { ...asking, isShared });
    const alpha = upstreams.of('alpha');
    const failed: unknown[] = [];
    let calls = 0;
    const both = Promise.withResolvers<void>();
    alpha.answer = async () => {
      calls += 1;
      if (calls === 2) both.resolve();
      await both.promise;
      await alpha.ask('elicitation/create', question).catch((error: unknown) => failed.push(error));
      return { content: [] };
    };
    const started = [start(client, 'alpha__echo'), start(client, 'alpha__echo')];
    const first = await (isShared ? Promise.all(started).then(([one]) => one) : Promise.race(started));
    const questions = first?.questions ?? [];
    expect(failed.length).toBeGreaterThanOrEqual(least);
    expect(questions.length > 0).toBe(!isShared);
  });

  test.each([
    ['without a session', asking],
    ['with one', {}],
  ])('client information and retry state of a client %s are not passed to servers', async (_how, kind) => {
    const { client, upstreams } = await open({ flags: { mode: 'all' }, client: kind });
    await client.request('tools/call', {
      name: 'alpha__echo',
      arguments: {},
      inputResponses: { a: accept },
      ...(kind === asking ? {} : { requestState: 'x' }),
      _meta: { traceparent: '00-1' },
    });
    const [call] = upstreams.of('alpha').received.filter(({ method }) => method === 'tools/call');
    expect(call?.params).toEqual({ name: 'echo', arguments: {}, _meta: { traceparent: '00-1' } });
  });
});

describe('the audit lines of a request', () => {
  test('the audit lines of a request equal those with a session', async () => {
    const lines = async (client: ConnectInMemoryOptions) => {
      const { call, audit } = await open({ client, flags: { mode: 'alpha' } });
      await call('alpha__echo');
      await call('beta__echo');
      await call('get_task_info', { session_id: 'ses_none' });
      const changing = { id: 0, at: 0, connection_id: 0, duration_ms: 0 };
      return audit.map((line) => ({ ...line, ...changing }));
    };
    const [withSession, without] = [await lines({}), await lines(stateless)];
    expect(without).toEqual(withSession);
    expect(without.length).toBeGreaterThanOrEqual(4);
  });
});
