import {
  createToolChecks,
  customModesSettingsSchema,
  FileRestrictionError,
  isToolAllowedForMode,
  isValidToolName,
  type McpContext,
  type ModeConfig,
  validateToolUse,
} from '@modegate/mode-core/roo';
import { expect, test } from 'vitest';

// Choices that a drop-in has to make knowingly; the numbers are those of docs/roo-facade.md.

const md = mode('md', { groups: ['read', ['edit', { fileRegex: '\\.md$' }]] });

test('S1 the executed arguments are judged with every path, and their presence makes a call an edit', () => {
  const executed = { file_path: 'x.js', old_string: '', new_string: '', path: 'a.md' };
  expect(() => isToolAllowedForMode('edit', 'md', [md], undefined, executed, undefined, ['edit'])).toThrow('Got: x.js');
});

test('S2 paths are normalised before matching, without an option for raw matching', () => {
  const dotted = mode('dotted', { groups: [['edit', { fileRegex: '^\\./docs/' }]] });
  const write = { path: './docs/a.md', content: 'x' };
  expect(() => isToolAllowedForMode('write_to_file', 'dotted', [dotted], undefined, write)).toThrow(
    FileRestrictionError,
  );
  const inside = createToolChecks({ projectRoot: 'C:\\work' });
  expect(
    inside.isToolAllowedForMode('write_to_file', 'md', [md], undefined, { path: 'c:\\work\\a.md', content: 'x' }),
  ).toBe(true);
});

test('S3 every spelling of a native MCP call is recognised and judged by the mode', () => {
  for (const name of ['mcp--s--t', 'mcp__s__t', 'mcp_s_t']) {
    expect(isValidToolName(name), name).toBe(true);
    expect(isToolAllowedForMode(name, 'md', [md]), name).toBe(false);
    expect(() => validateToolUse(name, 'md', [md]), name).toThrow(`Tool "${name}" is not allowed in md mode.`);
  }
});

test('S4 a sanitised or truncated name never authorises a call', () => {
  const restricted = mode('restricted', { mcpRestrictions: { allowedServers: ['my_server'] } });
  const ask = (context?: McpContext) =>
    isToolAllowedForMode(
      'mcp--my_server--t',
      'restricted',
      [restricted],
      undefined,
      undefined,
      undefined,
      undefined,
      context,
    );
  expect(ask()).toBe(false);
  expect(ask({ serverName: 'my server', toolName: 't' })).toBe(false);
  expect(ask({ serverName: 'my_server', toolName: 't' })).toBe(true);
});

test('S5 the file schema refuses a whole file, while the checks judge each mode separately', () => {
  const broken = mode('broken', { groups: [['edit', { fileRegex: '[' }]] });
  expect(customModesSettingsSchema.safeParse({ customModes: [md, broken] }).success).toBe(false);
  expect(isToolAllowedForMode('write_to_file', 'md', [broken, md], undefined, { path: 'a.md', content: 'x' })).toBe(
    true,
  );
  expect(isToolAllowedForMode('write_to_file', 'broken', [broken, md])).toBe(false);
});

test('S6 nothing is cleaned, changed or written: texts are kept, and frozen input is accepted', () => {
  const roleDefinition = 'You write “docs” — and 👨‍💻 code.\u00a0';
  expect(
    customModesSettingsSchema.parse({ customModes: [{ ...md, roleDefinition }] }).customModes[0]?.roleDefinition,
  ).toBe(roleDefinition);
  const frozen = Object.freeze([
    Object.freeze({ ...md, groups: Object.freeze([...md.groups]) as ModeConfig['groups'] }),
  ]);
  expect(isToolAllowedForMode('read_file', 'md', frozen)).toBe(true);
});

test('S7 an empty allow list is closed, and a denial overrides every allowance', () => {
  const use = (restrictions: ModeConfig['mcpRestrictions']) =>
    isToolAllowedForMode('use_mcp_tool', 'm', [mode('m', { mcpRestrictions: restrictions })], undefined, {
      server_name: 's',
      tool_name: 'get_one',
    });
  const tool = (toolName: string) => [{ serverName: 's', toolName }];
  expect(use(undefined)).toBe(true);
  expect(use({})).toBe(true);
  expect(use({ allowedServers: [] })).toBe(false);
  expect(use({ allowedTools: [] })).toBe(false);
  expect(use({ allowedServers: ['s'], disallowedServers: ['s'] })).toBe(false);
  expect(use({ allowedTools: tool('get_one'), disallowedTools: tool('get_*') })).toBe(false);
});

test('S8 server files are not read by the facade, and what the caller says of a server applies', () => {
  const context = { serverName: 's', toolName: 't', serverDefaultEnabled: false };
  const ask = (restrictions: ModeConfig['mcpRestrictions']) =>
    isToolAllowedForMode(
      'use_mcp_tool',
      'm',
      [mode('m', { mcpRestrictions: restrictions })],
      undefined,
      undefined,
      undefined,
      undefined,
      context,
    );
  expect(ask(undefined)).toBe(false);
  expect(ask({ disallowedServers: [] })).toBe(false);
  expect(ask({ allowedServers: ['s'] })).toBe(true);
  expect(ask({ allowedServers: ['*'] })).toBe(true);
});

function mode(slug: string, more: Partial<ModeConfig>): ModeConfig {
  return { slug, name: slug, roleDefinition: 'A role.', groups: ['read', 'mcp'], ...more };
}
