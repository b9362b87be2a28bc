import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createFolder } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { createHookProject, hookModes } from '../../../test/support/hook-project.ts';
import { run, runCommandLine } from './support/run-program.ts';

const rules = `      - command
    commandRestrictions:
      allowedCommands: [git status *, cat *]
      askCommands: [git push]
`;

interface Installed {
  /** The answer to a command, as the installed hook gives it to the agent; the environment is a list of assignments. */
  readonly ask: (command: string, env?: string) => { readonly decision: string; readonly reason: string };
}

async function install(
  agent: 'claude-code' | 'codex',
  files: Readonly<Record<string, string>> = {},
): Promise<Installed> {
  const folder = createHookProject({ '.roomodes': hookModes({ docs: rules }), ...files });
  const home = createFolder();
  const args = ['hook', 'install', '--client', agent, '--scope', 'project', '--mode', 'docs'];
  const installed = await run(args, folder, { HOME: home });
  expect(installed).toMatchObject({ code: 0, stderr: '' });
  const file = agent === 'codex' ? '.codex/hooks.json' : '.claude/settings.local.json';
  const [entry] = JSON.parse(readFileSync(join(folder, file), 'utf8')).hooks.PreToolUse;
  return {
    ask: (command, env = 'SHELL=/bin/bash') => {
      const payload = { hook_event_name: 'PreToolUse', cwd: folder, tool_name: 'Bash', tool_input: { command } };
      const line = `${env} ${entry.hooks[0].command}`;
      const { code, stdout, stderr } = runCommandLine(line, { folder, home, text: JSON.stringify(payload) });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      if (stdout.trim() === '') return { decision: 'allow', reason: '' };
      const { permissionDecision, permissionDecisionReason } = JSON.parse(stdout).hookSpecificOutput;
      return { decision: permissionDecision, reason: permissionDecisionReason };
    },
  };
}

/** Until the files are old enough to be kept, so that the next answers come from what was kept of them. */
const settle = () => wait(2_100);

describe('the installed hook of Claude Code', () => {
  test('the Claude Code hook judges commands the same with and without a cached project', async () => {
    const { ask } = await install('claude-code');
    for (const isKept of [false, true, true]) {
      if (isKept) await settle();
      expect(ask('git status -s && cat docs/a.md')).toEqual({ decision: 'allow', reason: '' });
      expect(ask('git status; curl x').reason).toContain(
        '\'curl x\' in "git status; curl x" is not among the commands',
      );
      expect(ask('git status > src/a.ts').reason).toContain('(FILE_RESTRICTED; project .roomodes:7 ');
    }
  });

  test('the Claude Code hook takes the shell from the environment of the agent, or from the configuration', async () => {
    const { ask } = await install('claude-code');
    const hereString = 'cat <<< x';
    expect(ask(hereString, 'SHELL=/bin/zsh').decision).toBe('allow');
    expect(ask("cat 'docs/a.md'", 'CLAUDE_CODE_SHELL= SHELL=/usr/bin/fish').decision).toBe('allow');
    const { ask: asFish } = await install('claude-code', { 'modegate.config.json': '{ "shell": "fish" }' });
    expect(asFish(hereString).reason).toContain('(COMMAND_UNREADABLE; ');
    expect(asFish('git status -s').decision).toBe('allow');
  });

  test('the Claude Code hook asks the user, and denies the call if the agent reports that no user is present', async () => {
    const { ask } = await install('claude-code');
    expect(ask('git push origin').decision).toBe('ask');
    expect(ask('git push origin', 'CLAUDE_CODE_SESSION_ATTENDED=1').decision).toBe('ask');
    const { decision, reason } = ask('git push origin', 'CLAUDE_CODE_SESSION_ATTENDED=0');
    expect(decision).toBe('deny');
    expect(reason).toContain('Nobody is available in this session to answer');
  });
});

test('the installed hook of Codex denies calls that need consent, and gives the reason', async () => {
  const { ask } = await install('codex');
  const { decision, reason } = ask('git push origin');
  expect(decision).toBe('deny');
  expect(reason).toContain(
    "Mode 'docs' asks before running 'git push origin', by 'git push'. Codex CLI cannot ask a person from a hook, so the call is refused. Ask the user to do it, or to change the rule. The mode allows the following without asking: git status *, cat *.",
  );
});
