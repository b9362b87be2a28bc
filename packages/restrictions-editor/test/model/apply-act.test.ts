import { type Decision, needsConsent } from '@modegate/mode-core';
import type { McpRestrictions } from '@modegate/mode-core/modes';
import {
  type Act,
  applyAct,
  compileDraft,
  listRows,
  type ModeDraft,
  openProject,
  type RowSubject,
  rowKey,
  setClosed,
} from '@modegate/restrictions-editor/model';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryProject } from '../../../../test/support/arbitrary-project.ts';
import { editorProject, openMode, withProject } from '../support/editor-of.ts';
import { projectWith } from '../support/projects.ts';

const act = (restrictions: object, kind: Act, ...subjects: readonly RowSubject[]) => {
  const { opened, draft } = openMode(projectWith(restrictions));
  return applyAct(opened, draft, { act: kind, subjects });
};
const github = (tool?: string): RowSubject => (tool === undefined ? { server: 'github' } : { server: 'github', tool });
const entry = (serverName: string, toolName: string) => ({ serverName, toolName });

describe('the shortest form that an act writes', () => {
  const cases: readonly (readonly [string, object, Act, RowSubject, object | undefined])[] = [
    ['deny a tool', {}, 'deny', github('search'), { disallowedTools: [entry('github', 'search')] }],
    ['deny a server', {}, 'deny', github(), { disallowedServers: ['github'] }],
    ['allow it again', { disallowedServers: ['github'] }, 'allow', github(), undefined],
    ['deny a listed server', { allowedServers: ['github', 'jira'] }, 'deny', github(), { allowedServers: ['jira'] }],
    [
      'deny the last listed server, and keep the list closed',
      { allowedServers: ['github'] },
      'deny',
      github(),
      { allowedServers: [] },
    ],
    [
      'allow an unlisted server',
      { allowedServers: ['jira'] },
      'allow',
      github(),
      { allowedServers: ['jira', 'github'] },
    ],
    [
      'allow an unlisted tool',
      { allowedTools: [] },
      'allow',
      github('search'),
      { allowedTools: [entry('github', 'search')] },
    ],
    [
      'allow all tools of a server',
      { allowedTools: [entry('github', 'search')] },
      'allow',
      github(),
      { allowedTools: [entry('github', '*')] },
    ],
    [
      'allow a server that is off by default',
      {},
      'allow',
      { server: 'vault' },
      { allowedServers: ['github', 'jira', 'vault'] },
    ],
    [
      'allow one tool that a pattern denies',
      { disallowedTools: [entry('github', '*')] },
      'allow',
      github('search'),
      { allowedTools: [entry('jira', '*'), entry('github', 'search')] },
    ],
    ['clear what names it', { disallowedTools: [entry('github', 'search')] }, 'clear', github('search'), undefined],
    ['clear, and keep a closed list', { allowedServers: ['github'] }, 'clear', github(), { allowedServers: [] }],
    ['ask about a tool', {}, 'ask', github('search'), { askTools: [entry('github', 'search')] }],
    ['ask about a server', {}, 'ask', github(), { askServers: ['github'] }],
    [
      'ask about a listed server, which then needs no allowance',
      { allowedServers: ['github', 'jira'] },
      'ask',
      github(),
      { allowedServers: ['jira'], askServers: ['github'] },
    ],
    [
      'ask about a denied tool',
      { disallowedTools: [entry('github', 'search')] },
      'ask',
      github('search'),
      { askTools: [entry('github', 'search')] },
    ],
    [
      'ask about a tool of a closed list',
      { allowedTools: [entry('github', '*')] },
      'ask',
      github('search'),
      { allowedTools: [entry('github', '*')], askTools: [entry('github', 'search')] },
    ],
    [
      'allow what asks, in a closed list',
      { allowedTools: [], askTools: [entry('github', 'search')] },
      'allow',
      github('search'),
      { allowedTools: [entry('github', 'search')] },
    ],
    ['deny what asks', { askServers: ['github'] }, 'deny', github(), { disallowedServers: ['github'] }],
    ['clear what asks', { askTools: [entry('github', 'search')] }, 'clear', github('search'), undefined],
    [
      'keep other keys',
      { schedule: { timeZone: 'UTC', days: ['mon'] }, 'x-note': 1 },
      'deny',
      github(),
      { schedule: { timeZone: 'UTC', days: ['mon'] }, 'x-note': 1, disallowedServers: ['github'] },
    ],
  ];
  test.each(cases)('an act writes the shortest form: %s', (_name, before, kind, subject, after) =>
    expect(act(before, kind, subject).restrictions).toEqual(after),
  );

  test('an act allows one tool of a denied server, and no other, now or later', () => {
    const { restrictions, changed } = act({ disallowedServers: ['github'] }, 'allow', github('search'));
    expect(restrictions).toEqual({ allowedTools: [entry('jira', '*'), entry('github', 'search')] });
    // The resources of a server cannot be held apart from its tools.
    expect(changed).toEqual([github(), github('search')]);
  });
});

