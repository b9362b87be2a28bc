import { kiloAgent as kilo } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { ask, type Call, filesOf, read, write } from '../opencode/support.ts';

const done = { '<home>/.config/kilo/.bash-permission-migrated': '' };

const effectIn = (files: Readonly<Record<string, string>>, profile: string, call: Call) =>
  ask(kilo, { ...done, ...files }, { profile: `kilo/${profile}`, call }).effect;

const settings = (permission: unknown) => ({ 'kilo.json': JSON.stringify({ permission }) });
const agentSettings = (agent: unknown) => ({ 'kilo.json': JSON.stringify({ agent }) });

const server = { tool: 'srv_decide', arguments: {} };
const withServer = { 'kilo.json': '{"mcp":{"srv":{"type":"local","command":["x"]}}}' };

/** Files, profile, call and answer. */
const traps: readonly (readonly [string, Readonly<Record<string, string>>, string, Call, string])[] = [
  ['readers run by default', {}, 'code', 'ls && cat README.md', 'allow'],
  ['other commands ask', {}, 'code', 'npm test', 'ask'],
  ['echo writes', {}, 'code', 'echo hi > a.txt', 'allow'],
  ['cp writes without an edit', settings({ edit: 'deny' }), 'code', 'cp a src/b', 'allow'],
  ['a text without a command is tested as a whole', {}, 'code', '> a.txt', 'ask'],
  ['a folder change is not', {}, 'code', 'cd src', 'allow'],
  [
    'a wrapper evades a denial',
    settings({ bash: { '*': 'allow', 'rm *': 'deny' } }),
    'code',
    'timeout 5 rm a',
    'allow',
  ],
  [
    'opencode.json wins over kilo.json',
    { ...settings({ bash: 'deny' }), 'opencode.json': '{"permission":{"bash":"ask"}}' },
    'code',
    'zz',
    'ask',
  ],
  ['null takes an entry away', settings({ bash: { '*': 'ask', 'zz *': null } }), 'code', 'zz a', 'ask'],
  [
    'a broken file is left out with its denials',
    { 'kilo.json': '{"permission":{"bash":"deny"}' },
    'code',
    'ls',
    'allow',
  ],
  ['"read": "allow" does not open .env', settings({ read: 'allow' }), 'code', read('.env'), 'ask'],
  ['its own pattern does', settings({ read: { '*': 'allow', '*.env': 'allow' } }), 'code', read('.env'), 'allow'],
  ['an example is open', {}, 'code', read('.env.example'), 'allow'],
  ['its settings are asked', settings({ edit: 'allow' }), 'code', write('.kilo/agents/a.md'), 'ask'],
  ['at any depth', settings({ edit: 'allow' }), 'code', write('apps/.kilocode/x.json'), 'ask'],
  ['AGENTS.md too', settings({ edit: 'allow' }), 'code', write('AGENTS.md'), 'ask'],
  ['plans are not', settings({ edit: 'allow' }), 'code', write('.kilo/plans/p.md'), 'allow'],
  ['a denial stays one', settings({ edit: { '*': 'allow', '.kilo/*': 'deny' } }), 'code', write('.kilo/a.md'), 'deny'],
  ['the shell writes them', {}, 'code', 'echo x > .kilo/agents/a.md', 'allow'],
  ['ask cannot write', settings({ edit: 'allow', bash: 'allow' }), 'ask', write('a'), 'not offered'],
  ['ask runs readers', {}, 'ask', 'git log -3 | head', 'allow'],
  ['ask runs nothing else', settings({ bash: 'allow' }), 'ask', 'zz a', 'deny'],
  ['ask refuses a redirection', {}, 'ask', 'ls > o', 'deny'],
  ['to nothing is none', {}, 'ask', 'ls 2>/dev/null', 'allow'],
  ['an operator in quotes is none', {}, 'ask', "grep 'a|b' f", 'allow'],
  [
    'an entry of an agent opens ask',
    agentSettings({ ask: { permission: { edit: 'allow' } } }),
    'ask',
    write('a'),
    'allow',
  ],
  ['and not the edits of plan', agentSettings({ plan: { permission: { edit: 'allow' } } }), 'plan', write('a'), 'deny'],
  ['plan writes plans', {}, 'plan', write('plans/a.md'), 'allow'],
  ['explore has a ceiling', agentSettings({ explore: { permission: { bash: 'allow' } } }), 'explore', 'zz a', 'deny'],
  ['orchestrator runs nothing', settings({ bash: 'allow' }), 'orchestrator', 'ls', 'not offered'],
  ['tools of servers run in code', withServer, 'code', server, 'allow'],
  ['and ask in ask', withServer, 'ask', server, 'ask'],
  ['also if only the files of another place name the server', {}, 'ask', server, 'ask'],
  ['unless they are denied', settings({ 'srv_*': 'deny' }), 'ask', server, 'not offered'],
  ['helpers do nothing', settings({ '*': 'allow' }), 'summary', read('a'), 'not offered'],
  ['"build" is "code"', agentSettings({ build: { permission: { edit: 'deny' } } }), 'code', write('a'), 'not offered'],
  [
    'a background process is a command',
    settings({ bash: { '*': 'deny', 'echo *': 'allow' } }),
    'code',
    { tool: 'background_process', arguments: { action: 'start', command: 'zz' } },
    'deny',
  ],
  [
    'ignored files are denied',
    { '.kilocodeignore': '# c\nsecrets/\n*.key\n!public.key\n' },
    'code',
    read('secrets/a'),
    'deny',
  ],
  ['with exceptions', { '.kilocodeignore': '*.key\n!public.key\n' }, 'code', read('public.key'), 'allow'],
  ['also for edits', { '.kilocodeignore': '/dist/**\n' }, 'code', write('dist/a.js'), 'deny'],
];

