import { planAdopt, readServerConfig, type ServerEntry } from '@modegate/server-config';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { actionOf } from './support/opencode-evaluator.ts';

const git = { type: 'local', command: ['git-mcp'] };
const files = ['opencode.json', '.kilo/kilo.jsonc'];

function serversOf(config: object, file = 'opencode.json', names: readonly string[] = ['git']): readonly ServerEntry[] {
  const text = JSON.stringify({ ...config, mcp: Object.fromEntries(names.map((name) => [name, git])) });
  return readServerConfig(text, { file }).servers;
}

/** `*` is any text and `?` one character, over the whole name. */
function matches(pattern: string, name: string): boolean {
  const source = pattern
    .replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 'su').test(name);
}

function isOpen({ policy }: ServerEntry, tool: string): boolean {
  const { disabled, disabledTools, enabledTools } = policy;
  const isListed = enabledTools?.some((pattern) => matches(pattern, tool)) ?? true;
  return !disabled && isListed && !disabledTools.some((pattern) => matches(pattern, tool));
}

const tools = ['status', 'push', 'create_issue', 'create-issue', 'hub_push', 'delete.repo', 'delete_repo'];
const openOf = (config: object, file?: string) => {
  const [entry] = serversOf(config, file);
  return tools.filter((tool) => entry !== undefined && isOpen(entry, tool));
};
const without = (...closed: readonly string[]) => tools.filter((tool) => !closed.includes(tool));

describe.each(files)('what %s closes for all agents is closed', (file) => {
  test.each<[string, object, readonly string[]]>([
    ['nothing', {}, tools],
    ['a tool by a switch', { tools: { git_push: false } }, without('push')],
    ['a tool', { permission: { git_push: 'deny' } }, without('push')],
    ['what asks first, because nobody can be asked here', { permission: { git_push: 'ask' } }, without('push')],
    ['a tool by an unknown action', { permission: { git_push: 'never' } }, without('push')],
    [
      'a tool by an unknown value',
      { permission: { git_push: null }, tools: { git_status: 0 } },
      without('push', 'status'),
    ],
    [
      'a tool that may have been written otherwise',
      { tools: { git_delete_repo: false } },
      without('delete.repo', 'delete_repo'),
    ],
    ['a tool by its own name', { tools: { 'git_delete.repo': false } }, without('delete.repo', 'delete_repo')],
    [
      'tools by wildcards',
      { permission: { 'git_create?issue': 'deny', '*push': 'deny' } },
      without('create_issue', 'create-issue', 'push', 'hub_push'),
    ],
    ['tools of another server with a longer name', { permission: { 'git_hub_*': 'deny' } }, without('hub_push')],
    ['the server', { tools: { 'git_*': false } }, []],
    ['the server as the documents write it', { tools: { 'git*': false } }, []],
    ['all tools', { permission: 'deny' }, []],
    ['all tools, asking', { permission: { '*': 'ask', bash: 'allow' } }, []],
    ['all but a server', { permission: { '*': 'deny', 'git_*': 'allow' } }, tools],
    ['all but a tool', { permission: { '*': 'deny', git_status: 'allow' } }, ['status']],
    [
      'all but tools',
      { tools: { 'git_*': false, 'git_create*': true, git_push: true } },
      ['push', 'create_issue', 'create-issue'],
    ],
    [
      'all but tools, and one of these',
      { permission: { '*': 'deny', 'git_create*': 'allow', 'git_create-issue': 'deny' } },
      ['create_issue'],
    ],
    ['a tool after all', { permission: { 'git_*': 'allow', git_push: 'deny' } }, without('push')],
    ['nothing in the end', { permission: { git_push: 'deny', 'git_*': 'allow' } }, tools],
    [
      'arguments, which are not asked about',
      { permission: { git_push: { main: 'deny', '*': 'allow' } } },
      without('push'),
    ],
    ['what is open for some arguments', { permission: { git_push: { main: 'allow' } } }, without('push')],
    ['nothing for all arguments', { permission: { 'git_*': 'deny', git_push: { '*': 'allow' } } }, ['push']],
    [
      'by a switch, whatever `permission` says',
      { tools: { git_push: false }, permission: { git_push: 'allow' } },
      without('push'),
    ],
    [
      'by the order that both have together',
      { tools: { 'git_*': true }, permission: { git_push: 'deny', 'git_*': 'allow' } },
      without('push'),
    ],
    ['by what cannot be read', { permission: 7 }, []],
    ['by a list', { tools: ['git_push'] }, []],
    ['by a slip', { permisions: { git_push: 'deny' } }, []],
    ['by the rules of opencode 2', { permissions: [{ action: 'git_push', resource: '*', effect: 'deny' }] }, []],
    ['by a limit of another client', { disabledTools: ['git_push'] }, []],
    ['with a blank that matches nothing', { permission: { 'git_push *': 'deny' } }, without('push')],
    ['in capitals, which count on some systems only', { permission: { 'GIT_*': 'deny' } }, []],
    [
      'built-in tools',
      { tools: { bash: false }, permission: { edit: 'deny', 'web*': 'ask', bash: { 'git *': 'deny' } } },
      tools,
    ],
    ['for an agent', { agent: { plan: { tools: { 'git_*': false }, permission: { '*': 'deny' } } } }, tools],
    ['a note', { $tools: { 'git_*': false }, '//permission': 'deny' }, tools],
  ])('%s', (_what, config, open) => {
    expect(openOf(config, file)).toEqual(open);
  });
});

