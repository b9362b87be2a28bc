import {
  compilePolicy,
  type Decision,
  decide,
  explain,
  type ModeConfig,
  needsConsent,
  type PolicyInput,
  type ToolRequest,
} from '@modegate/mode-core';
import { type CommandAnalyser, type CommandShell, readRequestCommand } from '@modegate/mode-core/commands';
import type { CommandRestrictions } from '@modegate/mode-core/modes';
import { describe, expect, test } from 'vitest';
import { judgeWords, wordAnalyser } from '../support/word-analyser.ts';

const everything = ['read', 'edit', 'command'] as const;
const mode = (commandRestrictions: CommandRestrictions | undefined, more: Partial<ModeConfig> = {}): ModeConfig => ({
  slug: 'm',
  name: 'M',
  roleDefinition: 'R',
  groups: everything,
  ...(commandRestrictions === undefined ? {} : { commandRestrictions }),
  ...more,
});
const compile = (modes: readonly ModeConfig[], more: Partial<PolicyInput> = {}) =>
  compilePolicy({ project: modes, builtin: [], commands: judgeWords(), ...more });
const run = (command: unknown, more: Partial<ToolRequest> = {}): ToolRequest => ({
  mode: 'm',
  tool: 'execute_command',
  params: { command },
  ...more,
});
const answer = (decision: Decision) => (decision.allowed ? 'allowed' : decision.code);
const judge = (restrictions: CommandRestrictions, ...commands: readonly string[]) => {
  const policy = compile([mode(restrictions)]);
  return commands.map((command) => answer(decide(policy, run(command))));
};
const reasonOf = (restrictions: CommandRestrictions, command: string) => {
  const decision = decide(compile([mode(restrictions)]), run(command));
  return decision.allowed ? '' : decision.reason;
};

/** Analyser that reports what it is asked to read. */
const listening = (hear: (text: string, shell: CommandShell) => void): CommandAnalyser => ({
  ...wordAnalyser,
  analyse: (text, context) => {
    hear(text, context.shell);
    return wordAnalyser.analyse(text, context);
  },
});

describe('a mode without commandRestrictions', () => {
  test('a mode without commandRestrictions runs any command with any arguments, even without an analyser', () => {
    const policy = compilePolicy({ project: [mode(undefined)] });
    for (const params of [undefined, {}, { command: 7 }, { command: 'git {' }])
      expect(decide(policy, run('', { params })).allowed).toBe(true);
    expect(decide(compile([mode(undefined)]), run('git {')).allowed).toBe(true);
  });
});

