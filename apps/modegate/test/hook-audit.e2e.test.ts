import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { auditLineSchema } from '../../../packages/cli-kit/src/audit/index.ts';
import { run, runHook } from './support/run-program.ts';

const createProject = () => createFolder({ '.git/HEAD': 'ref: refs/heads/main\n', '.roomodes': 'customModes: []\n' });

interface Call {
  readonly folder: string;
  readonly log: string;
  readonly path: string;
  readonly more?: object;
}

/** What the model reads; nothing where the call may go ahead. */
async function ask({ folder, log, path, more = {} }: Call): Promise<string> {
  const call = { hook_event_name: 'PreToolUse', cwd: folder, tool_name: 'Write', tool_input: { file_path: path } };
  const text = JSON.stringify({ ...call, session_id: '38c81c82', ...more });
  const home = createFolder();
  return (await runHook(['claude-code', '--mode', 'architect', '--audit-log', log], { folder, home, text })).stdout;
}

const readLog = (log: string) =>
  readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => auditLineSchema().parse(JSON.parse(line)));

describe('the audit log of hooks', () => {
  test('A6: the audit log of hooks has every decision with its rule, its files, the agent and its session', async () => {
    const folder = createProject();
    const log = join(createFolder(), 'audit.jsonl');
    expect(await ask({ folder, log, path: 'a.md', more: { agent_type: 'ask' } })).toContain('GROUP_MISSING');
    expect(await ask({ folder, log, path: 'a.md' })).toBe('');
    expect(await ask({ folder, log, path: 'a.ts' })).toContain('FILE_RESTRICTED');
    expect(await ask({ folder, log, path: 'a.ts', more: { hook_event_name: 'x' } })).toContain('PAYLOAD_INVALID');
    const common = { v: 1, program: 'modegate', event: 'decision', agent: 'claude-code', session_id: null };
    expect(readLog(log)).toMatchObject([
      { ...common, mode: 'ask', caller: 'ask', allowed: false, code: 'GROUP_MISSING', rule: { layer: 'default' } },
      {
        ...common,
        mode: 'architect',
        tool: 'Write',
        agent_session: '38c81c82',
        allowed: true,
        paths: ['a.md'],
        rule: null,
      },
      { ...common, mode: 'architect', tool: 'Write', allowed: false, paths: ['a.ts'], code: 'FILE_RESTRICTED' },
      { ...common, mode: null, tool: '', allowed: false, code: 'PAYLOAD_INVALID', rule: null },
    ]);
  });

  test('concurrent hooks write whole lines to the audit log', async () => {
    const folder = createProject();
    const log = join(createFolder(), 'audit.jsonl');
    const paths = Array.from({ length: 8 }, (_, index) => `${index}.md`);
    await Promise.all(paths.map((path) => ask({ folder, log, path })));
    expect(readLog(log).map((line) => line.event)).toEqual(paths.map(() => 'decision'));
    expect(new Set(readLog(log).map(({ id }) => id)).size).toBe(paths.length);
  });

  test('a hook denies calls that it cannot log, and no call can write to the audit log', async () => {
    const folder = createProject();
    const log = join(folder, 'docs/audit.md');
    mkdirSync(log, { recursive: true });
    expect(await ask({ folder, log, path: 'a.md' })).toContain('AUDIT_UNWRITABLE');
    expect(await ask({ folder, log, path: 'a.ts' })).toContain('FILE_RESTRICTED');
    rmSync(log, { recursive: true });
    expect(await ask({ folder, log, path: 'docs/audit.md' })).toContain('FILE_PROTECTED');
  });

  test('hook install writes the option --audit-log into the command and the plugin of an agent', async () => {
    const folder = createProject();
    const env = { HOME: createFolder() };
    const log = join(createFolder(), 'audit.jsonl');
    for (const client of ['codex', 'opencode'])
      expect(
        (await run(['hook', 'install', '--client', client, '--scope', 'project', '--audit-log', log], folder, env))
          .code,
      ).toBe(0);
    expect(readFileSync(join(folder, '.codex/hooks.json'), 'utf8')).toContain(`--audit-log ${log}`);
    expect(readFileSync(join(folder, '.opencode/plugins/modegate.js'), 'utf8')).toContain(`"auditLog":"${log}"`);
  });
});
