import { defineTool, type RequestContext, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import type { JsonObject, MetaToolOptions, SessionMode } from '@modegate/tool-gateway';
import { describe, expect, test } from 'vitest';
import { callToolTool } from '../../src/meta-tools/call-tool.ts';
import { describeToolTool } from '../../src/meta-tools/describe-tool.ts';
import { listAvailableToolsMetaTool } from '../../src/meta-tools/list-available-tools.ts';
import { connected, connecting, tool } from '../support/fake-connections.ts';
import { forwarded, type GatewayWorld, openWorld, twoServers, type WorldOptions } from '../support/gateway-world.ts';

const sessions: Readonly<Record<string, string>> = { s_all: 'all', s_none: 'none' };

const ownTool = defineTool({
  name: 'exit-configuration-mode',
  description: 'D',
  call: () => toolResult({ text: 'left' }),
});

function open(options: WorldOptions = {}) {
  const world = openWorld(options);
  const meta: MetaToolOptions = {
    gateway: world.gateway,
    sessionMode: async (sessionId): Promise<SessionMode> => {
      const mode = sessions[sessionId];
      if (mode === undefined) throw new Error('no such session');
      return { sessionId, mode };
    },
    ownTools: () => [ownTool],
  };
  const ask = async (made: ToolDefinition, input: object) => {
    const context = world.context('c1') as RequestContext;
    const { structuredContent } = await made.call(made.input?.parse(input) as never, context);
    return made.output?.parse(structuredContent) as JsonObject & {
      readonly tools: readonly JsonObject[];
      readonly servers: readonly JsonObject[];
      readonly note?: string;
      readonly next_offset?: number;
    };
  };
  return {
    world,
    list: (input: object = {}) => ask(listAvailableToolsMetaTool(meta), input),
    describe: (name: string, more: object = {}) => ask(describeToolTool(meta), { name, ...more }),
    call: async (args: object, params: JsonObject = {}) => {
      const made = callToolTool(meta);
      const context = world.context('c1', { name: 'call_tool', arguments: args, ...params }) as RequestContext;
      return made.call(made.input?.parse(args) as never, context);
    },
  };
}

const names = ({ tools }: { readonly tools: readonly JsonObject[] }) => tools.map(({ name }) => name);

describe('list_available_tools', () => {
  test('list_available_tools lists the currently callable tools with their cost and the state of the servers', async () => {
    const { list, world } = open({ modes: { c1: 'careful' } });
    world.connections.offer('beta', { state: connecting });
    const facts = await list();
    expect(names(facts)).toEqual(['alpha__echo']);
    expect(facts).toMatchObject({
      mode: 'careful',
      tools: [{ server: 'alpha', tool: 'echo', description: 'What echo does.', tokens: expect.any(Number) }],
      servers: [
        { name: 'alpha', state: 'connected' },
        { name: 'beta', state: 'connecting' },
      ],
    });
  });

  test('list_available_tools shows nothing of a server that the mode denies, including its existence', async () => {
    const { list } = open({ modes: { c1: 'alpha' } });
    expect((await list()).servers).toMatchObject([{ name: 'alpha' }]);
    expect((await list({ server: 'beta' })).servers).toEqual([]);
  });

  test('list_available_tools searches by words and by server, and uses the mode of a session', async () => {
    const { list } = open({ modes: { c1: 'none' } });
    expect(names(await list({ session_id: 's_all', query: 'WHAT echo' }))).toEqual(['alpha__echo', 'beta__echo']);
    expect(names(await list({ session_id: 's_all', server: 'beta' }))).toEqual(['beta__echo', 'beta__wipe']);
    expect(await list()).toMatchObject({ tools: [], note: expect.stringContaining("'none'") });
    await expect(list({ session_id: 'unknown' })).rejects.toThrow('no such session');
  });

  test.each<[string, WorldOptions, RegExp]>([
    ['no mode', { modes: {} }, /create_task/],
    ['configuration mode', { toolsets: { isConfiguring: () => true } }, /exit-configuration-mode/],
  ])('list_available_tools says what to do in %s', async (_what, options, note) => {
    const { list } = open(options);
    expect(await list()).toMatchObject({ tools: [], note: expect.stringMatching(note) });
  });
});

describe('servers F8: pages of list_available_tools', () => {
  const many = Array.from({ length: 2_000 }, (_, index) =>
    tool(`tool_${String(index).padStart(4, '0')}`, { description: 'd'.repeat(300), title: 't'.repeat(5_000) }),
  );

  test('each page has a bounded number and size, the total count, and the start of the next page', async () => {
    const { list } = open({ servers: { alpha: { tools: many } } });
    const found: unknown[] = [];
    for (let offset: unknown = 0; offset !== undefined; ) {
      const facts = await list({ offset });
      expect(JSON.stringify(facts).length).toBeLessThan(40_000);
      expect(facts.tools.length).toBeLessThanOrEqual(50);
      expect(facts).toMatchObject({ total: 2_000, tokens: expect.any(Number) });
      found.push(...names(facts));
      offset = facts.next_offset;
    }
    expect(found).toHaveLength(2_000);
    expect(new Set(found).size).toBe(2_000);
  });

  test('a limit and a filter apply, and an offset beyond the end returns an empty page', async () => {
    const { list } = open({ servers: { alpha: { tools: many } } });
    expect(await list({ limit: 2, offset: 1 })).toMatchObject({
      tools: [{ tool: 'tool_0001' }, { tool: 'tool_0002' }],
      next_offset: 3,
    });
    expect(await list({ query: '0007', limit: 200 })).toMatchObject({ total: 1, tools: [{ tool: 'tool_0007' }] });
    expect(await list({ offset: 5_000 })).toMatchObject({
      total: 2_000,
      tools: [],
      note: expect.stringContaining('2000'),
    });
    await expect(list({ limit: 0 })).rejects.toThrow('limit');
    await expect(list({ limit: 201 })).rejects.toThrow('limit');
    await expect(list({ offset: -1 })).rejects.toThrow('offset');
  });

  test('the list of servers is bounded too, however many there are and whatever they say', async () => {
    const servers = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `server-${index}-${'n'.repeat(300)}`,
        { tools: [tool('echo')], state: { ...connected, instructions: 'i'.repeat(10_000) } },
      ]),
    );
    const { list } = open({ servers: servers as NonNullable<WorldOptions['servers']> });
    const facts = await list();
    expect(JSON.stringify(facts).length).toBeLessThan(80_000);
    expect(facts).toMatchObject({ server_count: 300 });
    expect(facts.servers.length).toBeLessThan(300);
  });
});

