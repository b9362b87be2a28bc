import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decide, type Policy } from '@modegate/mode-core';
import { loadProject } from '@modegate/project/node';
import {
  applyAct,
  compileDraft,
  type EditorProject,
  explainRow,
  listRows,
  openProject,
  readDraft,
  type ServerRow,
} from '@modegate/restrictions-editor/model';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryProject } from '../../../../test/support/arbitrary-project.ts';
import { at, context, editorProject, openMode, withProject } from '../support/editor-of.ts';
import { project, projectWith } from '../support/projects.ts';

/** What a program says of every row that the editor shows. */
function askProgram(policy: Policy, mode: string, rows: readonly ServerRow[]) {
  return rows.flatMap(({ server, tools }) => [
    decide(policy, { mode, tool: 'access_mcp_resource', mcp: { server }, at, context }),
    ...tools.map(({ tool }) => decide(policy, { mode, tool: 'use_mcp_tool', mcp: { server, tool }, at, context })),
  ]);
}

const shown = (rows: readonly ServerRow[]) =>
  rows.flatMap(({ decision, tools }) => [decision, ...tools.map((tool) => tool.decision)]);

describe('the state of a row', () => {
  test('the state of a row is the answer of `decide`, in every mode of every project', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryProject, (tree) =>
        withProject(tree, async ({ project: read }) => {
          for (const { config } of read.policy.modes) {
            const { slug } = config;
            const opened = openProject(editorProject(read, slug));
            const rows = listRows(compileDraft(opened, readDraft(opened, slug)));
            expect(shown(rows)).toEqual(askProgram(read.policy, slug, rows));
          }
        }),
      ),
      { numRuns: 200 },
    );
  });

  test('the state of a row is the answer of `decide` after the draft has been written', async () => {
    const act = fc.record({
      act: fc.constantFrom('allow' as const, 'deny' as const, 'clear' as const),
      picked: fc.nat(40),
      slug: fc.constantFrom('a', 'b', 'code'),
    });
    await fc.assert(
      fc.asyncProperty(arbitraryProject, fc.array(act, { minLength: 1, maxLength: 3 }), (tree, acts) =>
        withProject(tree, async ({ project: read, root }) => {
          const slug = acts[0]?.slug ?? 'a';
          const opened = openProject(editorProject(read, slug));
          let draft = readDraft(opened, slug);
          for (const { act: kind, picked } of acts) {
            const rows = listRows(compileDraft(opened, draft));
            const subjects = rows.flatMap((row) => [
              { server: row.server },
              ...row.tools.map(({ server, tool }) => ({ server, tool })),
            ]);
            const subject = subjects[picked % Math.max(subjects.length, 1)];
            if (subject !== undefined)
              draft = {
                ...draft,
                restrictions: applyAct(opened, draft, { act: kind, subjects: [subject] }).restrictions,
              };
          }
          const compiled = compileDraft(opened, draft);
          if (!compiled.changed) return;
          writeFileSync(join(root, opened.project.edited.file), compiled.text);
          const again = await loadProject({ projectRoot: root });
          const rows = listRows(compiled);
          expect(shown(rows)).toEqual(askProgram(again.policy, slug, rows));
        }),
      ),
      { numRuns: 200 },
    );
  });
});

describe('the reason for the state of a row', () => {
  const originOf = (restrictions: object, server: string, more: Partial<EditorProject> = {}) => {
    const { opened, draft } = openMode(projectWith(restrictions, more));
    const row = listRows(compileDraft(opened, draft)).find((listed) => listed.server === server);
    return [row?.origin.kind, row?.tools.find(({ tool }) => tool === 'search')?.origin.kind];
  };

  test.each([
    ['nothing names it', {}, 'github', ['default', 'default']],
    ['it is off by default', {}, 'vault', ['default', undefined]],
    ['it is named', { allowedServers: ['github'] }, 'github', ['explicit', 'explicit']],
    ['it is denied by name', { disallowedServers: ['github'] }, 'github', ['explicit', 'explicit']],
    ['a pattern meets it', { disallowedServers: ['git*'] }, 'github', ['pattern', 'pattern']],
    ['a list does not have it', { allowedServers: ['jira'] }, 'github', ['closed-list', 'closed-list']],
    [
      'its tool is denied',
      { disallowedTools: [{ serverName: '*', toolName: 'search' }] },
      'github',
      ['default', 'pattern'],
    ],
    ['the time is not known', { schedule: { timeZone: 'UTC', days: ['mon'] } }, 'github', ['schedule', 'schedule']],
    ['restrictions are broken', { allowedServers: null }, 'github', ['mode', 'mode']],
  ] as const)('a row says that %s', (_case, restrictions, server, expected) =>
    expect(originOf(restrictions, server)).toEqual(expected),
  );

  test('a row says that the server file has switched it off', () =>
    expect(originOf({}, 'github', { servers: [{ name: 'github', disabled: true }] })).toEqual([
      'server-file',
      'server-file',
    ]));

  test('a row says that another mode, which this one extends, denies it', () => {
    const modes = [
      { slug: 'docs', name: 'D', roleDefinition: 'r', groups: ['mcp'], mcpRestrictions: { extends: 'base' } },
      { slug: 'base', name: 'B', roleDefinition: 'r', groups: [], mcpRestrictions: { disallowedServers: ['github'] } },
    ];
    const edited = { ...project.edited, text: JSON.stringify({ customModes: modes }) };
    const { opened, draft } = openMode({ ...project, edited });
    const [row] = listRows(compileDraft(opened, draft));
    expect(row?.origin).toMatchObject({ kind: 'inherited', mode: 'base' });
  });

  test('a row shows the line of the rule and every step on the way', () => {
    const { opened, draft } = openMode(project);
    const compiled = compileDraft(opened, draft);
    const denied = listRows(compiled)[0]?.tools[1];
    expect(denied?.origin.rule).toBe('project .roomodes:15 (/customModes/0/mcpRestrictions/disallowedTools/0)');
    expect(explainRow(compiled, { server: 'github', tool: 'delete_repo' }).steps.map(({ check }) => check)).toEqual([
      'mode',
      'tool',
      'disabled',
      'always-available',
      'group',
      'mcp-server',
      'mcp-tool',
    ]);
  });
});

test('a modes file that cannot be read refuses every row, and no draft can be written', () => {
  const unreadable = { code: 'FILE_ENCODING', message: 'The modes file could not be read: it is not UTF-8.' } as const;
  const opened = openProject({ ...project, edited: { layer: 'project', file: '.roomodes', unreadable } });
  const compiled = compileDraft(opened, { slug: 'code', groups: ['mcp'] });
  expect(compiled.failure).toBe(unreadable.message);
  expect(shown(listRows(compiled)).some(({ allowed }) => allowed)).toBe(false);
});
