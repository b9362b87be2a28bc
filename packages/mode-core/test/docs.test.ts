import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  compilePolicy,
  decide,
  listTools,
  type McpServerPolicy,
  type PathKind,
  type Policy,
  refusalCodes,
  type TaskContext,
} from '@modegate/mode-core';
import { parseModesText } from '@modegate/mode-core/text';
import { listCallPaths } from '@modegate/mode-core/tools';
import { describe, expect, test } from 'vitest';
import { checks } from '../src/decide/checks.ts';
import { modeProblemSeverities } from '../src/modes/mode-problem.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/restrictions.md'), 'utf8').replaceAll('\r\n', '\n');

describe('docs/restrictions.md', () => {
  test('docs/restrictions.md lists every refusal code in the order of the table', () => {
    expect(column(table('code', 'when', 'what to do'), 0)).toEqual([...refusalCodes]);
  });

  test('docs/restrictions.md lists every problem code with its severity', () => {
    const rows = table('code', 'severity', 'meaning').map(([code = '', severity]) => [unquote(code), severity]);
    expect(rows).toEqual(Object.entries(modeProblemSeverities));
  });

  test('docs/restrictions.md names the checks in their order', () => {
    expect([...page.matchAll(/^\d+\. `([\w-]+)`: /gm)].map(([, name]) => name)).toEqual(checks.map(([name]) => name));
  });

  test('docs/restrictions.md lists the tools of each group', () => {
    const policy = compilePolicy({ project: [{ ...role, groups: ['read', 'edit', 'browser', 'command', 'mcp'] }] });
    const offered = listTools(policy, 'all');
    for (const [group = '', tools = ''] of table('group', 'tools')) {
      const names = offered.filter((tool) => tool.group === unquote(group)).map(({ name }) => name);
      expect([group, quoted(tools)]).toEqual([group, names]);
    }
  });

  const cases = table('mode', 'tool', 'arguments', 'decision').map((row) => row.map(unquote));
  const policy = examplePolicy();

  test.each(cases)('docs/restrictions.md: %s may call %s with %s: %s', (mode = '', tool = '', args = '', expected) => {
    const params = JSON.parse(args) as Readonly<Record<string, unknown>>;
    const decision = decide(policy, { mode, tool, params });
    expect(decision.allowed ? 'allowed' : decision.code).toBe(expected);
  });

  const folders = table('limit', 'tool', 'arguments', 'at the path', 'decision').map((row) => row.map(unquote));

  test.each(folders)(
    'docs/restrictions.md: under %s, %s with %s, where the path is %s: %s',
    (limit = '', tool = '', args = '', kind, expected) => {
      const groups = [['read', { fileRegex: limit.replaceAll('\\|', '|') }]] as const;
      const params = JSON.parse(args) as Readonly<Record<string, unknown>>;
      const known = kind === 'file' || kind === 'folder' ? listCallPaths(tool, params).map((path) => [path, kind]) : [];
      const pathKinds = Object.fromEntries(known) as Readonly<Record<string, PathKind>>;
      const limited = compilePolicy({ project: [{ ...role, groups }] });
      const decision = decide(limited, { mode: role.slug, tool, params, pathKinds });
      expect(decision.allowed ? 'allowed' : decision.code).toBe(expected);
    },
  );

  const advanced = compilePolicy({ project: parseModesText(blocks('yaml')[2] ?? '', { source: 'project' }) });

  test('docs/restrictions.md shows inheritance, schedules and conditions that load without problems', () => {
    expect(advanced.problems).toEqual([]);
    expect(advanced.modes.map(({ config }) => config.slug)).toContain('night-shift');
  });

  const conditional = table('mode', 'server and tool', 'time and context', 'decision').map((row) => row.map(unquote));

  test.each(conditional)(
    'docs/restrictions.md: %s may use %s with %s: %s',
    (mode = '', call = '', given = '', expected) => {
      const [server = '', tool = ''] = call.split('/');
      const { at, task, ...context } = JSON.parse(given) as { readonly at?: string; readonly task?: TaskContext };
      const time = at === undefined ? {} : { at: Date.parse(at) };
      const decision = decide(advanced, { mode, tool: 'use_mcp_tool', mcp: { server, tool }, context, task, ...time });
      expect(decision.allowed ? 'allowed' : decision.code).toBe(expected);
    },
  );

  test('docs/restrictions.md shows patterns that load without problems', () => {
    const patterns = blocks('yaml')
      .slice(1)
      .filter((text) => text.startsWith('customModes:'));
    expect(patterns.length).toBeGreaterThan(2);
    for (const text of patterns) expect(parseModesText(text, { source: 'project' }).problems).toEqual([]);
  });
});

const role = { slug: 'all', name: 'All', roleDefinition: 'Everything.' };

function examplePolicy(): Policy {
  const [modes = ''] = blocks('yaml');
  const [servers = '{}'] = blocks('json');
  const { mcpServers } = JSON.parse(servers) as { readonly mcpServers: Readonly<Record<string, object>> };
  return compilePolicy({
    project: parseModesText(modes, { source: 'project', file: '.roomodes' }),
    servers: Object.entries(mcpServers).map(([name, entry]): McpServerPolicy => ({ ...entry, name })),
    projectRoot: '/project',
  });
}

function blocks(language: string): readonly string[] {
  return [...page.matchAll(/^```(\w+)[^\n]*\n(.*?)^```$/gms)].flatMap(([, found, text = '']) =>
    found === language ? [text] : [],
  );
}

/** The rows of the one table with these headings, as cells. */
function table(...headings: readonly string[]): readonly (readonly string[])[] {
  const lines = page.split('\n');
  const head = lines.indexOf(`| ${headings.join(' | ')} |`);
  expect(head, `a table with the headings ${headings.join(', ')}`).toBeGreaterThan(0);
  const rest = lines.slice(head + 2);
  return rest.slice(0, rest.indexOf('')).map((line) => line.slice(2, -2).split(' | '));
}

function column(rows: readonly (readonly string[])[], index: number): readonly string[] {
  return rows.map((row) => unquote(row[index] ?? ''));
}

function unquote(cell: string): string {
  return cell.replaceAll('`', '');
}

function quoted(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}
