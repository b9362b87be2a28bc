import { linkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type HookQuestion, judgePayload, toAuditLine } from '@modegate/agent-hooks/node';
import { createFolder } from '@modegate/cli-kit/testing';
import { compilePolicy } from '@modegate/mode-core';
import { expect, test } from 'vitest';

const docs = {
  slug: 'docs',
  name: 'Docs',
  roleDefinition: 'You write.',
  groups: ['read', ['edit', { fileRegex: '^docs/' }]],
} as const;

interface Asked extends Partial<HookQuestion> {
  readonly root?: string;
}

async function write(path: string, { root = createFolder(), ...question }: Asked = {}) {
  const policy = compilePolicy({ project: [docs as never], projectRoot: root });
  const call = { hook_event_name: 'PreToolUse', cwd: root, tool_name: 'Write', tool_input: { file_path: path } };
  return judgePayload(JSON.stringify(call), {
    agent: 'claude-code',
    mode: 'docs',
    home: '/nowhere',
    state: join(root, 'state'),
    load: async () => ({ root, settings: {}, policy, files: ['.roomodes'] }),
    ...question,
  });
}

const codeOf = ({ verdict }: Awaited<ReturnType<typeof write>>) => (verdict.allowed ? undefined : verdict.code);

test('judgePayload judges a path as written and by the target of its links', async () => {
  const root = createFolder({ 'src/a.ts': '', 'docs/a.md': '' });
  symlinkSync('../src', join(root, 'docs/link'));
  expect(codeOf(await write('docs/a.md', { root }))).toBeUndefined();
  expect(codeOf(await write('src/a.ts', { root }))).toBe('FILE_RESTRICTED');
  expect(codeOf(await write('docs/link/a.ts', { root }))).toBe('FILE_RESTRICTED');
});

test.each([
  ['gemini', 'BeforeTool', 'dir_path'],
  ['qwen', 'PreToolUse', 'path'],
] as const)(
  '%s: a search is denied if a link in its folder leads to a forbidden file',
  async (agent, hook_event_name, folder) => {
    const root = createFolder({
      'src/secret.ts': '',
      'docs/a.md': '',
      'docs/deep/b.md': '',
      'docs/node_modules/c.md': '',
      'pub/d.md': '',
    });
    const reader = { ...docs, groups: [['read', { fileRegex: '^(docs|pub)/' }]] as const };
    const policy = compilePolicy({ project: [reader as never, { ...docs, slug: 'editor' } as never] });
    const load = async () => ({ root, settings: {}, policy, files: [] });
    const search = async (path: string, mode = 'docs') => {
      const call = {
        hook_event_name,
        cwd: root,
        tool_name: 'grep_search',
        tool_input: { pattern: '(?=.)', [folder]: path },
      };
      const question = { agent, mode, home: '/nowhere', state: join(root, 'state'), load };
      return codeOf(await judgePayload(JSON.stringify(call), question));
    };
    symlinkSync('../a.md', join(root, 'docs/deep/inside.md'));
    symlinkSync('../../src/secret.ts', join(root, 'docs/node_modules/left-out.md'));
    expect(await search('docs')).toBeUndefined();
    symlinkSync('../../src/secret.ts', join(root, 'docs/deep/outside.md'));
    expect(await search('docs')).toBe('FILE_RESTRICTED');
    expect(await search('docs/a.md\0/../../docs/')).toBe('FILE_RESTRICTED');
    expect(await search('docs/a.md')).toBeUndefined();
    rmSync(join(root, 'docs/deep/outside.md'));
    expect(await search('docs')).toBeUndefined();
    // A pattern such as `*/*` goes through a link to a folder, and then through the links in that folder.
    symlinkSync('../pub', join(root, 'docs/pub'));
    expect(await search('docs')).toBeUndefined();
    symlinkSync('../src/secret.ts', join(root, 'pub/outside.md'));
    expect(await search('docs')).toBe('FILE_RESTRICTED');
    rmSync(join(root, 'pub/outside.md'));
    symlinkSync('..', join(root, 'docs/up'));
    expect(await search('docs')).toBe('FOLDER_NOT_COVERED');
    rmSync(join(root, 'docs/up'));
    expect(await search('docs', 'editor')).toBeUndefined();
  },
);

test('no call can write the state, the project files or the closed files that decide on calls', async () => {
  const root = createFolder();
  for (const path of ['state/modes/x.json', '.roomodes', 'docs/log.jsonl'])
    expect(codeOf(await write(path, { root, closed: [join(root, 'docs/log.jsonl')], mode: 'code' })), path).toBe(
      'FILE_PROTECTED',
    );
});

test('R1-12: a protected file is protected under another name, too', async () => {
  const root = createFolder({ '.roomodes': '', '.claude/agents/x.md': '', 'src/a.ts': '', 'docs/a.md': '' });
  for (const [index, path] of ['.roomodes', '.claude/agents/x.md', 'src/a.ts'].entries())
    linkSync(join(root, path), join(root, `docs/link-${index}.md`));
  expect(codeOf(await write('docs/link-0.md', { root }))).toBe('FILE_PROTECTED');
  expect(codeOf(await write('docs/link-1.md', { root }))).toBe('FILE_PROTECTED');
  expect(codeOf(await write('docs/link-2.md', { root }))).toBeUndefined();
  expect(codeOf(await write('docs/a.md', { root }))).toBeUndefined();
});

test('judgePayload denies a mode that the caller may not use', async () => {
  expect(codeOf(await write('docs/a.md', { mayUse: (mode) => mode !== 'docs' }))).toBe('MODE_NOT_ALLOWED');
  expect(codeOf(await write('docs/a.md', { mayUse: (mode) => mode === 'docs' }))).toBeUndefined();
});

test('judgePayload turns an error into a denial', async () => {
  const load = () => Promise.reject(new Error('the disk is gone'));
  const judged = await write('docs/a.md', { load });
  expect(judged.verdict).toMatchObject({
    allowed: false,
    code: 'HOOK_FAILED',
    reason: expect.stringContaining('gone'),
  });
  expect(judged.call).toMatchObject({ tool: 'Write' });
});

test('judgePayload returns the data for the audit line', async () => {
  expect(toAuditLine(await write('src/a.ts'), 'modes-server')).toMatchObject({
    program: 'modes-server',
    event: 'decision',
    agent: 'claude-code',
    mode: 'docs',
    tool: 'Write',
    allowed: false,
    code: 'FILE_RESTRICTED',
  });
});
