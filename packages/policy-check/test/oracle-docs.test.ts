import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseModesText } from '@modegate/mode-core/text';
import { describe, expect, test } from 'vitest';
import { judge, type OracleCall, type OracleMode, type OraclePolicy, oracleTools } from './support/oracle.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/restrictions.md'), 'utf8').replaceAll('\r\n', '\n');
const [modesText = ''] = blocks('yaml');
const [serversText = '{}'] = blocks('json');
const { customModes } = parseModesText(modesText, { source: 'project' }).document as {
  readonly customModes: readonly OracleMode[];
};
const { mcpServers } = JSON.parse(serversText) as { readonly mcpServers: Readonly<Record<string, object>> };
const policy: OraclePolicy = {
  modes: customModes,
  servers: Object.entries(mcpServers).map(([name, entry]) => ({ ...entry, name })),
  disabledTools: [],
};

// What the oracle is not about: modes and restrictions with errors, odd paths, identities that are not given.
const elsewhere = /MODE_INVALID|RESTRICTIONS_INVALID|IDENTITY|PATH_INVALID|TOOL_UNKNOWN/;

describe('the second reading of the rules', () => {
  const cases = exampleRows().flatMap(([mode = '', tool = '', args = '', decision = '']) => {
    const call = toCall(mode, tool, JSON.parse(args) as Readonly<Record<string, string>>);
    return call === undefined || elsewhere.test(decision) || !customModes.some(({ slug }) => slug === mode)
      ? []
      : [{ question: `${mode} ${tool} ${args}`, call, decision }];
  });

  test('the second reading covers most of the example in the docs', () => expect(cases.length).toBeGreaterThan(20));

  test.each(cases)('in the example of the docs, $question is $decision', ({ call, decision }) => {
    const reasons = judge(policy, call);
    if (decision === 'allowed') expect(reasons).toEqual([]);
    else expect(reasons).toContain(decision);
  });
});

function toCall(mode: string, tool: string, args: Readonly<Record<string, string>>): OracleCall | undefined {
  const { server_name: server, tool_name: named, path, ...others } = args;
  if (tool === 'use_mcp_tool')
    return server === undefined || named === undefined ? undefined : { mode, server, tool: named };
  if (tool === 'access_mcp_resource') return server === undefined ? undefined : { mode, server, tool: undefined };
  const isPlain = Object.keys(others).length === 0 || 'content' in others;
  return oracleTools.includes(tool) && isPlain ? { mode, tool, files: path === undefined ? [] : [path] } : undefined;
}

function exampleRows(): readonly (readonly string[])[] {
  const lines = page.split('\n');
  const rest = lines.slice(lines.indexOf('| mode | tool | arguments | decision |') + 2);
  return rest.slice(0, rest.indexOf('')).map((line) => line.slice(2, -2).replaceAll('`', '').split(' | '));
}

function blocks(language: string): readonly string[] {
  return [...page.matchAll(/^```(\w+)[^\n]*\n(.*?)^```$/gms)].flatMap(([, found, text = '']) =>
    found === language ? [text] : [],
  );
}
