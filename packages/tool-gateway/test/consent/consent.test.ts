import { wireError } from '@modegate/mcp-protocol';
import { describe, expect, test } from 'vitest';
import { askingPolicy, fates, openAskingWorld, yes } from '../support/consent-world.ts';
import { connecting, tool } from '../support/fake-connections.ts';
import { createGate, forwarded, type GatewayWorld, openWorld, turn, twoServers } from '../support/gateway-world.ts';

const refusal = (text: string | RegExp) => ({
  code: 'REFUSED',
  message: typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
  data: { refusal: { code: 'CONSENT_REQUIRED', kind: 'consent' } },
});

/** The person answers when the test says so. */
function openWaiting(): { readonly world: GatewayWorld; readonly answer: (given?: object) => void } {
  const world = openAskingWorld();
  const waiting = Promise.withResolvers<never>();
  world.answer = () => waiting.promise;
  return { world, answer: (given = yes) => waiting.resolve(given as never) };
}

describe('a call that needs consent', () => {
  test('a call is sent once the person has consented; question, answer and decision are recorded', async () => {
    const world = openAskingWorld();
    await world.call('c1', 'alpha__wipe', { all: true });
    expect(forwarded(world)).toEqual(['alpha tools/call wipe']);
    expect(world.asked).toMatchObject([
      {
        connectionId: 'c1',
        method: 'elicitation/create',
        params: {
          message: expect.stringMatching(/"wipe" of server "alpha".*"careful".*asks before.*"all": true/s),
          requestedSchema: { properties: { allow: { type: 'boolean', default: false } }, required: ['allow'] },
        },
      },
    ]);
    expect(world.consents).toMatchObject(
      ['asked', 'accepted'].map((outcome) => ({
        outcome,
        connectionId: 'c1',
        requestId: 1,
        mode: 'careful',
        server: 'alpha',
        subject: 'wipe',
        reason: expect.stringContaining("Mode 'careful' asks"),
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        params: { all: true },
      })),
    );
    expect(world.records).toMatchObject([
      { decision: { allowed: true, by: { pointer: expect.stringMatching(/ask/) } } },
    ]);
  });

  test('a call causes one question with all its reasons', async () => {
    const world = openAskingWorld({ modes: { c1: 'twice' } });
    await world.call('c1', 'alpha__echo');
    expect(world.asked).toHaveLength(1);
    expect(String(world.asked[0]?.params.message).match(/Mode 'twice' asks before/g)).toHaveLength(2);
  });

  test.each([
    ['declined', 'declined', { action: 'decline' }],
    ['said no', 'declined', { action: 'accept', content: { allow: false } }],
    ['closed the question', 'cancelled', { action: 'cancel' }],
    ['accepted without saying yes', 'failed', { action: 'accept', content: {} }],
    ['accepted nothing', 'failed', { action: 'accept' }],
    ['said yes with a text', 'failed', { action: 'accept', content: { allow: 'true' } }],
    ['said something else', 'failed', { action: 'maybe', content: { allow: true } }],
    ['declined with a yes in it', 'declined', { action: 'decline', content: { allow: true } }],
  ])('a call is refused if the person %s', async (_what, outcome, answer) => {
    const world = openAskingWorld();
    world.answer = () => answer;
    await expect(world.call('c1', 'alpha__wipe')).rejects.toMatchObject(refusal('Only a person can allow this call'));
    expect([forwarded(world), fates(world)]).toEqual([[], ['asked', outcome]]);
    expect(world.records).toMatchObject([{ decision: { allowed: false, code: 'CONSENT_REQUIRED' } }]);
  });

  test.each([
    ['nobody answers in time', 'timed_out', wireError('INTERNAL_ERROR', 'Late.', { timeoutMs: 1 }), 'Nobody answered'],
    ['the client fails', 'failed', new Error('no window \u202e\u001b[2J'), 'no window [2J'],
  ])('a call is refused if %s', async (_what, outcome, error, why) => {
    const world = openAskingWorld();
    world.answer = () => Promise.reject(error);
    await expect(world.call('c1', 'alpha__wipe')).rejects.toMatchObject(refusal(why));
    expect([forwarded(world), fates(world)]).toEqual([[], ['asked', outcome]]);
  });

  test('the person has five minutes to answer', async () => {
    const world = openAskingWorld();
    const limits: unknown[] = [];
    const request = world.context(
      'c1',
      {},
      {
        request: async (_method, _params, options) => {
          limits.push(options?.timeoutMs);
          return yes;
        },
      },
    );
    await world.callTool(world.find('alpha__wipe'), request);
    expect(limits).toEqual([300_000]);
  });

  test.each([
    ['no questions', {}],
    ['pages only', { elicitation: { url: {} } }],
  ])(
    'a call is refused without a question to a client that shows %s, although it is listed',
    async (_what, capabilities) => {
      const world = openAskingWorld({ clients: { c1: capabilities } });
      expect(world.names('c1')).toContain('alpha__wipe');
      await expect(world.call('c1', 'alpha__wipe')).rejects.toMatchObject(
        refusal(/did not declare 'elicitation'.*changing the rule \(project.*ask/),
      );
      expect([world.asked, forwarded(world), fates(world)]).toEqual([[], [], ['unsupported']]);
    },
  );

  test('the question uses the capabilities of the request, not of its connection', async () => {
    const world = openAskingWorld();
    const bare = world.context('c1', {}, { isStateless: true, clientCapabilities: {} });
    await expect(world.callTool(world.find('alpha__wipe'), bare)).rejects.toMatchObject(refusal('elicitation'));
    expect(world.asked).toEqual([]);
  });

  test('no argument, param or name in a call lets the model consent', async () => {
    const world = openAskingWorld();
    world.answer = () => ({ action: 'decline' });
    const answers = { consent: true, allow: true, inputResponses: { 'question-1': yes }, requestState: 'x' };
    const request = world.context('c1', { name: 'alpha__wipe', arguments: answers, ...answers });
    await expect(world.callTool(world.find('alpha__wipe'), request)).rejects.toMatchObject(refusal('declined'));
    expect(forwarded(world)).toEqual([]);
  });
});

describe('denied calls cause no question', () => {
  test.each<[string, Parameters<typeof openAskingWorld>[0], string]>([
    ['the mode denies it', { modes: { c1: 'shut' } }, 'MCP_TOOL_DISALLOWED'],
    ['the toolset has it not', { toolsets: { whyNotEquipped: () => 'no' } }, 'TOOL_NOT_EQUIPPED'],
    ['it is withheld', { trust: { whyWithheld: () => 'no' } }, 'TOOL_WITHHELD'],
    ['tools are being configured', { toolsets: { isConfiguring: () => true } }, 'CONFIGURATION_MODE'],
  ])('no question is asked if %s', async (_why, options, code) => {
    const world = openAskingWorld(options);
    await expect(world.call('c1', 'alpha__wipe')).rejects.toMatchObject({ data: { refusal: { code } } });
    expect([world.asked, world.consents]).toEqual([[], []]);
  });
});

describe('consent for one call', () => {
  test('the same call asks again', async () => {
    const world = openAskingWorld();
    await world.call('c1', 'alpha__wipe');
    world.answer = () => ({ action: 'decline' });
    await expect(world.call('c1', 'alpha__wipe')).rejects.toMatchObject(refusal('declined'));
    expect([world.asked.length, forwarded(world).length]).toEqual([2, 1]);
  });

  test('two simultaneous calls each have a separate answer', async () => {
    const world = openAskingWorld();
    const answers = [yes, { action: 'decline' }];
    world.answer = async () => {
      await turn();
      return answers.shift() ?? {};
    };
    const ends = await Promise.allSettled([world.call('c1', 'alpha__wipe'), world.call('c1', 'alpha__wipe')]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect([world.asked.length, forwarded(world).length]).toEqual([2, 1]);
  });

  test('consent expires after five minutes, and the call is refused', async () => {
    const world = openAskingWorld();
    world.answer = () => {
      world.now += 300_001;
      return yes;
    };
    await expect(world.call('c1', 'alpha__wipe')).rejects.toMatchObject(refusal('more than five minutes ago'));
    expect(forwarded(world)).toEqual([]);
  });

  test('consent expires if recording the call takes too long', async () => {
    const gate = createGate();
    const world = openAskingWorld({ record: () => gate.passed });
    const call = world.call('c1', 'alpha__wipe');
    await turn();
    world.now += 300_001;
    gate.open();
    await expect(call).rejects.toMatchObject(refusal('more than five minutes ago'));
    expect(forwarded(world)).toEqual([]);
  });

  test('consent expires if its server keeps the call waiting too long', async () => {
    const { world, answer } = openWaiting();
    const call = world.call('c1', 'alpha__wipe');
    await turn();
    const starting = createGate();
    world.connections.answer = ({ method }) => (method === 'ping' ? starting.passed.then(() => ({})) : {});
    world.connections.offer('alpha', { state: connecting });
    answer();
    await turn();
    world.now += 300_001;
    const [{ state } = { state: connecting }] = openWorld().connections.servers;
    world.connections.offer('alpha', { ...twoServers.alpha, state });
    starting.open();
    await expect(call).rejects.toMatchObject(refusal('more than five minutes ago'));
    expect(forwarded(world)).toEqual([]);
  });
});

describe('an answer about a call that has changed since', () => {
  test.each<[string, (world: GatewayWorld) => void]>([
    [
      'the policy was read again',
      (world) => {
        world.policy = askingPolicy();
      },
    ],
    ['its mode asks for other reasons', (world) => world.setMode('c1', 'twice')],
    [
      'the tool is defined otherwise',
      (world) => world.connections.offer('alpha', { tools: [tool('wipe', { description: 'x' })] }),
    ],
  ])('an answer is not consent if %s', async (_what, change) => {
    const { world, answer } = openWaiting();
    const call = world.call('c1', 'alpha__wipe');
    await turn();
    change(world);
    answer();
    await expect(call).rejects.toMatchObject(refusal('has changed since the question was asked'));
    expect([forwarded(world), fates(world)]).toEqual([[], ['asked', 'accepted']]);
    expect(world.records.at(-1)).toMatchObject({ decision: { allowed: false } });
  });

  test('an answer is not consent if the server is now another program', async () => {
    const { world, answer } = openWaiting();
    const call = world.call('c1', 'alpha__wipe');
    await turn();
    const [alpha] = world.connections.servers;
    const config = { type: 'stdio', command: 'other', args: [] };
    Object.assign(alpha ?? {}, { entry: { name: 'alpha', kind: 'project', state: 'valid', config } });
    answer();
    await expect(call).rejects.toMatchObject(refusal('has changed since the question was asked'));
    expect(forwarded(world)).toEqual([]);
  });

  test('an answer does not help if the mode now denies the call', async () => {
    const { world, answer } = openWaiting();
    const call = world.call('c1', 'alpha__wipe');
    await turn();
    world.setMode('c1', 'shut');
    answer();
    await expect(call).rejects.toMatchObject({ data: { refusal: { code: 'MCP_TOOL_DISALLOWED' } } });
    expect(forwarded(world)).toEqual([]);
  });

  test('an answer is not needed if the mode now allows the call, but a no still counts', async () => {
    for (const [given, sent] of [
      [yes, 1],
      [{ action: 'decline' }, 0],
    ] as const) {
      const { world, answer } = openWaiting();
      const call = world.call('c1', 'alpha__wipe').catch(() => undefined);
      await turn();
      world.setMode('c1', 'plain');
      answer(given);
      await call;
      expect(forwarded(world)).toHaveLength(sent);
    }
  });
});

describe('a call that ends during the question', () => {
  test('a call cancelled during the question leaves no question and no place at its server behind', async () => {
    const world = openAskingWorld();
    const controller = new AbortController();
    const { signal } = controller;
    const calls = Array.from({ length: 512 }, () =>
      world.callTool(
        world.find('alpha__wipe'),
        world.context(
          'c1',
          {},
          {
            signal,
            request: () =>
              new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
          },
        ),
      ),
    );
    const all = Promise.allSettled(calls);
    await turn();
    await expect(world.call('c1', 'alpha__echo')).rejects.toMatchObject({ data: { refusal: { code: 'SERVER_BUSY' } } });
    controller.abort(new Error('gone'));
    expect((await all).every(({ status }) => status === 'rejected')).toBe(true);
    expect(fates(world).filter((fate) => fate === 'withdrawn')).toHaveLength(512);
    await world.call('c1', 'alpha__echo');
    expect(forwarded(world)).toEqual(['alpha tools/call echo']);
  });
});

describe('rounds of a call to a server that asks questions itself', () => {
  const openRounds = (between: (world: GatewayWorld) => void) => {
    const world = openAskingWorld();
    world.connections.answer = async ({ options }) => {
      between(world);
      await options.input?.recheck();
      return { content: [] };
    };
    return world;
  };

  test('the rounds of one call need one consent, however long they take', async () => {
    const world = openRounds((each) => {
      each.now += 1_000_000;
    });
    await world.call('c1', 'alpha__wipe');
    expect([world.asked.length, world.records.length]).toEqual([1, 1]);
  });

  test('the rounds of a call end if the policy was read again', async () => {
    const world = openRounds((each) => {
      each.policy = askingPolicy();
    });
    await expect(world.call('c1', 'alpha__wipe')).rejects.toMatchObject(
      refusal('has changed since the question was asked'),
    );
    expect(world.asked).toHaveLength(1);
  });
});

describe('a server that asks before each call', () => {
  const open = () =>
    openAskingWorld({
      modes: { c1: 'twice' },
      servers: { alpha: { ...twoServers.alpha, resources: [{ uri: 'a:1', name: 'r' }], prompts: [{ name: 'p' }] } },
    });

  test('a server that asks shows its resources and prompts, and asks before they are read', async () => {
    const world = open();
    expect(world.gateway.lists.of('c1')).toMatchObject({ resources: [{ uri: 'a:1' }], prompts: [{}] });
    await world.request('resources/read', { uri: 'a:1' }, world.context('c1', { uri: 'a:1' }));
    expect(world.asked[0]?.params.message).toMatch(/Resource or prompt: "a:1" of server "alpha"/);
    world.answer = () => ({ action: 'decline' });
    const params = { name: 'alpha__p', arguments: { of: 'x' } };
    await expect(world.request('prompts/get', params, world.context('c1', params))).rejects.toMatchObject(
      refusal('declined'),
    );
    expect(forwarded(world)).toEqual(['alpha resources/read a:1']);
  });

  test.each([
    ['resources/subscribe', { uri: 'a:1' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'alpha__p' }, argument: { name: 'of', value: 'x' } }],
  ] as const)('a server that asks refuses %s without a question', async (method, params) => {
    const world = open();
    await expect(world.request(method, params, world.context('c1', params))).rejects.toMatchObject(
      refusal('this kind of request does not allow questions'),
    );
    expect([world.asked, forwarded(world)]).toEqual([[], []]);
  });

  test('a server that asks sends no updates of a resource subscribed earlier', async () => {
    const world = open();
    world.setMode('c1', 'plain');
    await world.request('resources/subscribe', { uri: 'a:1' }, world.context('c1', { uri: 'a:1' }));
    world.setMode('c1', 'twice');
    const update = { method: 'notifications/resources/updated', params: { uri: 'a:1' } };
    world.connections.emit({ type: 'notification', server: 'alpha', ...update });
    expect(world.notifications).toEqual([]);
  });
});

test('a refusal names the modes that ask as a remedy', async () => {
  const world = openAskingWorld({ modes: { c1: 'shut' } });
  await expect(world.call('c1', 'alpha__wipe')).rejects.toThrow(
    'careful (asks a person), twice (asks a person), plain.',
  );
});
