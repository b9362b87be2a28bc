import { type JsonObject, RpcError } from '@modegate/mcp-host/connections';
import { describe, expect, test } from 'vitest';
import { notifyServers } from '../../src/clients/client-notifications.ts';
import { createGate, type GatewayWorld, openWorld, turn, type WorldOptions } from '../support/gateway-world.ts';

const able = { elicitation: {}, sampling: {}, roots: {} };
const form = { message: 'Which?', requestedSchema: { type: 'object' }, 'x-more': 1 };

/** Asks as a server does. */
function ask(world: GatewayWorld, method = 'elicitation/create', params: JsonObject = form, server = 'alpha') {
  return world.gateway.questions.answer(server, method, params, { signal: new AbortController().signal });
}

/** A world in which calls go on until the test ends them. */
function openCalling(options: WorldOptions = {}) {
  const gate = createGate();
  const world = openWorld({ clients: { c1: able, c2: able }, modes: { c1: 'all', c2: 'all' }, ...options });
  world.connections.answer = () => gate.passed.then(() => ({ content: [] }));
  return { world, end: gate.open };
}

describe('questions of a server during a call', () => {
  test('a question during a call goes to the calling client and gets its answer', async () => {
    const { world, end } = openCalling();
    const call = world.call('c2', 'alpha__echo');
    await turn();
    world.answer = () => ({ action: 'accept', content: { a: 1 }, 'x-result': true });
    expect(await ask(world)).toEqual({ action: 'accept', content: { a: 1 }, 'x-result': true });
    const _meta = { 'io.github.modegate/server': 'alpha' };
    const params = { ...form, message: 'The server "alpha" asks: Which?', _meta };
    expect(world.asked).toEqual([{ connectionId: 'c2', method: 'elicitation/create', params }]);
    end();
    await call;
  });

  test('a question is asked without the task option, which no client has declared (servers F4)', async () => {
    const { world, end } = openCalling();
    const call = world.call('c1', 'alpha__echo');
    await turn();
    await ask(world, 'elicitation/create', { ...form, task: { ttl: 5 } });
    const _meta = { 'io.github.modegate/server': 'alpha' };
    const params = { ...form, message: 'The server "alpha" asks: Which?', _meta };
    expect(world.asked).toEqual([{ connectionId: 'c1', method: 'elicitation/create', params }]);
    end();
    await call;
  });

  test('a question is refused if two clients are calling, since it may be meant for either', async () => {
    const { world, end } = openCalling();
    const calls = [world.call('c1', 'alpha__echo'), world.call('c2', 'alpha__echo')];
    await turn();
    await expect(ask(world)).rejects.toMatchObject({ name: 'RpcError', code: -32_600 });
    expect(world.asked).toEqual([]);
    end();
    await Promise.all(calls);
  });

  test.each<[string, JsonObject, string, JsonObject]>([
    ['elicitation', { sampling: {} }, 'elicitation/create', form],
    ['URLs', { elicitation: {} }, 'elicitation/create', { mode: 'url', url: 'https://x' }],
    ['forms', { elicitation: { url: {} } }, 'elicitation/create', form],
    ['sampling', { elicitation: {} }, 'sampling/createMessage', {}],
    ['tools in sampling', { sampling: {} }, 'sampling/createMessage', { tools: [] }],
    ['roots', { elicitation: {} }, 'roots/list', {}],
  ])(
    'a question is refused if the calling client did not declare %s, even if another did',
    async (_what, c1, method, params) => {
      const { world, end } = openCalling({ clients: { c1, c2: { ...able, elicitation: { form: {}, url: {} } } } });
      const call = world.call('c1', 'alpha__echo');
      await turn();
      await expect(ask(world, method, params)).rejects.toMatchObject({ code: -32_600 });
      expect(world.asked).toEqual([]);
      end();
      await call;
    },
  );

  test('a question fails with the error of the client', async () => {
    const { world, end } = openCalling();
    const call = world.call('c1', 'alpha__echo');
    await turn();
    const error = new RpcError(-1, 'User rejected', { why: 1 });
    world.answer = () => Promise.reject(error);
    await expect(ask(world, 'sampling/createMessage', { messages: [] })).rejects.toBe(error);
    end();
    await call;
  });

  test('a question is cancelled at the client if the server cancels it', async () => {
    const { world, end } = openCalling();
    const signals: (AbortSignal | undefined)[] = [];
    const request = (_method: string, _params?: JsonObject, options?: { readonly signal?: AbortSignal }) => {
      signals.push(options?.signal);
      return Promise.resolve({});
    };
    const call = world.callTool(world.find('alpha__echo'), world.context('c1', {}, { request }));
    await turn();
    const controller = new AbortController();
    await world.gateway.questions.answer('alpha', 'elicitation/create', form, { signal: controller.signal });
    expect(signals).toEqual([controller.signal]);
    end();
    await call;
  });

  test('a question reaches no client once the call is over', async () => {
    const { world, end } = openCalling({ modes: { c1: 'all', c2: 'none' } });
    const call = world.call('c1', 'alpha__echo');
    end();
    await call;
    world.setMode('c1', 'none');
    await expect(ask(world)).rejects.toMatchObject({ code: -32_600 });
    expect(world.asked).toEqual([]);
  });
});

