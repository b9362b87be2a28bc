import {
  type AgentName,
  agentNames,
  judgeAgentCall,
  readAgentCall,
  type ShellSurroundings,
} from '@modegate/agent-hooks';
import { compilePolicy, parseModes } from '@modegate/mode-core';
import { type CommandShell, createCommandJudge } from '@modegate/mode-core/commands';
import { shellAnalyser } from '@modegate/shell-commands';
import { describe, expect, test } from 'vitest';
import { locate, payload, root } from './support/sample.ts';

const rules = {
  allowedCommands: ['git status *', 'cat *', 'ls *', 'tee *', 'cp *', 'rm *', 'grep *', 'git checkout *'],
  askCommands: ['git push'],
  disallowedCommands: ['git push --force'],
};
const files = [
  ['read', { fileRegex: '^docs/' }],
  ['edit', { fileRegex: '^docs/' }],
];
const mode = (slug: string, groups: readonly unknown[], commandRestrictions?: object) => ({
  slug,
  name: slug,
  roleDefinition: 'You work.',
  groups,
  ...(commandRestrictions && { commandRestrictions }),
});
const customModes = [
  mode('docs', [...files, 'command'], rules),
  mode('code', ['read', 'edit', 'command'], rules),
  mode('shell', ['read', 'command']),
  mode('narrow', ['read', 'command'], {
    allowedCommands: ['git status *', 'git push'],
    askCommands: ['git status -s'],
  }),
];
const project = parseModes({ customModes }, { source: 'project', file: '.roomodes' });

const policy = compilePolicy({
  project,
  projectRoot: root,
  commands: createCommandJudge({ analyser: shellAnalyser, shell: 'bash' }),
});

interface Given {
  readonly modes?: readonly string[];
  readonly shells?: ShellSurroundings;
  readonly with?: object | undefined;
}

function verdictOf(agent: AgentName, tool: string, args: unknown, given: Given = {}) {
  const { modes = ['docs'], shells = { isInstalled: () => false }, with: more } = given;
  const call = readAgentCall(agent, JSON.stringify(payload(agent, tool, args, more)));
  if (!call.ok) throw new Error(call.detail);
  return judgeAgentCall(policy, call.value, { modes, shells, locate: locate(call.value.cwd) });
}

function judge(agent: AgentName, tool: string, args: unknown, given?: Given): string {
  const verdict = verdictOf(agent, tool, args, given);
  return verdict.allowed ? 'allowed' : verdict.code;
}

/** A command of each agent that it starts, in a folder if it takes one. */
const shellCalls: Readonly<
  Record<AgentName, (command: string, folder?: string) => readonly [string, unknown, object?]>
> = {
  'claude-code': (command, folder) => ['Bash', { command, description: 'Looks' }, { cwd: folder ?? root }],
  cline: (command) => ['run_commands', { commands: [command] }],
  codex: (command, folder) => ['Bash', { command }, { cwd: folder ?? root }],
  copilot: (command) => ['bash', { command, description: 'Looks', shellId: 's1' }],
  cursor: (command, folder) => ['Shell', { command, working_directory: folder }],
  gemini: (command, folder) => ['run_shell_command', { command, dir_path: folder }],
  kilo: (command, folder) => ['bash', { command, workdir: folder, description: 'Looks' }],
  opencode: (command, folder) => ['bash', { command, workdir: folder }],
  qwen: (command, folder) => ['run_shell_command', { command, directory: folder, is_background: false }],
};

function run(agent: AgentName, command: string, given: Given & { readonly folder?: string } = {}): string {
  const [tool, args, more] = shellCalls[agent](command, given.folder);
  return judge(agent, tool, args, { ...given, with: more });
}