test('an act that another rule decides is refused with the reason, and nothing is written', () => {
  const hanging = { disallowedTools: [{ ...entry('github', 'search'), when: { branch: 'main' } }] };
  const { restrictions, refused } = act(hanging, 'allow', github('search'));
  expect(restrictions).toEqual(hanging);
  expect(refused).toEqual([{ subject: github('search'), cause: 'rule', reason: expect.stringContaining('branch') }]);
});

test.each([
  ['a closed list of tools', { allowedTools: [] }],
  ['a closed list of servers', { allowedServers: ['jira'] }],
  ['a denial', { disallowedTools: [entry('github', '*')] }],
])('%s of an extended mode stays, and the extending mode is unchanged', (_case, inherited) => {
  const modes = [
    { slug: 'docs', name: 'D', roleDefinition: 'r', groups: ['mcp'], mcpRestrictions: { extends: 'base' } },
    { slug: 'base', name: 'B', roleDefinition: 'r', groups: [], mcpRestrictions: inherited },
  ];
  const edited = { layer: 'project', file: '.roomodes', text: JSON.stringify({ customModes: modes }) } as const;
  const { opened, draft } = openMode(projectWith({}, { edited }));
  const { restrictions, refused } = applyAct(opened, draft, { act: 'allow', subjects: [github('search')] });
  expect(restrictions).toEqual({ extends: 'base' });
  expect(refused).toMatchObject([{ subject: github('search'), cause: 'rule' }]);
});

test('an entry that makes a server known stays where others need it, and the denial takes precedence', () => {
  const allowedTools = [entry('elsewhere', 'read'), entry('*', 'search')];
  const offered = [{ name: 'elsewhere', tools: [{ name: 'read' }, { name: 'search' }] }];
  const { opened, draft } = openMode(projectWith({ allowedTools }, { offered }));
  const result = applyAct(opened, draft, { act: 'deny', subjects: [{ server: 'elsewhere', tool: 'read' }] });
  expect(result.restrictions).toEqual({ allowedTools, disallowedTools: [entry('elsewhere', 'read')] });
  expect(result.changed).toEqual([{ server: 'elsewhere', tool: 'read' }]);
});

test.each(['allow', 'deny'] as const)(
  'an act to %s a name with a wildcard is refused, because the entry would match others',
  (kind) => {
    const offered = [
      { name: '*', tools: [{ name: '*' }] },
      { name: 'github', tools: [{ name: 'search' }, { name: 's*' }] },
    ];
    const before: McpRestrictions = kind === 'allow' ? { allowedServers: [] } : {};
    const { opened, draft } = openMode(projectWith(before, { servers: undefined, offered }));
    const subjects = [{ server: '*' }, { server: 'github', tool: 's*' }];
    const result = applyAct(opened, draft, { act: kind, subjects });
    expect(result.restrictions ?? {}).not.toEqual(expect.objectContaining({ allowedServers: ['*'] }));
    expect(result.refused.map(({ cause }) => cause)).toContain('name');
    expect(JSON.stringify(result.restrictions ?? {})).not.toContain('*');
  },
);

test('closing a list keeps what is allowed, and opening it allows the rest', () => {
  const { opened, draft } = openMode(projectWith({ disallowedServers: ['jira'] }));
  const closed = setClosed(opened, draft, { list: 'servers', closed: true });
  expect(closed).toEqual({ disallowedServers: ['jira'], allowedServers: ['github'] });
  expect(setClosed(opened, { ...draft, restrictions: closed }, { list: 'servers', closed: false })).toEqual({
    disallowedServers: ['jira'],
  });
  const tools = setClosed(opened, draft, { list: 'tools', closed: true });
  expect(tools?.allowedTools).toEqual(['create_issue', 'delete_repo', 'search'].map((tool) => entry('github', tool)));
});

