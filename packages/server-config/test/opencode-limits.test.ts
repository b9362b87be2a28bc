import { findCrossFileRules, readServerConfig, type ServerEntry } from '@modegate/server-config';
import { planAdopt } from '@modegate/server-config/clients';
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
  const { disabled, disabledTools, enabledTools, disabledInAnyCase } = policy;
  const isListed = enabledTools?.some((pattern) => matches(pattern, tool)) ?? true;
  const fold = (text: string) => (disabledInAnyCase === true ? text.toLowerCase() : text);
  return !disabled && isListed && !disabledTools.some((pattern) => matches(fold(pattern), fold(tool)));
}

const tools = ['status', 'push', 'create_issue', 'create-issue', 'hub_push', 'delete.repo', 'delete_repo', 'getStatus'];
const openOf = (config: object, file?: string) => {
  const [entry] = serversOf(config, file);
  return tools.filter((tool) => entry !== undefined && isOpen(entry, tool));
};
const without = (...closed: readonly string[]) => tools.filter((tool) => !closed.includes(tool));

describe.each(files)('servers that %s closes for all agents', (file) => {
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
      'a tool in capitals',
      { tools: { Git_PUSH: false, 'git_Create*': false } },
      ['status', 'hub_push', 'delete.repo', 'delete_repo', 'getStatus'],
    ],
    ['a tool with capitals by a rule without', { permission: { git_getstatus: 'deny' } }, without('getStatus')],
    ['by a switch for all tools', { tools: true }, []],
    ['by rules under no name', { permission: { '': 'deny' } }, tools],
    ['by rules of objects', { permission: { constructor: 'deny', git_push: { toString: 'allow' } } }, without('push')],
    [
      'built-in tools',
      { tools: { bash: false }, permission: { edit: 'deny', 'web*': 'ask', bash: { 'git *': 'deny' } } },
      tools,
    ],
    ['for an agent', { agent: { plan: { tools: { 'git_*': false }, permission: { '*': 'deny' } } } }, tools],
    ['a tool by a variable, which may be anything', { tools: { '{env:PUSH}': false } }, []],
    ['a tool by the name in a file', { permission: { 'git_{file:./tool}': 'deny' } }, []],
    ['by a key that is a variable', { '{env:KEY}': { git_push: 'deny' } }, []],
    ['nothing by what a variable opens', { permission: { '*': 'deny', 'git_{env:X}': 'allow' } }, []],
    ['a note', { $tools: { 'git_*': false }, '//permission': 'deny' }, tools],
  ])('the file closes the right tools: %s', (_what, config, open) => {
    expect(openOf(config, file)).toEqual(open);
  });
});

