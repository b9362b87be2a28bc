import { compilePolicy, decide, listTools, type PolicyInput } from '@modegate/mode-core';
import type { McpRestrictions } from '@modegate/mode-core/modes';
import { describe, expect, test } from 'vitest';

const ask = (
  mcpRestrictions: McpRestrictions | undefined,
  call: string,
  input: Partial<PolicyInput> = { servers: [] },
) => {
  const [server = '', tool] = call.split('/');
  const mode = { slug: 'm', name: 'M', roleDefinition: 'r', groups: ['mcp'] as const };
  const policy = compilePolicy({ project: [{ ...mode, ...(mcpRestrictions && { mcpRestrictions }) }], ...input });
  const asked = tool === undefined ? 'access_mcp_resource' : 'use_mcp_tool';
  const decision = decide(policy, { mode: 'm', tool: asked, mcp: { server, tool } });
  return decision.allowed ? 'allowed' : decision.code;
};

describe('a server that no file configures', () => {
  test('an unconfigured server is judged by the rules of a mode that allows it by its exact name', () => {
    expect(ask({ allowedServers: ['github'] }, 'github/create_issue')).toBe('allowed');
    expect(ask({ allowedServers: ['github'] }, 'github')).toBe('allowed');
    expect(ask({ allowedTools: [{ serverName: 'github', toolName: 'get_*' }] }, 'github/get_issue')).toBe('allowed');
    expect(ask({ allowedTools: [{ serverName: 'github', toolName: 'get_*' }] }, 'github/delete')).toBe(
      'MCP_TOOL_NOT_ALLOWED',
    );
    expect(ask({ allowedServers: ['github'], disallowedServers: ['git*'] }, 'github/x')).toBe('MCP_SERVER_DISALLOWED');
    expect(ask({ allowedServers: ['github'], disallowedTools: [{ serverName: '*', toolName: 'x' }] }, 'github/x')).toBe(
      'MCP_TOOL_DISALLOWED',
    );
    expect(
      ask({ allowedServers: ['gitlab'], allowedTools: [{ serverName: 'github', toolName: 'x' }] }, 'github/x'),
    ).toBe('MCP_SERVER_NOT_ALLOWED');
  });

  test.each<[McpRestrictions | undefined]>([
    [undefined],
    [{}],
    [{ allowedServers: ['*'] }],
    [{ allowedServers: ['git*', 'githu?'] }],
    [{ allowedTools: [{ serverName: '*', toolName: 'x' }] }],
    [{ disallowedServers: ['github'] }],
    [{ disallowedTools: [{ serverName: 'github', toolName: 'y' }] }],
    [{ allowedServers: ['GitHub'] }],
  ])('an unconfigured server is unknown to a mode that does not name it: %j', (restrictions) =>
    expect(ask(restrictions, 'github/x')).toBe('MCP_SERVER_UNKNOWN'),
  );

  test('a server entry that cannot be read refuses calls, whatever the mode names', () => {
    const servers = [{ name: 'github', invalid: 'no command' }];
    expect(ask({ allowedServers: ['github'] }, 'github/x', { servers })).toBe('MCP_SERVER_INVALID');
  });

  test('an unreadable server file refuses all servers that no other file configures', () => {
    const input = { servers: [{ name: 'wiki' }], serverFilesUnreadable: '.roo/mcp.json:3 is not JSON.' };
    expect(ask({ allowedServers: ['github', 'wiki'] }, 'github/x', input)).toBe('MCP_SERVER_UNKNOWN');
    expect(ask({ allowedServers: ['github', 'wiki'] }, 'wiki/x', input)).toBe('allowed');
    // Also for a caller that read no other file.
    expect(ask({ allowedServers: ['github'] }, 'github/x', { serverFilesUnreadable: 'x' })).toBe('MCP_SERVER_UNKNOWN');
    expect(ask(undefined, 'github/x', { serverFilesUnreadable: 'x' })).toBe('MCP_SERVER_UNKNOWN');
  });

  test('the refusal of an unconfigured server says what would make it known', () => {
    const reasonOf = (input: Partial<PolicyInput>) => {
      const mode = { slug: 'm', name: 'M', roleDefinition: 'r', groups: ['mcp'] as const };
      const decision = decide(compilePolicy({ project: [mode], ...input }), {
        mode: 'm',
        tool: 'use_mcp_tool',
        mcp: { server: 'githb', tool: 'x' },
      });
      return decision.allowed ? '' : decision.reason;
    };
    expect(reasonOf({ servers: [{ name: 'github' }] })).toBe(
      "Unknown MCP server 'githb'. Did you mean 'github'? No configuration file contains it, and mode 'm' does not allow it by its exact name.",
    );
    expect(reasonOf({ servers: [], serverFilesUnreadable: 'mcp.json is not JSON.' })).toBe(
      "Unknown MCP server 'githb'. A server file could not be read and may restrict this server, so only servers that are configured in another file are allowed. mcp.json is not JSON.",
    );
  });

  test('Q3, V12: the refusal of an unknown server names none that the mode may not use', () => {
    const mode = {
      slug: 'm',
      name: 'M',
      roleDefinition: 'r',
      groups: ['mcp'] as const,
      mcpRestrictions: { disallowedServers: ['admin-*'] },
    };
    const servers = [{ name: 'admin-server' }, { name: 'off-server', disabled: true }, { name: 'weather-server' }];
    const policy = compilePolicy({ project: [mode], servers });
    for (const server of ['weather-server ', 'off-serve', 'admin-serve']) {
      const decision = decide(policy, { mode: 'm', tool: 'use_mcp_tool', mcp: { server, tool: 'x' } });
      expect(decision).toMatchObject({ allowed: false });
      expect(JSON.stringify(decision)).not.toMatch(/admin-server|off-server/);
    }
    const near = decide(policy, { mode: 'm', tool: 'use_mcp_tool', mcp: { server: 'weather-serve', tool: 'x' } });
    expect(near).toMatchObject({ reason: expect.stringContaining("Did you mean 'weather-server'?") });
  });

  test('a caller that does not supply servers is answered by the rules of the mode', () => {
    expect(ask(undefined, 'github/x', {})).toBe('allowed');
    expect(ask({ disallowedServers: ['github'] }, 'github/x', {})).toBe('MCP_SERVER_DISALLOWED');
  });

  test('listTools offers use_mcp_tool if the mode allows an unconfigured server by name', () => {
    const offers = (mcpRestrictions: McpRestrictions) => {
      const mode = { slug: 'm', name: 'M', roleDefinition: 'r', groups: ['mcp'] as const, mcpRestrictions };
      return listTools(compilePolicy({ project: [mode], servers: [] }), 'm').some(
        ({ name }) => name === 'use_mcp_tool',
      );
    };
    expect(offers({ allowedServers: ['github'] })).toBe(true);
    expect(offers({ allowedServers: ['*'] })).toBe(false);
  });
});

describe('wildcards in server names', () => {
  test('review C1: ? matches one code point', () => {
    const denies = (toolName: string, tool: string) =>
      ask({ disallowedTools: [{ serverName: '*', toolName }] }, `s/${tool}`, {}) === 'MCP_TOOL_DISALLOWED';
    expect(denies('?', '😀')).toBe(true);
    expect(denies('??', '😀')).toBe(false);
    expect(denies('a?c*', 'a😀c')).toBe(true);
    expect(denies('*?', '😀')).toBe(true);
    expect(denies('?', '\uD83D')).toBe(true);
  });
});