test('an act reaches its goal or says why not, and grants no other tool', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryProject,
      fc.constantFrom('a', 'b'),
      fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const),
      fc.array(fc.nat(60), { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(60), { maxLength: 2 }),
      (tree, slug, kind, picks, asking) =>
        withProject(tree, async ({ project: read }) => {
          const { opened, draft: written } = openMode(editorProject(read, slug), slug);
          const rows = [...statesOf(compileDraft(opened, written)).values()];
          if (rows.length === 0) return;
          const pick = (index: number) => rows[index % rows.length]?.subject as RowSubject;
          const draft = askAbout(written, asking.map(pick));
          const before = statesOf(compileDraft(opened, draft));
          const subjects = picks.map(pick);
          const { restrictions, refused, changed } = applyAct(opened, draft, { act: kind, subjects });
          const edited = { ...draft, restrictions };
          const after = statesOf(compileDraft(opened, edited));
          const servers = new Set(subjects.filter(({ tool }) => tool === undefined).map(({ server }) => server));
          const isGoal = (subject: RowSubject) =>
            servers.has(subject.server) || subjects.some((goal) => rowKey(goal) === rowKey(subject));
          const isRefused = (subject: RowSubject) => refused.some((other) => rowKey(other.subject) === rowKey(subject));
          const elsewhere: RowSubject[] = [];
          for (const [key, { subject, state }] of after) {
            const wanted = { allow: 'allowed', ask: 'asks', deny: 'denied' }[kind];
            // Rows that only an entry which is gone had named are not rows any more.
            const was = before.get(key)?.state;
            if (isGoal(subject))
              expect({ subject, ok: state === wanted || isRefused(subject) }).toEqual({ subject, ok: true });
            else if (subject.tool !== undefined)
              expect({
                subject,
                granted: width(state) > width(was),
                lost: width(state) === 0 && width(was) > 0,
              }).toEqual({ subject, granted: false, lost: false });
            if (!isGoal(subject) && subject.tool !== undefined) elsewhere.push(subject);
            expect(changed.some((row) => rowKey(row) === key)).toBe(state !== (was ?? state));
          }
          // Nor at another time and place.
          for (const other of [
            { at: sunday, context: { branch: 'work' } },
            { at: undefined, context: undefined },
          ]) {
            const there = openProject({ ...opened.project, ...other });
            const [first, second] = [draft, edited].map((side) => statesOf(compileDraft(there, side)));
            const granted = elsewhere.filter(
              (subject) => width(second?.get(rowKey(subject))?.state) > width(first?.get(rowKey(subject))?.state),
            );
            expect(granted).toEqual([]);
          }
        }),
    ),
    { numRuns: 300 },
  );
});

const sunday = Date.UTC(2026, 5, 7, 12);

function statesOf(compiled: ReturnType<typeof compileDraft>) {
  const rows = listRows(compiled).flatMap(({ server, decision, tools }) => [
    { subject: { server } as RowSubject, state: stateOf(decision) },
    ...tools.map((row) => ({ subject: { server, tool: row.tool } as RowSubject, state: stateOf(row.decision) })),
  ]);
  return new Map(rows.map((row) => [rowKey(row.subject), row]));
}

type State = 'denied' | 'asks' | 'allowed';

function stateOf(decision: Decision): State {
  return decision.allowed ? 'allowed' : needsConsent(decision) ? 'asks' : 'denied';
}

function width(state: State | undefined): number {
  return state === undefined ? 0 : { denied: 0, asks: 1, allowed: 2 }[state];
}

/** The draft with questions about some rows; a mode whose restrictions cannot be read stays as it is. */
function askAbout(draft: ModeDraft, subjects: readonly RowSubject[]): ModeDraft {
  const { restrictions = {} } = draft;
  if (subjects.length === 0 || typeof restrictions !== 'object' || restrictions === null) return draft;
  const askServers = subjects.filter(({ tool }) => tool === undefined).map(({ server }) => server);
  const askTools = subjects.flatMap(({ server, tool }) => (tool === undefined ? [] : [entry(server, tool)]));
  return { ...draft, restrictions: { ...restrictions, askServers, askTools } };
}
