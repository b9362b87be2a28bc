import {
  findCommandEffects,
  mainParameter,
  type PermissionAgentName,
  pathsOfCall,
  permissionAgentNames,
  permissionAgents,
} from '@modegate/agent-policies';
import { expect, test } from 'vitest';

function agentCalled(name: PermissionAgentName) {
  const found = permissionAgents.find((agent) => agent.name === name);
  if (found === undefined) throw new Error(`no agent ${name}`);
  return found;
}

test('the list of agents contains each name once', () => {
  expect(permissionAgents.map(({ name }) => name)).toEqual([...permissionAgentNames]);
});

test.each(permissionAgents)('$title has one default profile without any file', ({ readProfiles, isDefault, name }) => {
  const { profiles, problems } = readProfiles({ project: '/p', home: undefined, files: [] });
  expect(problems).toEqual([]);
  const defaults = profiles.filter(isDefault).map((profile) => profile.name);
  expect(defaults).toHaveLength(1);
  expect(defaults[0]?.split('/')[0]).toBe(name);
});

test.each<[PermissionAgentName, string, string | undefined]>([
  ['claude-code', 'Bash', 'command'],
  ['claude-code', 'Edit', 'file_path'],
  ['claude-code', 'Grep', 'pattern'],
  ['claude-code', 'Glob', 'pattern'],
  ['claude-code', 'WebFetch', 'url'],
  ['claude-code', 'WebSearch', 'query'],
  ['claude-code', 'Task', 'subagent_type'],
  ['claude-code', 'Skill', 'skill'],
  ['claude-code', 'mcp__github__create_issue', undefined],
  ['claude-code', 'constructor', undefined],
  ['opencode', 'edit', 'filePath'],
  ['opencode', 'list', 'path'],
  ['opencode', 'skill', 'name'],
  ['kilo', 'bash', 'command'],
  ['codex', 'exec_command', 'cmd'],
  ['codex', 'apply_patch', 'patch'],
])('the main parameter of %s %s is %s', (agent, tool, parameter) => {
  expect(mainParameter(agentCalled(agent), tool)).toBe(parameter);
});

test.each<[string, readonly string[], boolean]>([
  ['git push', [], false],
  ['git log --output=x', ['writes x (git)'], true],
  ['timeout 5 git push', [], true],
  ['ls > a.txt', ['writes a.txt (>)'], true],
])('findCommandEffects lists what %s does beyond its text', (command, effects, isMoreThanItLooks) => {
  const call = { tool: 'Bash', arguments: { command } };
  expect(findCommandEffects(agentCalled('claude-code'), call)).toMatchObject({ command, effects, isMoreThanItLooks });
});

test('findCommandEffects reports an unreadable command', () => {
  const found = findCommandEffects(agentCalled('opencode'), { tool: 'bash', arguments: { command: 'eval "$x"' } });
  expect(found?.effects[0]).toMatch(/^contains .*, so its text does not show what it does$/);
});

test('findCommandEffects returns nothing for a tool that runs no command', () => {
  const call = { tool: 'Read', arguments: { file_path: 'a', command: 'rm x' } };
  expect(findCommandEffects(agentCalled('claude-code'), call)).toBeUndefined();
});

test('pathsOfCall returns the files, the folders and the files of the command', () => {
  const paths = (tool: string, given: Record<string, unknown>) =>
    pathsOfCall(agentCalled('claude-code'), { tool, arguments: given });
  expect(paths('Read', { file_path: 'a/b' })).toEqual(['a/b']);
  expect(paths('Bash', { command: 'cat a > b' })).toEqual(['b', 'a']);
  expect(paths('Read', { file_path: 7 })).toEqual([]);
  expect(paths('mcp__x__y', { path: 'a' })).toEqual([]);
});