describe('commandRestrictions', () => {
  test('a closed list allows only its commands, and an empty one allows none', () => {
    const restrictions = { allowedCommands: ['git status *', 'npm test'] };
    expect(judge(restrictions, 'git status', 'git status -s', 'npm test', 'npm test x', 'npm', 'git push')).toEqual([
      'allowed',
      'allowed',
      'allowed',
      'COMMAND_NOT_ALLOWED',
      'COMMAND_NOT_ALLOWED',
      'COMMAND_NOT_ALLOWED',
    ]);
    expect(judge({ allowedCommands: [] }, 'npm test', 'echo x')).toEqual([
      'COMMAND_NOT_ALLOWED',
      'COMMAND_NOT_ALLOWED',
    ]);
  });

  test('a mode without a closed list allows everything that no other rule names', () => {
    expect(judge({}, 'git push', 'cd ..', 'rm x')).toEqual(['allowed', 'allowed', 'allowed']);
    expect(judge({ disallowedCommands: ['rm'] }, 'git push', 'rm x')).toEqual(['allowed', 'COMMAND_DISALLOWED']);
  });

  test('every program in a command counts, and the strictest answer decides', () => {
    const restrictions = {
      allowedCommands: ['git *'],
      askCommands: ['git push'],
      disallowedCommands: ['git push --force'],
    };
    expect(
      judge(restrictions, 'git add . && git status', 'git add . && git push', 'git push && git push --force'),
    ).toEqual(['allowed', 'CONSENT_REQUIRED', 'COMMAND_DISALLOWED']);
    expect(judge(restrictions, 'git push && npm test', 'npm test && git push --force')).toEqual([
      'COMMAND_NOT_ALLOWED',
      'COMMAND_DISALLOWED',
    ]);
  });

  test('an undetermined part of a command matches a denial or a question, but not an allowance', () => {
    expect(judge({ disallowedCommands: ['git push'] }, 'git $x')).toEqual(['COMMAND_DISALLOWED']);
    expect(judge({ askCommands: ['git push'] }, 'git $x')).toEqual(['CONSENT_REQUIRED']);
    expect(judge({ allowedCommands: ['npm test'], askCommands: ['git push'] }, 'git $x')).toEqual([
      'COMMAND_NOT_ALLOWED',
    ]);
  });

  test('free programs pass where others are allowed, and cd passes only within the project', () => {
    const restrictions = { allowedCommands: ['npm test'] };
    expect(judge(restrictions, 'echo x', 'cd docs && npm test', 'cd . && npm test', 'cd ../x && npm test')).toEqual([
      'allowed',
      'allowed',
      'allowed',
      'COMMAND_NOT_ALLOWED',
    ]);
    expect(judge({ allowedCommands: ['npm test', 'cd *'] }, 'cd ../x && npm test')).toEqual(['allowed']);
  });

  test('a wrapper program passes, and the program that it starts is judged', () => {
    expect(judge({ allowedCommands: ['npm test'] }, 'nice npm test', 'nice npm run')).toEqual([
      'allowed',
      'COMMAND_NOT_ALLOWED',
    ]);
    expect(judge({ disallowedCommands: ['nice'] }, 'nice npm test')).toEqual(['COMMAND_DISALLOWED']);
  });

  test('a command that cannot be parsed or runs nothing is refused', () => {
    expect(judge({}, 'git {', '  ', '&&')).toEqual(['COMMAND_UNREADABLE', 'COMMAND_MISSING', 'COMMAND_MISSING']);
    expect(reasonOf({}, 'git {')).toBe(
      "The command contains a brace, which the shell may expand, so its effect is uncertain: '{' at character 5. Rewrite the command without this construct.",
    );
  });

  test('read_command_output and terminal_kill require only the group', () => {
    const policy = compile([mode({ allowedCommands: [] })]);
    for (const tool of ['read_command_output', 'terminal_kill'])
      expect(decide(policy, { mode: 'm', tool }).allowed).toBe(true);
  });

  test('a command or a working folder that is not text is refused', () => {
    const policy = compile([mode({})]);
    for (const params of [undefined, {}, { command: ['git'] }, { command: null }, { command: 'git', cwd: 7 }])
      expect(answer(decide(policy, run('', { params })))).toBe('COMMAND_MISSING');
    expect(decide(policy, run('', { params: { command: 'git', cwd: null } })).allowed).toBe(true);
  });

  test('a limit on the command group still refuses every command', () => {
    const policy = compile([mode({}, { groups: [['command', { fileRegex: 'x' }]] })]);
    expect(answer(decide(policy, run('git')))).toBe('LIMIT_NOT_ENFORCEABLE');
    expect(answer(decide(policy, run('git')))).toBe('LIMIT_NOT_ENFORCEABLE');
  });

  test('the group, a setting and a broken mode refuse a command first', () => {
    expect(answer(decide(compile([mode({}, { groups: [] })]), run('git')))).toBe('GROUP_MISSING');
    const disabled = compile([mode({})], { disabledTools: ['execute_command'] });
    expect(answer(decide(disabled, run('git')))).toBe('TOOL_DISABLED');
    expect(answer(decide(disabled, run('git')))).toBe('TOOL_DISABLED');
  });
});

