import {
  buildMcpToolName,
  isMcpTool,
  normalizeMcpToolName,
  parseMcpToolName,
  sanitizeMcpName,
  toolNamesMatch,
} from '@modegate/mode-core/roo';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('sanitizeMcpName', () => {
  test.each([
    ['', '_'],
    ['my server\t2', 'my_server_2'],
    ['a.b:c/d', 'abcd'],
    ['a---b', 'a-b'],
    ['9lives', '_9lives'],
    ['-tool', '_-tool'],
    ['сервер', '_unnamed'],
    ['my__server', 'my__server'],
  ])('sanitizeMcpName turns %j into %j', (given, expected) => {
    expect(sanitizeMcpName(given)).toBe(expected);
  });
});

describe('buildMcpToolName and parseMcpToolName', () => {
  test('parseMcpToolName restores an ordinary pair', () => {
    expect(buildMcpToolName('github', 'create_issue')).toBe('mcp--github--create_issue');
    expect(parseMcpToolName('mcp--github--create_issue')).toEqual({ serverName: 'github', toolName: 'create_issue' });
  });

  test('a built MCP name is truncated at 64 characters, so a long tool name cannot be restored', () => {
    const name = buildMcpToolName('server', 't'.repeat(80));
    expect(name).toHaveLength(64);
    expect(parseMcpToolName(name)?.toolName).toBe('t'.repeat(64 - 'mcp--server--'.length));
  });

  test.each([57, 58, 70])(
    'a server name of %i characters leaves no room for the tool, so parseMcpToolName returns null',
    (length) => {
      expect(parseMcpToolName(buildMcpToolName('s'.repeat(length), 'tool'))).toBeNull();
    },
  );

  test('parseMcpToolName reads a server name with __ as server and tool', () => {
    expect(buildMcpToolName('my__server', 'tool')).toBe('mcp--my__server--tool');
    expect(parseMcpToolName('mcp--my__server--tool')).toEqual({ serverName: 'my', toolName: 'server--tool' });
  });

  test('a tool name with __ is restored with -- and matches loosely', () => {
    const parsed = parseMcpToolName(buildMcpToolName('server', 'get__all'));
    expect(parsed).toEqual({ serverName: 'server', toolName: 'get--all' });
    expect(toolNamesMatch(parsed?.toolName ?? '', 'get__all')).toBe(true);
  });

  test('parseMcpToolName assigns dashes at the separator to the tool', () => {
    expect(buildMcpToolName('srv-', '-tool')).toBe('mcp--srv---_-tool');
    expect(parseMcpToolName('mcp--srv---_-tool')).toEqual({ serverName: 'srv', toolName: '-_-tool' });
  });

  test('buildMcpToolName replaces a server name in another script entirely', () => {
    expect(buildMcpToolName('сервер', 'tool')).toBe('mcp--_unnamed--tool');
  });

  test.each(['read_file', 'mcp_server_tool', 'mcp--server', 'mcp----tool', 'mcp--server--', 'server__tool', ''])(
    'parseMcpToolName returns null for %j',
    (name) => {
      expect(parseMcpToolName(name)).toBeNull();
    },
  );
});

describe('normalizeMcpToolName', () => {
  test.each([
    ['mcp__server__tool', 'mcp--server--tool'],
    ['mcp--server__tool', 'mcp--server--tool'],
    ['mcp--server--get__all', 'mcp--server--get--all'],
    ['mcp__my-server__get_it', 'mcp--my-server--get_it'],
    ['mcp__server', 'mcp__server'],
    ['mcp-_x', 'mcp-_x'],
    ['mcp_server_tool', 'mcp_server_tool'],
    ['MCP__a__b', 'MCP__a__b'],
    ['read_file', 'read_file'],
  ])('normalizeMcpToolName turns %j into %j', (given, expected) => {
    expect(normalizeMcpToolName(given)).toBe(expected);
  });
});

describe('isMcpTool and toolNamesMatch', () => {
  test.each([
    ['mcp--a--b', true],
    ['mcp__a__b', true],
    ['mcp-_x', true],
    ['MCP__a__b', false],
    ['mcp_a_b', false],
    ['use_mcp_tool', false],
  ])('isMcpTool(%j) is %j', (name, expected) => {
    expect(isMcpTool(name)).toBe(expected);
  });

  test('toolNamesMatch accepts names that differ only in - and _', () => {
    expect(toolNamesMatch('get-user_info', 'get_user-info')).toBe(true);
    expect(toolNamesMatch('get-user', 'get-users')).toBe(false);
    expect(toolNamesMatch('Get', 'get')).toBe(false);
  });
});

describe('MCP tool names, for any server and tool', () => {
  test('a sanitised MCP name contains only letters, digits, _ and -, is never empty and is stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const sanitised = sanitizeMcpName(name);
        expect(sanitised).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]*$/);
        expect(sanitizeMcpName(sanitised)).toBe(sanitised);
      }),
    );
  });

  test('every spelling of the separators normalises to one MCP name', () => {
    const part = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
    fc.assert(
      fc.property(part, part, (server, tool) => {
        for (const name of [`mcp__${server}__${tool}`, `mcp--${server}__${tool}`, `mcp__${server}--${tool}`]) {
          expect(normalizeMcpToolName(name)).toBe(`mcp--${server}--${tool}`);
        }
      }),
    );
  });
});
