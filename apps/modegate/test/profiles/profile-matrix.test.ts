import { createFolder } from '@modegate/cli-kit/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type MatrixFlags, runMatrix } from '../../src/commands/matrix.ts';

const files = {
  '.claude/settings.json': `{
  "permissions": {
    "allow": ["Bash(npm run test:*)", "Bash(git log:*)", "Bash(make:*)", "Edit(src/**)", "mcp__github__get_issue"],
    "deny": ["Bash(git push:*)", "Read(./.env)"]
  }
}
`,
  '.claude/agents/reviewer.md': '---\nname: reviewer\ndescription: Reviews.\ntools: Read\n---\nReview.\n',
  '.claude/agents/tester.md': '---\nname: tester\ndescription: Tests.\ntools: Read\n---\nTest.\n',
  '.mcp.json':
    '{ "mcpServers": { "github": { "command": "x" }, "jira": { "command": "y" }, "wiki": { "command": "z" } } }',
  'opencode.json': '{ "permission": { "bash": { "*": "ask", "rm *": "deny" }, "edit": "deny" } }',
  '.codex/config.toml': 'approval_policy = "on-request"\nsandbox_mode = "workspace-write"\n',
  '.codex/rules/default.rules': 'prefix_rule(pattern=["npm", "test"], decision="allow")\n',
};

/** What `modegate matrix` prints for a project with these files, on a terminal of so many columns. */
async function matrix(flags: MatrixFlags = {}, texts: Readonly<Record<string, string>> = files, columns?: number) {
  const lines: string[] = [];
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((text: unknown, done: unknown) => {
    if (typeof done === 'function') done();
    return lines.push(String(text)) > 0;
  });
  const { columns: before } = process.stdout;
  onTestFinished(() => {
    output.mockRestore();
    process.stdout.columns = before;
  });
  if (columns !== undefined) process.stdout.columns = columns;
  await runMatrix({ projectRoot: createFolder(texts), ...flags });
  output.mockRestore();
  return lines.join('');
}

test('profiles are matrix columns, and profiles or servers with equal permissions share one', async () => {
  const text = await matrix({}, files, 80);
  expect(text.split('\n').slice(0, 13).join('\n')).toMatchInlineSnapshot(`
    "                    claude-code               opencode   codex
                        session      reviewer +1  build      session
    Read files          ~ allowed    ~ allowed    ~ allowed  –
    Read files outside  ! asks       ! asks       ! asks     –
    Edit files          ~ asks       –            –          ~ allowed
    Edit files outside  ! asks       –            –          ! asks
    Run commands        ~ asks       –            ~ asks     ~ allowed
    Use the web         ! asks       –            ✓ allowed  ✓ allowed
    Start subagents     ✓ allowed    –            ✓ allowed  ✓ allowed
    Use skills          ? unknown    –            ✓ allowed  –
    Other tools         ? unknown    –            ~ partly   ✓ allowed
    MCP server github   ~ asks       –            –          –
    MCP server jira +1  ! asks       –            –          –"
  `);
  expect(text).toContain('claude-code reviewer +1: claude-code/reviewer, claude-code/tester\n');
  expect(text).toContain('6 built-in agents of opencode are not shown; `--agent opencode` shows them.');
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});

test('the profile matrix describes decisions that depend on the call in words, with the rules', async () => {
  const text = await matrix({}, files, 1000);
  for (const line of [
    "  ~ claude-code: asks; denied by 'Bash(git push:*)' and 'Read(./.env)'; allowed by 4 rules, and by default for calls such as 'ls'",
    `  ~ opencode build: asks; denied by 'bash: "rm *": deny'`,
    "  ~ claude-code: asks; allowed by 'mcp__github__get_issue'",
    `allowed outside the sandbox by 'prefix_rule(pattern=["npm", "test"], decision="allow")'`,
  ])
    expect(text).toContain(line);
});

test('the profile matrix continues below with the columns that do not fit', async () => {
  const text = await matrix({}, files, 60);
  expect(text.match(/^Run commands /gm)).toHaveLength(2);
  expect(await matrix({}, files, 200)).toMatch(/^Run commands +~ asks +– +~ asks +~ allowed$/m);
});

test('the profile matrix shows built-in modes only together with a file of the Roo family', async () => {
  const roo = { '.roo/mcp.json': '{ "mcpServers": {} }' };
  expect(await matrix()).not.toContain('architect');
  expect(await matrix({}, { ...files, ...roo })).toMatch(/read_file.*Beside other agents.*architect/s);
  expect(await matrix({}, roo)).not.toContain('Beside other agents');
  expect(await matrix({}, { '.vscode/mcp.json': '{ "servers": {} }' })).toContain('architect');
});

test('the flags of the profile matrix choose its contents', async () => {
  const profiles = async (flags: MatrixFlags) => {
    const { modes, profiles: found } = JSON.parse(await matrix({ format: 'json', ...flags }));
    return [...modes, ...found.map(({ name }: { name: string }) => name)];
  };
  expect(await profiles({ profile: ['claude-code/tester', 'opencode'] })).toEqual([
    'claude-code/tester',
    'opencode/build',
  ]);
  expect(await profiles({ mode: ['code'] })).toEqual(['code']);
  expect(await profiles({ mode: ['code'], profile: ['codex'] })).toEqual(['code', 'codex']);
  expect(await profiles({ agent: ['kilo'] })).toContain('kilo/plan');
  await expect(profiles({ profile: ['claude-code/testr'] })).rejects.toThrow("Did you mean 'claude-code/tester'?");
});

test('the profile matrix as JSON has an answer and exception rules per tool, as CSV one line per row', async () => {
  const { profiles } = JSON.parse(await matrix({ format: 'json', profile: ['claude-code'] }));
  const command = profiles[0].cells.find(({ kind }: { kind: string }) => kind === 'command');
  expect(command).toMatchObject({
    state: 'limited',
    tools: [
      {
        tool: 'Bash',
        outcome: 'ask',
        exceptions: expect.arrayContaining([
          {
            outcome: 'deny',
            rules: [
              { rule: 'Bash(git push:*)', effect: 'deny', file: '.claude/settings.json', line: 4 },
              { rule: 'Read(./.env)', effect: 'deny', file: '.claude/settings.json', line: 4 },
            ],
          },
        ]),
      },
    ],
  });
  expect(await matrix({ format: 'csv', profile: ['codex'] })).toContain('codex,web,,web_search,allowed,allowed,,\n');
  expect(await matrix({ format: 'markdown' })).toMatch(
    /^\| MCP server jira \+1 \| asks \| not offered \| not configured/m,
  );
});

test('the profile matrix depends on circumstances, and names an agent that does not start', async () => {
  const edits = await matrix({ profile: ['claude-code'], permissionMode: 'acceptEdits' });
  expect(edits).toMatch(/^Edit files +~ allowed$/m);
  const text = await matrix({}, { 'opencode.json': '{ "permission": 3 }' });
  expect(text).toMatch(/^opencode\/build does not start: opencode\.json:1: /m);
  expect(text).toMatch(/^Edit files +· denied$/m);
});