describe('the reason of a refused command', () => {
  test.each([
    [
      { allowedCommands: ['git add *', 'git commit *'] },
      'git add . && git push',
      `'git push' in "git add . && git push" is not among the commands of mode 'm' (git add *, git commit *).`,
    ],
    [{ allowedCommands: [] }, 'git push', "'git push' is not among the commands of mode 'm'."],
    [
      { allowedCommands: ['git diff *'] },
      'git diff -ofile',
      "'git diff -ofile' is not allowed in mode 'm', because 'git diff *' does not allow it: '*' does not cover '-ofile', which writes a file.",
    ],
    [
      { disallowedCommands: [{ command: 'rm', reason: 'use git clean' }] },
      'ls && rm x',
      `'rm x' in "ls && rm x" is disallowed in mode 'm' by 'rm' (use git clean).`,
    ],
    [
      { disallowedCommands: ['git push'] },
      'git $x',
      "'git $x' does not show what it runs and could contain 'git push', which is disallowed in mode 'm'.",
    ],
  ])('the restrictions %j refuse the command %s with the documented reason', (restrictions, command, reason) => {
    expect(reasonOf(restrictions, command)).toBe(reason);
  });

  test('the reason of a refused command lists at most eight rules, and nothing in it can forge a line', () => {
    const allowedCommands = Array.from({ length: 20 }, (_, index) => `run${index}`);
    expect(reasonOf({ allowedCommands }, 'x\u001b[31m\n')).toBe(
      "'x\\x1b[31m' is not among the commands of mode 'm' (run0, run1, run2, run3, run4, run5, run6, run7, …).",
    );
  });

  test('a refused command names the deciding rule with its line', () => {
    const by = (restrictions: CommandRestrictions, command: string) =>
      decide(compile([mode(restrictions)]), run(command)).by.pointer.replace('/customModes/0', '');
    const restrictions = {
      allowedCommands: ['npm test', 'git *'],
      askCommands: ['git push'],
      disallowedCommands: ['git rm'],
    };
    expect(by(restrictions, 'git add')).toBe('/commandRestrictions/allowedCommands/1');
    expect(by(restrictions, 'echo')).toBe('/commandRestrictions/allowedCommands');
    expect(by(restrictions, 'git push')).toBe('/commandRestrictions/askCommands/0');
    expect(by(restrictions, 'git rm')).toBe('/commandRestrictions/disallowedCommands/0');
    expect(by({}, 'git rm')).toBe('/groups/2');
  });
});

describe('questions before a command', () => {
  const restrictions = {
    allowedCommands: ['npm test'],
    askCommands: ['git push', { command: 'git tag', reason: 'releases' }],
  };

  test('a command question becomes a consent request, and one decision contains all of them', () => {
    const decision = decide(compile([mode(restrictions)]), run('git push origin && git tag v1'));
    expect(needsConsent(decision)).toBe(true);
    expect(decision).toMatchObject({
      allowed: false,
      code: 'CONSENT_REQUIRED',
      kind: 'consent',
      reason: expect.stringMatching(
        /^This call needs a person's consent\. Mode 'm' asks before running 'git push origin' in /,
      ),
      questions: [
        {
          reason: `Mode 'm' asks before running 'git push origin' in "git push origin && git tag v1", by 'git push'.`,
          by: { pointer: '/customModes/0/commandRestrictions/askCommands/0' },
        },
        {
          reason: `Mode 'm' asks before running 'git tag v1' in "git push origin && git tag v1", by 'git tag' (releases).`,
          by: { pointer: '/customModes/0/commandRestrictions/askCommands/1' },
        },
      ],
    });
    expect(JSON.parse(JSON.stringify(decision))).toEqual(decision);
  });

  test('a command question names the programs that its rule matches', () => {
    const reason = (command: string) => {
      const decision = decide(compile([mode(restrictions)]), run(command));
      return needsConsent(decision) ? decision.questions[0]?.reason : undefined;
    };
    const [two, five] = ['git push a && git push b', [1, 2, 3, 4, 5].map((one) => `git push ${one}`).join(' && ')];
    expect(reason(two)).toBe(`Mode 'm' asks before running 'git push a' and 'git push b' in "${two}", by 'git push'.`);
    expect(reason(five)).toContain("'git push 1', 'git push 2', 'git push 3' and 2 more in");
    const open = compile([mode({ askCommands: ['git push'] })]);
    expect(decide(open, run('git $x'))).toMatchObject({
      questions: [{ reason: "Mode 'm' asks before running 'git $x', which could be 'git push'." }],
    });
  });

  test('a command that is refused anyway raises no question', () => {
    const policy = compile([mode({ ...restrictions, when: { branch: 'main' } }, { groups: ['command'] })]);
    expect(answer(decide(policy, run('git push')))).toBe('CONTEXT_UNKNOWN');
    expect(answer(decide(policy, run('git push', { context: { branch: 'x' } })))).toBe('CONTEXT_MISMATCH');
    expect(answer(decide(policy, run('git push > x', { context: { branch: 'main' } })))).toBe('GROUP_MISSING');
    expect(answer(decide(policy, run('git push', { context: { branch: 'main' } })))).toBe('CONSENT_REQUIRED');
  });

  test('needsConsent is false for any other decision', () => {
    const policy = compile([mode(restrictions)]);
    expect(['npm test', 'rm'].map((command) => needsConsent(decide(policy, run(command))))).toEqual([false, false]);
  });
});

