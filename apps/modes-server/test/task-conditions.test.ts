import { connectInMemory } from '@modegate/mcp-protocol/testing';
import { conditionTaskStates } from '@modegate/mode-core/modes';
import { taskTransitions } from '@modegate/session-store';
import { describe, expect, test } from 'vitest';
import { createFakeUpstreams } from './support/fake-upstreams.ts';
import { openServer } from './support/open-server.ts';

const mode = (slug: string, task?: object) => ({
  slug,
  name: slug,
  roleDefinition: 'R',
  groups: ['read', 'mcp', 'modes'],
  ...(task === undefined ? {} : { mcpRestrictions: { allowedServers: ['alpha'], when: { task } } }),
});
const modes = JSON.stringify({
  customModes: [
    mode('boss'),
    mode('other'),
    mode('deep', { depth: { min: 1 } }),
    mode('helper', { parentMode: 'boss' }),
    mode('busy', { state: 'active' }),
  ],
});

/** A gateway over `alpha`, and what each of its doors says about one tool of it. */
async function openDoors(flags: object = {}) {
  const server = await openServer({ files: { '.roomodes': modes }, upstreams: createFakeUpstreams(), flags });
  const { call, client } = server;
  const create = async (mode_slug: string, parent_session_id?: string): Promise<string> =>
    (await call('create_task', { mode_slug, parent_session_id })).facts.session_id;
  const ask = async (session_id: string) => {
    const use = { mcp_server: 'alpha', mcp_tool: 'echo' };
    const validated = await call('validate_tool_use', { session_id, tool_name: 'use_mcp_tool', ...use });
    const listed = (await client.listTools()).some(({ name }) => name === 'alpha__echo');
    const available = await call('list_available_tools', { session_id });
    return {
      validate: validated.facts.allowed,
      listed,
      available: JSON.stringify(available.facts).includes('alpha__echo'),
      direct: !(await call('alpha__echo')).isError,
      bySession: !(await call('call_tool', { name: 'alpha__echo', session_id })).isError,
    };
  };
  return { ...server, create, ask };
}

const all = (allowed: boolean) => ({
  validate: allowed,
  listed: allowed,
  available: allowed,
  direct: allowed,
  bySession: allowed,
});

describe('conditions on the task: every entry point of the server gives the same answer', () => {
  test('a condition on the depth of the task gives the same answer everywhere', async () => {
    const { create, ask } = await openDoors();
    const root = await create('deep');
    expect(await ask(root)).toEqual(all(false));
    expect(await ask(await create('deep', root))).toEqual(all(true));
  });

  test('a condition on the mode of the parent follows a switch of that mode', async () => {
    const { create, ask, call } = await openDoors();
    const boss = await create('boss');
    const helper = await create('helper', boss);
    expect(await ask(helper)).toEqual(all(true));
    await call('switch_mode', { session_id: boss, new_mode_slug: 'other' });
    // Switching has made the parent the task of this connection; the helper is that again with a switch to its own mode.
    await call('switch_mode', { session_id: helper, new_mode_slug: 'helper' });
    expect(await ask(helper)).toEqual(all(false));
    await call('switch_mode', { session_id: boss, new_mode_slug: 'boss' });
    await call('switch_mode', { session_id: helper, new_mode_slug: 'helper' });
    expect(await ask(helper)).toEqual(all(true));
    expect(await ask(await create('helper'))).toEqual(all(false));
  });

  test('a condition on the mode of the parent works for another connection in the subtask without its own call', async () => {
    const { create, call, server } = await openDoors();
    const boss = await create('boss');
    const helper = await create('helper', boss);
    const other = await connectInMemory(server);
    await other.callTool('switch_mode', { session_id: helper, new_mode_slug: 'helper' });
    const isListed = async () => (await other.listTools()).some(({ name }) => name === 'alpha__echo');
    expect(await isListed()).toBe(true);
    await call('switch_mode', { session_id: boss, new_mode_slug: 'other' });
    expect(await isListed()).toBe(false);
    expect(await other.callTool('alpha__echo', {})).toMatchObject({ isError: true });
    await call('switch_mode', { session_id: boss, new_mode_slug: 'boss' });
    expect(await isListed()).toBe(true);
  });

  test('a condition on the state follows the task: a call activates it, and a subtask makes its parent wait', async () => {
    const { create, ask, call } = await openDoors();
    const busy = await create('busy');
    expect(await ask(busy)).toEqual(all(true));
    const child = await create('other', busy);
    await call('switch_mode', { session_id: busy, new_mode_slug: 'busy' });
    expect(await ask(busy)).toEqual(all(false));
    await call('complete_task', { session_id: child, status: 'completed' });
    expect(await ask(busy)).toEqual(all(true));
  });

  test('a call without a task is refused by conditions on the task', async () => {
    const { call } = await openDoors({ mode: 'deep' });
    expect(await call('alpha__echo')).toMatchObject({
      isError: true,
      facts: { error: { data: { code: 'CONTEXT_UNKNOWN' } } },
    });
  });
});

test('conditions support every task state except pending', () => {
  expect(['pending', ...conditionTaskStates].toSorted()).toEqual(Object.keys(taskTransitions).toSorted());
});
