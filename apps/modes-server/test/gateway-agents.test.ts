import type { InMemoryClient } from '@modegate/mcp-protocol/testing';
import { describe, expect, test } from 'vitest';
import { createFakeUpstreams, tool } from './support/fake-upstreams.ts';
import { type OpenServerOptions, openServer } from './support/open-server.ts';
import { mode, modes } from './support/server-modes.ts';

async function open(options: OpenServerOptions = {}) {
  const upstreams = options.upstreams ?? createFakeUpstreams();
  const server = await openServer({ ...options, upstreams, files: { '.roomodes': modes, ...options.files } });
  const task = async (slug: string): Promise<string> =>
    (await server.call('create_task', { mode_slug: slug })).facts.session_id;
  return { ...server, upstreams, task };
}

const changed = 'notifications/tools/list_changed';

/** What happened, in the order in which the client saw it. */
function storyOf({ received }: InMemoryClient): readonly string[] {
  return received.flatMap((message) => {
    if ('method' in message) return message.method === changed ? ['announced'] : [];
    if (!('result' in message)) return [];
    if ('tools' in message.result) return ['listed'];
    return 'content' in message.result ? ['answered'] : [];
  });
}

describe('agents D3: a client that reads its list when it is notified', () => {
  test.each([
    ['create_task', { mode_slug: 'all' }],
    ['enter-configuration-mode', {}],
    ['call_tool', { name: 'enter-configuration-mode' }],
  ])('a client has the new tool list before the result of %s', async (name, args) => {
    const { client, call } = await open(name === 'create_task' ? {} : { flags: { mode: 'all' } });
    await client.listTools();
    const reading = client.nextNotification(changed).then(() => client.listTools());
    await call(name, args);
    await reading;
    expect(storyOf(client)).toEqual(['listed', 'announced', 'listed', 'answered']);
  });

  test('a client is notified once per change', async () => {
    const { client, call, task } = await open();
    const session_id = await task('all');
    await call('switch_mode', { session_id, new_mode_slug: 'alpha' });
    await call('switch_mode', { session_id, new_mode_slug: 'alpha' });
    expect(storyOf(client)).toEqual(['announced', 'answered', 'announced', 'answered', 'answered']);
  });
});

describe('agents D4: a client that never reads its list again', () => {
  test('a client that never reads its list again learns of call_tool from the instructions', async () => {
    const { client } = await open();
    expect(client.initialized?.instructions).toMatch(/list_available_tools.*call_tool/);
    const { client: alone } = await openServer();
    expect(alone.initialized?.instructions).not.toContain('call_tool');
    const { client: listing } = await open({ flags: { surface: 'tools' } });
    expect(listing.initialized?.instructions).not.toContain('call_tool');
  });

  test('a client that never reads its list again learns from a mode change what it can call, in text and facts', async () => {
    const { call, task } = await open();
    const created = await call('create_task', { mode_slug: 'all' });
    const { session_id } = created.facts;
    const switched = await call('switch_mode', { session_id, new_mode_slug: 'alpha' });
    const child = await call('create_task', { mode_slug: 'none', parent_session_id: session_id });
    const ended = await call('complete_task', { session_id: child.facts.session_id, status: 'completed' });
    expect([created, switched, child, ended].map(({ facts }) => facts.available_tools.count)).toEqual([4, 2, 0, 2]);
    for (const { text, facts } of [created, switched, child, ended]) {
      const { count, how } = facts.available_tools;
      expect(text).toContain(count === 0 ? 'call now: none.' : how);
      expect(facts.available_tools.how).toContain('call_tool');
    }
    expect(await task('all')).toBeDefined();
  });

  test.each([
    ['enter-configuration-mode', {}, 0],
    ['exit-configuration-mode', {}, 4],
    ['build-toolset', { name: 'mine', tools: [{ namespacedName: 'alpha.echo' }], autoEquip: true }, 1],
    ['equip-toolset', { name: 'mine' }, 1],
    ['unequip-toolset', {}, 4],
  ])('%s tells a client with an outdated list what it can call', async (name, args, count) => {
    const { call } = await open({ flags: { mode: 'all', toolsets: 'modal' } });
    if (name !== 'enter-configuration-mode') await call('enter-configuration-mode');
    if (name === 'equip-toolset')
      await call('build-toolset', { name: 'mine', tools: [{ namespacedName: 'alpha.echo' }] });
    if (name === 'unequip-toolset') {
      await call('build-toolset', { name: 'mine', tools: [{ namespacedName: 'alpha.echo' }], autoEquip: true });
      await call('enter-configuration-mode');
    }
    const { text, facts } = await call('call_tool', { name, arguments: args });
    const { offer } = facts;
    expect(text).toContain(JSON.stringify(offer.how));
    expect(offer.how).toContain('call_tool');
    if (name === 'unequip-toolset') expect(offer.count).toBe(0);
    else expect(offer.count).toBe(count);
  });
});

