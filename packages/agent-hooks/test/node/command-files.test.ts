import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerAgent, type CommandAgent } from '@modegate/agent-hooks';
import { type HookQuestion, judgePayload, toAuditLine } from '@modegate/agent-hooks/node';
import { createFolder } from '@modegate/cli-kit/testing';
import { compilePolicy, parseModes } from '@modegate/mode-core';
import { createCommandJudge } from '@modegate/mode-core/commands';
import { shellAnalyser } from '@modegate/shell-commands';
import { beforeEach, describe, expect, test } from 'vitest';

const allowedCommands = ['cat *', 'git *', 'cp *', 'tee *', 'mv *', 'grep *', 'tar *', 'rm *', 'ls *'];
const askCommands = ['npm publish', 'git push'];
const customModes = [
  {
    slug: 'docs',
    name: 'Docs',
    roleDefinition: 'You write.',
    groups: [['read', { fileRegex: '^docs/' }], ['edit', { fileRegex: '^docs/' }], 'command'],
    commandRestrictions: { allowedCommands, askCommands },
  },
  {
    slug: 'code',
    name: 'Code',
    roleDefinition: 'You code.',
    groups: ['read', 'edit', 'command'],
    commandRestrictions: { allowedCommands, askCommands },
  },
  { slug: 'free', name: 'Free', roleDefinition: 'You do.', groups: ['read', 'edit', 'command'] },
];

let root: string;
beforeEach(() => {
  root = createFolder({
    '.git/HEAD': '',
    '.roomodes': JSON.stringify({ customModes }),
    'docs/a.md': '',
    'src/a.ts': '',
    'outside/secret': '',
  });
});

interface Asked extends Partial<Pick<HookQuestion, 'isAttended'>> {
  readonly mode?: string;
  readonly agent?: CommandAgent;
  readonly cwd?: string;
}

function judge(command: string, { mode = 'docs', agent = 'claude-code', cwd = root, isAttended }: Asked = {}) {
  const policy = compilePolicy({
    project: parseModes({ customModes }, { source: 'project', file: '.roomodes' }),
    projectRoot: root,
    commands: createCommandJudge({ analyser: shellAnalyser, shell: 'bash' }),
  });
  const tool = agent === 'gemini' || agent === 'qwen' ? 'run_shell_command' : 'Bash';
  const event = agent === 'gemini' ? 'BeforeTool' : 'PreToolUse';
  const payload = { session_id: 's', cwd, hook_event_name: event, tool_name: tool, tool_input: { command } };
  return judgePayload(JSON.stringify(payload), {
    agent,
    mode,
    home: join(root, 'home'),
    state: join(root, 'state'),
    env: { SHELL: '/bin/bash' },
    isAttended,
    load: async () => ({ root, settings: {}, policy, files: ['.roomodes', '.roo/mcp.json'] }),
  });
}

async function codeOf(command: string, asked?: Asked): Promise<string> {
  const { verdict } = await judge(command, asked);
  return verdict.allowed ? 'allowed' : verdict.code;
}

const link = (from: string, to: string) => symlinkSync(join(root, to), join(root, from));

describe('paths in commands', () => {
  test('a path in a command is judged by the target of its links', async () => {
    link('docs/link', 'src/a.ts');
    link('docs/folder', 'src');
    expect(await codeOf('cat docs/a.md')).toBe('allowed');
    expect(await codeOf('cat docs/link')).toBe('FILE_RESTRICTED');
    expect(await codeOf('cat docs/folder/a.ts')).toBe('FILE_RESTRICTED');
    expect(await codeOf('cat docs/a.md > docs/link')).toBe('FILE_RESTRICTED');
    expect(await codeOf('cat docs/a.md > docs/folder/new.md')).toBe('FILE_RESTRICTED');
    expect(await codeOf('cat docs/link', { mode: 'code' })).toBe('allowed');
  });

  test('a recursive search in a command is judged by the links that it meets', async () => {
    expect(await codeOf('grep -r x docs')).toBe('allowed');
    link('docs/link', 'src/a.ts');
    expect(await codeOf('grep -r x docs')).toBe('FILE_RESTRICTED');
    expect(await codeOf('grep -r x docs', { mode: 'code' })).toBe('allowed');
  });

  test('a path in a command is relative to the working folder, wherever its links lead', async () => {
    mkdirSync(join(root, 'docs/deep'));
    link('docs/src', 'src');
    expect(await codeOf('cat ../a.md', { cwd: join(root, 'docs/deep') })).toBe('allowed');
    expect(await codeOf('cat ../../src/a.ts', { cwd: join(root, 'docs/deep') })).toBe('FILE_RESTRICTED');
    expect(await codeOf('cat a.ts', { cwd: join(root, 'docs/src') })).toBe('FILE_RESTRICTED');
    expect(await codeOf('cd docs/src && cat a.ts')).toBe('FILE_RESTRICTED');
  });

  test('a linked folder outside the project does not count as part of it', async () => {
    const away = createFolder({ 'a.md': '' });
    symlinkSync(away, join(root, 'docs/away'));
    expect(await codeOf('git status', { mode: 'code', cwd: join(root, 'docs/away') })).toBe('COMMAND_NOT_ALLOWED');
    expect(await codeOf('cd docs/away && git status', { mode: 'code' })).toBe('COMMAND_NOT_ALLOWED');
    expect(await codeOf('cd docs && git status', { mode: 'code' })).toBe('allowed');
    expect(await codeOf('cat docs/away/a.md')).toBe('FILE_OUTSIDE_PROJECT');
  });
});