describe('the files of a command, judged like those of the agent tools', () => {
  const limited = (groups: ModeConfig['groups'], more: Partial<PolicyInput> = {}) => {
    const policy = compile([mode({}, { groups })], more);
    return (command: string, request: Partial<ToolRequest> = {}) => answer(decide(policy, run(command, request)));
  };

  test('the files of a command are judged by the group', () => {
    const judged = limited(['command']);
    expect(['ls > x', 'ls < x', 'ls < $x', 'rmdir x'].map((command) => judged(command))).toEqual(
      Array.from({ length: 4 }, () => 'GROUP_MISSING'),
    );
  });

  test('the files of a command are judged by the limits of the group', () => {
    const judged = limited(['command', ['read', { fileRegex: '^src/' }], ['edit', { fileRegex: '^docs/' }]]);
    expect(
      ['ls > docs/x', 'ls > src/x', 'ls < src/x', 'ls < docs/x', 'ls < ../x', 'rmdir docs/x', 'rmdir .'].map(
        (command) => judged(command),
      ),
    ).toEqual([
      'allowed',
      'FILE_RESTRICTED',
      'allowed',
      'FILE_RESTRICTED',
      'FILE_OUTSIDE_PROJECT',
      'allowed',
      'FILE_PATH_MISSING',
    ]);
  });

  test('the files of a command are judged relative to the working folder', () => {
    const judged = limited(['command', ['edit', { fileRegex: '^docs/' }]], { projectRoot: '/project' });
    const inFolder = (cwd: string) => judged('ls > x', { params: { command: 'ls > x', cwd } });
    expect([inFolder('docs'), inFolder('src'), inFolder('/project/docs'), inFolder('/docs')]).toEqual([
      'allowed',
      'FILE_RESTRICTED',
      'allowed',
      'FILE_OUTSIDE_PROJECT',
    ]);
  });

  test('the files of a command are judged by what is at the path, if that is known', () => {
    const judged = limited(['command', ['edit', { fileRegex: '^docs/' }]]);
    expect(judged('rmdir docs')).toBe('FILE_RESTRICTED');
    expect(judged('rmdir docs', { pathKinds: { docs: 'folder' } })).toBe('allowed');
    expect(judged('rmdir docs')).toBe('FILE_RESTRICTED');
  });

  test('an uncertain file is refused where it would be written, or where reading is limited', () => {
    expect(limited(everything)('ls > $x')).toBe('COMMAND_FILE_UNKNOWN');
    expect(limited(everything)('ls < $x')).toBe('allowed');
    expect(limited(['command', ['read', { fileRegex: 'x' }]])('ls < $x')).toBe('COMMAND_FILE_UNKNOWN');
  });

  test('.git is protected in any spelling, and everything else is open without a limit', () => {
    const judged = limited(everything);
    for (const path of [
      '.git/config',
      'a/.GIT/x',
      '.git',
      '.git./x',
      '/x/.git/hooks/y',
      'a\\.git\\x',
      '.g\u200dit/x',
      'GIT~1/x',
    ])
      expect(judged(`ls > ${path}`), path).toBe('COMMAND_FILE_PROTECTED');
    expect(['ls > .gitignore', 'ls > /tmp/x', 'rmdir .', 'ls < .git/config'].map((command) => judged(command))).toEqual(
      Array.from({ length: 4 }, () => 'allowed'),
    );
  });

  test('the refusal of a command names its part and the file', () => {
    const decision = decide(
      compile([mode({}, { groups: ['command', ['edit', { fileRegex: '^docs/' }]] })]),
      run('ls > src/x'),
    );
    expect(decision).toMatchObject({
      code: 'FILE_RESTRICTED',
      reason: `'>' in "ls > src/x" writes 'src/x': File 'src/x' is outside the limit of mode 'm': files that match ^docs/.`,
      by: { pointer: '/customModes/0/groups/1/1/fileRegex' },
    });
  });

  test('the refusal of a command reports a group that was closed by an error', () => {
    const groups = ['command', 'edit', { fileRegex: '^docs/' }] as unknown as ModeConfig['groups'];
    expect(decide(compile([mode({}, { groups })]), run('ls > docs/x'))).toMatchObject({
      code: 'GROUP_MISSING',
      reason: expect.stringContaining('must be a group name'),
      by: { pointer: '/customModes/0/groups/2' },
    });
  });
});