describe('agents D5: a server that is still connecting', () => {
  test('the note names a server as still connecting and does not blame the mode', async () => {
    const { list, world } = open({ servers: { quick: {}, slow: { state: connecting } } });
    const facts = await list();
    expect(facts.note).toContain('Still connecting: slow.');
    expect(facts.note).not.toContain('No tools match');
    world.connections.offer('quick', { tools: [tool('echo')] });
    expect((await list()).note).toContain('Still connecting: slow.');
    world.connections.offer('slow', { state: connected, tools: [tool('echo')] });
    expect((await list()).note).toBeUndefined();
  });

  test('the error for an unknown name names a server that is still connecting', async () => {
    const { call } = open({ servers: { slow: { state: connecting } } });
    await expect(call({ name: 'slow__echo' })).rejects.toThrow('Still connecting: slow.');
  });
});

describe('describe_tool', () => {
  test('describe_tool returns the definition as listed', async () => {
    const { describe: about } = open({ trust: { warning: () => 'It has changed.' } });
    expect(await about('alpha__echo')).toMatchObject({
      name: 'alpha__echo',
      server: 'alpha',
      tool: 'echo',
      definition: { ...tool('echo'), name: 'alpha__echo' },
      warning: 'It has changed.',
    });
  });

  test('describe_tool refuses what the mode denies, and names only what it allows', async () => {
    const { describe: about } = open({ modes: { c1: 'alpha' } });
    await expect(about('beta__echo')).rejects.toMatchObject({ code: 'REFUSED' });
    await expect(about('beta__ech')).rejects.toMatchObject({ code: 'TOOL_UNKNOWN', data: { nearest: undefined } });
    await expect(about('alpha__ech')).rejects.toMatchObject({ data: { nearest: 'alpha__echo' } });
    await expect(about('beta__echo', { session_id: 's_none' })).rejects.toMatchObject({ code: 'REFUSED' });
  });
});