describe('what a file of opencode or Kilo closes', () => {
  test('a closed tool is named at the place of its rule', () => {
    const [entry] = serversOf({ tools: { git_push: false }, permission: { '*': 'deny', git_status: 'allow' } });
    expect(entry).toMatchObject({
      config: { disabled: false, enabledTools: ['status'], disabledTools: ['push'] },
      settingPositions: {
        enabledTools: { pointer: '/permission/*' },
        disabledTools: [{ pointer: '/tools/git_push', line: 1 }],
      },
    });
    expect(serversOf({ permission: { 'git_*': 'deny' } })).toMatchObject([
      { config: { disabled: true }, settingPositions: { disabled: { pointer: '/permission/git_*' } } },
    ]);
  });

  test('the file closes tools in addition to those its entries close', () => {
    const entry = { ...git, disabledTools: ['pull'], enabledTools: ['status', 'push', 'pull'] };
    const text = JSON.stringify({ tools: { 'git_*': false, git_push: true, git_log: true }, mcp: { git: entry } });
    expect(readServerConfig(text, { file: 'opencode.json' }).servers).toMatchObject([
      { policy: { disabled: false, disabledTools: ['pull'], enabledTools: ['push'] } },
    ]);
  });

  test('the file closes tools by the server name that the agents form', () => {
    const names = ['my.server', 'my_server', 'my-server', 'ümlaut', 'a*b'];
    const closed = (permission: object) =>
      serversOf({ permission }, 'opencode.json', names).flatMap(({ name, policy }) => (policy.disabled ? [name] : []));
    expect(closed({ 'my_server_*': 'deny' })).toEqual(['my.server', 'my_server']);
    expect(closed({ 'my.server_*': 'deny' })).toEqual(['my.server', 'my_server']);
    expect(closed({ 'my-server*': 'deny' })).toEqual(['my-server']);
    expect(closed({ '_mlaut_*': 'deny' })).toEqual(['ümlaut']);
    expect(closed({ 'a_b_*': 'deny' })).toEqual(['a*b']);
  });

  test('the file closes every server whose name is a variable', () => {
    const disabled = (permission: object) =>
      serversOf({ permission }, 'opencode.json', ['{env:NAME}', 'fs']).map(({ policy }) => policy.disabled);
    expect(disabled({ 'git_*': 'deny' })).toEqual([true, false]);
    expect(disabled({ 'git_*': 'allow' })).toEqual([false, false]);
  });

  test.each<[string, object, string, readonly string[]]>([
    ['what changes files', { permission: { edit: 'deny' } }, 'apply', ['patch']],
    ['what changes files, by any rule', { permission: { 'e*': 'ask' } }, 'apply', ['patch']],
    ['what changes files, by an older switch', { tools: { write: false } }, 'apply', ['patch']],
    ['what changes files, by another', { tools: { patch: false } }, 'apply', ['patch']],
    ['nothing where editing is open', { tools: { patch: false, edit: true } }, 'apply', []],
    [
      'what changes files, whatever another spelling opens',
      { permission: { edit: 'deny', EDIT: 'allow' } },
      'apply',
      ['patch'],
    ],
    [
      'what changes files, whatever a long name opens',
      { permission: { edit: 'deny', ['x'.repeat(200)]: 'allow' } },
      'apply',
      ['patch'],
    ],
    ['reading of resources', { permission: { read: 'deny' } }, 'read', ['mcp?resource']],
    ['lists of resources', { permission: { read: 'deny' } }, 'list_mcp', ['resources', 'resource?templates']],
    ['nothing of another name', { permission: { edit: 'deny', read: 'deny' } }, 'git', []],
  ])('rules under the names of built-in tools close %s', (_what, config, server, closed) => {
    const [entry] = serversOf(config, 'opencode.json', [server]);
    expect(entry?.policy).toMatchObject({ disabled: false, disabledTools: closed });
  });

  const problemsOf = (config: object, file = 'opencode.json') =>
    readServerConfig(JSON.stringify({ ...config, mcp: { git, fs: git } }), { file }).problems;

  test.each<[object, string, string]>([
    [
      { permission: 7 },
      '/permission',
      '"permission" must be "allow", "ask", "deny" or a map of tools to these values, but it is a number, so every server in the file is closed.',
    ],
    [
      { permission: 'never' },
      '/permission',
      '"permission" must be "allow", "ask", "deny" or a map of tools to these values, but it is "never", so every server in the file is closed.',
    ],
    [
      { tools: ['git_push'] },
      '/tools',
      '"tools" must be a map of tools to true or false, but it is an array, so every server in the file is closed.',
    ],
    [
      { tools: { git_push: 'false' } },
      '/tools/git_push',
      '"tools.git_push" must be true or false, but it is "false", so what it matches is closed.',
    ],
    [
      { permission: { git_push: { main: 7 } } },
      '/permission/git_push',
      '"permission.git_push" must be "allow", "ask", "deny" or a map of arguments to these values, but it is an object, so what it matches is closed.',
    ],
    [
      { permission: { bash: false } },
      '/permission/bash',
      '"permission.bash" must be "allow", "ask", "deny" or a map of arguments to these values, but it is a boolean, so what it matches is closed.',
    ],
  ])('a rule value of another type is an error: %j', (config, pointer, message) => {
    expect(problemsOf(config)).toMatchObject([{ code: 'FIELD_INVALID', severity: 'error', pointer, message }]);
  });

  test('null, with which Kilo removes a rule, is an error where it closes a server', () => {
    expect(problemsOf({ permission: { bash: null, read: { x: null } } }, '.kilo/kilo.jsonc')).toEqual([]);
    expect(problemsOf({ permission: { git_push: null } }, '.kilo/kilo.jsonc')).toMatchObject([
      { code: 'FIELD_INVALID', pointer: '/permission/git_push' },
    ]);
  });

  test.each<[object, string, string, string]>([
    [
      { permission: 'ask' },
      'warning',
      '/permission',
      '"ask" for "permission" closes the servers "git", "fs", because the gateway does not ask the user. To open all of "git", write { "*": "ask", "git_*": "allow" } in its place. The agent will not ask the user either.',
    ],
    [
      { permission: { '*': 'ask' } },
      'warning',
      '/permission/*',
      '"ask" for "permission.*" closes the servers "git", "fs", because the gateway does not ask the user. To open all of "git", write "git_*": "allow" after it. The agent will not ask the user either.',
    ],
    [
      { permission: { git_push: 'ask' } },
      'warning',
      '/permission/git_push',
      '"ask" for "permission.git_push" closes tools of the server "git", because the gateway does not ask the user. To open them, write "allow" instead. The agent will not ask the user either.',
    ],
    [
      { permission: { 'fs_*': 'allow', 'git_p*': 'ask' } },
      'warning',
      '/permission/git_p*',
      '"ask" for "permission.git_p*" closes tools of the server "git", because the gateway does not ask the user. To open all of "git", write "git_*": "allow" after it. The agent will not ask the user either.',
    ],
    [{ tools: { 'git_*': false } }, 'info', '/tools/git_*', 'The rule "tools.git_*" closes the server "git".'],
    [
      { permission: { '*': 'deny', git_log: 'allow' } },
      'info',
      '/permission/*',
      'The rule "permission.*" closes the server "fs", and tools of the server "git".',
    ],
    [
      { permission: { git_push: { main: 'allow' } } },
      'info',
      '/permission/git_push',
      'The rule "permission.git_push" closes tools of the server "git": a map opens tools only if it has "*" and all its values are "allow".',
    ],
  ])('a remark says what each rule closes: %j', (config, severity, pointer, message) => {
    expect(problemsOf(config)).toMatchObject([{ code: 'RULE_CLOSES', severity, pointer, message }]);
  });

  test('a remark contains no advice on a server whose name is a variable', () => {
    const text = JSON.stringify({ permission: 'ask', mcp: { '{env:NAME}': git } });
    expect(readServerConfig(text, { file: 'opencode.json' }).problems.map(({ message }) => message)).toEqual([
      '"ask" for "permission" closes the server "{env:NAME}", because the gateway does not ask the user.',
    ]);
  });

  test('a remark contains no advice that would open a built-in tool', () => {
    const text = JSON.stringify({ permission: { edit: 'ask' }, mcp: { apply: git } });
    expect(readServerConfig(text, { file: 'opencode.json' }).problems.map(({ message }) => message)).toEqual([
      '"ask" for "permission.edit" closes tools of the server "apply", because the gateway does not ask the user.',
    ]);
  });

  test('following the advice of a remark opens the tool', () => {
    const names = ['git', 'fs'];
    const openIn = (permission: object) =>
      serversOf({ permission }, 'opencode.json', names).flatMap(({ name, policy }) => (policy.disabled ? [] : [name]));
    expect(openIn({ '*': 'ask', 'git_*': 'allow' })).toEqual(['git']);
  });

  test('rules that close no server are not reported', () => {
    expect(problemsOf({ permission: { edit: 'ask', bash: { 'rm *': 'deny' } }, tools: { webfetch: false } })).toEqual(
      [],
    );
  });

  test('a misspelt rule is reported with the intended name', () => {
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
    ['names', Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`a0_${index}`, 'deny'])), 1],
    [
      'open names',
      { '*': 'deny', ...Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`a0_${index}`, 'allow'])) },
      1,
    ],
    [
      'endings',
      Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`*${'?a'.repeat(50)}${index}`, 'deny'])),
      'a'.repeat(100),
    ],
    ['letters of a name', { [`*${'a'.repeat(100)}`]: 'deny' }, 'a'.repeat(1_000_000)],
  ])('too many %s close every server, in bounded time', (_what, permission, servers) => {
    const names = typeof servers === 'number' ? Array.from({ length: servers }, (_, index) => `a${index}`) : [servers];
    const read = serversOf({ permission }, 'opencode.json', names);
    expect(read.every(({ policy }) => policy.disabled)).toBe(true);
  });

  test('many rules cause only a handful of remarks', () => {
    const many = (key: (index: number) => string, value: unknown) =>
      Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [key(index), value]));
    const permission = many((index) => `git_${index}`, 'ask');
    const tools = many((index) => `x${index}`, 0);
    const misspelt = Object.fromEntries(Array.from({ length: 999 }, (_, index) => [`permission${index}`, true]));
    expect(problemsOf({ permission })).toHaveLength(10);
    expect(problemsOf({ tools })).toHaveLength(10);
    expect(problemsOf(misspelt)).toHaveLength(10);
    const all = problemsOf({
      permission: many((index) => `git_*${index}`, 'deny'),
      tools: many((index) => `*x${index}`, false),
    });
    expect(all).toMatchObject([
      { code: 'RULE_CLOSES', severity: 'error', message: expect.stringContaining('Every server is therefore closed') },
    ]);
  });
});

