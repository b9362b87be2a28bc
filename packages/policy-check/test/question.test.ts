import { compilePolicy } from '@modegate/mode-core';
import { readQuestion } from '@modegate/policy-check/permissions';
import { expect, test } from 'vitest';

const project = { policy: compilePolicy({ servers: [{ name: 'github' }, { name: 'team/jira' }] }) };
const ask = (target: string, files?: readonly string[], args?: Readonly<Record<string, unknown>>) =>
  readQuestion(project, { mode: 'code', target, files, args });

test.each([
  ['github/create_issue', { tool: 'use_mcp_tool', mcp: { server: 'github', tool: 'create_issue' } }],
  ['team/jira/get', { tool: 'use_mcp_tool', mcp: { server: 'team/jira', tool: 'get' } }],
  ['github/', { tool: 'access_mcp_resource', mcp: { server: 'github' } }],
  ['nobody/tool', { tool: 'use_mcp_tool', mcp: { server: 'nobody', tool: 'tool' } }],
  ['write_to_file', { tool: 'write_to_file' }],
])('the question %s is read as a call', (target, call) => {
  expect(ask(target)).toEqual({ state: 'call', request: { mode: 'code', params: {}, ...call } });
});

test('the file of a question goes where the tool expects it, and an argument takes precedence', () => {
  expect(ask('write_to_file', ['a.md'])).toMatchObject({ request: { params: { path: 'a.md' } } });
  expect(ask('write_to_file', ['a.md'], { path: 'b.md' })).toMatchObject({ request: { params: { path: 'b.md' } } });
  expect(ask('read_file', ['a.md', 'b.md'])).toMatchObject({
    request: { params: { files: [{ path: 'a.md' }, { path: 'b.md' }] } },
  });
  expect(ask('apply_patch', ['a.md'])).toMatchObject({
    request: { params: { patch: expect.stringContaining('*** Update File: a.md\n') } },
  });
});

test('a question passes only one file to a tool that takes one file', () => {
  expect(ask('write_to_file', ['a.md', 'b.md'])).toEqual({ state: 'too-many-files', tool: 'write_to_file' });
});

test('a question with a command uses the tool that runs commands', () => {
  const about = { mode: 'code', command: 'ls', cwd: 'docs', shell: 'bash' } as const;
  expect(readQuestion(project, { ...about, target: 'execute_command' })).toEqual({
    state: 'call',
    request: { mode: 'code', tool: 'execute_command', params: { command: 'ls', cwd: 'docs' }, shell: 'bash' },
  });
  expect(readQuestion(project, { ...about, target: 'read_file' })).toEqual({ state: 'no-command', tool: 'read_file' });
});