describe('what a file of opencode or Kilo closes', () => {
  test('is named where it is written', () => {
    const [entry] = serversOf({ tools: { git_push: false }, permission: { '*': 'deny', git_status: 'allow' } });
    expect(entry).toMatchObject({
      config: { disabled: false, enabledTools: ['status'], disabledTools: ['push'] },
      places: { enabledTools: { pointer: '/permission/*' }, disabledTools: [{ pointer: '/tools/git_push', line: 1 }] },
    });
    expect(serversOf({ permission: { 'git_*': 'deny' } })).toMatchObject([
      { config: { disabled: true }, places: { disabled: { pointer: '/permission/git_*' } } },
    ]);
  });

  test('comes on top of what its entries close', () => {
    const entry = { ...git, disabledTools: ['pull'], enabledTools: ['status', 'push', 'pull'] };
    const text = JSON.stringify({ tools: { 'git_*': false, git_push: true, git_log: true }, mcp: { git: entry } });
    expect(readServerConfig(text, { file: 'opencode.json' }).servers).toMatchObject([
      { policy: { disabled: false, disabledTools: ['pull'], enabledTools: ['push'] } },
    ]);
  });

  test('is found by the name that the agents make of a server', () => {
    const names = ['my.server', 'my_server', 'my-server', 'ümlaut', 'a*b'];
    const closed = (permission: object) =>
      serversOf({ permission }, 'opencode.json', names).flatMap(({ name, policy }) => (policy.disabled ? [name] : []));
    expect(closed({ 'my_server_*': 'deny' })).toEqual(['my.server', 'my_server']);
    expect(closed({ 'my.server_*': 'deny' })).toEqual(['my.server', 'my_server']);
    expect(closed({ 'my-server*': 'deny' })).toEqual(['my-server']);
    expect(closed({ '_mlaut_*': 'deny' })).toEqual(['ümlaut']);
    expect(closed({ 'a_b_*': 'deny' })).toEqual(['a*b']);
  });

  test('a slip is reported with what was meant', () => {
    const { problems } = readServerConfig(JSON.stringify({ permisions: {}, toolz: {}, mcp: { git } }), {
      file: 'opencode.json',
    });
    expect(problems).toMatchObject([
      {
        code: 'KEY_MISSPELT',
        severity: 'error',
        pointer: '/permisions',
        message: expect.stringContaining('Did you mean "permission"?'),
      },
      { code: 'KEY_MISSPELT', pointer: '/toolz', message: expect.stringContaining('Did you mean "tools"?') },
    ]);
  });

  test('no other setting of these agents closes anything', () => {
    const keys =
      `$schema agent attachment auto_collapse_reasoning autoshare autoupdate command compaction console default_agent
      diff_style disabled_providers enabled_providers enterprise experimental formatter hide_prompt_training_models indexing
      instructions keybinds layout logLevel lsp mcp_tool_display mode model plugin privacy_mode provider reference references
      remote_control retention sandbox server share shared_agent_board shell skills small_model snapshot subagent_depth
      subagent_model theme tool_output tui username watcher web_search`.split(/\s+/);
    const config = Object.fromEntries(keys.map((key) => [key, { x: false }]));
    for (const file of files) expect(openOf(config, file)).toEqual(tools);
  });

  test.each([
    ['rules', Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`*a*a${index}`, 'deny'])), 300],
    ['letters', { [`*${'a'.repeat(1_000_000)}`]: 'deny' }, 1],
    ['letters of a name', { [`*${'a'.repeat(100)}`]: 'deny' }, 'a'.repeat(1_000_000)],
  ])('too many %s close every server, in no time', (_what, permission, servers) => {
    const names = typeof servers === 'number' ? Array.from({ length: servers }, (_, index) => `a${index}`) : [servers];
    const read = serversOf({ permission }, 'opencode.json', names);
    expect(read.every(({ policy }) => policy.disabled)).toBe(true);
  });
});

