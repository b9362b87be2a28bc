import { type HttpServing, serveHttp } from '@modegate/mcp-protocol/http';
import { type Authenticator, httpAuth } from '@modegate/principals/open';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createServerFactory } from '../src/http/serve-over-http.ts';
import { connectHttp, connectStateless, initialize, post } from './support/http-wire.ts';
import { type OpenServerOptions, openServer } from './support/open-server.ts';
import { principals } from './support/principals.ts';

async function serve(options: OpenServerOptions = {}, asked?: Authenticator): Promise<HttpServing> {
  const modesServer = await openServer(options);
  const door = asked === undefined ? {} : httpAuth(asked);
  const serving = await serveHttp(createServerFactory(modesServer, asked), { drainMs: 0, ...door });
  onTestFinished(() => serving.close());
  return serving;
}

const as = (name: string) => ({ Authorization: `Bearer ${name}` });

const eras = [
  ['with a session', connectHttp],
  ['of 2026-07-28', connectStateless],
] as const;

describe.each(eras)('/mcp/<mode> for a client %s', (_how, connect) => {
  test('/mcp/<mode> fixes the mode of the connection: other modes are not visible and cannot be entered', async () => {
    const { url } = await serve();
    const client = await connect(`${url}/ask`);
    expect(client.initialized.result.instructions).toContain("works in the mode 'ask'");
    const listed = await client.call('list_modes');
    expect(listed.structuredContent).toMatchObject({ fixed_mode: 'ask', modes: [{ slug: 'ask' }] });
    expect((await client.request('prompts/list')).json.result.prompts).toMatchObject([{ name: 'ask' }]);
    expect((await client.request('resources/list')).json.result.resources).toHaveLength(3);
    expect(await client.call('get_mode_info', { mode_slug: 'code' })).toMatchObject({ isError: true });
    expect(await client.call('create_task', { mode_slug: 'code' })).toMatchObject({ isError: true });
    const { session_id } = (await client.call('create_task', { mode_slug: 'ask' })).structuredContent;
    const left = await client.call('switch_mode', { session_id, new_mode_slug: 'code' });
    expect(left.structuredContent.error).toMatchObject({ name: 'TOOL_RESTRICTION_ERROR' });
    const judged = await client.call('validate_tool_use', {
      session_id,
      tool_name: 'write_to_file',
      file_path: 'a.ts',
    });
    expect(judged.structuredContent).toMatchObject({ allowed: false, mode: 'ask' });
    expect(judged.structuredContent.allowed_in).toBeUndefined();
  });

  test('/mcp/<mode> leaves the modes of other connections unchanged', async () => {
    const { url } = await serve();
    const [fixed, free] = [await connect(`${url}/ask`), await connect(url)];
    expect((await free.call('list_modes')).structuredContent.modes.length).toBeGreaterThan(1);
    expect((await free.request('prompts/list')).json.result.prompts.length).toBeGreaterThan(1);
    expect((await fixed.request('prompts/list')).json.result.prompts).toHaveLength(1);
    expect(await free.call('create_task', { mode_slug: 'code' })).not.toMatchObject({ isError: true });
  });

  test.each([
    '/nope',
    '/',
    '/ask/',
    '/ASK',
    '/ask/../code',
    '/%61sk',
    '/ask%2f',
    '/%2e%2e',
    '/..',
    '/ask%00',
    '//ask',
    '/ask;x',
    '/__proto__',
    '/constructor',
    `/${'a'.repeat(8_000)}`,
  ])('/mcp/<mode> answers 404 for %s', async (path) => {
    const serving = await serve();
    // By hand, since clients tidy paths up before they send them.
    const { request } = await import('node:http');
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
      const options = { port: serving.port, host: '127.0.0.1', method: 'POST', path: `/mcp${path}`, headers: sent };
      request(options, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end(JSON.stringify(initialize));
    });
    expect(status).toBe(404);
    expect(serving.sessionCount).toBe(0);
  });

  test('/mcp/<mode> opens only the mode of --mode', async () => {
    const { url } = await serve({ flags: { mode: 'ask' } });
    expect((await connect(`${url}/ask`)).status).toBe(200);
    expect((await connect(`${url}/code`)).status).toBe(404);
  });
});

