import type { AgentToolCall } from '@modegate/agent-policies';
import type { Session, Situation } from '../situation.ts';
import { bash, mixedCalls, read, todo, write } from './calls.ts';

const protectedFiles =
  '.kilo/agents/a.md x/.kilocode/b.json AGENTS.md docs/AGENTS.md kilo.json .kilo/plans/p.md <home>/.config/kilo/x'.split(
    ' ',
  );

function background(command: string, action = 'start'): AgentToolCall {
  return { tool: 'background_process', arguments: { action, command } };
}

const modes = `customModes:
  - slug: docs
    name: Docs
    roleDefinition: r
    groups:
      - read
      - [edit, { fileRegex: '\\.md$' }]
  - slug: ops
    name: Ops
    roleDefinition: r
    groups: [command]
`;

const readOnlyForms: readonly string[] = [
  'ls -la',
  'ls | wc -l',
  'ls > o.txt',
  'ls 2>/dev/null',
  'ls 2>&1',
  'cat README.md; pwd',
  "grep 'a|b' README.md",
  'grep "a > b" README.md',
  'git log -3',
  'git diff --output=x',
  'git commit -m x',
  'git branch -a',
  'git branch -D x',
  'gh pr list',
  'gh pr merge 1',
  'find . -name x',
  'sort -o x y',
  'rg --pre cat x',
  'echo `id`',
  'echo $(id)',
  'touch x',
  'mkdir y',
  'npm test',
  'printenv',
  'curl http://127.0.0.1:9/',
];

/** Sessions without any file. */
export const kiloSessions: readonly Session[] = [
  ...['ask', 'debug', 'orchestrator'].map((profile) => ({ profile, calls: mixedCalls })),
  ...['code', 'ask', 'plan'].map((profile) => ({ profile, calls: readOnlyForms.map(bash) })),
  { profile: 'explore', calledBy: 'code', calls: readOnlyForms.map(bash) },
];

function inKilo(settings: object, ...sessions: readonly (readonly [string, Session['calls']])[]): Situation {
  return {
    files: { 'kilo.json': JSON.stringify(settings) },
    sessions: sessions.map(([profile, calls]) => ({ profile, calls })),
  };
}

/** Situations about behaviour specific to Kilo. */
export const kiloSituations: readonly Situation[] = [
  inKilo(
    { permission: { '*': 'allow', bash: 'allow', edit: 'allow' } },
    ['code', protectedFiles.map(write)],
    ['ask', mixedCalls],
    ['plan', mixedCalls],
    ['orchestrator', mixedCalls],
  ),
  inKilo({ permission: { bash: { '*': 'deny', 'zz *': 'allow' } } }, [
    'code',
    [
      ...['zz a', 'qq', 'zz a && qq', 'qq && zz a', 'cd src', ' zz > f', 'cat ../other/o.txt'].map((one) =>
        background(one),
      ),
      background('x', 'list'),
      bash('zz > f'),
    ],
  ]),
  inKilo(
    {
      agent: {
        ask: { permission: { bash: 'allow', edit: 'allow' } },
        plan: { permission: { edit: { 'n.txt': 'allow' }, bash: { 'zz *': 'allow' } } },
      },
    },
    ['ask', mixedCalls],
    ['plan', mixedCalls],
  ),
  inKilo({ permission: { read: 'allow' } }, ['code', ['.env', 'a/.env.local', '.env.example', 'x.env'].map(read)]),
  inKilo({ permission: { read: { '*': 'allow', '*.env': 'allow' } } }, ['code', ['.env', 'a/.env.local'].map(read)]),
  {
    files: { '.kilocodeignore': '# c\nsecrets/\n*.key\n!public.key\n/dist/**\n**/tmp/**\n' },
    sessions: [
      {
        profile: 'code',
        calls: [
          ...['secrets/a', 'a.key', 'public.key', 'dist/a', 'x/tmp/y', 'x/secrets/a'].map(read),
          ...['secrets/b', 'x.key'].map(write),
        ],
      },
    ],
  },
  {
    files: { '.kilocodemodes': modes },
    sessions: ['docs', 'ops'].map((profile) => ({
      profile,
      calls: [read('a.md'), write('a.md'), write('docs/.md$'), bash('ls'), bash('zz'), todo],
    })),
  },
];
