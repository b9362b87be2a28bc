import type { McpRestrictions } from '@modegate/mode-core/modes';
import { compileDraft, decideRow, listRows, mergeDrafts, openProject } from '@modegate/restrictions-editor/model';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { projectWith } from '../support/projects.ts';

const opened = openProject(projectWith({}));
const draft = (restrictions: McpRestrictions | undefined, groups = ['read', 'mcp'] as const) => ({
  slug: 'docs',
  groups,
  restrictions,
});
const merge = (
  base: McpRestrictions | undefined,
  mine: McpRestrictions | undefined,
  theirs: McpRestrictions | undefined,
) => mergeDrafts(opened, { base: draft(base), mine: draft(mine), theirs: draft(theirs) });
const entry = (serverName: string, toolName: string) => ({ serverName, toolName });

describe('two changes of one mode', () => {
  test.each([
    [
      'of different lists',
      {},
      { disallowedServers: ['jira'] },
      { disallowedTools: [entry('github', 'search')] },
      { disallowedServers: ['jira'], disallowedTools: [entry('github', 'search')] },
    ],
    [
      'of one list',
      { disallowedServers: ['a'] },
      { disallowedServers: ['a', 'b'] },
      { disallowedServers: ['c', 'a'] },
      { disallowedServers: ['c', 'a', 'b'] },
    ],
    [
      'of one list that one of them emptied',
      { disallowedServers: ['a'] },
      {},
      { disallowedServers: ['a', 'b'] },
      { disallowedServers: ['b'] },
    ],
    ['that are the same', {}, { allowedServers: ['a'] }, { allowedServers: ['a'] }, { allowedServers: ['a'] }],
  ])('%s become one', (_case, base, mine, theirs, expected) =>
    expect(merge(base, mine, theirs)).toMatchObject({ outcome: 'merged', draft: { restrictions: expected } }),
  );

  test.each([
    [
      'one allows what the other denies',
      {},
      { allowedServers: ['jira'] },
      { disallowedServers: ['jira'] },
      ['allowedServers', 'disallowedServers'],
    ],
    ['both close a list that was open', {}, { allowedServers: ['a'] }, { allowedServers: ['b'] }, ['allowedServers']],
    [
      'one opens a list that the other changes',
      { allowedServers: ['a'] },
      {},
      { allowedServers: ['a', 'b'] },
      ['allowedServers'],
    ],
    ['both change what is no list', {}, { extends: 'a' }, { extends: 'b' }, ['extends']],
  ])('are a conflict where %s', (_case, base, mine, theirs, fields) =>
    expect(merge(base, mine, theirs)).toMatchObject({ outcome: 'conflict', fields }),
  );

  test('are a conflict where only both together would allow a tool', () => {
    const base = { allowedServers: ['jira'], disallowedServers: ['github'] };
    const merged = merge(
      base,
      { allowedServers: ['jira', 'github'], disallowedServers: ['github'] },
      { allowedServers: ['jira'] },
    );
    expect(merged).toMatchObject({ outcome: 'conflict', fields: [] });
    expect(merged.outcome === 'conflict' && merged.granted).toContainEqual({ server: 'github', tool: 'search' });
  });

  test('of the groups and of the restrictions become one', () => {
    const theirs = { ...draft(undefined), groups: ['read', 'mcp', 'edit'] as const };
    const merged = mergeDrafts(opened, { base: draft(undefined), mine: draft({ allowedServers: [] }), theirs });
    expect(merged).toEqual({ outcome: 'merged', draft: { ...theirs, restrictions: { allowedServers: [] } } });
  });
});

test('a merge allows no row that neither side allows', () => {
  const server = fc.constantFrom('github', 'jira', 'vault', '*', 'g*');
  const tool = fc.record({ serverName: server, toolName: fc.constantFrom('search', 'create_issue', '*', 's*') });
  const some = fc.record(
    {
      allowedServers: fc.uniqueArray(server, { maxLength: 3 }),
      disallowedServers: fc.uniqueArray(server, { maxLength: 2 }),
      allowedTools: fc.uniqueArray(tool, { maxLength: 3 }),
      disallowedTools: fc.uniqueArray(tool, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(some, some, some, (base, mine, theirs) => {
      const merged = merge(base, mine, theirs);
      if (merged.outcome === 'conflict') return;
      const sides = [draft(mine), draft(theirs)].map((side) => compileDraft(opened, side).policy);
      for (const { server: name, tools } of listRows(compileDraft(opened, merged.draft)))
        for (const row of tools.filter(({ decision }) => decision.allowed)) {
          const subject = { mode: 'docs', server: name, tool: row.tool };
          expect(sides.some((policy) => decideRow(policy, opened.project, subject).allowed)).toBe(true);
        }
    }),
    { numRuns: 300 },
  );
});