describe('`adopt`', () => {
  const plan = (config: object) =>
    planAdopt({
      client: 'opencode',
      name: 'modes',
      projectRoot: '/project',
      env: {},
      platform: 'linux',
      readFile: (path) =>
        path === '/project/opencode.json' ? JSON.stringify({ ...config, mcp: { git, fs: git } }) : undefined,
      entry: { command: 'npx' },
      stateDir: '/state',
      serversArguments: () => [],
    });

  test.each<[string, object, string]>([
    ['all tools', { permission: { 'git_*': 'deny' } }, '/permission/git_*'],
    ['one tool', { tools: { git_push: false } }, '/tools/git_push'],
    ['all other tools', { permission: { 'git_*': 'deny', git_push: 'allow' } }, '/permission/git_*'],
    ['a tool until a person agrees', { permission: { git_push: 'ask' } }, '/permission/git_push'],
    [
      'a tool for one agent',
      { agent: { plan: { permission: { git_push: 'deny' } } } },
      '/agent/plan/permission/git_push',
    ],
    ['a tool for one agent by a switch', { mode: { plan: { tools: { 'git*': false } } } }, '/mode/plan/tools/git*'],
    [
      'all tools for one agent, as opencode 2',
      { agents: { plan: { permission: { 'git*': 'deny' } } } },
      '/agents/plan/permission/git*',
    ],
  ])('leaves a server of which the file closes %s', async (_what, config, pointer) => {
    expect(await plan(config)).toMatchObject({
      moved: ['fs'],
      left: [{ name: 'git', reason: expect.stringContaining(` ${pointer},`) }],
    });
  });

  test('moves the others', async () => {
    const agent = { plan: { disable: true, permission: { edit: 'deny', 'git_*': 'allow' } } };
    expect(await plan({ permission: { bash: 'deny', 'git_*': 'allow' }, agent })).toMatchObject({
      moved: ['git', 'fs'],
      left: [],
    });
  });
});

describe('for any rules', () => {
  const part = fc.constantFrom('a', 'b', '_', '-', '*', '?', '*', 'a_', ' *', '.', '😀');
  const name = fc
    .array(fc.constantFrom('a', 'b', '_', '-', '.', '😀', 'é'), { minLength: 1, maxLength: 3 })
    .map(joined);
  const pattern = fc.array(part, { minLength: 1, maxLength: 6 }).map(joined);
  const action = fc.constantFrom('allow', 'allow', 'deny', 'ask');
  const rule = fc.oneof(
    { weight: 4, arbitrary: action },
    fc.dictionary(fc.constantFrom('*', '?', '**', 'x', '* *'), action),
  );
  const rules = fc.record(
    {
      tools: fc.dictionary(pattern, fc.boolean(), { maxKeys: 4, noNullPrototype: true }),
      permission: fc.oneof(action, fc.dictionary(pattern, rule, { maxKeys: 5, noNullPrototype: true })),
    },
    { requiredKeys: [] },
  );

  test('nothing is open that the agents close or ask about', () => {
    fc.assert(
      fc.property(rules, name, fc.array(name, { minLength: 1, maxLength: 8 }), (config, server, names) => {
        const [entry] = serversOf(config, 'opencode.json', [server]);
        for (const tool of names)
          if (entry === undefined || isOpen(entry, tool)) expect(actionOf(config, { server, tool })).toBe('allow');
      }),
      { numRuns: 20_000 },
    );
  });

  test('what no rule closes is open', () => {
    const opening = fc.dictionary(pattern, fc.constant('allow'), { maxKeys: 5, noNullPrototype: true });
    fc.assert(
      fc.property(opening, name, name, (permission, server, tool) => {
        expect(serversOf({ permission }, 'opencode.json', [server]).every((entry) => isOpen(entry, tool))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  function joined(parts: readonly string[]): string {
    return parts.join('');
  }
});
