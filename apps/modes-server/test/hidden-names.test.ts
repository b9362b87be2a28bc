import { connectInMemory } from '@modegate/mcp-protocol/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createFakeUpstreams, tool } from './support/fake-upstreams.ts';
import { openServer } from './support/open-server.ts';

const mode = (slug: string, allowedServers: readonly string[]) => ({
  slug,
  name: slug,
  roleDefinition: 'r',
  groups: ['mcp'],
  mcpRestrictions: { allowedServers },
});

const modes = { customModes: [mode('docs', ['wiki']), mode('docs-writer', []), mode('secret-admin', ['vault'])] };

/** A server with a client whose credential opens two modes, neither of them `secret-admin`, in one of which its task works. */
async function open() {
  const upstreams = createFakeUpstreams({ wiki: { tools: [tool('read')] }, vault: { tools: [tool('unseal')] } });
  const modesServer = await openServer({ upstreams, files: { '.roomodes': JSON.stringify(modes) } });
  modesServer.scopes.set('bob', { principal: { id: 'token:bob', modes: ['docs', 'docs-writer'] } });
  const client = await connectInMemory(modesServer.server, { connectionId: 'bob' });
  onTestFinished(() => client.close());
  const answer = async (name: string, args: object) => {
    try {
      return JSON.stringify(await client.callTool(name, args));
    } catch (error) {
      return JSON.stringify([error, (error as Error).message]);
    }
  };
  const created = await client.callTool('create_task', { mode_slug: 'docs-writer' });
  return { answer, session_id: String(created.metadata?.session_id) };
}

test('V12, Q3: no answer names a mode or server that the credential and the mode do not allow', async () => {
  const { answer, session_id } = await open();
  const answers = await Promise.all([
    answer('create_task', { mode_slug: 'secret-admi' }),
    answer('create_task', { mode_slug: 'nothing-like-it' }),
    answer('switch_mode', { session_id, new_mode_slug: 'secret-admi' }),
    answer('get_mode_info', { mode_slug: 'secret-admi' }),
    answer('list_modes', {}),
    answer('validate_tool_use', { session_id, tool_name: 'use_mcp_tool', mcp_server: 'vaul', mcp_tool: 'unseal' }),
    answer('validate_tool_use', { session_id, tool_name: 'wiki__read' }),
    answer('wiki__read', {}),
    answer('list_available_tools', {}),
    answer('call_tool', { name: 'vault__unsea', arguments: {} }),
    answer('call_tool', { name: 'wiki__read', arguments: {} }),
  ]);
  for (const each of answers) expect(each).not.toMatch(/secret-admin|vault__unseal|'vault'/);
  expect(answers[0]).toContain('docs-writer');
  // What would allow a refused call is said as far as it is open.
  expect(answers[7]).toContain('Modes that allow it: docs.');
});