describe('protected files in commands', () => {
  test('a command cannot write a protected file if the mode limits commands', async () => {
    link('docs/modes', '.roomodes');
    for (const command of [
      'cp docs/a.md .roomodes',
      'cat docs/a.md > docs/modes',
      'tee .roo/mcp.json',
      'mv docs/a.md .claude',
    ])
      expect({ command, code: await codeOf(command, { mode: 'code' }) }).toEqual({ command, code: 'FILE_PROTECTED' });
    expect(await codeOf('cat .roomodes', { mode: 'code' })).toBe('allowed');
    expect(await codeOf('cp docs/a.md .roomodes', { mode: 'free' })).toBe('allowed');
  });

  test('an implicit file of a command cannot be a protected one', async () => {
    for (const command of ['cp src/a.ts .', 'mv src/a.ts .', 'tar -xf docs/a.tar', 'rm -r .'])
      expect({ command, code: await codeOf(command, { mode: 'code' }) }).toEqual({ command, code: 'FILE_PROTECTED' });
    expect(await codeOf('cp docs/a.md src', { mode: 'code' })).toBe('allowed');
    expect(await codeOf('cd src && tar -xf ../docs/a.tar', { mode: 'code' })).toBe('allowed');
    // Git writes what is in its history.
    expect(await codeOf('git checkout main', { mode: 'code' })).toBe('allowed');
  });
});

describe('commands that need consent', () => {
  test.each<[CommandAgent, boolean | undefined, string]>([
    ['claude-code', undefined, 'ask'],
    ['claude-code', true, 'ask'],
    ['claude-code', false, 'deny'],
    ['copilot', undefined, 'ask'],
    ['qwen', undefined, 'ask'],
    ['codex', undefined, 'deny'],
    ['codex', true, 'deny'],
    ['gemini', true, 'deny'],
  ])('%s, attended %s: the answer to a command that needs consent is %s', async (agent, isAttended, expected) => {
    const { verdict } = await judge('git status && git push', { agent, isAttended });
    const answer = JSON.parse(answerAgent(agent, verdict).stdout);
    const { permissionDecision, permissionDecisionReason } = answer.hookSpecificOutput ?? {};
    expect(permissionDecision ?? answer.decision).toBe(expected);
    const reason: string = permissionDecisionReason ?? answer.reason;
    expect(reason).toContain("Mode 'docs' asks before running 'git push'");
    expect(reason).toMatch(/\(CONSENT_REQUIRED; project \.roomodes/);
    if (agent === 'copilot')
      expect(answer).toMatchObject({ permissionDecision: 'ask', permissionDecisionReason: reason });
    const instead =
      'The mode allows the following without asking: cat *, git *, cp *, tee *, mv *, grep *, tar *, rm *, ….';
    expect(reason.includes(instead)).toBe(expected === 'deny');
    expect(reason.includes('cannot ask a person from a hook')).toBe(expected === 'deny' && agent !== 'claude-code');
    expect(reason.includes('Nobody is available in this session')).toBe(expected === 'deny' && agent === 'claude-code');
  });

  test('an MCP tool that needs consent causes a question without a mention of commands', async () => {
    const config = {
      ...customModes[1],
      groups: ['mcp', 'command'],
      mcpRestrictions: { askTools: [{ serverName: 'wiki', toolName: 'save' }] },
    };
    const policy = compilePolicy({
      project: parseModes({ customModes: [config] }, { source: 'project', file: '.roomodes' }),
      servers: [{ name: 'wiki' }],
    });
    const payload = { cwd: root, hook_event_name: 'PreToolUse', tool_name: 'mcp__wiki__save', tool_input: {} };
    const { verdict } = await judgePayload(JSON.stringify(payload), {
      agent: 'codex',
      mode: 'code',
      home: root,
      state: join(root, 'state'),
      load: async () => ({ root, settings: {}, policy, files: [] }),
    });
    expect(verdict).toMatchObject({ code: 'CONSENT_REQUIRED' });
    const { reason } = verdict as { readonly reason: string };
    expect(reason).toMatch(/Codex CLI cannot ask .* Ask the user to do it, or to change the rule\.$/);
  });

  test('no question is asked about a command that another part refuses', async () => {
    expect(await codeOf('git push && cat src/a.ts')).toBe('FILE_RESTRICTED');
    expect(await codeOf('git push > .roomodes', { mode: 'code' })).toBe('FILE_PROTECTED');
  });

  test('a question about a command is recorded as asked or as refused', async () => {
    const lineOf = async (asked: Asked) => toAuditLine(await judge('git push', asked), 'modegate');
    expect(await lineOf({})).toMatchObject({ event: 'consent', consent: 'asked', mode: 'docs' });
    const refused = await lineOf({ agent: 'codex' });
    expect(refused).toMatchObject({ event: 'decision', allowed: false, code: 'CONSENT_REQUIRED' });
  });
});

test('a policy that cannot judge commands denies them if a mode limits commands', async () => {
  rmSync(join(root, '.roomodes'));
  writeFileSync(join(root, 'a'), '');
  const policy = compilePolicy({ project: parseModes({ customModes }, { source: 'project' }), projectRoot: root });
  const payload = { cwd: root, hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
  const { verdict } = await judgePayload(JSON.stringify(payload), {
    agent: 'claude-code',
    mode: 'code',
    home: root,
    state: join(root, 'state'),
    load: async () => ({ root, settings: {}, policy, files: [] }),
  });
  expect(verdict).toMatchObject({ code: 'COMMAND_ANALYSER_MISSING' });
});