describe.each(eras)('permissions of a client %s', (_how, connect) => {
  test('a client without a token gets 401', async () => {
    const { url } = await serve({}, principals);
    expect(await post(url, initialize)).toMatchObject({ status: 401 });
  });

  test('a principal sees and enters only the modes of its credential', async () => {
    const { url } = await serve({}, principals);
    expect((await connect(`${url}/ask`, as('bob'))).status).toBe(200);
    expect((await connect(`${url}/code`, as('bob'))).status).toBe(403);
    expect((await connect(`${url}/nope`, as('bob'))).status).toBe(404);
    const bob = await connect(url, as('bob'));
    const { modes } = (await bob.call('list_modes')).structuredContent;
    expect(modes.map(({ slug }: { readonly slug: string }) => slug).sort()).toEqual(['architect', 'ask']);
    const created = await bob.call('create_task', { mode_slug: 'code' });
    expect(created.structuredContent.error).toMatchObject({ name: 'TOOL_RESTRICTION_ERROR' });
    const { session_id } = (await bob.call('create_task', { mode_slug: 'ask' })).structuredContent;
    expect(await bob.call('switch_mode', { session_id, new_mode_slug: 'code' })).toMatchObject({ isError: true });
  });

  test('the session of another principal is not found by any tool or id', async () => {
    const { url } = await serve({}, principals);
    const [ann, bob] = [await connect(url, as('ann')), await connect(url, as('bob'))];
    const { session_id, task_id } = (await ann.call('create_task', { mode_slug: 'ask' })).structuredContent;
    const own = (await bob.call('create_task', { mode_slug: 'ask' })).structuredContent.session_id;
    const attempts: readonly (readonly [string, object])[] = [
      ['get_task_info', { session_id }],
      ['get_task_info', { task_id }],
      ['get_task_info', { task_id, session_id: own }],
      ['switch_mode', { session_id, new_mode_slug: 'architect' }],
      ['complete_task', { session_id, status: 'cancelled' }],
      ['add_message', { session_id, text: 'hello' }],
      ['validate_tool_use', { session_id, tool_name: 'read_file' }],
      ['create_task', { mode_slug: 'ask', parent_session_id: session_id }],
    ];
    for (const [tool, args] of attempts) {
      const { structuredContent } = await bob.call(tool, args);
      expect([tool, structuredContent.error?.name]).toEqual([tool, 'TASK_NOT_FOUND']);
    }
    expect(await bob.call('add_message', { session_id: own, text: 'x', to_session_id: session_id })).toMatchObject({
      isError: true,
    });
    const stripped = session_id.slice(0, session_id.indexOf('.'));
    expect((await bob.call('get_task_info', { session_id: stripped })).structuredContent.error.name).toBe(
      'TASK_NOT_FOUND',
    );
    const info = (await ann.call('get_task_info', { session_id, include_messages: true })).structuredContent;
    expect(info).toMatchObject({ state: 'pending', mode: 'ask', messages: [] });
    // The same principal reaches it from any of its connections.
    const again = await connect(url, as('ann'));
    expect(await again.call('get_task_info', { session_id })).not.toMatchObject({ isError: true });
  });

  test('a principal does not find a session without an owner', async () => {
    const modesServer = await openServer();
    const open = (await modesServer.call('create_task', { mode_slug: 'ask' })).facts.session_id;
    const serving = await serveHttp(createServerFactory(modesServer, principals), {
      drainMs: 0,
      ...httpAuth(principals),
    });
    onTestFinished(() => serving.close());
    const ann = await connect(serving.url, as('ann'));
    expect((await ann.call('get_task_info', { session_id: open })).structuredContent.error.name).toBe('TASK_NOT_FOUND');
    const { session_id } = (await ann.call('create_task', { mode_slug: 'ask' })).structuredContent;
    expect((await modesServer.call('get_task_info', { session_id })).isError).toBe(true);
  });
});