describe('agents D6: names that differ only in - and _', () => {
  const fold = (names: readonly string[]) => names.map((name) => name.replaceAll('-', '_'));

  test.each([
    ['modal', true],
    ['flat', false],
  ])(
    'tool names that differ only in - and _ are never listed together, with --toolsets %s',
    async (toolsets, enters) => {
      const upstreams = createFakeUpstreams({
        alpha: { tools: [tool('get_it'), tool('get-it')] },
        'a-b': { tools: [tool('x')] },
        a_b: { tools: [tool('x')] },
      });
      const { client, call } = await open({ upstreams, flags: { mode: 'all', toolsets } });
      const listed = async () => (await client.listTools()).map(({ name }) => String(name));
      const before = await listed();
      expect(new Set(fold(before)).size).toBe(before.length);
      if (enters) await call('enter-configuration-mode');
      const now = await listed();
      expect(new Set(fold(now)).size).toBe(now.length);
      expect(now).toContain('list-available-tools');
      expect(now).not.toContain('list_available_tools');
      expect(await call('list_available_tools')).toMatchObject({ isError: false });
    },
  );
});

describe('servers F8: while a server restarts', () => {
  test('tools of a server that restarts report this, by their own name and through call_tool', async () => {
    const upstreams = createFakeUpstreams();
    const { call, client } = await open({ upstreams, flags: { mode: 'all' } });
    await client.listTools();
    upstreams.of('alpha').crash();
    await client.nextNotification(changed);
    for (const asked of [call('alpha__echo'), call('call_tool', { name: 'alpha__echo' })])
      expect(await asked).toMatchObject({ isError: true, text: expect.stringContaining("'alpha' is restarting") });
  });
});

describe('agents D4 and the sections on results: text and facts agree on the essentials', () => {
  test('the results of create_task, list_modes and get_mode_info have the same essentials in text and facts', async () => {
    const { call } = await open({
      files: {
        '.roomodes': JSON.stringify({
          customModes: [mode('all', { whenToUse: 'For everything.', customInstructions: 'Be kind.' })],
        }),
      },
    });
    const created = await call('create_task', { mode_slug: 'all' });
    expect(created.facts.next).toBe('Use this session_id for subsequent operations.');
    expect(created.text).toContain(created.facts.next);
    expect(created.text).toContain(created.facts.expires_at);
    expect((await call('list_modes')).text).toContain('For everything.');
    const { text } = await call('get_mode_info', { mode_slug: 'all' });
    expect(text).toContain('Role: R');
    expect(text).toContain('Be kind.');
  });
});

describe('mcp-restrictions 4.1: what the gateway knows about the tools', () => {
  test('the system prompt, the prompt and get_mode_info list the known tools, and changes are notified', async () => {
    const upstreams = createFakeUpstreams();
    const { call, client } = await open({ upstreams });
    const uri = 'mode://alpha/system_prompt';
    const read = async () => JSON.stringify(await client.request('resources/read', { uri }));
    expect(await read()).toContain('- echo: What echo does.');
    expect(await read()).not.toContain('beta');
    expect(JSON.stringify(await client.request('prompts/get', { name: 'alpha' }))).toContain('- echo: What echo does.');
    const info = await call('get_mode_info', { mode_slug: 'alpha', include_system_prompt: true });
    expect(info.facts.system_prompt).toContain('- echo: What echo does.');
    expect(info.facts.mcp_tools).toEqual(['alpha__echo', 'alpha__wipe']);
    expect(info.text).toContain('alpha__echo');
    await client.request('resources/subscribe', { uri });
    upstreams.of('alpha').tools = [tool('sing')];
    upstreams.of('alpha').notify(changed);
    expect((await client.nextNotification('notifications/resources/updated')).params).toEqual({ uri });
    await expect.poll(read).toContain('- sing: What sing does.');
  });
});