describe('conditions on commands', () => {
  const onMain = { when: { branch: 'main' } };
  const judged = (restrictions: CommandRestrictions, command: string, branch?: string) =>
    answer(decide(compile([mode(restrictions)]), run(command, branch === undefined ? {} : { context: { branch } })));

  test('a command allowance applies only if its conditions certainly hold', () => {
    const restrictions = { allowedCommands: ['npm test', { command: 'deploy', ...onMain }] };
    expect([
      judged(restrictions, 'deploy', 'main'),
      judged(restrictions, 'deploy', 'x'),
      judged(restrictions, 'deploy'),
    ]).toEqual(['allowed', 'CONTEXT_MISMATCH', 'CONTEXT_UNKNOWN']);
    expect(judged(restrictions, 'npm test')).toBe('allowed');
  });

  test('a command denial applies unless its conditions certainly fail', () => {
    const restrictions = { disallowedCommands: [{ command: 'deploy', ...onMain }] };
    expect([
      judged(restrictions, 'deploy', 'main'),
      judged(restrictions, 'deploy', 'x'),
      judged(restrictions, 'deploy'),
    ]).toEqual(['COMMAND_DISALLOWED', 'allowed', 'CONTEXT_UNKNOWN']);
  });

  test('a command question is asked unless its conditions certainly fail, and allows only if they hold', () => {
    const asked = { askCommands: [{ command: 'deploy', ...onMain }] };
    expect([judged(asked, 'deploy', 'main'), judged(asked, 'deploy', 'x'), judged(asked, 'deploy')]).toEqual([
      'CONSENT_REQUIRED',
      'allowed',
      'CONSENT_REQUIRED',
    ]);
    const closed = { ...asked, allowedCommands: [] };
    expect([judged(closed, 'deploy', 'main'), judged(closed, 'deploy', 'x'), judged(closed, 'deploy')]).toEqual([
      'CONSENT_REQUIRED',
      'CONTEXT_MISMATCH',
      'CONTEXT_UNKNOWN',
    ]);
  });

  test('a permanent reason precedes an unknown one, and the conditions on all commands come last', () => {
    const restrictions = {
      allowedCommands: [{ command: 'deploy', ...onMain }],
      when: { ci: true },
      disallowedCommands: [{ command: 'deploy --now', ...onMain }],
    };
    expect(judged(restrictions, 'deploy --now && rm')).toBe('COMMAND_NOT_ALLOWED');
    expect(judged(restrictions, 'deploy', 'x')).toBe('CONTEXT_MISMATCH');
    const policy = compile([mode(restrictions)]);
    expect(answer(decide(policy, run('deploy', { context: { branch: 'main', ci: false } })))).toBe('CONTEXT_MISMATCH');
    expect(answer(decide(policy, run('deploy', { context: { branch: 'main', ci: true } })))).toBe('allowed');
  });

  test('command conditions appear in policy.needs, and decisions with them are never remembered', () => {
    const policy = compile([mode({ allowedCommands: [{ command: 'deploy', when: { env: { STAGE: 'a' } } }] })]);
    expect(policy.needs).toMatchObject({ env: ['STAGE'], branch: false });
    const ask = (STAGE: string) => decide(policy, run('deploy', { context: { env: { STAGE } } })).allowed;
    expect([ask('a'), ask('b'), ask('a')]).toEqual([true, false, true]);
  });

  test('the reason of a failed condition says what the mode may do', () => {
    const policy = compile([mode({ when: { branch: 'main' } })]);
    expect(decide(policy, run('ls', { context: { branch: 'x' } }))).toMatchObject({
      reason: "Mode 'm' may run commands only on branch main. The branch is 'x'.",
    });
  });
});