test('two credentials of one principal do not share their modes', async () => {
  const modesOf: Readonly<Record<string, readonly string[]>> = { wide: ['*'], narrow: ['ask'] };
  const { url } = await serve(
    {},
    {
      ...principals,
      authenticate: async ({ authorization = '' }) => ({
        kind: 'principal',
        id: 'jwt:ann',
        name: 'ann',
        modes: modesOf[String(authorization).replace('Bearer ', '')] ?? [],
        mayReadMetrics: false,
        mayEditModes: false,
        credential: undefined,
        expiresAtMs: undefined,
      }),
    },
  );
  const [wide, narrow] = [await connectStateless(url, as('wide')), await connectStateless(url, as('narrow'))];
  const create = (client: typeof wide) => client.call('create_task', { mode_slug: 'code' });
  const results = await Promise.all([wide, narrow, wide, narrow, wide, narrow].map(create));
  expect(results.map((result) => result.isError === true)).toEqual([false, true, false, true, false, true]);
});

describe('V3, V4: principals that do not affect each other', () => {
  const flags = { maxTasks: '2', maxEndedTasks: '3', maxSessionBytes: '1048576', maxPrincipals: '2' };
  type Client = Awaited<ReturnType<typeof connectHttp>>;
  const task = async (client: Client) => {
    const { session_id } = (await client.call('create_task', { mode_slug: 'ask' })).structuredContent;
    return String(session_id);
  };

  test('ended tasks, history and refusals of one principal survive the actions of another', async () => {
    const { url } = await serve({ flags }, principals);
    const [ann, bob] = [await connectHttp(url, as('ann')), await connectHttp(url, as('bob'))];
    const [ended, open] = [await task(ann), await task(ann)];
    await ann.call('complete_task', { session_id: ended, status: 'completed', result: 'hers' });
    await ann.call('add_message', { session_id: open, text: 'remember this' });
    await ann.call('validate_tool_use', { session_id: open, tool_name: 'write_to_file', file_path: 'a.ts' });
    for (let count = 0; count < 8; count += 1)
      await bob.call('complete_task', { session_id: await task(bob), status: 'completed' });
    const session_id = await task(bob);
    for (let count = 0; count < 60; count += 1) await bob.call('add_message', { session_id, text: 'x'.repeat(16_000) });
    const his = (await bob.call('get_task_info', { session_id })).structuredContent;
    expect(his.dropped.messages).toBeGreaterThan(20);
    const result = (await ann.call('get_task_info', { session_id: ended })).structuredContent;
    expect(result).toMatchObject({ state: 'completed', result: 'hers' });
    const hers = (await ann.call('get_task_info', { session_id: open, include_messages: true })).structuredContent;
    expect(hers).toMatchObject({ messages: [{ text: 'remember this' }], dropped: { messages: 0, decisions: 0 } });
  });

  test('open tasks of one principal leave the task limit of another untouched', async () => {
    const { url } = await serve({ flags }, principals);
    const [ann, bob] = [await connectHttp(url, as('ann')), await connectHttp(url, as('bob'))];
    for (let count = 0; count < 2; count += 1) await task(bob);
    const error = { name: 'VALIDATION_ERROR', data: { reason: 'SESSION_LIMIT', limit: 'sessions' } };
    expect((await bob.call('create_task', { mode_slug: 'ask' })).structuredContent.error).toMatchObject(error);
    expect(await task(ann)).toMatch(/^ses_/);
  });

  test('a new principal beyond the limit is refused, and a known one continues', async () => {
    const { url } = await serve({ flags: { ...flags, maxPrincipals: '1' } }, principals);
    const [ann, bob] = [await connectHttp(url, as('ann')), await connectHttp(url, as('bob'))];
    await task(bob);
    expect((await ann.call('create_task', { mode_slug: 'ask' })).structuredContent.error).toMatchObject({
      data: { reason: 'SESSION_LIMIT', limit: 'owners', maximum: 1 },
    });
    expect(await task(bob)).toMatch(/^ses_/);
  });
});
