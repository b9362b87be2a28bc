import { decide, needsConsent, type Policy } from '@modegate/mode-core';
import type { CommandRestrictions, McpRestrictions } from '@modegate/mode-core/modes';
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
  ])('two changes of a mode %s are merged', (_case, base, mine, theirs, expected) =>
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
  ])('two changes of a mode are a conflict where %s', (_case, base, mine, theirs, fields) =>
    expect(merge(base, mine, theirs)).toMatchObject({ outcome: 'conflict', fields }),
  );

  test('two changes of a mode are a conflict if only both together would allow a tool', () => {
    const base = { allowedServers: ['jira'], disallowedServers: ['github'] };
    const merged = merge(
      base,
      { allowedServers: ['jira', 'github'], disallowedServers: ['github'] },
      { allowedServers: ['jira'] },
    );
    expect(merged).toMatchObject({ outcome: 'conflict', fields: [] });
    expect(merged.outcome === 'conflict' && merged.granted).toContainEqual({ server: 'github', tool: 'search' });
  });

  test('changes of the groups and of the restrictions are merged', () => {
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

describe('two changes of the commands of one mode', () => {
  const mode = (commands: CommandRestrictions | undefined) => ({
    slug: 'docs',
    groups: ['command'] as const,
    ...(commands === undefined ? {} : { commands }),
  });
  const mergeCommands = (...sides: readonly (CommandRestrictions | undefined)[]) => {
    const [base, mine, theirs] = [mode(sides[0]), mode(sides[1]), mode(sides[2])];
    return mergeDrafts(opened, { base, mine, theirs });
  };

  test.each([
    [
      'of one list',
      { allowedCommands: ['ls'] },
      { allowedCommands: ['ls', 'git status'] },
      { allowedCommands: ['npm test', 'ls'] },
      { allowedCommands: ['npm test', 'ls', 'git status'] },
    ],
    [
      'of different lists',
      { allowedCommands: ['ls'] },
      { allowedCommands: ['ls'], askCommands: ['git push'] },
      { allowedCommands: ['ls'], disallowedCommands: ['rm'] },
      { allowedCommands: ['ls'], askCommands: ['git push'], disallowedCommands: ['rm'] },
    ],
    [
      'of which one leaves them as they are',
      { disallowedCommands: ['rm'] },
      undefined,
      { disallowedCommands: ['rm'] },
      undefined,
    ],
  ])('two command changes %s are merged', (_case, base, mine, theirs, expected) => {
    const merged = mergeCommands(base, mine, theirs);
    expect(merged.outcome === 'merged' && merged.draft.commands).toEqual(expected);
  });

  test.each([
    [
      'one asks about what the other denies',
      {},
      { askCommands: ['rm'] },
      { disallowedCommands: ['rm'] },
      ['askCommands', 'disallowedCommands'],
    ],
    [
      'one lifts a denial, and the other allows',
      { allowedCommands: ['ls'], disallowedCommands: ['git push'] },
      { allowedCommands: ['ls'] },
      { allowedCommands: ['ls', 'git *'], disallowedCommands: ['git push'] },
      [],
    ],
    [
      'each lifts another denial',
      { disallowedCommands: ['git push', 'git push --force'] },
      { disallowedCommands: ['git push'] },
      { disallowedCommands: ['git push --force'] },
      [],
    ],
  ])('two command changes are a conflict where %s', (_case, base, mine, theirs, fields) =>
    expect(mergeCommands(base, mine, theirs)).toMatchObject({ outcome: 'conflict', fields }),
  );

  test('a merge of two command changes allows no command that neither side allows', () => {
    const rule = fc.constantFrom('git *', 'git push', 'git push --force', 'npm test', 'rm', '* --force', '*');
    const list = fc.uniqueArray(rule, { maxLength: 3 });
    const some = fc.record(
      { allowedCommands: list, askCommands: list, disallowedCommands: list },
      { requiredKeys: [] },
    );
    const commands = ['git push', 'git push --force', 'git status', 'npm test', 'rm x', 'rm --force x', 'ls'];
    const width = (policy: Policy, command: string) => {
      const decision = decide(policy, { mode: 'docs', tool: 'execute_command', params: { command }, shell: 'bash' });
      return decision.allowed ? 2 : needsConsent(decision) ? 1 : 0;
    };
    fc.assert(
      fc.property(some, some, some, (base, mine, theirs) => {
        const merged = mergeCommands(base, mine, theirs);
        if (merged.outcome === 'conflict') return;
        const [policy, ...sides] = [merged.draft, mode(mine), mode(theirs)].map(
          (side) => compileDraft(opened, side).policy,
        );
        for (const command of commands)
          expect(width(policy as Policy, command)).toBeLessThanOrEqual(
            Math.max(...sides.map((side) => width(side, command))),
          );
      }),
      { numRuns: 500 },
    );
  });
});
