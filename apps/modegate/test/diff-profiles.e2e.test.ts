import { join } from 'node:path';
import { createFolder, writeFiles } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { commitAll, git, run } from './support/run-program.ts';

const settings = (permissions: object, others: object = {}) => ({
  '.claude/settings.json': JSON.stringify({ permissions, ...others }, null, 2),
});

interface Change {
  readonly direction: string;
  readonly profiles: readonly string[];
  readonly message: string;
  readonly mayGrant: boolean;
}

/** A repository with a commit for each side. */
function repository(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string {
  const folder = createFolder({ 'readme.md': '', ...before });
  commitAll(folder, 'before');
  git(folder, 'switch', '-q', '-c', 'pr');
  writeFiles(folder, after);
  commitAll(folder, 'after');
  return folder;
}

async function profilesOf(folder: string, ...args: readonly string[]) {
  const { code, stdout, stderr } = await run(['diff', ...args, '--format', 'json'], folder);
  expect(stderr).toBe('');
  const { profiles, changes } = JSON.parse(stdout) as {
    readonly profiles: readonly Change[];
    readonly changes: readonly unknown[];
  };
  return { code, changes, profiles, messages: profiles.map(({ message }) => message) };
}

const before = settings({ allow: ['Bash(npm test:*)'], deny: ['Bash(git push:*)'] });
const after = settings({ allow: ['Bash(npm test:*)', 'Bash(npm run:*)'], deny: ['Bash(git push:*)', 'WebFetch'] });
const granted = 'claude-code may now run any `npm run` without asking (.claude/settings.json:5).';
const taken = 'claude-code may no longer fetch any page (.claude/settings.json:9).';

describe.concurrent('diff of permissions of other agents', () => {
  test('modegate diff compares the permissions of agents between two commits, in both directions', async () => {
    const folder = repository(before, after);
    const there = await profilesOf(folder, 'main', 'pr');
    expect(there).toMatchObject({ code: 1, changes: [], messages: [granted, taken] });
    expect(there.profiles.map(({ mayGrant }) => mayGrant)).toEqual([true, false]);
    const back = await profilesOf(folder, 'pr', 'main');
    expect(back.messages).toEqual([
      'claude-code may now fetch any page if a person agrees: `WebFetch` no longer denies it (was .claude/settings.json:9).',
      'claude-code may no longer run any `npm run` without asking: `Bash(npm run:*)` no longer allows it (was .claude/settings.json:5).',
    ]);
  });

  test('modegate diff compares agent permissions with the working tree, without files that git ignores', async () => {
    const folder = repository(before, { '.gitignore': '.claude/settings.local.json\n' });
    writeFiles(folder, { '.claude/settings.local.json': settings({ allow: ['Bash'] })['.claude/settings.json'] });
    expect(await profilesOf(folder, 'main')).toMatchObject({ code: 0, messages: [] });
    writeFiles(folder, after);
    expect((await profilesOf(folder, 'main')).messages).toEqual([granted, taken]);
  });

  test('modegate diff compares agent permissions of two folders whose rules contain paths', async () => {
    const folder = createFolder({ 'x/.keep': '' });
    for (const [name, files] of [
      ['a', settings({ allow: ['Edit(/src/**)'] })],
      ['b', settings({ allow: ['Edit(/src/**)', 'Edit(/docs/**)'] })],
    ] as const)
      writeFiles(folder, Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text])));
    const { messages } = await profilesOf(folder, './a', join(folder, 'b'));
    expect(messages).toEqual([
      'claude-code may now change files like `/docs/**` without asking (.claude/settings.json:5).',
    ]);
  });

  test('modegate diff compares agent permissions where only one side has the file of the agent', async () => {
    const folder = repository({}, { '.codex/config.toml': 'sandbox_mode = "danger-full-access"\n' });
    const { code, messages } = await profilesOf(folder, 'main');
    expect(code).toBe(1);
    expect(messages[0]).toBe('codex may now run commands outside a sandbox (.codex/config.toml:1).');
  });

  test('modegate diff lists undecided agent permissions under a separate heading and does not fail', async () => {
    const folder = repository(
      { 'opencode.json': '{}' },
      { 'opencode.json': JSON.stringify({ permission: { bash: '{env:BASH}' } }) },
    );
    const { code, stdout } = await run(['diff', 'main'], folder);
    expect(code).toBe(0);
    expect(stdout).toContain('Not settled\n  ? opencode/build');
    expect(stdout).not.toContain('Grants');
    expect((await run(['diff', 'main', '--fail-on', 'any'], folder)).code).toBe(1);
  });

  test('modegate diff prints agent permissions as text and as a table, without secrets', async () => {
    const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'say --token s3cret | tee log' }] }] };
    const servers = { mcpServers: { gh: { command: 'npx', args: ['gh'], env: { TOKEN: 's3cret' } } } };
    const folder = repository(before, {
      ...settings(
        { allow: ['Bash(npm run:*)'], deny: ['Bash(git push:*)'] },
        { hooks, enableAllProjectMcpServers: true },
      ),
      '.mcp.json': JSON.stringify(servers),
    });
    const text = await run(['diff', 'main'], folder);
    expect(text.stdout).toBe(
      `main → the working tree
Grants
  + claude-code may now run any \`npm run\` without asking (.claude/settings.json:4).
  + claude-code now runs \`say --token … | tee log\` on Stop (.claude/settings.json:16).
  + claude-code now starts every MCP server of .mcp.json without asking (.claude/settings.json:22).
  + claude-code now starts the MCP server \`gh\` without asking: \`npx gh\` (.claude/settings.json:22).
Takes away
  - claude-code may no longer run any \`npm test\` without asking: \`Bash(npm test:*)\` no longer allows it (was .claude/settings.json:4).
`,
    );
    const { stdout } = await run(['diff', 'main', '--format', 'markdown'], folder);
    expect(stdout).toContain('### Modegate: 4 of 5 changes grant permissions');
    expect(stdout).toContain(
      '| **grants** | claude-code | may now run any `npm run` without asking | `.claude/settings.json:4` |',
    );
    expect(stdout).toContain('| **grants** | claude-code | now runs `say --token … \\| tee log` on Stop |');
    expect(stdout + text.stdout).not.toContain('s3cret');
  });

  test('modegate diff also compares modes where there are any', async () => {
    const roomodes = 'customModes:\n  - { slug: docs, name: Docs, roleDefinition: x, groups: [read] }\n';
    const folder = repository(
      { ...before, '.roomodes': roomodes },
      { ...after, '.roomodes': roomodes.replace('[read]', '[read, edit]') },
    );
    const { changes, messages } = await profilesOf(folder, 'main');
    expect(messages).toEqual([granted, taken]);
    expect(changes.length).toBeGreaterThan(0);
  });
});
