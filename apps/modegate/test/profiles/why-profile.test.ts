import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { installedHooks } from '@modegate/agent-hooks';
import { createFolder } from '@modegate/cli-kit/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runWhyCommand, type WhyFlags, type WhyWords } from '../../src/commands/why.ts';
import { hookAddress } from '../../src/hook/hook-address.ts';
import { launcherCommand } from '../../src/hook/launcher.ts';

const secret = 'sk-live-0123456789abcdef';

const files = {
  '.claude/settings.json': `{
  "permissions": {
    "allow": ["Bash(git log:*)", "Edit(src/**)"],
    "deny": ["Bash(git push:*)", "Read(secrets/**)"]
  },
  "env": { "API_KEY": "${secret}" }
}
`,
  '.claude/agents/reviewer.md': '---\nname: reviewer\ndescription: Reviews.\ntools: Read, Grep\n---\nReview.\n',
  'opencode.json': '{\n  "permission": { "edit": "deny", "bash": { "*": "ask", "git *": "allow" } }\n}\n',
};

/** Exit code and output of `modegate why` in a project with these files. */
async function why(words: WhyWords, flags: WhyFlags = {}, texts: Readonly<Record<string, string>> = files) {
  return whyIn(createFolder(texts), words, flags);
}

async function whyIn(projectRoot: string, words: WhyWords, flags: WhyFlags = {}) {
  const lines: string[] = [];
  const collect = (text: unknown) => lines.push(String(text)) > 0;
  for (const stream of [process.stdout, process.stderr]) {
    const output = vi.spyOn(stream, 'write').mockImplementation(collect);
    onTestFinished(() => output.mockRestore());
  }
  const code = await runWhyCommand(words, { projectRoot, withUser: false, platform: 'linux', ...flags });
  return { code, text: lines.join('') };
}

test.each<[string, WhyWords, number, RegExp]>([
  ['a denial', { subject: 'claude-code', target: 'Bash', text: 'git push' }, 1, /✗ denied.*settings\.json:4/s],
  ['an allowance', { subject: 'claude-code', target: 'Edit', text: 'src/a.ts' }, 0, /✓ allowed.*settings\.json:3/s],
  ['a tool that an agent lacks', { subject: 'claude-code/reviewer', target: 'Bash', text: 'ls' }, 1, /✗ not offered/],
  ['the default agent', { subject: 'opencode', target: 'bash', text: 'git push' }, 0, /✓ allowed.*opencode\/build/s],
  ['another agent', { subject: 'opencode/plan', target: 'edit', text: 'src/a.ts' }, 1, /opencode\.json:2/],
  ['a rule that does not decide', { subject: 'kilo', target: 'bash', text: 'git push' }, 0, /ask .*does not decide/],
])('`modegate why` answers for a profile: %s', async (_, words, code, expected) => {
  const answer = await why(words);
  expect(answer.text).toMatch(expected);
  expect(answer.code).toBe(code);
});

test('`modegate why` shows what an allowed command really does, and what the answer assumes', async () => {
  const { text, code } = await why({ subject: 'claude-code', target: 'Bash', text: 'git log --output=x' });
  expect(code).toBe(0);
  expect(text).toContain("really  'Bash(git log:*)' allows 'git log --output=x', which writes x (git).");
  expect(text).toMatch(/assumes {2}Claude Code 2\.1\.330, permission mode from the files/);
});

test('modegate why respects the flags of circumstances', async () => {
  const words = { subject: 'claude-code', target: 'Edit', text: 'lib/a.ts' };
  expect((await why(words)).code).toBe(1);
  expect((await why(words, { permissionMode: 'acceptEdits' })).code).toBe(0);
  expect((await why(words, { permissionMode: 'acceptEdits', trust: 'untrusted' })).text).toContain('not trusted');
  expect((await why(words, { agentFlags: '--permission-mode acceptEdits' })).code).toBe(0);
  const other = { subject: 'claude-code', target: 'Bash', text: 'make' };
  expect((await why(other, { headless: true })).text).toContain('nobody can answer');
});

test('`modegate why` prints no value from `env`, even for a file that the agent ignores', async () => {
  const broken = { ...files, '.claude/settings.json': files['.claude/settings.json'].replace('"env"', '// a\n"env"') };
  for (const texts of [files, broken])
    for (const json of [true, false]) {
      const { text } = await why({ subject: 'claude-code', target: 'Bash', text: 'git push' }, { json }, texts);
      expect(text).not.toContain(secret);
    }
  const { text } = await why({ subject: 'claude-code', target: 'Bash', text: 'git push' }, {}, broken);
  expect(text).toMatch(/\.claude\/settings\.json:6:3: /);
  expect(text).toMatch(/! asks a person/);
});

test('an unreadable file makes every modegate why answer for its agent unknown', async () => {
  const folder = createFolder(files);
  symlinkSync('/etc/hostname', join(folder, '.mcp.json'));
  const { code, text } = await whyIn(folder, { subject: 'claude-code', target: 'Bash', text: 'git log' });
  expect(text).toMatch(/\? unknown.*\.mcp\.json cannot be read/s);
  expect(code).toBe(4);
  expect((await whyIn(folder, { subject: 'opencode', target: 'bash', text: 'git log' })).code).toBe(0);
});