describe('inherited command restrictions', () => {
  const base = (commandRestrictions: CommandRestrictions) => mode(commandRestrictions, { slug: 'base', groups: [] });
  const judged = (own: CommandRestrictions, parent: CommandRestrictions, command: string) =>
    answer(decide(compile([base(parent), mode({ extends: 'base', ...own })]), run(command)));

  test('a mode cannot allow commands that a parent refuses, or drop its questions', () => {
    expect(judged({ allowedCommands: ['rm *'] }, { disallowedCommands: ['rm'] }, 'rm x')).toBe('COMMAND_DISALLOWED');
    expect(judged({ allowedCommands: ['rm *'] }, { allowedCommands: ['ls *'] }, 'rm x')).toBe('COMMAND_NOT_ALLOWED');
    expect(judged({ allowedCommands: ['ls *'] }, { askCommands: ['ls'] }, 'ls x')).toBe('CONSENT_REQUIRED');
    expect(judged({ allowedCommands: ['ls *', 'rm *'] }, { allowedCommands: ['ls'] }, 'ls')).toBe('allowed');
    expect(judged({}, { when: { branch: 'main' } }, 'ls')).toBe('CONTEXT_UNKNOWN');
  });

  test('the refusal and the question of an inherited rule name the parent', () => {
    const policy = compile([base({ disallowedCommands: ['rm'], askCommands: ['ls'] }), mode({ extends: 'base' })]);
    expect(decide(policy, run('rm'))).toMatchObject({
      reason: "'rm' is disallowed in mode 'base', which mode 'm' extends, by 'rm'.",
    });
    expect(decide(policy, run('ls'))).toMatchObject({
      questions: [{ reason: "Mode 'base', which mode 'm' extends, asks before running 'ls', by 'ls'." }],
    });
  });

  test('extends inherits only the kind of restrictions that contains it', () => {
    const parent = mode(
      { disallowedCommands: ['rm'] },
      { slug: 'base', mcpRestrictions: { disallowedServers: ['x'] } },
    );
    const policy = compile([
      parent,
      mode({ extends: 'base' }, { groups: ['command', 'mcp'] }),
      mode({}, { slug: 'n', groups: ['command', 'mcp'], mcpRestrictions: { extends: 'base' } }),
    ]);
    const call = (slug: string) =>
      decide(policy, { mode: slug, tool: 'access_mcp_resource', mcp: { server: 'x' } }).allowed;
    expect([decide(policy, run('rm')).allowed, call('m')]).toEqual([false, true]);
    expect([decide(policy, run('rm', { mode: 'n' })).allowed, call('n')]).toEqual([true, false]);
    expect(policy.modes.map(({ inherits }) => inherits.map((by) => by.mode))).toEqual([[], ['base'], ['base']]);
  });

  test('a mode that both kinds of restrictions extend is inherited once', () => {
    const policy = compile([base({}), mode({ extends: 'base' }, { mcpRestrictions: { extends: 'base' } })]);
    expect(policy.modes[1]?.inherits).toHaveLength(1);
  });

  test.each([
    [{ extends: 'nowhere' }, 'EXTENDS_UNKNOWN'],
    [{ extends: 'm' }, 'EXTENDS_CYCLE'],
    [{ extends: 7 }, 'EXTENDS_INVALID'],
    [{ extends: 'base' }, 'EXTENDS_BROKEN'],
  ])('the restrictions %j close the mode with %s', (restrictions, code) => {
    const broken = base({ allowedCommands: 'x' } as unknown as CommandRestrictions);
    const policy = compile([broken, mode(restrictions as CommandRestrictions)]);
    expect(policy.problems.map((problem) => problem.code)).toContain(code);
    expect(answer(decide(policy, { mode: 'm', tool: 'read_file', params: { path: 'a' } }))).toBe('MODE_INVALID');
  });

  test('an invalid rule of a parent closes the commands of the mode and is reported once', () => {
    const policy = compile([base({ allowedCommands: ['a && b'] }), mode({ extends: 'base' })]);
    expect(decide(policy, run('ls'))).toMatchObject({
      code: 'COMMAND_RESTRICTIONS_INVALID',
      by: { pointer: '/customModes/0/commandRestrictions/allowedCommands/0' },
    });
    expect(policy.problems).toMatchObject([{ code: 'COMMAND_RULE_INVALID', mode: 'base' }]);
  });
});

