import { decide } from '@modegate/mode-core';
import { editModesText, parseModesText } from '@modegate/mode-core/text';
import { check } from '@modegate/policy-check';
import { diffPolicies, permissionMatrix } from '@modegate/policy-check/permissions';
import { describe, expect, test } from 'vitest';
import { exampleWorkspace } from './support/example-workspace.ts';

const file = '.bob/custom_modes.yaml';
const text = `customModes:
  - slug: docs
    name: Docs
    roleDefinition: You write.
    groups:
      - read
      - - edit
        - fileRegex: \\.md$
      - execute
      - skill
      - subagent
  - slug: ask
    name: Ask
    roleDefinition: You answer.
    groups: [read]
`;
const workspace = (path = file, content = text) => exampleWorkspace({ [path]: content });

describe("F6: in Bob's file", () => {
  const { policy } = workspace();
  const stateOf = (mode: string, subject: object) =>
    permissionMatrix(policy, { modes: [mode] }).rows.find(
      (row) => JSON.stringify(row.subject) === JSON.stringify(subject),
    )?.state;

  test("the group 'execute' runs commands for decide, for the matrix and for the rules", () => {
    expect(decide(policy, { mode: 'docs', tool: 'execute_command' })).toMatchObject({
      allowed: true,
      by: { file, pointer: '/customModes/0/groups/2' },
    });
    expect(stateOf('docs', { kind: 'tool', tool: 'execute_command' })).toBe('allowed');
    expect(stateOf('ask', { kind: 'tool', tool: 'execute_command' })).toBe('denied');
    expect(check(workspace()).findings.map(({ rule }) => rule)).toContain('M040');
  });

  test('the other groups of Bob are unknown in the matrix, are refused, and cause no error', () => {
    expect([
      stateOf('docs', { kind: 'group', group: 'skill' }),
      stateOf('docs', { kind: 'group', group: 'subagent' }),
    ]).toEqual(['unknown', 'unknown']);
    expect(stateOf('ask', { kind: 'group', group: 'skill' })).toBe('denied');
    expect(decide(policy, { mode: 'docs', tool: 'subagent' })).toMatchObject({ allowed: false });
    expect(check(workspace()).findings.map(({ rule }) => rule)).not.toContain('M008');
  });

  test('diffPolicies reports an added group as a grant', () => {
    const after = workspace(file, text.replace('groups: [read]', 'groups: [read, todo]')).policy;
    const { changes } = diffPolicies({ policy }, { policy: after });
    expect(changes.map(({ kind, mode, subject, mayGrant }) => [kind, mode, subject, mayGrant])).toEqual([
      ['gained', 'ask', { kind: 'group', group: 'todo' }, true],
    ]);
  });

  test("an edit keeps Bob's group names", () => {
    const [docs] = parseModesText(text, { source: 'project', file }).modes;
    if (docs === undefined) throw new Error('The mode is there.');
    expect(editModesText(text, { kind: 'save', mode: { ...docs.config } }, { file }).changed).toBe(false);
    const groups = [...docs.config.groups, 'mcp' as const];
    const edited = editModesText(text, { kind: 'save', mode: { ...docs.config, groups } }, { file }).text;
    expect(edited).toContain('execute');
    expect(edited).not.toContain('command');
    expect(decide(workspace(file, edited).policy, { mode: 'docs', tool: 'execute_command' }).allowed).toBe(true);
  });
});

test("F6: in any file other than Bob's, 'execute' is a group that nobody has", () => {
  const { policy } = workspace('.roomodes');
  expect(decide(policy, { mode: 'docs', tool: 'execute_command' })).toMatchObject({
    allowed: false,
    code: 'GROUP_MISSING',
  });
  expect(permissionMatrix(policy).rows.filter(({ subject }) => subject.kind === 'group')).toEqual([]);
  expect(check(workspace('.roomodes')).findings.map(({ rule }) => rule)).toContain('M008');
});