describe('modes-server 5.1.6: validate_tool_use', () => {
  test('validate_tool_use accepts the name under which a tool is listed', async () => {
    const { call, task } = await open();
    const session_id = await task('alpha');
    const judge = async (tool_name: string) => (await call('validate_tool_use', { session_id, tool_name })).facts;
    expect(await judge('alpha__echo')).toMatchObject({ allowed: true, mcp_server: 'alpha', mcp_tool: 'echo' });
    expect(await judge('beta__echo')).toMatchObject({ allowed: false, code: 'MCP_SERVER_NOT_ALLOWED' });
    expect(await judge('gamma__echo')).toMatchObject({ allowed: false });
  });

  test('validate_tool_use judges several calls in one request, each as if it had come alone', async () => {
    const { call, task } = await open();
    const session_id = await task('alpha');
    const calls = [
      { tool_name: 'read_file', file_path: 'a.md' },
      { tool_name: 'write_to_file', file_path: 'a.md' },
      { tool_name: 'alpha__echo' },
    ];
    const { text, facts } = await call('validate_tool_use', { session_id, calls });
    expect(facts).toMatchObject({ allowed: false, mode: 'alpha' });
    const { length } = calls;
    expect(facts.results.map(({ allowed }: { allowed: boolean }) => allowed)).toEqual([true, false, true]);
    for (const [at, one] of calls.entries()) {
      const alone = await call('validate_tool_use', { session_id, ...one });
      expect(facts.results[at]).toEqual(alone.facts);
      expect(text).toContain(alone.text);
    }
    const { facts: info } = await call('get_task_info', { session_id, include_audit: true });
    expect(info.decisions).toHaveLength(2 * length);
  });

  test('validate_tool_use with enforce returns the first refusal of several calls as an error', async () => {
    const { call, task } = await open();
    const session_id = await task('alpha');
    const calls = [{ tool_name: 'read_file' }, { tool_name: 'beta__echo' }];
    const { isError, facts, text } = await call('validate_tool_use', { session_id, calls, enforce: true });
    expect([isError, facts.error.name]).toEqual([true, 'TOOL_RESTRICTION_ERROR']);
    expect(text).toContain("'beta'");
  });

  test.each([
    ['neither', {}, 'tool_name'],
    ['both', { tool_name: 'read_file', calls: [{ tool_name: 'read_file' }] }, 'calls'],
    ['none', { calls: [] }, 'calls'],
    ['too many', { calls: Array.from({ length: 101 }, () => ({ tool_name: 'read_file' })) }, 'calls'],
  ])('validate_tool_use rejects a request with %s of its calls', async (_what, args, field) => {
    const { call, task } = await open();
    const session_id = await task('alpha');
    const { isError, facts, text } = await call('validate_tool_use', { session_id, ...args });
    expect([isError, facts.error.name]).toEqual([true, 'VALIDATION_ERROR']);
    expect(text).toContain(field);
  });
});

describe('mcp-restrictions 5.1: names in restrictions', () => {
  test('names in restrictions that no connected server has are logged once each', async () => {
    const upstreams = createFakeUpstreams();
    const restrictions = { allowedTools: [{ serverName: 'alpha', toolName: 'ecko' }] };
    const { logLines } = await open({
      upstreams,
      files: { '.roomodes': JSON.stringify({ customModes: [mode('odd', { mcpRestrictions: restrictions })] }) },
    });
    const reports = () => logLines.filter((line) => line.includes("no tool 'ecko'"));
    await expect.poll(() => reports().length).toBe(1);
    expect(reports()[0]).toMatch(/\.roomodes:1: .*Did you mean 'echo'\?/);
    upstreams.of('alpha').tools = [tool('echo')];
    upstreams.of('alpha').notify(changed);
    await expect
      .poll(() => upstreams.of('alpha').received.filter(({ method }) => method === 'tools/list').length)
      .toBe(2);
    expect(reports()).toHaveLength(1);
  });
});