describe('opencode rules in one file for servers in another', () => {
  const fileOf = (file: string, config: object, kind: 'opencode' | 'kilo-config' = 'opencode') => {
    const text = JSON.stringify(config);
    return { file, kind, text, servers: readServerConfig(text, { file, kind }).servers };
  };
  const servers = fileOf('project/opencode.json', { mcp: { git, fs: git } });

  test.each<[object, string, string]>([
    [{ permission: 'deny' }, '/permission', 'servers "git", "fs"'],
    [{ tools: { 'git_*': false } }, '/tools/git_*', 'server "git"'],
    [{ permission: { git_push: 'ask' } }, '/permission/git_push', 'server "git"'],
    [{ permission: { 'git_*': 'deny', git_log: 'allow' } }, '/permission/git_*', 'server "git"'],
  ])('the rules %j for servers in another file are a warning', (config, pointer, names) => {
    const message = `Here, the rules in this file have no effect on project/opencode.json, although the agent applies them to the ${names} in that file. Add the rules to that file as well.`;
    expect(findCrossFileRules([fileOf('global/opencode.json', config), servers])).toMatchObject([
      { code: 'RULES_ELSEWHERE', severity: 'warning', file: 'global/opencode.json', pointer, message, line: 1 },
    ]);
  });

  test('the warning includes a tool that an entry of the other file closes only in exact letter case', () => {
    const other = fileOf('project/opencode.json', { mcp: { git: { ...git, disabledTools: ['push'] } } });
    const rules = fileOf('global/opencode.json', { permission: { git_push: 'deny' } });
    expect(findCrossFileRules([rules, other])).toMatchObject([{ pointer: '/permission/git_push' }]);
  });

  test('no warning appears if the other file closes the same, has no such servers, or is of another agent', () => {
    const config = { permission: { git_push: 'deny', 'fs_*': 'deny', x_y: 'deny' } };
    const same = fileOf('project/opencode.json', { ...config, mcp: { git, fs: git } });
    const rules = fileOf('global/opencode.json', config);
    expect(findCrossFileRules([rules, same])).toEqual([]);
    expect(findCrossFileRules([rules, rules])).toEqual([]);
    expect(findCrossFileRules([rules, fileOf('.kilo/kilo.jsonc', { mcp: { git } }, 'kilo-config')])).toEqual([]);
    expect(findCrossFileRules([rules, { ...servers, text: undefined, servers: [] }])).toEqual([]);
  });
});

