import { compilePolicy, decide, explain } from '@modegate/mode-core';
import { buildMcpToolName } from '@modegate/mode-core/tools';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const policy = compilePolicy({
  project: [
    {
      slug: 'reader',
      name: 'Reader',
      roleDefinition: 'r',
      groups: ['read', 'mcp'],
      mcpRestrictions: { allowedServers: ['up'], allowedTools: [{ serverName: 'up', toolName: 'get_*' }] },
    },
    { slug: 'all', name: 'A', roleDefinition: 'r', groups: ['read', 'edit', 'command', 'mcp'] },
  ],
  servers: [{ name: 'up' }, { name: 'secretsrv' }],
});
const ask = (tool: string, mcp: { server: string; tool: string }, mode = 'reader') => {
  const decision = decide(policy, { mode, tool, mcp, params: {} });
  return decision.allowed ? 'allowed' : decision.code;
};

describe('security M1: wire names and MCP pairs', () => {
  const up = { server: 'up', tool: 'get_x' };

  test.each([
    'mcp--secretsrv--del_x',
    'mcp--up--del_x',
    'mcp--secretsrv--get_x',
    'secretsrv__del_x',
    'up__get_y',
    'mcp_secretsrv_del_x',
    'mcp--up--get_x_more',
    'up__get_x__y',
  ])('the wire name %s with the pair of another tool is refused', (name) => {
    expect(ask(name, up)).toBe('MCP_IDENTITY_MISMATCH');
    expect(ask(name, up, 'all')).toBe('MCP_IDENTITY_MISMATCH');
  });

  test.each(['delete_file', 'write_to_file', 'execute_command', 'ask_followup_question'])(
    'the native tool name %s with an MCP pair is refused',
    (name) => expect(ask(name, up)).toBe('MCP_IDENTITY_MISMATCH'),
  );

  test.each(['get_x', 'up_get_x', 'future_tool', 'Write_To_File', ''])(
    '%j is not the name of an MCP tool, with or without a pair',
    (name) => expect(ask(name, up)).toBe('TOOL_UNKNOWN'),
  );

  test.each(['use_mcp_tool', 'mcp--up--get_x', 'mcp__up__get_x', 'mcp_up_get_x', 'up__get_x', 'mcp--up--get-x'])(
    'the wire name %s matches its pair',
    (name) => expect(ask(name, up)).toBe('allowed'),
  );

  test('a remembered answer applies only to the wire name that matched the pair', () => {
    expect(ask('mcp--up--get_z', { server: 'up', tool: 'get_z' })).toBe('allowed');
    expect(ask('mcp--secretsrv--get_z', { server: 'up', tool: 'get_z' })).toBe('MCP_IDENTITY_MISMATCH');
    expect(ask('mcp--up--get_z', { server: 'up', tool: 'get_z' })).toBe('allowed');
    expect(ask('mcp--secretsrv--a', { server: 'secretsrv', tool: 'a' })).toBe('MCP_SERVER_NOT_ALLOWED');
    expect(ask('mcp--up--a', { server: 'secretsrv', tool: 'a' })).toBe('MCP_IDENTITY_MISMATCH');
  });

  test('wire names that programs sanitise, truncate or hash match their pairs', () => {
    const server = 'github.com/owner/some-long-server-name';
    const tool = 'create_or_update_pull_request_review_comment';
    const agrees = (name: string) => decide(policy, { mode: 'all', tool: name, mcp: { server, tool } });
    const isUnknown = (name: string) => expect(agrees(name)).toMatchObject({ code: 'MCP_SERVER_UNKNOWN' });
    isUnknown(buildMcpToolName(server, tool));
    isUnknown('mcp__github_com_owner_some-long-server-name__create_or_update_pull_request_review_comment');
    isUnknown('some-long-server__create_or_u_0123abcd'.replace('some-long-server', 'long-server-name'));
    expect(agrees('other__create_or_u_0123abcd')).toMatchObject({ code: 'MCP_IDENTITY_MISMATCH' });
  });

  test('every wire name that the Roo family builds matches its pair, and decide agrees with explain', () => {
    const name = fc.string({
      unit: fc.constantFrom('a', 'B', '_', '-', '.', ' ', '/', 'é', '1', '__'),
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(name, name, name, (server, tool, other) => {
        const open = compilePolicy();
        const asked = (called: string) => decide(open, { mode: 'code', tool: called, mcp: { server, tool } });
        expect(asked(buildMcpToolName(server, tool))).toMatchObject({ allowed: true });
        const mixed = { mode: 'code', tool: buildMcpToolName(other, tool), mcp: { server, tool } };
        expect(decide(open, mixed)).toEqual(explain(open, mixed).decision);
      }),
    );
  });
});