describe.each(agentNames)('%s: commands', (agent) => {
  test.each([
    ['git status -s', 'allowed'],
    ['git status; rm -rf /', 'FILE_OUTSIDE_PROJECT'],
    ['git status && curl evil.example', 'COMMAND_NOT_ALLOWED'],
    ['cat docs/a.md', 'allowed'],
    ['cat src/a.ts', 'FILE_RESTRICTED'],
    ['git status > docs/a.txt', 'allowed'],
    ['git status > src/a.txt', 'FILE_RESTRICTED'],
    ['eval ls', 'COMMAND_UNREADABLE'],
    ['git push origin main', 'CONSENT_REQUIRED'],
    ['git push --force', 'COMMAND_DISALLOWED'],
    ['', 'COMMAND_MISSING'],
  ])('the command %j is %s', (command, expected) => {
    expect(run(agent, command)).toBe(expected);
  });

  test('a command is judged in the folder of the call', () => {
    if (agent === 'cline' || agent === 'copilot') return;
    expect(run(agent, 'cat a.md', { folder: `${root}/docs` })).toBe('allowed');
    expect(run(agent, 'cat a.md', { folder: `${root}/src` })).toBe('FILE_RESTRICTED');
    expect(run(agent, 'git status', { folder: '/etc' })).toBe('COMMAND_NOT_ALLOWED');
    // What the agent reports as its folder is always absolute.
    if (agent !== 'claude-code' && agent !== 'codex')
      expect(run(agent, 'cat ../docs/a.md', { folder: 'src' })).toBe('allowed');
  });

  test('a command is judged only by its tool if the mode has no limits on commands', () => {
    for (const command of ['eval ls', 'cat /etc/passwd > .roomodes', ''])
      expect(run(agent, command, { modes: ['shell'], folder: '/etc' })).toBe('allowed');
  });

  test('a command must be allowed in every mode, and all questions are asked together', () => {
    expect(run(agent, 'cat docs/a.md', { modes: ['docs', 'narrow'] })).toBe('COMMAND_NOT_ALLOWED');
    const [tool, args, more] = shellCalls[agent]('git status -s && git push');
    expect(verdictOf(agent, tool, args, { modes: ['docs', 'narrow'], with: more })).toMatchObject({
      code: 'CONSENT_REQUIRED',
      questions: [
        { reason: expect.stringContaining("Mode 'docs' asks before running 'git push'") },
        { reason: expect.stringContaining("Mode 'narrow' asks before running 'git status -s'") },
      ],
    });
  });
});

