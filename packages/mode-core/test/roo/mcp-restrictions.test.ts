import {
  isToolAllowedForMode,
  isValidToolName,
  type McpContext,
  type ModeConfig,
  validateToolUse,
} from '@modegate/mode-core/roo';
import { describe, expect, test } from 'vitest';

const secure = mode('secure', {
  allowedServers: ['weather', 'docs'],
  disallowedServers: ['admin'],
  allowedTools: [
    { serverName: 'weather', toolName: 'get_*' },
    { serverName: 'docs', toolName: 'search_docs' },
  ],
  disallowedTools: [{ serverName: 'weather', toolName: 'get_secrets' }],
});
const open = mode('open');
const modes = [secure, open];

describe('use_mcp_tool with its context in the Roo facade', () => {
  test.each([
    ['weather', 'get_forecast', true],
    ['docs', 'search_docs', true],
    ['docs', 'delete_docs', false],
    ['weather', 'get_secrets', false],
    ['admin', 'anything', false],
    ['other', 'search_docs', false],
    ['Weather', 'get_forecast', false],
  ])('use_mcp_tool on %s / %s is allowed: %j', (serverName, toolName, expected) => {
    expect(withContext('use_mcp_tool', 'secure', { serverName, toolName })).toBe(expected);
    expect(withContext('use_mcp_tool', 'open', { serverName, toolName })).toBe(true);
  });

  test('use_mcp_tool may name server and tool in the arguments instead', () => {
    const params = { server_name: 'docs', tool_name: 'search_docs', arguments: '{}' };
    expect(isToolAllowedForMode('use_mcp_tool', 'secure', modes, undefined, params)).toBe(true);
    expect(isToolAllowedForMode('use_mcp_tool', 'secure', modes, undefined, { ...params, server_name: 'admin' })).toBe(
      false,
    );
  });

  test('use_mcp_tool with a context that contradicts the arguments is denied', () => {
    const params = { server_name: 'admin', tool_name: 'drop', arguments: '{}' };
    const context = { serverName: 'docs', toolName: 'search_docs' };
    expect(
      isToolAllowedForMode('use_mcp_tool', 'secure', modes, undefined, params, undefined, undefined, context),
    ).toBe(false);
  });

  test('use_mcp_tool with a server but no tool is denied', () => {
    expect(withContext('use_mcp_tool', 'secure', { serverName: 'docs' })).toBe(false);
    expect(withContext('use_mcp_tool', 'secure', {})).toBe(false);
  });
});

describe('access_mcp_resource in the Roo facade', () => {
  test('access_mcp_resource is judged by the server only', () => {
    expect(withContext('access_mcp_resource', 'secure', { serverName: 'docs' })).toBe(true);
    expect(withContext('access_mcp_resource', 'secure', { serverName: 'admin' })).toBe(false);
    const params = { server_name: 'docs', uri: 'docs://index' };
    expect(isToolAllowedForMode('access_mcp_resource', 'secure', modes, undefined, params)).toBe(true);
  });
});

describe('a server that is disabled by default', () => {
  test('a server that is disabled by default must be allowed by name in the mode', () => {
    const context = { serverName: 'docs', toolName: 'search_docs', serverDefaultEnabled: false };
    expect(withContext('use_mcp_tool', 'secure', context)).toBe(true);
    expect(withContext('use_mcp_tool', 'open', context)).toBe(false);
    expect(withContext('use_mcp_tool', 'code', context)).toBe(false);
    expect(withContext('use_mcp_tool', 'open', { ...context, serverDefaultEnabled: true })).toBe(true);
  });

  test('a server missing in the context is taken from the arguments, and an unknown one is denied', () => {
    const params = { server_name: 'docs', tool_name: 'search_docs' };
    const context = { serverDefaultEnabled: false };
    expect(isToolAllowedForMode('use_mcp_tool', 'open', modes, undefined, params, undefined, undefined, context)).toBe(
      false,
    );
    expect(withContext('mcp--docs--search', 'open', context)).toBe(false);
  });
});

