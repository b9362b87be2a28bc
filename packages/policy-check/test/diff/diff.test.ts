import { compilePolicy, decide, type ModeConfig, type Policy } from '@modegate/mode-core';
import {
  describeDiff,
  describeRow,
  diffPolicies,
  formatSubject,
  type PermissionRow,
  type PermissionSubject,
  permissionMatrix,
  type ServerInventory,
  subjectKey,
} from '@modegate/policy-check/permissions';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryInventory, arbitraryPolicies } from '../support/arbitrary-policy.ts';

const writer = (fileRegex: string): ModeConfig => ({
  slug: 'writer',
  name: 'Writer',
  roleDefinition: 'You write.',
  groups: ['read', ['edit', { fileRegex }]],
});
const code = (more: Partial<ModeConfig>): ModeConfig => ({
  slug: 'code',
  name: 'Code',
  roleDefinition: 'You code.',
  groups: ['read', 'mcp'],
  ...more,
});
const compile = (...project: readonly ModeConfig[]) =>
  compilePolicy({ project, builtin: [], servers: [{ name: 'github' }] });
const inventory = [{ name: 'github', tools: [{ name: 'search' }, { name: 'delete_repo' }] }];
const diff = (before: Policy, after: Policy, files?: readonly string[]) =>
  diffPolicies({ policy: before, inventory }, { policy: after, inventory }, { files });