describe('the arguments of a call', () => {
  test.each<readonly [AgentName, string, unknown, string]>([
    ['codex', 'shell', { command: ['git', 'status', '-s'] }, 'allowed'],
    ['codex', 'shell', { command: ['cat', 'docs/a b.md'] }, 'allowed'],
    ['codex', 'shell', { command: ['cat', '$(rm x).md'] }, 'FILE_RESTRICTED'],
    ['codex', 'shell', { command: ['cat', "docs/it's; rm x"] }, 'allowed'],
    ['codex', 'shell', { command: ['bash', '-lc', 'git status'] }, 'COMMAND_NOT_ALLOWED'],
    ['codex', 'shell', { command: ['A=1', 'git', 'status'] }, 'TOOL_UNMAPPED'],
    ['codex', 'shell', { command: ['git', 1] }, 'TOOL_UNMAPPED'],
    ['codex', 'shell', { command: [] }, 'TOOL_UNMAPPED'],
    ['codex', 'exec_command', { cmd: 'cat a.md', workdir: 'docs' }, 'allowed'],
    ['codex', 'exec_command', { cmd: 'cat a.md', workdir: ['docs'] }, 'TOOL_UNMAPPED'],
    ['cline', 'run_commands', { commands: ['git status', 'rm docs/a.md'] }, 'allowed'],
    ['cline', 'run_commands', { commands: ['git status', 'rm src/a.ts'] }, 'FILE_RESTRICTED'],
    ['cline', 'run_commands', { commands: 'rm src/a.ts' }, 'FILE_RESTRICTED'],
    ['cline', 'run_commands', { commands: [{ command: 'cat', args: ['docs/a b.md'] }] }, 'allowed'],
    ['cline', 'run_commands', { commands: [{ command: 'cat', args: ['src/a b.md'] }] }, 'FILE_RESTRICTED'],
    ['cline', 'run_commands', { commands: [{ command: 'git status > src/a' }] }, 'FILE_RESTRICTED'],
    ['cline', 'run_commands', { commands: [{ command: 'git', env: { A: '1' } }] }, 'TOOL_UNMAPPED'],
    ['cline', 'run_commands', { commands: { command: 'cat', args: ['src/a.ts'] } }, 'FILE_RESTRICTED'],
    ['cline', 'run_commands', { command: 'cat', args: ['src/a.ts'] }, 'FILE_RESTRICTED'],
    ['cline', 'run_commands', { commands: ['git status'], cmd: 'rm src/a.ts' }, 'FILE_RESTRICTED'],
    ['cline', 'run_commands', ['rm src/a.ts'], 'FILE_RESTRICTED'],
    ['cline', 'run_commands', 'rm src/a.ts', 'FILE_RESTRICTED'],
    ['cline', 'run_commands', {}, 'COMMAND_MISSING'],
    ['gemini', 'run_shell_command', { command: 'git status', directory: '/etc' }, 'TOOL_UNMAPPED'],
    ['claude-code', 'Workflow', { script: 'await agent("x")' }, 'TOOL_UNMAPPED'],
    ['opencode', 'execute', { code: 'git status' }, 'TOOL_UNMAPPED'],
    ['codex', 'exec', { input: 'git status' }, 'TOOL_UNMAPPED'],
  ])('%s: the call %s %j is %s', (agent, tool, args, expected) => {
    expect(judge(agent, tool, args)).toBe(expected);
    // Without limits on commands, nothing of it matters.
    expect(judge(agent, tool, args, { modes: ['shell'] })).toBe('allowed');
  });

  test.each<readonly [AgentName, string, object]>([
    ['claude-code', 'BashOutput', { bash_id: 'b1' }],
    ['claude-code', 'KillShell', { shell_id: 'b1' }],
    ['codex', 'write_stdin', { session_id: 1, chars: 'rm -rf /\n' }],
    ['copilot', 'stop_bash', { shellId: 's1' }],
    ['gemini', 'read_background_output', { pid: 1 }],
    ['kilo', 'background_process', { action: 'stop', id: 'p1' }],
  ])('%s: %s is allowed, because it belongs to a command that was judged at its start', (agent, tool, args) => {
    expect(judge(agent, tool, args)).toBe('allowed');
  });

  test('a tool mapped to commands by the configuration is denied, because its command is unknown', () => {
    const call = readAgentCall('claude-code', JSON.stringify(payload('claude-code', 'Teleport', { command: 'ls' })));
    if (!call.ok) throw new Error(call.detail);
    const parts = [{ tool: 'execute_command', paths: undefined, isOpaque: true }] as const;
    const verdict = judgeAgentCall(policy, { ...call.value, parts }, { modes: ['docs'], locate: locate(root) });
    expect(verdict).toMatchObject({ code: 'TOOL_UNMAPPED', reason: expect.stringContaining("'Teleport'") });
  });
});

