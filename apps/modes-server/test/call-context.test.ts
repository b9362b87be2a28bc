import { readCallContext } from '@modegate/project/node';
import { describe, expect, test } from 'vitest';
import { createProject, openServer } from './support/open-server.ts';

describe('the call context for conditions of modes', () => {
  test('the call context has the branch of the repository around the project, even in a worktree', () => {
    const head = 'ref: refs/heads/feature/login\n';
    expect(readCallContext(`${createProject({ '.git/HEAD': head, 'app/a.txt': '' })}/app`, {})).toMatchObject({
      branch: 'feature/login',
    });
    const worktree = createProject({ 'real/HEAD': head, 'tree/.git': 'gitdir: ../real\n' });
    expect(readCallContext(`${worktree}/tree`, {}).branch).toBe('feature/login');
  });

  test('the call context has no branch when a commit is checked out', () => {
    const project = createProject({ '.git/HEAD': '8b1a9953c4611296a827abf8c47804d7e6c49c6b\n' });
    expect(readCallContext(project, {})).not.toHaveProperty('branch');
  });

  test.each([
    [{ CI: 'true' }, true],
    [{ CI: '1' }, true],
    [{ CI: 'false' }, false],
    [{ CI: '' }, false],
    [{}, false],
  ])('readCallContext takes the environment %j as CI: %s', (env, ci) => expect(readCallContext('/', env).ci).toBe(ci));
});

test('a mode whose access depends on the branch follows the branch', async () => {
  const modes = `customModes:
  - slug: ship
    name: Ship
    roleDefinition: You ship.
    groups: [read, mcp]
    mcpRestrictions:
      allowedServers: [github]
      when: { branch: main }
`;
  const servers = '{ "mcpServers": { "github": { "command": "github-mcp" } } }';
  const ask = async (head: string) => {
    const files = { '.roomodes': modes, '.roo/mcp.json': servers, '.git/HEAD': head };
    const { call } = await openServer({ files });
    const { facts } = await call('create_task', { mode_slug: 'ship' });
    const asked = { tool_name: 'use_mcp_tool', mcp_server: 'github', mcp_tool: 'release' };
    return (await call('validate_tool_use', { session_id: facts.session_id, ...asked })).facts;
  };
  expect(await ask('ref: refs/heads/main\n')).toMatchObject({ allowed: true });
  expect(await ask('ref: refs/heads/side\n')).toMatchObject({ allowed: false });
});