const modes = `customModes:
  - slug: docs
    name: Docs
    groups:
      - read
      - [edit, { fileRegex: '\\.md$' }]
  - slug: ops
    name: Ops
    groups: [command]
  - slug: code
    name: Other
    groups: []
`;

describe('Kilo', () => {
  test.each(traps)('Kilo behaves as recorded: %s', (_, files, profile, call, effect) => {
    expect(effectIn(files, profile, call)).toBe(effect);
  });

  test('the first start of Kilo writes a list of allowed commands into the file of the user', () => {
    const user = '<home>/.config/kilo/kilo.json';
    const effect = (files: Readonly<Record<string, string>>) =>
      ask(kilo, files, { profile: 'kilo/code', call: 'zz a' }).effect;
    expect(effect({ [user]: '{"model":"x"}' })).toBe('allow');
    expect(effect({ [user]: '{"$schema":"x"}' })).toBe('ask');
    expect(effect({ [user]: '{"permission":{"bash":"deny"}}' })).toBe('not offered');
    expect(effect({ [user]: '{"model":"x"}', ...done })).toBe('ask');
  });

  test('modes of its predecessor become Kilo agents, and a regex allows no edit', () => {
    const files = { '.kilocodemodes': modes };
    expect(effectIn(files, 'docs', write('docs/a.md'))).toBe('not offered');
    expect(effectIn(files, 'docs', 'ls')).toBe('not offered');
    expect(effectIn(files, 'docs', read('a'))).toBe('allow');
    expect(effectIn(files, 'ops', 'zz')).toBe('allow');
    expect(effectIn(files, 'ops', read('a'))).toBe('not offered');
    expect(effectIn(files, 'code', 'ls')).toBe('allow');
  });

  test('a Kilo subagent inherits the denials of edits, but not those of commands', () => {
    const files = { ...done, ...agentSettings({ lead: { permission: { bash: 'deny', edit: 'deny' } } }) };
    const general = { profile: 'kilo/general', calledBy: 'lead' };
    expect(ask(kilo, files, { ...general, call: 'ls' }).effect).toBe('allow');
    expect(ask(kilo, files, { ...general, call: write('a') }).effect).toBe('not offered');
    expect(ask(kilo, files, { ...general, headless: true, call: 'zz' }).effect).toBe('deny');
  });

  test('folders of Kilo override the project, and .kilo overrides .kilocode', () => {
    const bash = (value: string) => JSON.stringify({ permission: { bash: value } });
    expect(effectIn({ 'opencode.json': bash('deny'), '.kilocode/kilo.json': bash('ask') }, 'code', 'ls')).toBe('ask');
    expect(effectIn({ '.kilo/kilo.json': bash('ask'), '.kilocode/opencode.json': bash('deny') }, 'code', 'ls')).toBe(
      'ask',
    );
    expect(effectIn({ '.kilo/agents/a.md': '---\npermission:\n  bash: deny\n---\nx' }, 'a', 'ls')).toBe('not offered');
  });

  test('the file order in folders of Kilo is different, and opencode.json is last', () => {
    const bash = (value: string) => JSON.stringify({ permission: { bash: value } });
    expect(effectIn({ '.kilo/kilo.jsonc': bash('deny'), '.kilo/kilo.json': bash('ask') }, 'code', 'ls')).toBe('ask');
    expect(effectIn({ 'kilo.json': bash('deny'), 'kilo.jsonc': bash('ask') }, 'code', 'ls')).toBe('ask');
    expect(effectIn({ '.kilo/opencode.json': bash('ask'), '.kilo/kilo.json': bash('deny') }, 'code', 'ls')).toBe('ask');
  });

  test('an environment variable makes Kilo ignore a project file, but not one of the user', () => {
    const text = '{"permission":{"bash":"deny"},"model":"{env:MODEL}"}';
    expect(effectIn({ 'kilo.json': text }, 'code', 'ls')).toBe('allow');
    expect(effectIn({ '<home>/.config/kilo/kilo.json': text }, 'code', 'ls')).toBe('not offered');
    expect(effectIn({ 'kilo.jsonc': `// {env:X}\n${settings({ bash: 'deny' })['kilo.json']}` }, 'code', 'ls')).toBe(
      'not offered',
    );
    const header = '{"permission":{"bash":"deny"},"mcp":{"s":{"type":"remote","url":"u","headers":{"a":"{env:T}"}}}}';
    expect(effectIn({ 'kilo.json': header }, 'code', 'ls')).toBe('not offered');
    const { problems } = kilo.readProfiles(
      filesOf({ 'kilo.json': text, '.kilo/agents/a.md': '---\nmode: all\n---\nUse {env:X}' }),
    );
    expect(problems.map(({ file }) => file)).toEqual(['kilo.json', '.kilo/agents/a.md']);
  });

  test('settings override the Markdown file of a primary Kilo agent', () => {
    const files = (mode: string) => ({
      ...agentSettings({ a: { permission: { bash: 'ask' } } }),
      '.kilo/agents/a.md': `---\nmode: ${mode}\npermission:\n  bash: deny\n---\nx`,
    });
    expect(effectIn(files('primary'), 'a', 'ls')).toBe('ask');
    expect(effectIn(files('subagent'), 'a', 'ls')).toBe('not offered');
  });

  test('a file that Kilo ignores is reported', () => {
    const { problems } = kilo.readProfiles(filesOf({ 'kilo.jsonc': '{\n"permission": {"bash": "Deny"}}' }));
    expect(problems).toMatchObject([{ code: 'file-left-out', file: 'kilo.jsonc', line: 2 }]);
  });
});