describe('diffPolicies', () => {
  test('diffPolicies returns nothing if, and only if, the matrices are the same', () => {
    fc.assert(
      fc.property(arbitraryPolicies, arbitraryPolicies, arbitraryInventory, (first, second, known) => {
        const subjects = subjectsOf([first.policy, second.policy], known);
        const [before, after] = [first, second].map(({ policy }) =>
          meaning(permissionMatrix(policy, { subjects }).rows),
        );
        const found = diffPolicies(
          { policy: first.policy, inventory: known },
          { policy: second.policy, inventory: known },
        );
        expect(found.changes.length === 0).toBe(JSON.stringify(before) === JSON.stringify(after));
        const same = diffPolicies(
          { policy: first.policy, inventory: known },
          { policy: first.policy, inventory: known },
        );
        expect(same).toEqual({ changes: [], addedModes: [], removedModes: [] });
      }),
      { numRuns: 500 },
    );
  });

  test('R1-10: a diff shows the servers that a mode inherits from a hidden mode', () => {
    const hidden = code({ slug: 'base', mcpRestrictions: { allowedServers: ['ticket-desk'] } });
    const heir = code({ slug: 'heir', mcpRestrictions: { extends: 'base' } });
    const after = compilePolicy({ project: [code({ slug: 'base', groups: [] })], global: [hidden, heir], builtin: [] });
    const { changes } = diffPolicies({ policy: compilePolicy({ builtin: [] }) }, { policy: after });
    const granted = changes.filter(({ mode, mayGrant }) => mode === 'heir' && mayGrant);
    expect(granted.map(({ subject }) => subject)).toContainEqual({ kind: 'mcp-resources', server: 'ticket-desk' });
  });

  test('what a diff in one direction gains, the reverse diff loses', () => {
    const opposite = { gained: 'lost', lost: 'gained', widened: 'narrowed', narrowed: 'widened', changed: 'changed' };
    fc.assert(
      fc.property(arbitraryPolicies, arbitraryPolicies, (first, second) => {
        const there = diffPolicies(first, second).changes;
        const back = new Map(diffPolicies(second, first).changes.map((change) => [keyOf(change), change.kind]));
        expect(there.map((change) => [keyOf(change), opposite[change.kind]])).toEqual(
          there.map((change) => [keyOf(change), back.get(keyOf(change))]),
        );
        expect(back.size).toBe(there.length);
      }),
      { numRuns: 300 },
    );
  });

  test('every newly allowed call belongs to a change that may grant', () => {
    fc.assert(
      fc.property(arbitraryPolicies, arbitraryPolicies, (first, second) => {
        const { changes } = diffPolicies(first, second);
        const grants = new Set(changes.filter(({ mayGrant }) => mayGrant).map(keyOf));
        const subjects = subjectsOf([first.policy, second.policy]);
        for (const mode of ['a', 'b'])
          for (const subject of subjects) {
            if (subject.kind !== 'mcp-tool') continue;
            const request = { mode, tool: 'use_mcp_tool', mcp: subject };
            const isNew = decide(second.policy, request).allowed && !decide(first.policy, request).allowed;
            if (isNew) expect(grants).toContain(keyOf({ mode, subject }));
          }
      }),
      { numRuns: 200 },
    );
  });

  test('a diff names a tool that a mode gains, with the rule', () => {
    const before = compile(
      code({ mcpRestrictions: { disallowedTools: [{ serverName: 'github', toolName: 'delete_*' }] } }),
    );
    const found = diff(before, compile(code({})));
    expect(found.changes.map(({ kind, message }) => [kind, message])).toEqual([
      [
        'gained',
        'code gains github/delete_repo: it was denied, and is now allowed by project (/customModes/0/groups/1).',
      ],
      [
        'widened',
        'code has fewer limits on other tools of github: it was allowed for some names (denied for delete_*; otherwise allowed), and is now allowed by project (/customModes/0/groups/1).',
      ],
    ]);
    expect(describeDiff(found)).toEqual([
      'code gains github/delete_repo.',
      'code has fewer limits on other tools of github.',
    ]);
    expect(diff(compile(code({})), before).changes.map(({ kind, mayGrant }) => [kind, mayGrant])).toEqual([
      ['lost', false],
      ['narrowed', false],
    ]);
  });

  test('R1-10: removing a limit that covers the whole project also opens paths outside it to folder tools', () => {
    const reader = (groups: ModeConfig['groups']) => compile({ ...writer('x'), groups });
    const { changes } = diff(reader([['read', { fileRegex: '.*' }]]), reader(['read']));
    expect(changes.map(({ kind, mayGrant, subject }) => [kind, mayGrant, formatSubject(subject)])).toContainEqual([
      'widened',
      true,
      'search_files',
    ]);
  });

  test('R1-10: the tools that call servers grant nothing if every server stays closed', () => {
    const before = compile(code({ groups: ['read'] }));
    const closed = compile(code({ mcpRestrictions: { allowedServers: [] } }));
    expect(diff(before, closed).changes.map(({ mayGrant }) => mayGrant)).toEqual([false, false]);
    expect(diff(before, compile(code({}))).changes.every(({ mayGrant }) => mayGrant)).toBe(true);
  });

  test('a removed limit widens, an added one narrows, and a changed one is reported with the files it opens', () => {
    const kinds = (before: ModeConfig, after: ModeConfig) =>
      new Set(diff(compile(before), compile(after)).changes.map(({ kind }) => kind));
    const both: ModeConfig = {
      ...writer(''),
      groups: ['read', ['edit', { fileRegex: '^docs/' }], ['edit', { fileRegex: 'md$' }]],
    };
    expect(kinds(writer('^docs/'), { ...writer(''), groups: ['read', 'edit'] })).toEqual(new Set(['widened']));
    expect(kinds(writer('^docs/'), both)).toEqual(new Set(['narrowed']));
    expect(kinds(writer('^docs/'), { ...writer(''), groups: ['read'] })).toEqual(new Set(['lost']));
    const found = diff(compile(writer('^docs/')), compile(writer('^(docs|src)/')), ['docs/a', 'src/a', 'x']);
    expect(new Set(found.changes.map(({ kind, mayGrant }) => `${kind} ${mayGrant}`))).toEqual(
      new Set(['changed true']),
    );
    expect(found.changes[0]?.files).toEqual({ gained: ['src/a'], lost: [] });
    expect(found.changes[0]?.message).toContain('This opens src/a.');
  });

  test('a diff shows case-insensitive denials, which close more than others', () => {
    const denying = (disabledTools: readonly string[], disabledInAnyCase?: boolean) =>
      compilePolicy({
        project: [code({})],
        builtin: [],
        servers: [{ name: 'github', disabledTools, disabledInAnyCase }],
      });
    const kinds = (before: Policy, after: Policy) =>
      diff(before, after)
        .changes.filter(({ subject }) => subject.kind === 'mcp-other-tools')
        .map(({ kind }) => kind);
    const [none, withCase, inAnyCase] = [denying([]), denying(['push_*']), denying(['push_*'], true)];
    expect(kinds(none, inAnyCase)).toEqual(['narrowed']);
    expect(kinds(withCase, inAnyCase)).toEqual(['narrowed']);
    expect(kinds(inAnyCase, withCase)).toEqual(['widened']);
    expect(kinds(inAnyCase, denying(['push_*', 'fork'], true))).toEqual(['narrowed']);
    expect(kinds(denying(['push_*', 'fork'], true), inAnyCase)).toEqual(['widened']);
    expect(kinds(withCase, denying(['fork_*'], true))).toEqual(['changed']);
    expect(kinds(denying(['fork']), denying(['fork'], true))).toEqual(['narrowed']);
    expect(diff(none, inAnyCase).changes.map(({ message }) => message)).toEqual([
      expect.stringContaining('is now allowed for some names (denied for push_*, ignoring case; otherwise allowed)'),
    ]);
  });

  test('a diff reports new and removed modes', () => {
    const found = diff(compile(code({})), compile(writer('^docs/')));
    expect(found).toMatchObject({ addedModes: ['writer'], removedModes: ['code'] });
    expect(describeDiff(found).slice(0, 2)).toEqual(['Mode writer is new.', 'Mode code is gone.']);
    expect(found.changes.find(({ mode, subject }) => mode === 'code' && subject.kind === 'mcp-resources')?.kind).toBe(
      'lost',
    );
  });

  test('a changed description or line makes no difference, a changed schedule does', () => {
    const described: ModeConfig = {
      ...writer(''),
      groups: ['read', ['edit', { fileRegex: '^docs/', description: 'Docs' }]],
    };
    expect(diff(compile(writer('^docs/')), compile(described)).changes).toEqual([]);
    const scheduled = code({ mcpRestrictions: { schedule: { timeZone: 'UTC', days: ['mon'] } } });
    expect(new Set(diff(compile(code({})), compile(scheduled)).changes.map(({ kind }) => kind))).toEqual(
      new Set(['narrowed']),
    );
  });
});