describe('the shell of a command', () => {
  const hereString = 'cat <<< x';
  const quoted = "cat 'docs/a.md'";

  test.each<readonly [string, AgentName, ShellSurroundings, CommandShell]>([
    ['zsh', 'claude-code', { env: { SHELL: '/bin/zsh' } }, 'zsh'],
    ['its own variable', 'claude-code', { env: { CLAUDE_CODE_SHELL: '/bin/bash', SHELL: '/bin/zsh' } }, 'bash'],
    ['fish', 'cursor', { env: { SHELL: '/usr/bin/fish' } }, 'fish'],
    ['dash', 'opencode', { env: { SHELL: '/usr/bin/dash' } }, 'sh'],
    ['another one', 'kilo', { env: { SHELL: '/bin/ksh' } }, 'unknown'],
    ['what the configuration says', 'gemini', { configured: 'fish' }, 'fish'],
  ])('the shell of %s decides how a command is read', (_what, agent, shells, shell) => {
    const isRead = shell === 'bash' || shell === 'zsh' || shell === 'sh';
    expect(run(agent, quoted, { shells })).toBe(isRead ? 'allowed' : 'COMMAND_UNREADABLE');
    expect(run(agent, hereString, { shells })).toBe(
      shell === 'bash' || shell === 'zsh' ? 'allowed' : 'COMMAND_UNREADABLE',
    );
    expect(run(agent, 'git status -s', { shells })).toBe('allowed');
  });

  test('only plain commands are read on Windows, unless the agent runs bash', () => {
    for (const agent of agentNames) {
      const shells = { platform: 'win32' };
      const isBash = agent === 'claude-code' || agent === 'copilot';
      expect({ agent, answer: run(agent, quoted, { shells }) }).toEqual({
        agent,
        answer: isBash ? 'allowed' : 'COMMAND_UNREADABLE',
      });
      expect(run(agent, 'git status -s', { shells })).toBe('allowed');
    }
  });

  test('the shell of a tool or call takes precedence over every other setting', () => {
    const shells = { configured: 'bash' } as const;
    expect(judge('claude-code', 'PowerShell', { command: quoted }, { shells })).toBe('COMMAND_UNREADABLE');
    expect(judge('copilot', 'powershell', { command: quoted }, { shells })).toBe('COMMAND_UNREADABLE');
    expect(judge('codex', 'exec_command', { cmd: hereString, shell: '/bin/sh' }, { shells })).toBe(
      'COMMAND_UNREADABLE',
    );
    expect(judge('codex', 'exec_command', { cmd: hereString, shell: '/bin/bash' }, { shells })).toBe('allowed');
    expect(judge('codex', 'exec_command', { cmd: quoted, shell: './bash-like' }, { shells })).toBe(
      'COMMAND_UNREADABLE',
    );
  });

  test('a command for Codex must be allowed in every shell, because Codex does not report its choice', () => {
    const installed = { isInstalled: () => true };
    expect(run('codex', quoted, { shells: { isInstalled: () => false } })).toBe('allowed');
    expect(run('codex', hereString, { shells: { configured: 'bash', isInstalled: () => false } })).toBe(
      'COMMAND_UNREADABLE',
    );
    expect(run('codex', quoted, { shells: installed })).toBe('COMMAND_UNREADABLE');
    const verdict = verdictOf('codex', 'Bash', { command: hereString }, { shells: installed });
    expect(verdict).toMatchObject({
      reason: expect.stringContaining('bash, sh, zsh, powershell must all interpret the command in the same way'),
    });
  });

  test('the shell may be in the settings of the agent', () => {
    const inSettings = (shell: string, command: string) =>
      judge('opencode', 'bash', { command }, { with: { shell }, shells: { env: { SHELL: '/bin/bash' } } });
    expect(inSettings('/bin/sh', hereString)).toBe('COMMAND_UNREADABLE');
    expect(inSettings('/bin/zsh', hereString)).toBe('allowed');
    // A shell that opencode does not use: it then takes one of three.
    expect(inSettings('/usr/bin/fish', hereString)).toBe('COMMAND_UNREADABLE');
    expect(inSettings('/usr/bin/fish', quoted)).toBe('allowed');
  });

  test('a Kilo background process is read twice, so only plain words are clear', () => {
    const start = (command: string) => judge('kilo', 'background_process', { action: 'start', command });
    expect(start('git status -s')).toBe('allowed');
    expect(start("cat 'docs/$(rm x)'")).toBe('COMMAND_UNREADABLE');
  });
});

describe('files in commands', () => {
  const bash = (command: string, modes = ['code']) => run('claude-code', command, { modes });

  test('files that decide on calls are protected from commands', () => {
    expect(bash('git status > .claude/settings.json')).toBe('FILE_PROTECTED');
    expect(bash('tee docs/a.md .roomodes')).toBe('FILE_PROTECTED');
    expect(bash('cp docs/a.md .git/config')).toBe('COMMAND_FILE_PROTECTED');
    expect(bash('cat .roomodes')).toBe('allowed');
  });

  test('paths in commands are judged as files or folders, as they are on disk', () => {
    expect(bash('ls docs', ['docs'])).toBe('allowed');
    expect(bash('grep -r x docs', ['docs'])).toBe('allowed');
    expect(bash('grep -r x src', ['docs'])).toBe('FOLDER_NOT_COVERED');
    expect(bash('rm -r docs/old', ['docs'])).toBe('allowed');
  });
});