describe('call_tool', () => {
  test('call_tool is judged as the tool that it names', async () => {
    const { call, world } = open({ modes: { c1: 'careful' } });
    await call({ name: 'alpha__echo', arguments: { a: 1 } });
    await expect(call({ name: 'alpha__wipe' })).rejects.toMatchObject({
      code: 'REFUSED',
      data: { subject: 'alpha__wipe' },
    });
    expect(forwarded(world)).toEqual(['alpha tools/call echo']);
    expect(world.records.map(({ subject, decision }) => [subject, decision.allowed])).toEqual([
      ['echo', true],
      ['wipe', false],
    ]);
  });

  test('call_tool uses the mode of a session, whether that allows more or less', async () => {
    const { call, world } = open({ modes: { c1: 'none' } });
    await call({ name: 'alpha__echo', session_id: 's_all' });
    world.setMode('c1', 'all');
    await expect(call({ name: 'alpha__echo', session_id: 's_none' })).rejects.toMatchObject({ data: { mode: 'none' } });
    await expect(call({ name: 'alpha__echo', session_id: 'unknown' })).rejects.toThrow('no such session');
    expect(world.records.map(({ sessionId }) => sessionId)).toEqual(['s_all', 's_none']);
    expect(forwarded(world)).toHaveLength(1);
  });

  test.each([
    'call_tool',
    'list_modes',
    'alpha.echo',
    'alpha',
    'echo',
    'mcp--alpha--echo',
    'alpha__echo ',
    'ALPHA__echo',
    '__proto__',
    '',
  ])('call_tool reaches nothing by the name %j', async (name) => {
    const { call, world } = open();
    await expect(call({ name })).rejects.toMatchObject({ code: 'TOOL_UNKNOWN' });
    expect(forwarded(world)).toEqual([]);
  });

  test('call_tool passes on the inner arguments unchanged, and the other members of the request', async () => {
    const { call, world } = open();
    const given = JSON.parse('{"__proto__": 1, "b": {"__proto__": [2]}, "a": null}') as JsonObject;
    const args = { name: 'alpha__echo', arguments: given };
    await call(args, { _meta: { 'a.b/c': 1 }, 'x-param': true });
    const { params } = world.connections.sent[0] ?? {};
    expect(params).toEqual({ name: 'echo', arguments: given, _meta: { 'a.b/c': 1 }, 'x-param': true });
    expect(JSON.stringify(params?.arguments)).toBe(JSON.stringify(given));
    await call({ name: 'alpha__echo' });
    expect(world.connections.sent[1]?.params).toEqual({ name: 'echo', arguments: {} });
  });

  test('call_tool is refused in configuration mode and for withheld or unequipped tools', async () => {
    const refusals: readonly (readonly [WorldOptions, string])[] = [
      [{ toolsets: { isConfiguring: () => true } }, 'CONFIGURATION_MODE'],
      [{ toolsets: { whyNotEquipped: () => 'no' } }, 'TOOL_NOT_EQUIPPED'],
      [{ trust: { whyWithheld: () => 'no' } }, 'TOOL_WITHHELD'],
    ];
    for (const [options, code] of refusals) {
      const { call, world } = open({ servers: twoServers, ...options });
      await expect(call({ name: 'alpha__echo' })).rejects.toMatchObject({ data: { refusal: { code } } });
      expect(forwarded(world as GatewayWorld)).toEqual([]);
    }
  });
});
