import { createFolder } from '@modegate/cli-kit/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runTest } from '../../src/commands/test.ts';

const files = {
  '.claude/settings.json': '{\n  "permissions": { "deny": ["Bash(git push:*)"] }\n}\n',
  '.claude/agents/reviewer.md': '---\nname: reviewer\ndescription: Reviews.\ntools: Read\n---\nReview.\n',
};

/** What `modegate test` makes of entries in a project with these files. */
async function outcomeOf(tests: string, more: Readonly<Record<string, string>> = {}) {
  const projectRoot = createFolder({ ...files, ...more, 'a.modes-test.yaml': `tests:\n${tests}` });
  const lines: string[] = [];
  const output = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  onTestFinished(() => output.mockRestore());
  const code = await runTest([`${projectRoot}/a.modes-test.yaml`], { projectRoot, format: 'json' });
  const { results, problems, untested } = JSON.parse(lines.join(''));
  return { code, results, problems, untested };
}

test('profile test cases use the files of the project, and mode test cases use the policy', async () => {
  const { code, results, untested } = await outcomeOf(`
  - { profile: claude-code, tool: Bash, argument: git push, expect: deny, by: '.claude/settings.json:2' }
  - { profile: claude-code/reviewer, tool: Edit, arguments: { file_path: a.ts }, expect: not offered }
  - { profile: codex, tool: exec_command, argument: rm -rf x, circumstances: { headless: true }, expect: allow }
  - { mode: code, tool: read_file, expect: allow }
`);
  expect(results).toMatchObject([
    { name: 'code: read_file', passed: true },
    { name: "claude-code: Bash 'git push'", passed: true, effect: 'deny' },
    { name: 'claude-code/reviewer: Edit', passed: true, effect: 'not offered' },
    { passed: false, message: expect.stringMatching(/^Expected: allowed\. Actual: denied/) },
  ]);
  expect([code, untested]).toEqual([1, []]);
});

test('untested profiles are listed if the files define them, but not the built-in ones of an agent', async () => {
  const { untested } = await outcomeOf('  - { profile: opencode, tool: bash, argument: ls, expect: allow }', {
    'opencode.json': '{ "agent": { "docs": { "permission": "ask" } } }',
  });
  expect(untested).toEqual(['claude-code', 'claude-code/reviewer', 'opencode/docs']);
});

test.each([
  ['a misspelt profile', 'profile: claude-code/revewer, tool: Bash', "Did you mean 'claude-code/reviewer'?"],
  [
    'an unknown circumstance',
    'profile: codex, tool: x_y, circumstances: { mood: good }',
    "Unknown circumstance 'mood'",
  ],
  ['a tool without a main argument', 'profile: codex, tool: x_y, argument: z', "has no recorded tool 'x_y'"],
])('profile tests report %s as a problem at its entry', async (_, entry, message) => {
  const { code, problems } = await outcomeOf(`  - { ${entry}, expect: deny }`);
  expect(problems).toMatchObject([{ line: 2, message: expect.stringContaining(message) }]);
  expect(code).toBe(2);
});

test('a profile test with a misspelt tool fails whatever it expects, unless it marks the tool as unknown', async () => {
  const tests = '  - { profile: claude-code, tool: Bsh, expect: not offered';
  const { code, results } = await outcomeOf(`${tests} }`);
  expect(results).toMatchObject([{ passed: false, message: expect.stringContaining("Did you mean 'Bash'?") }]);
  expect(code).toBe(1);
  expect((await outcomeOf(`${tests}, unknown: true }`)).code).toBe(0);
});