test('modegate why follows a link to its target', async () => {
  const folder = createFolder({ ...files, 'secrets/key': secret });
  symlinkSync('secrets', join(folder, 'docs'));
  const { code, text } = await whyIn(folder, { subject: 'claude-code', target: 'Read', text: 'docs/key' });
  expect(text).toMatch(/✗ denied.*Read\(secrets/s);
  expect(code).toBe(1);
});

test.each<[string, WhyWords, WhyFlags, RegExp]>([
  [
    'a misspelt profile',
    { subject: 'claude-code/revewer', target: 'Bash' },
    {},
    /Did you mean 'claude-code\/reviewer'/,
  ],
  ['a tool without a main argument', { subject: 'kilo', target: 'x_y', text: 'z' }, {}, /--args/],
  [
    'an argument twice',
    { subject: 'kilo', target: 'bash', text: 'ls' },
    { args: '{"command":"ls"}' },
    /'command' is specified twice/,
  ],
  ['no tool', { subject: 'kilo' }, {}, /Specify a mode or profile and a tool/],
  ['words beside --calls', { subject: 'kilo' }, { calls: 'x' }, /Remove the positional arguments/],
  ['a file of a mode', { subject: 'kilo', target: 'edit' }, { file: ['a'] }, /--file works only with modes/],
])('`modegate why` refuses %s', async (_, words, flags, message) => {
  await expect(why(words, flags)).rejects.toThrow(message);
});

test('modegate why rejects an ambiguous name of a mode and an agent', async () => {
  const modes = 'customModes:\n  - slug: kilo\n    name: Kilo\n    roleDefinition: You help.\n    groups: [read]\n';
  const texts = { ...files, '.roomodes': modes };
  const words = (subject: string) => ({ subject, target: 'execute_command', text: 'ls' });
  await expect(why(words('kilo'), {}, texts)).rejects.toThrow(/'mode:kilo' or 'profile:kilo'/);
  expect((await why(words('mode:kilo'), {}, texts)).text).toContain('in mode kilo');
  const profile = await why({ subject: 'profile:kilo', target: 'bash', text: 'ls' }, {}, texts);
  expect(profile.text).toContain('in profile kilo/code');
});

test('`modegate why --calls` answers every line in order, and continues after invalid ones', async () => {
  const calls = [
    { id: 'a', profile: 'claude-code', tool: 'Bash', arguments: { command: 'git push' } },
    'no JSON',
    { id: 'b', profile: 'claude-code/nobody', tool: 'Bash' },
    { id: 'c', profile: 'opencode', tool: 'bash', arguments: { command: 'ls' }, circumstances: { headless: true } },
    { id: 'd', profile: 'opencode', tool: 'bash', circumstances: { mood: 'good' } },
    { id: null, profile: 'kilo', tool: 'bash', arguments: { command: 'git x' }, circumstances: { cwd: null } },
  ];
  const text = calls.map((call) => (typeof call === 'string' ? call : JSON.stringify(call))).join('\n\n');
  const folder = createFolder({ ...files, 'calls.jsonl': text });
  const answer = await whyIn(folder, {}, { calls: join(folder, 'calls.jsonl') });
  const lines = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { id: 'a', effect: 'deny', by: [{ rule: 'Bash(git push:*)', file: '.claude/settings.json', line: 4 }] },
    { line: 3, error: expect.stringContaining('not valid JSON') },
    { line: 5, id: 'b', error: expect.stringContaining('Unknown profile') },
    { id: 'c', effect: 'deny' },
    { line: 9, id: 'd', error: expect.stringContaining("Unknown circumstance 'mood'") },
    { id: null, effect: 'allow' },
  ]);
  expect(answer.code).toBe(2);
});

test('`modegate why --calls` rejects a missing file', async () => {
  await expect(why({}, { calls: '/nowhere/calls.jsonl' })).rejects.toThrow(/calls\.jsonl cannot be read/);
});

const docsMode = `customModes:
  - slug: docs
    name: Docs
    roleDefinition: You write.
    groups: [read, [edit, { fileRegex: '\\.md$' }]]
`;

test.each([
  ['a command', installedHooks['claude-code'].toItem(launcherCommand('claude-code', { mode: 'docs' }))],
  [
    'an address',
    installedHooks['claude-code'].toHttpItem?.(
      hookAddress('claude-code', { url: 'http://127.0.0.1:8931', mode: 'docs', project: '' }),
    ),
  ],
])('modegate why shows the answers of agent and Modegate hook, and the strictest wins: %s', async (_, hook) => {
  const own = { hooks: { PreToolUse: [hook] } };
  const texts = (local: object) => ({
    '.roomodes': docsMode,
    '.claude/settings.json': '{ "permissions": { "allow": ["Edit", "Bash(git log:*)"] } }',
    '.claude/settings.local.json': JSON.stringify(local),
  });
  const edit = (text: string, local: object = own) =>
    why({ subject: 'claude-code', target: 'Edit', text }, {}, texts(local));
  const refused = await edit('src/a.ts');
  expect(refused.text).toMatch(/✗ denied.*✗ Modegate's hook: .*settings\.local\.json.*✓ Edit/s);
  expect(refused.text).toMatch(/hook {2}.*\.claude\/settings\.local\.json: denied, allowed without the hook\./);
  expect(refused.code).toBe(1);
  const open = await edit('a.md');
  expect(open.text).toContain("no objection, so the agent's answer counts");
  expect(open.code).toBe(0);
  const off = await edit('src/a.ts', { ...own, disableAllHooks: true });
  expect(off.text).not.toContain('hook  ');
  expect(off.code).toBe(0);
});

test('modegate why for opencode includes the answer of the Modegate plugin', async () => {
  const plugin = `// Written by \`modegate hook install\`. Do not change it: an agent drops a plugin that does not load.\nconst modegateInstalled = {"mode":"docs"};\n`;
  const texts = { '.roomodes': docsMode, 'opencode.json': '{}', '.opencode/plugins/modegate.js': plugin };
  const { text, code } = await why({ subject: 'opencode', target: 'edit', text: 'src/a.ts' }, {}, texts);
  expect(text).toMatch(/✗ denied.*hook {2}.*modegate\.js: denied, allowed without the hook/s);
  expect(code).toBe(1);
});