describe('`adopt` and the rules of opencode', () => {
  const plan = (config: object, others: Readonly<Record<string, string>> = {}) =>
    planAdopt({
      client: 'opencode',
      name: 'modes',
      projectRoot: '/project',
      homeDir: '/home',
      env: {},
      platform: 'linux',
      readFile: (path) =>
        path === '/project/opencode.json' ? JSON.stringify({ ...config, mcp: { git, fs: git } }) : others[path],
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
  ])('adopt leaves a server for which the file closes %s', async (_what, config, pointer) => {
    expect(await plan(config)).toMatchObject({
      moved: ['fs'],
      left: [{ name: 'git', reason: expect.stringContaining(` ${pointer}.`) }],
    });
  });

  const globalFile = '/home/.config/opencode/opencode.json';

  test.each<[string, string, object, string]>([
    ['the global file', globalFile, { permission: { 'git_*': 'deny' } }, '/permission/git_*'],
    [
      'the same file with the other ending',
      '/project/opencode.jsonc',
      { tools: { git_push: false } },
      '/tools/git_push',
    ],
    [
      'the global file with the other ending',
      `${globalFile}c`,
      { permission: { git_push: 'ask' } },
      '/permission/git_push',
    ],
    [
      'the global file for one agent',
      globalFile,
      { agent: { plan: { permission: { git_push: 'deny' } } } },
      '/agent/plan/permission/git_push',
    ],
  ])(
    'adopt leaves a server that %s limits, because the agent merges its files',
    async (_what, file, rules, pointer) => {
      expect(await plan({}, { [file]: JSON.stringify(rules) })).toMatchObject({
        moved: ['fs'],
        left: [
          {
            name: 'git',
            reason: `${file} restricts the server at ${pointer}. This restriction would not apply if the server were moved.`,
          },
        ],
      });
    },
  );

  test('adopt leaves all servers if such a file cannot be read, and none if it is empty', async () => {
    const reason = `${globalFile} may restrict the server but cannot be read.`;
    expect((await plan({}, { [globalFile]: '{' })).left).toEqual([
      { name: 'git', reason },
      { name: 'fs', reason },
    ]);
    expect((await plan({}, { [globalFile]: ' ' })).moved).toEqual(['git', 'fs']);
  });

  test('adopt moves servers that no rule closes', async () => {
    const agent = { plan: { disable: true, permission: { edit: 'deny', 'git_*': 'allow' } } };
    expect(await plan({ permission: { bash: 'deny', 'git_*': 'allow' }, agent })).toMatchObject({
      moved: ['git', 'fs'],
      left: [],
    });
  });
});

describe('arbitrary rules of opencode', () => {
  const part = fc.constantFrom('a', 'b', 'A', '_', '-', '*', '?', '*', 'a_', ' *', '.', '😀');
  const name = fc
    .array(fc.constantFrom('a', 'b', 'A', '_', '-', '.', '😀', 'é'), { minLength: 1, maxLength: 3 })
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

  test.each(['linux', 'windows'] as const)('no tool is open that the agents close or ask about on %s', (system) => {
    fc.assert(
      fc.property(rules, name, fc.array(name, { minLength: 1, maxLength: 8 }), (config, server, names) => {
        const [entry] = serversOf(config, 'opencode.json', [server]);
        for (const tool of names)
          if (entry === undefined || isOpen(entry, tool))
            expect(actionOf(config, { server, tool, system })).toBe('allow');
      }),
      { numRuns: 20_000 },
    );
  });

  test('a tool that no rule closes is open', () => {
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