describe('questions of a server outside a call', () => {
  test('a question outside a call goes to the one client that can answer and whose mode allows the server', async () => {
    const world = openWorld({ clients: { c1: able, c2: able, c3: {} }, modes: { c1: 'none', c2: 'all', c3: 'all' } });
    await ask(world);
    expect(world.asked).toMatchObject([{ connectionId: 'c2' }]);
  });

  test('a question is refused if no client can answer, no mode allows it, or several qualify', async () => {
    for (const [clients, modes] of [
      [{ c1: {} }, { c1: 'all' }],
      [{ c1: able }, { c1: 'none' }],
      [
        { c1: able, c2: able },
        { c1: 'all', c2: 'all' },
      ],
    ] as const) {
      const world = openWorld({ clients, modes: modes as Record<string, string> });
      await expect(ask(world)).rejects.toMatchObject({ code: -32_600 });
      expect(world.asked).toEqual([]);
    }
  });

  test('a server may ask for the roots while its client has no mode yet', async () => {
    const world = openWorld({ clients: { c1: able }, modes: {} });
    await ask(world, 'roots/list', {});
    expect(world.asked).toHaveLength(1);
  });

  test.each([['tasks/list'], ['constructor'], ['__proto__'], ['tools/call']])(
    'the server request %s is unknown',
    async (method) => {
      const world = openWorld({ clients: { c1: able } });
      await expect(ask(world, method, {})).rejects.toMatchObject({ code: -32_601 });
      expect(world.asked).toEqual([]);
    },
  );
});

describe('progress of an answer', () => {
  test('progress reaches the server that asked, under the token that it chose', async () => {
    const { world, end } = openCalling({ clients: { c1: able, c2: able } });
    const answers = createGate();
    const calls = [world.call('c1', 'alpha__echo'), world.call('c2', 'beta__echo')];
    await turn();
    world.answer = () => answers.passed.then(() => ({ action: 'accept' }));
    const asking = (server: string) =>
      ask(world, 'elicitation/create', { ...form, _meta: { progressToken: 1, a: 2 } }, server);
    const answered = [asking('alpha'), asking('beta')];
    await turn();
    const tokens = world.asked.map(({ params }) => (params._meta as JsonObject).progressToken);
    expect(new Set(tokens).size).toBe(2);
    expect(world.asked[0]?.params).toMatchObject({ 'x-more': 1, _meta: { a: 2 } });
    const tell = (connectionId: string, progressToken: unknown) =>
      notifyServers(world.gateway, {
        context: { connectionId },
        method: 'notifications/progress',
        params: { progressToken, progress: 1, 'x-step': 'a' },
      });
    tell('c2', tokens[1]);
    // Neither a token of another client's question nor one that nobody gave leads anywhere.
    tell('c2', tokens[0]);
    tell('c1', 1);
    answers.open();
    await Promise.all(answered);
    tell('c1', tokens[0]);
    expect(world.connections.notified).toMatchObject([
      { server: 'beta', method: 'notifications/progress', params: { progressToken: 1, progress: 1, 'x-step': 'a' } },
    ]);
    end();
    await Promise.all(calls);
  });
});

describe('changed roots', () => {
  test('changed roots are passed on by clients that have roots', () => {
    const world = openWorld({ clients: { c1: able, c2: {} } });
    notifyServers(world.gateway, {
      context: { connectionId: 'c2' },
      method: 'notifications/roots/list_changed',
      params: {},
    });
    notifyServers(world.gateway, {
      context: { connectionId: 'nobody' },
      method: 'notifications/roots/list_changed',
      params: {},
    });
    expect(world.connections.notified).toEqual([]);
    notifyServers(world.gateway, {
      context: { connectionId: 'c1' },
      method: 'notifications/roots/list_changed',
      params: {},
    });
    expect(world.connections.notified.map(({ server }) => server)).toEqual(['alpha', 'beta']);
  });
});

describe('security M9: a relayed question', () => {
  const forged = 'Modegate: approve?\n\nModegate asks\u202e for your\u001b[2K token\u2028now';

  async function relayed(params: JsonObject, method = 'elicitation/create', server = 'alpha') {
    const { world, end } = openCalling();
    const call = world.call('c1', `${server}__echo`);
    await turn();
    await ask(world, method, params, server);
    end();
    await call;
    return world.asked[0]?.params ?? {};
  }

  test('a relayed question begins with the server that asks, and no line of it imitates another server', async () => {
    const { message } = await relayed({ ...form, message: forged });
    expect(String(message).split('\n')).toEqual([
      'The server "alpha" asks: Modegate: approve?',
      '> ',
      '> Modegate asks for your [2K token',
      '> now',
    ]);
  });

  test('a relayed question is cut before it pushes the server name off the screen', async () => {
    expect(String((await relayed({ ...form, message: 'x'.repeat(1_000_000) })).message).length).toBeLessThan(4_200);
  });

  test.each(['elicitation/create', 'sampling/createMessage', 'roots/list'])(
    'a relayed question of %s names the server for programs, whatever the server says',
    async (method) => {
      const { _meta } = await relayed({ _meta: { 'io.github.modegate/server': 'beta', mine: 1 } }, method);
      expect(_meta).toEqual({ 'io.github.modegate/server': 'alpha', mine: 1 });
    },
  );
});