function keyOf({ mode, subject }: { readonly mode: string; readonly subject: PermissionRow['subject'] }): string {
  return JSON.stringify([
    mode,
    subject.kind,
    'server' in subject ? subject.server : '',
    'tool' in subject ? subject.tool : '',
  ]);
}

/** A matrix without where its rules stand: state and conditions, the order and the descriptions of limits left out. */
function meaning(rows: readonly PermissionRow[]): unknown {
  return rows.map((row) => [
    keyOf(row),
    row.state,
    row.state === 'denied'
      ? []
      : [
          ...new Set(row.conditions.map((condition) => JSON.stringify({ ...condition, description: undefined }))),
        ].sort(),
  ]);
}

/** Everything that one of some policies names, each subject once. */
function subjectsOf(policies: readonly Policy[], known?: readonly ServerInventory[]): readonly PermissionSubject[] {
  const rows = policies.flatMap((policy) => permissionMatrix(policy, { inventory: known, modes: ['a'] }).rows);
  return [...new Map(rows.map(({ subject }) => [subjectKey(subject), subject])).values()];
}

describe('R1-9, N1: tools that take folders are shown as what they are', () => {
  const reader = (...groups: ModeConfig['groups']): ModeConfig => ({
    slug: 'm',
    name: 'M',
    roleDefinition: 'R',
    groups,
  });
  const limited = reader(['read', { fileRegex: '^src/' }], ['edit', { fileRegex: '^docs/' }]);
  const stateOf = (policy: Policy, tool: string) =>
    permissionMatrix(policy).rows.find(
      ({ mode, subject }) => mode === 'm' && subject.kind === 'tool' && subject.tool === tool,
    );

  test.each(['search_files', 'list_files', 'codebase_search'])('a diff shows %s under a limit on read', (tool) => {
    const policy = compile(limited);
    expect(decide(policy, { mode: 'm', tool, params: { path: 'src' }, pathKinds: { src: 'folder' } }).allowed).toBe(
      true,
    );
    expect(stateOf(policy, tool)).toMatchObject({
      state: 'limited',
      conditions: [{ kind: 'files', pattern: '^src/', takesFolders: true }],
    });
  });

  test('a diff describes delete_file under a limit on edit in words', () => {
    const row = stateOf(compile(limited), 'delete_file');
    expect(row).toMatchObject({ state: 'limited', conditions: [{ pattern: '^docs/', takesFolders: true }] });
    expect(row && describeRow(row)).toBe(
      'allowed for files that match ^docs/, and for folders that contain only such files',
    );
    const write = stateOf(compile(limited), 'write_to_file');
    expect(write && describeRow(write)).toBe('allowed for files that match ^docs/');
  });

  test('a diff reports folder searches that are now allowed', () => {
    const policyOf = (mode: ModeConfig) =>
      compilePolicy({ project: [mode], builtin: [], servers: [], disabledTools: ['read_file'] });
    const { changes } = diffPolicies({ policy: policyOf(reader()) }, { policy: policyOf(limited) });
    const gained = changes.filter(({ kind }) => kind === 'gained').map(({ subject }) => formatSubject(subject));
    expect(gained).toEqual(expect.arrayContaining(['search_files', 'list_files', 'codebase_search']));
  });

  test('a diff judges the files that a changed limit opens as files', () => {
    const [before, after] = ['^docs/a', '^docs/'].map((fileRegex) => compile(reader(['edit', { fileRegex }])));
    const { changes } = diff(before as Policy, after as Policy, ['docs/b.md']);
    const deleted = changes.find(({ subject }) => subject.kind === 'tool' && subject.tool === 'delete_file');
    expect(deleted?.files?.gained).toEqual(['docs/b.md']);
  });
});

describe('N4: a limit that allows more is a grant', () => {
  test.each([
    ['^docs/.*\\.md$', '.*'],
    ['^docs/', '^docs/|^src/'],
    ['a|b', 'b|c|a'],
    ['a', ''],
  ])('a change of a file limit from %j to %j is a grant', (before, after) => {
    const kinds = (first: string, second: string) =>
      diff(compile(writer(first)), compile(writer(second))).changes.map(({ kind }) => kind);
    expect(new Set(kinds(before, after))).toEqual(new Set(['widened']));
    expect(new Set(kinds(after, before))).toEqual(new Set(['narrowed']));
  });

  test.each([
    ['a|b', 'b|a'],
    ['.*', '^'],
  ])('the limits %j and %j allow the same files', (before, after) => {
    expect(diff(compile(writer(before)), compile(writer(after))).changes).toEqual([]);
  });

  test('the heading says that a change may be a grant where that cannot be determined', () => {
    const found = diff(compile(writer('^a')), compile(writer('^[b-d]')));
    expect(describeDiff(found)[0]).toContain('writer has different limits, which may allow more, on ');
    expect(found.changes.every(({ mayGrant }) => mayGrant)).toBe(true);
  });
});
