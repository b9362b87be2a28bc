import { agentNames, findCallerMode, isProtectedFile, maxPayloadBytes, readAgentCall } from '@modegate/agent-hooks';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge, judgeText, payload, root, verdictOf } from './support/sample.ts';

const tools = {
  'claude-code': 'Write',
  cline: 'editor',
  codex: 'view_image',
  copilot: 'create',
  cursor: 'Write',
  gemini: 'write_file',
  kilo: 'write',
  opencode: 'write',
  qwen: 'write_file',
};
const good = (agent: keyof typeof tools) => payload(agent, tools[agent], { path: `${root}/docs/x.md` });

describe.each(agentNames)('payloads that %s refuses', (agent) => {
  test.each([
    ['that is empty', ''],
    ['that is not JSON', '{"tool_name":'],
    ['that is not an object', '[]'],
    ['without a tool', JSON.stringify(payload(agent, undefined, { path: 'docs/x.md' }))],
    ['whose tool is a number', JSON.stringify(payload(agent, 7, { path: 'docs/x.md' }))],
    ['without input', JSON.stringify(payload(agent, tools[agent], undefined))],
    ['whose input is a list', JSON.stringify(payload(agent, tools[agent], []))],
    ['whose path is a number', JSON.stringify(payload(agent, tools[agent], { path: 7 }))],
    ['whose path is empty', JSON.stringify(payload(agent, tools[agent], { path: '' }))],
    [
      'without a working folder',
      JSON.stringify({ ...good(agent), cwd: undefined, directory: undefined, workspace_roots: undefined }),
    ],
    ['with a relative working folder', JSON.stringify({ ...good(agent), cwd: 'x', directory: 'x' })],
    ['of another event', JSON.stringify({ ...good(agent), hook_event_name: 'PermissionRequest', event: 'x' })],
    ['with a path twice', JSON.stringify(good(agent)).replace('"path":', '"path":"src/x.ts","path":')],
    ['with an escaped key twice', JSON.stringify(good(agent)).replace('"path":', '"p\\u0061th":"src/x.ts","path":')],
    ['that is nested without end', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('a payload is refused: %s', (_what, text) => expect(judgeText(agent, text)).toBe('PAYLOAD_INVALID'));

  test('a payload that is too large is refused', () => {
    expect(readAgentCall(agent, ' '.repeat(maxPayloadBytes + 1)).ok).toBe(false);
  });

  test('a valid payload is accepted', () => expect(judgeText(agent, JSON.stringify(good(agent)))).toBe('allowed'));

  test('an arbitrary payload causes a verdict, and never an exception', () => {
    fc.assert(
      fc.property(fc.json(), fc.jsonValue(), (text, args) => {
        expect(verdictOf(agent, text).allowed).toBe(false);
        expect(typeof verdictOf(agent, JSON.stringify(payload(agent, tools[agent], args))).allowed).toBe('boolean');
      }),
      { numRuns: 200 },
    );
  });
});

describe('paths in payloads', () => {
  test.each([
    ['two keys, one of them outside', { path: 'docs/x.md', file_path: 'src/x.ts' }, 'FILE_RESTRICTED'],
    ['a climb', { path: 'docs/../../x' }, 'FILE_OUTSIDE_PROJECT'],
    ['a backslash', { path: 'docs\\..\\..\\x' }, 'FILE_OUTSIDE_PROJECT'],
    ['a blank at its end', { path: 'docs/x.md ' }, 'FILE_PATH_INVALID'],
    ['a stream', { path: 'docs/x.md::$DATA' }, 'FILE_PATH_INVALID'],
    ['a line break', { path: 'docs/x\ny' }, 'FILE_PATH_INVALID'],
    ['a list', { path: 'docs/x.md', paths: ['src/a'] }, 'FILE_RESTRICTED'],
  ])('a path with %s is refused', (_what, args, expected) => expect(judge('copilot', 'create', args)).toBe(expected));

  test('a path starts at the working folder, which may differ from the project', () => {
    const at = (cwd: string) => judge('copilot', 'create', { path: 'x.md' }, { with: { cwd } });
    expect(at(`${root}/docs`)).toBe('allowed');
    expect(at(`${root}/src`)).toBe('FILE_RESTRICTED');
    expect(at('/elsewhere')).toBe('FILE_OUTSIDE_PROJECT');
  });
});

test('two spellings of one key make a Copilot payload invalid', () => {
  const text = JSON.stringify({ ...good('copilot'), tool_input: { path: 'docs/y.md' } });
  expect(judgeText('copilot', text)).toBe('PAYLOAD_INVALID');
});

test('a tool name that may have been cut is denied if the mode has limits', () => {
  const name = `git-hub_x-${'a'.repeat(54)}`;
  expect(judge('copilot', name, {})).toBe('TOOL_UNMAPPED');
  expect(judge('copilot', name, {}, { mode: 'full' })).toBe('allowed');
});

describe('files that decide what agents may do', () => {
  test.each([
    '.roomodes',
    'sub/.roomodes',
    '.ROOMODES',
    'modegate.config.yaml',
    '.mcp.json',
    '.roo/mcp.json',
    '.vscode/mcp.json',
    '.claude/settings.local.json',
    '.claude/agents/writer.md',
    '.claude./settings.json',
    '.claude/worktrees/a/.claude/settings.json',
    '/home/me/.codex/config.toml',
    '/home/me/.claude.json',
    '.github/hooks/modegate.json',
    'C:\\Users\\me\\.gemini\\settings.json',
    '.qwen/settings.json:x',
    '/home/me/.cache/modegate/modegate-hook-call',
  ])('the file %s is protected', (path) => expect(isProtectedFile(path)).toBe(true));

  test.each([
    'docs/claude/a.md',
    'src/mcp.json.ts',
    '.claude/worktrees/a/src/x.ts',
    '.claude/plans/a.md',
    '.github/x.yml',
  ])('the file %s is not protected', (path) => expect(isProtectedFile(path)).toBe(false));

  test('no mode may write a protected file', () => {
    expect(judge('claude-code', 'Write', { file_path: `${root}/.roomodes` }, { mode: 'full' })).toBe('FILE_PROTECTED');
    expect(judge('claude-code', 'Read', { file_path: `${root}/.roomodes` }, { mode: 'full' })).toBe('allowed');
  });
});

describe('the mode of a caller', () => {
  const slugs = ['docs', 'docs-writer'];
  const of = (agent: (typeof agentNames)[number], caller: string, mapped = {}) =>
    findCallerMode({ agent, caller }, slugs, mapped);

  test('the mode of a caller has the name of the caller, or is the mapped one', () => {
    expect(of('claude-code', 'docs')).toBe('docs');
    expect(of('claude-code', 'Explore')).toBeUndefined();
    expect(of('claude-code', 'Explore', { Explore: 'docs' })).toBe('docs');
    expect(of('claude-code', 'docs-writer-call_1_0')).toBeUndefined();
  });

  test('the mode of a Qwen caller is the longest one that its id starts with', () => {
    expect(of('qwen', 'docs-call_1_0')).toBe('docs');
    expect(of('qwen', 'docs-writer-call_1_0')).toBe('docs-writer');
    expect(of('qwen', 'docsx-call_1_0')).toBeUndefined();
  });
});