describe('native MCP tool names in the Roo facade', () => {
  const names = ['mcp--docs--search_docs', 'mcp__docs__search_docs', 'mcp_docs_search_docs'];

  test.each(names)('%s is a valid tool name and requires the group mcp', (name) => {
    expect(isValidToolName(name)).toBe(true);
    expect(isToolAllowedForMode(name, 'code', [])).toBe(true);
    expect(isToolAllowedForMode(name, 'orchestrator', [])).toBe(false);
    expect(() => validateToolUse(name, 'orchestrator', [])).toThrow(
      `Tool "${name}" is not allowed in orchestrator mode.`,
    );
  });

  test.each(names)('%s is judged by the MCP pair of its context', (name) => {
    expect(withContext(name, 'secure', { serverName: 'docs', toolName: 'search_docs' })).toBe(true);
    expect(withContext(name, 'secure', { serverName: 'do.cs', toolName: 'search_docs' })).toBe(false);
  });

  test.each(names)('%s without a context is denied under restrictions, since other servers share the name', (name) => {
    expect(isToolAllowedForMode(name, 'secure', modes)).toBe(false);
    expect(isToolAllowedForMode(name, 'open', modes)).toBe(true);
  });

  test.each(['mcp', 'mcp_', 'mcp-x', 'mcpserver', 'MCP__a__b', 'server__tool', 'mcp-_a'])(
    '%s is not a native MCP tool name',
    (name) => {
      expect(isValidToolName(name)).toBe(false);
      expect(isToolAllowedForMode(name, 'code', [])).toBe(false);
    },
  );
});

describe('the error message of a refused MCP call', () => {
  test('the error of a refused MCP call names server and tool as given in the context', () => {
    const context = { serverName: 'admin', toolName: 'drop' };
    const validate = () =>
      validateToolUse('use_mcp_tool', 'secure', modes, undefined, undefined, undefined, undefined, context);
    expect(validate).toThrow(/^Tool "use_mcp_tool" is not allowed in secure mode \(server: admin, tool: drop\)\.$/);
  });

  test('the error of a refused MCP call has the refusal as its cause', () => {
    const context = { serverName: 'admin', toolName: 'drop' };
    expect(caught(() => validateToolUse('use_mcp_tool', 'secure', modes, undefined, undefined, context))).toMatchObject(
      {
        cause: {
          allowed: false,
          code: 'MCP_SERVER_DISALLOWED',
          by: { pointer: '/customModes/0/mcpRestrictions/disallowedServers/0' },
        },
      },
    );
  });

  test('the error of a refused MCP call names only what is known', () => {
    const validate = (context: McpContext) => () =>
      validateToolUse('access_mcp_resource', 'secure', modes, undefined, undefined, undefined, undefined, context);
    expect(validate({ serverName: 'admin' })).toThrow('is not allowed in secure mode (server: admin).');
    expect(validate({})).toThrow('is not allowed in secure mode.');
  });
});

describe('the position of mcpContext', () => {
  const context = { serverName: 'admin', toolName: 'drop' };

  test('mcpContext is the last parameter, or in the place of experiments or includedTools', () => {
    const ask = (...rest: readonly [(McpContext | Record<string, boolean>)?, (McpContext | string[])?, McpContext?]) =>
      isToolAllowedForMode('use_mcp_tool', 'secure', modes, undefined, undefined, ...rest);
    expect(ask({}, [], context)).toBe(false);
    expect(ask({}, context)).toBe(false);
    expect(ask(context)).toBe(false);
    expect(ask({}, [])).toBe(true);
  });
});

describe('allowedMcpServers of Zoo Code', () => {
  test('allowedMcpServers of Zoo Code is a closed list as well', () => {
    const zoo = [
      { ...open, slug: 'zoo', allowedMcpServers: ['docs'] },
      { ...open, slug: 'none', allowedMcpServers: [] },
    ];
    const ask = (slug: string) =>
      isToolAllowedForMode('use_mcp_tool', slug, zoo, undefined, undefined, { serverName: 'docs', toolName: 'x' });
    expect(ask('zoo')).toBe(true);
    expect(ask('none')).toBe(false);
  });
});

function mode(slug: string, mcpRestrictions?: ModeConfig['mcpRestrictions']): ModeConfig {
  return { slug, name: slug, roleDefinition: 'A role.', groups: ['read', 'mcp'], mcpRestrictions };
}

function withContext(tool: string, slug: string, context: McpContext): boolean {
  return isToolAllowedForMode(tool, slug, modes, undefined, undefined, undefined, undefined, context);
}

function caught(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}