describe('the command analyser', () => {
  test('the command analyser is required only by modes with restrictions', () => {
    const policy = compilePolicy({ project: [mode({}), mode(undefined, { slug: 'n' })] });
    expect(answer(decide(policy, run('ls')))).toBe('COMMAND_ANALYSER_MISSING');
    expect(decide(policy, run('ls', { mode: 'n' })).allowed).toBe(true);
    expect(decide(policy, { mode: 'm', tool: 'read_file', params: { path: 'a' } }).allowed).toBe(true);
  });

  test('a command analyser that throws refuses the command, even while rules are read', () => {
    const fail = (): never => {
      throw new Error('bug');
    };
    const analysing = compile([mode({})], { commands: judgeWords({ analyser: { ...wordAnalyser, analyse: fail } }) });
    expect(answer(decide(analysing, run('ls')))).toBe('EVALUATION_FAILED');
    const parsing = compile([mode({ allowedCommands: ['ls'] })], {
      commands: judgeWords({ analyser: { ...wordAnalyser, parseRule: fail } }),
    });
    expect(parsing.problems).toMatchObject([{ code: 'COMMAND_RULE_INVALID' }]);
    expect(answer(decide(parsing, run('ls')))).toBe('COMMAND_RESTRICTIONS_INVALID');
  });

  test('the command analyser reads rules once, on first use', () => {
    let parsed = 0;
    const parseRule: CommandAnalyser['parseRule'] = (...given) => {
      parsed++;
      return wordAnalyser.parseRule(...given);
    };
    const analyser = { ...wordAnalyser, parseRule };
    const policy = compile([mode({ allowedCommands: ['ls', 'rm'] })], { commands: judgeWords({ analyser }) });
    decide(policy, { mode: 'm', tool: 'read_file', params: { path: 'a' } });
    expect(parsed).toBe(0);
    for (const command of ['ls', 'rm', 'x']) decide(policy, run(command));
    expect([policy.problems, policy.problems, parsed]).toEqual([[], [], 2]);
  });

  test('the command analyser receives the shell of the request or policy, and an invalid one as unknown', () => {
    const shells: CommandShell[] = [];
    const analyser = listening((_, shell) => shells.push(shell));
    const policy = compile([mode({})], { commands: judgeWords({ analyser, shell: 'zsh' }) });
    for (const shell of [undefined, 'fish', 'tcsh' as CommandShell] as const) decide(policy, run('ls', { shell }));
    expect(shells).toEqual(['zsh', 'fish', 'unknown']);
  });

  test.each([{ analyser: wordAnalyser, shell: 'bash' }, { ...judgeWords(), shell: 'tcsh' }, { shell: 'bash' }, 'bash'])(
    'a policy with %j as commands refuses everything',
    (commands) => {
      const policy = compilePolicy({ project: [mode(undefined)], commands } as unknown as PolicyInput);
      expect(policy.problems).toMatchObject([{ code: 'INPUT_INVALID', pointer: '/commands' }]);
      expect(decide(policy, run('ls')).allowed).toBe(false);
    },
  );
});

describe('remembered command decisions', () => {
  const counting = () => {
    const asked: string[] = [];
    const analyser = listening((text) => asked.push(text));
    return { asked, policy: compile([mode({ allowedCommands: ['ls *'] })], { commands: judgeWords({ analyser }) }) };
  };

  test('a command decision is remembered for the same command, shell and folder', () => {
    const { asked, policy } = counting();
    const requests = [run('ls'), run('ls', { shell: 'sh' }), run('', { params: { command: 'ls', cwd: 'docs' } })];
    const first = requests.map((request) => decide(policy, request));
    expect(asked).toHaveLength(3);
    expect([first[2], decide(policy, requests[2] as ToolRequest)]).toEqual([first[2], first[2]]);
    expect(asked).toHaveLength(3);
    expect(requests.map((request) => decide(policy, request))).toEqual(first);
  });

  test('only decisions on commands of usual length are remembered, up to a limit', () => {
    const { asked, policy } = counting();
    const long = `ls ${'x'.repeat(3000)}`;
    for (let index = 0; index < 3; index++) decide(policy, run(long));
    expect(asked).toHaveLength(3);
    for (let index = 0; index < 3000; index++) decide(policy, run(`ls ${index}`));
    expect(policy.compiled.modes.get('m')?.commands?.known.size).toBeLessThanOrEqual(1024);
  });
});

