import { codexPolicies } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { addFile, ask, codexFiles, project } from './support.ts';

const role = (text: string) => `description = "d"\ndeveloper_instructions = "i"\n${text}`;

describe('Codex profiles', () => {
  const files = {
    '.codex/config.toml':
      '[agents]\nmax_threads = 2\n[agents.planner]\nconfig_file = "agents/plan.toml"\n[agents.bare]\ndescription = "x"\n[agents.far]\ndescription = "x"\nconfig_file = "../far.toml"',
    '.codex/agents/plan.toml': role('model = "x"'),
    '.codex/agents/team/reviewer.toml': role('name = " review "\nsandbox_mode = "read-only"'),
    '.codex/agents/quiet.toml': role('name = "quiet"\n[features]\nshell_tool = false'),
    'apps/web/.codex/config.toml': 'sandbox_mode = "read-only"',
    'apps/web/.codex/rules/a.rules': 'prefix_rule(["ls"], "prompt")',
    '.codex/hooks.json': '{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x"}]}]}}',
  };

  test('the profiles are the session, the roles, and start folders with their own files', () => {
    const { profiles, read, problems } = codexPolicies.readProfiles(codexFiles(files));
    expect(profiles.map(({ name, folder }) => [name, folder])).toEqual([
      ['codex', undefined],
      ['codex/planner', undefined],
      ['codex/bare', undefined],
      ['codex/far', undefined],
      ['codex/review', undefined],
      ['codex/quiet', undefined],
      ['apps/web:codex', 'apps/web'],
    ]);
    expect(problems).toMatchObject([
      {
        code: 'CODEX_ROLE_SETTING_IGNORED',
        file: '.codex/agents/team/reviewer.toml',
        line: 4,
        message: expect.stringContaining('ignores sandbox_mode'),
      },
    ]);
    expect(read.map(({ file }) => file).toSorted()).toEqual(Object.keys(files).toSorted());
  });

  test('ignored settings of several roles cause one warning', () => {
    const text = (name: string) => role(`name = "${name}"\nsandbox_mode = "read-only"`);
    const { problems } = codexPolicies.readProfiles(
      codexFiles({ '.codex/agents/a.toml': text('a'), '.codex/agents/b.toml': text('b') }),
    );
    expect(problems.map(({ file, message }) => [file, message])).toEqual([
      [
        '.codex/agents/a.toml',
        expect.stringMatching(/^Codex ignores sandbox_mode .* The same is true of '\S+b\.toml'\.$/),
      ],
    ]);
  });

  test('a role has the permissions of the session, without the shell if its file disables it', () => {
    const write = (profile: string) => ask('touch x', { files, profile }).within?.write;
    expect(write('codex/review')).toEqual([project, '/tmp', '$TMPDIR']);
    expect(write('codex/bare')).toEqual(write('codex'));
    expect(ask('ls', { files, profile: 'codex/quiet' })).toMatchObject({
      effect: 'not offered',
      by: [{ file: '.codex/agents/quiet.toml', line: 5 }],
    });
    expect(ask(addFile('x'), { files, profile: 'codex/quiet' }).effect).toBe('allow');
  });

  test('answers for a role whose file was not read are unknown', () => {
    expect(ask('ls', { files, profile: 'codex/far' }).effect).toBe('unknown');
    const denied = { ...files, '.codex/rules/a.rules': 'prefix_rule(["ls"], "forbidden")' };
    expect(ask('ls', { files: denied, profile: 'codex/far' }).effect).toBe('deny');
  });

  test.each([
    [role(''), 'it has no name', 1],
    ['name = "r"\ndeveloper_instructions = "i"', 'it has no description', 1],
    ['name = "r"\ndescription = "d"', 'it has no developer_instructions', 1],
    ['name = "r"\ndescription = "d"\ndeveloper_instructions = " "', 'developer_instructions are blank', 3],
    ['name = "r"\ndescription = ""\ndeveloper_instructions = "i"', 'description is blank', 2],
    [role('name = "r"\nfoo = 1'), 'the unknown key "foo"', 4],
    [role('name = "r"\ntools = ["read"]'), 'tools is not a table', 4],
    [role('name = "r"\nsandbox_mode = "readonly"'), 'sandbox_mode is none of', 4],
    [role('name = "r"\napproval_policy = "always"'), 'approval_policy is not valid', 4],
    [role('name = "r"\nnickname_candidates = ["a/b"]'), 'nickname_candidates are not valid names', 4],
    ['name = ', 'not valid TOML', 1],
  ])('an invalid role is not a profile: %j', (text, why, line) => {
    const { profiles, problems } = codexPolicies.readProfiles(codexFiles({ '.codex/agents/r.toml': text }));
    expect(profiles.map(({ name }) => name)).toEqual(['codex']);
    expect(problems[0]).toMatchObject({
      code: 'CODEX_ROLE_IGNORED',
      message: expect.stringContaining(why),
      file: '.codex/agents/r.toml',
      line,
    });
  });

  test('a role is named by its file, and a declared role needs no instructions', () => {
    const declared = (file: string) => ({
      '.codex/config.toml': '[agents.r]\ndescription = "d"\nconfig_file = "agents/r.toml"',
      '.codex/agents/r.toml': file,
    });
    const names = (file: string) =>
      codexPolicies.readProfiles(codexFiles(declared(file))).profiles.map(({ name }) => name);
    expect(names('model = "x"')).toEqual(['codex', 'codex/r']);
    expect(names('name = "other"')).toEqual(['codex', 'codex/other']);
  });

  test('the profile of a start folder reads the files from the root down to it', () => {
    expect(ask('ls', { files, profile: 'apps/web:codex' })).toMatchObject({ effect: 'ask', within: { write: [] } });
    expect(ask('ls', { files })).toMatchObject({ effect: 'allow' });
  });
});
