import { decide, explain, findRule, type ToolRequest } from '@modegate/mode-core';
import { findTool } from '@modegate/mode-core/tools';
import { type PermissionRow, permissionMatrix } from '@modegate/policy-check/permissions';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arbitraryInventory,
  arbitraryPolicies,
  serverNames,
  type TwoPolicies,
  toolNames,
} from '../support/arbitrary-policy.ts';
import { judge, type OracleCall, oracleTools, stands, standsInAnyCase } from '../support/oracle.ts';

// A long search: MODEGATE_PROPERTY_DEPTH=20 vitest run --project unit packages/policy-check/test/matrix-oracle
const runs = 5000;

const files = ['docs/a.md', './docs/x/../a.md', 'src/a.ts', '../a.md', '/docs/a.md', 'README.md', 'b'] as const;
const call: fc.Arbitrary<OracleCall> = fc.oneof(
  fc.record({
    mode: fc.constantFrom('a', 'b', 'none'),
    tool: fc.constantFrom(...oracleTools, 'nothing'),
    files: fc.array(fc.constantFrom(...files), { maxLength: 1 }),
  }),
  fc.record({
    mode: fc.constantFrom('a', 'b', 'none'),
    server: fc.constantFrom(...serverNames, 'other', 'later'),
    tool: fc.constantFrom(...toolNames, 'late', 'Late', 'DELETE_a', 'never_named', 'y', undefined),
  }),
);

describe('decide, explain and the matrix compared with a second reading of the rules', () => {
  test('decide and explain agree with the second reading on random policies and requests', () => {
    fc.assert(
      fc.property(arbitraryPolicies, call, arbitraryInventory, (both, asked, inventory) => {
        expectSameDecision(both, asked);
        const { rows } = permissionMatrix(both.policy, { inventory });
        const row = rows.find((candidate) => isAbout(candidate, asked, rows));
        if (row !== undefined) expectRow(row, both, asked);
      }),
      { numRuns: runs },
    );
  });

  test('every row of a matrix agrees with the second reading', () => {
    fc.assert(
      fc.property(arbitraryPolicies, arbitraryInventory, (both, inventory) => {
        const { rows } = permissionMatrix(both.policy, { inventory });
        for (const row of rows) for (const asked of callsOf(row, rows)) expectRow(row, both, asked);
      }),
      { numRuns: runs / 10 },
    );
  });
});

function expectSameDecision({ plain, policy }: TwoPolicies, asked: OracleCall): void {
  const request = toRequest(asked);
  const reasons = judge(plain, asked);
  const decision = decide(policy, request);
  expect({ asked, allowed: decision.allowed, reasons }).toEqual({ asked, allowed: reasons.length === 0, reasons });
  if (!decision.allowed) expect(reasons).toContain(decision.code);
  const explained = explain(policy, request);
  expect(explained.decision).toEqual(decision);
  expect(explained.steps.at(-1)?.by).toEqual(decision.by);
  expect(findRule(policy, decision.by)).toBeDefined();
}

function toRequest(asked: OracleCall): ToolRequest {
  const { mode } = asked;
  if ('server' in asked) {
    const { server, tool } = asked;
    return tool === undefined
      ? { mode, tool: 'access_mcp_resource', mcp: { server } }
      : { mode, tool: 'use_mcp_tool', mcp: { server, tool } };
  }
  const [path] = asked.files;
  const params = findTool(asked.tool)?.paths?.kind === 'patch' ? { patch: `*** Update File: ${path}\n` } : { path };
  return { mode, tool: asked.tool, params: path === undefined ? {} : params };
}

/** What a row says must be what the oracle says: always, or under the row's own conditions. */
function expectRow(row: PermissionRow, { plain, policy }: TwoPolicies, asked: OracleCall): void {
  const isAllowed = judge(plain, asked).length === 0;
  expect({ row, asked, isAllowed }).toEqual({ row, asked, isAllowed: expectedBy(row, asked) ?? isAllowed });
  expect(findRule(policy, row.by)).toBeDefined();
}

function expectedBy(row: PermissionRow, asked: OracleCall): boolean | undefined {
  if (row.state === 'allowed') return true;
  if (row.state === 'denied') return false;
  if ('server' in asked) return expectedByNames(row, asked.tool);
  if (row.state === 'unknown') return undefined;
  const [file] = asked.files;
  if (file === undefined) return false;
  const path = new URL(file, 'https://host/project/').pathname;
  if (file.startsWith('/') || !path.startsWith('/project/')) return false;
  return row.conditions.every(
    (condition) => condition.kind === 'files' && new RegExp(condition.pattern).test(path.slice('/project/'.length)),
  );
}

/** What the patterns of a row say of a name: those that deny are the whole truth where none allow, and all other names are allowed. */
function expectedByNames({ conditions }: PermissionRow, tool = ''): boolean | undefined {
  const names = conditions.find((condition) => condition.kind === 'tool-names');
  if (names?.kind !== 'tool-names') return undefined;
  const { allow, deny, denyInAnyCase = [], otherwise } = names;
  const isDenied = deny.some((name) => stands(name, tool)) || denyInAnyCase.some((name) => standsInAnyCase(name, tool));
  if (isDenied) return false;
  return otherwise === 'allowed' && allow.length === 0 ? true : undefined;
}

function isAbout({ mode, subject }: PermissionRow, asked: OracleCall, rows: readonly PermissionRow[]): boolean {
  if (mode !== asked.mode) return false;
  if (!('server' in asked)) return subject.kind === 'tool' && subject.tool === asked.tool;
  if (subject.kind === 'mcp-other-servers') return !rows.some((row) => isOnServer(row, asked.server));
  if (!('server' in subject) || subject.server !== asked.server) return false;
  if (asked.tool === undefined) return subject.kind === 'mcp-resources';
  if (subject.kind === 'mcp-tool') return subject.tool === asked.tool;
  return subject.kind === 'mcp-other-tools' && !isNamed(rows, asked.server, asked.tool);
}

function isOnServer({ subject }: PermissionRow, server: string): boolean {
  return 'server' in subject && subject.server === server;
}

function isNamed(rows: readonly PermissionRow[], server: string, tool: string): boolean {
  return rows.some(({ subject }) => subject.kind === 'mcp-tool' && subject.server === server && subject.tool === tool);
}

/** Every call of a small world that a row is about. */
function callsOf(row: PermissionRow, rows: readonly PermissionRow[]): readonly OracleCall[] {
  const { mode, subject } = row;
  if (subject.kind === 'tool') {
    if (!oracleTools.includes(subject.tool)) return [];
    return [[], ...files.map((file) => [file])].map((list) => ({ mode, tool: subject.tool, files: list }));
  }
  const servers = 'server' in subject ? [subject.server] : ['later', 'docs2', 'z'];
  const tools = [...toolNames, 'late', 'Late', 'DELETE_a', 'never_named', 'y', 'zz', 'ss', 'get_', '_a', undefined];
  return servers
    .flatMap((server) => tools.map((tool): OracleCall => ({ mode, server, tool })))
    .filter((asked) => isAbout(row, asked, rows));
}