test('a long command under many rules is refused instead of being matched for a long time', () => {
  const disallowedCommands = Array.from({ length: 10_000 }, (_, index) => `run${index}`);
  const policy = compile([mode({ disallowedCommands })]);
  expect(decide(policy, run(Array.from({ length: 50 }, () => 'ls').join('&&'))).allowed).toBe(true);
  expect(decide(policy, run(Array.from({ length: 500 }, () => 'ls').join('&&')))).toMatchObject({
    code: 'COMMAND_UNREADABLE',
    reason: expect.stringContaining('500 programs'),
  });
});

describe('a working folder outside the project', () => {
  test('a working folder outside the project is refused under a closed list only', () => {
    const judged = (restrictions: CommandRestrictions, cwd: string) =>
      answer(
        decide(compile([mode(restrictions)], { projectRoot: '/project' }), run('', { params: { command: 'ls', cwd } })),
      );
    const closed = { allowedCommands: ['ls'] };
    expect(
      ['/project', '/project/', '/project/docs', 'docs', '.', '/other', '..'].map((cwd) => judged(closed, cwd)),
    ).toEqual(['allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'COMMAND_NOT_ALLOWED', 'COMMAND_NOT_ALLOWED']);
    expect(judged({}, '/other')).toBe('allowed');
  });
});

describe('explain for commands', () => {
  const policy = compile([
    mode({ allowedCommands: ['ls *'], askCommands: ['git push'] }, { groups: ['command', 'read'] }),
  ]);

  test('explain judges each command part alone, in the order of the text', () => {
    const { parts, steps, decision } = explain(policy, run('rm x && ls < a && git push && ls > b'));
    expect(parts?.map(({ kind, text, decision: of }) => [kind, text, answer(of)])).toEqual([
      ['program', 'rm x', 'COMMAND_NOT_ALLOWED'],
      ['program', 'ls', 'allowed'],
      ['file', '< a', 'allowed'],
      ['program', 'git push', 'CONSENT_REQUIRED'],
      ['program', 'ls', 'allowed'],
      ['file', '> b', 'GROUP_MISSING'],
    ]);
    expect(steps.at(-1)).toMatchObject({ check: 'command', outcome: 'refused' });
    expect(decision).toEqual(decide(policy, run('rm x && ls < a && git push && ls > b')));
  });

  test('explain marks a command that needs consent and shows parts that cannot be parsed', () => {
    expect(explain(policy, run('git push')).steps.at(-1)).toMatchObject({ check: 'command', outcome: 'asks' });
    expect(explain(policy, run('ls {')).parts).toMatchObject([
      { kind: 'program' },
      { kind: 'unreadable', text: '{', position: 3, decision: { code: 'COMMAND_UNREADABLE' } },
    ]);
  });

  test('explain returns at most 200 command parts of a kind', () => {
    const text = Array.from({ length: 500 }, () => 'ls < a').join(' && ');
    expect(explain(policy, run(text)).parts).toHaveLength(400);
  });

  test('explain returns no parts without a command', () => {
    expect(explain(policy, run(7))).not.toHaveProperty('parts');
    expect(explain(policy, { mode: 'm', tool: 'read_command_output' })).not.toHaveProperty('parts');
    expect(explain(policy, { mode: 'nowhere', tool: 'execute_command' })).not.toHaveProperty('parts');
  });
});

test('readRequestCommand returns what a command accesses, and nothing for any other call', () => {
  const policy = compile([mode({}), mode(undefined, { slug: 'n' })]);
  expect(readRequestCommand(policy, run('ls > x'))?.files).toMatchObject([{ tool: 'write_to_file', path: 'x' }]);
  expect(readRequestCommand(policy, run('ls > x', { mode: 'n' }))).toBeUndefined();
  expect(readRequestCommand(policy, run(7))).toBeUndefined();
  expect(readRequestCommand(policy, { mode: 'm', tool: 'read_file' })).toBeUndefined();
  expect(readRequestCommand(policy, {} as ToolRequest)).toBeUndefined();
});
