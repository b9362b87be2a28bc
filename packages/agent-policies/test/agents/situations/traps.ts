import type { AgentToolCall } from '@modegate/agent-policies';
import type { Session, Situation } from '../situation.ts';
import { bash, inBatches, mixedCalls, patch, read, task, todo, write } from './calls.ts';
import { commandForms, pathCommands } from './commands.ts';
import { kiloSessions, kiloSituations } from './kilo-traps.ts';

/** Situations about common mistakes, the same for both agents except for the name of the default one. */
export function trapSituations(agent: 'opencode' | 'kilo'): readonly Situation[] {
  const first = agent === 'opencode' ? 'build' : 'code';
  const inFirst = (permission: unknown, calls: Session['calls']): Situation => ({
    files: { 'opencode.json': JSON.stringify({ permission }) },
    sessions: [{ profile: first, calls }],
  });
  return [
    agentsSituation,
    inFirst(orders[2], mixedCalls),
    inFirst(orders[4], mixedCalls),
    inFirst(fileRules[0], fileCalls),
    withServer(first),
    leadSituation,
    linkSituation(first),
    startSituation(first, agent === 'opencode' ? '.opencode' : '.kilo'),
    {
      files: {},
      sessions: [
        { profile: first, calls: mixedCalls },
        {
          profile: 'plan',
          calls: [...mixedCalls, ...['.opencode', '.', '.kilo'].map((at) => write(`${at}/plans/p.md`))],
        },
        ...['explore', 'general'].map((profile) => ({ profile, calledBy: first, calls: mixedCalls })),
        ...(agent === 'kilo' ? kiloSessions : []),
      ],
    },
    ...(agent === 'kilo' ? kiloSituations : []),
  ];
}

function withServer(profile: string): Situation {
  const command = ['<node>', '<recorder>', '<parent>/calls', 'srv', 'decide', 'create_issue'];
  const permission = { 'srv_*': 'deny', srv_decide: 'ask', 'my-db_*': 'ask', 'my-db_drop': { '*': 'deny' } };
  const settings = {
    mcp: {
      srv: { type: 'local', command },
      'my-db': { type: 'local', command: [...command.slice(0, 3), 'my-db', 'get', 'drop'] },
    },
  };
  const names = ['srv_decide', 'srv_create_issue', 'my-db_get', 'my-db_drop'];
  const calls = names.map((tool) => ({ tool, arguments: { title: 'x' } }));
  return {
    files: {
      'opencode.json': JSON.stringify({ ...settings, permission, agent: { free: { permission: { '*': 'allow' } } } }),
    },
    sessions: [profile, 'free', 'plan'].map((name) => ({ profile: name, calls })),
  };
}

const commandRules = [
  { '*': 'allow', 'zz *': 'deny' },
  { '*': 'deny', 'zz *': 'allow' },
  { '*': 'ask', 'zz *': 'allow', '*>*': 'deny', '*|*': 'deny', '*&*': 'deny', '*$(*': 'deny', '*;*': 'deny' },
] as const;

const outsideRules = [
  'deny',
  { '*': 'deny', '<parent>/other/*': 'allow', '~/*': 'ask' },
  { '*': 'ask', '/etc/*': 'allow', '<parent>/*': 'deny' },
] as const;

const fileRules = [
  { edit: { '*': 'deny', 'src/*': 'allow', './docs/*': 'allow', '<project>/sub/*': 'allow', '*.md': 'allow' } },
  { edit: { '*': 'allow', '**/.env*': 'deny', 'src/**': 'deny', '**/*.key': 'deny', 'a?.ts': 'ask' } },
  { read: { '*': 'allow', '*.env': 'deny', 'secrets/**': 'deny', '~/x/*': 'deny' }, edit: 'ask' },
  { read: 'allow', edit: { '*': 'ask', '../other/*': 'allow' }, external_directory: 'allow' },
  { write: 'deny', patch: 'deny', Read: 'deny', 'e*': { 'src/*': 'ask' } },
  { read: { 'docs\\a.md': 'deny', '.ENV': 'deny' }, edit: { '*': 'deny', '~/n.txt': 'allow', '$HOME/m.txt': 'allow' } },
];

const fileCalls: readonly AgentToolCall[] = [
  ...['n.txt', 'src/n.ts', 'src/deep/n.ts', 'docs/n.txt', 'sub/n.ts', 'docs/n.md', 'ab.ts', 'abc.ts'].map(write),
  ...['.env', 'a/.env.local', 'x.key', '<project>/src/abs.ts', 'src/../n2.txt', '<parent>/other/n.txt'].map(write),
  ...['<home>/n.txt', '<home>/m.txt', '~/n.txt'].map(write),
  ...['README.md', '.env', 'a/.env', '.env.local', '.env.example', 'secrets/k', 'docs/a.md', '<project>'].map(read),
  ...['<parent>/other/o.txt', '<home>/x/y', '<parent>/other', '/etc/hostname', '.'].map(read),
  { tool: 'edit', arguments: { filePath: 'src/new.ts' } },
];

const orders = [
  { edit: 'deny', '*': 'allow' },
  { '*': 'ask', bash: 'allow', read: 'allow' },
  { bash: { 'zz *': 'allow', '*': 'deny' }, edit: { 'src/*': 'allow', '*': 'deny' } },
  { 'b*': { 'zz *': 'deny' }, Bash: 'deny', '*t*': 'ask' },
  { '*': 'deny', bash: { 'zz *': 'allow' }, '10': 'allow', read: 'allow' },
  { list: 'deny', glob: { '*': 'deny', '*.md': 'allow' }, grep: { '*': 'allow', hello: 'deny' }, webfetch: 'ask' },
  { '*': 'allow', external_directory: 'deny', todowrite: 'deny', skill: 'deny', task: 'deny' },
];

function linkSituation(profile: string): Situation {
  const permission = { read: { '*': 'allow', 'secret*': 'deny' }, edit: { '*': 'allow', 'secret*': 'deny' } };
  const calls = [
    ...['link.txt', 'secret.txt', 'away/o.txt', 'away', 'src/x'].map(read),
    ...['link.txt', 'away/n.txt'].map(write),
    ...['cat away/o.txt', 'cat link.txt', 'cd away'].map(bash),
  ];
  return {
    files: { 'opencode.json': JSON.stringify({ permission }), 'secret.txt': 'x' },
    links: { 'link.txt': 'secret.txt', away: '../other' },
    sessions: [{ profile, calls }],
  };
}

/** Files in start folders, of which the nearer one wins, and folders of the agent, of which the outer one wins. */
function startSituation(profile: string, own: string): Situation {
  const text = (permission: object) => JSON.stringify({ permission });
  const calls = [
    ...['zz a', 'zz b', 'qq', 'cat ../README.md', 'cat ../../other/o.txt', 'cd ..'].map(bash),
    ...['src/n.ts', '<project>/src/n.ts', '../n.txt', '../../other/n.txt'].map(write),
    ...['../README.md', '../../other/o.txt'].map(read),
    { tool: 'webfetch', arguments: { url: 'http://127.0.0.1:9/' } },
  ];
  return {
    files: {
      'opencode.json': text({
        bash: { 'zz a': 'deny' },
        edit: { '*': 'deny', 'src/*': 'allow', 'sub/src/*': 'allow' },
      }),
      'sub/opencode.json': text({ bash: { 'zz a': 'allow', 'zz b': 'deny' } }),
      [`sub/${own}/opencode.json`]: text({ webfetch: 'allow', bash: { qq: 'ask' } }),
      [`${own}/opencode.json`]: text({ webfetch: 'ask' }),
    },
    sessions: [undefined, 'sub', 'sub/deep', 'src'].map((start) => ({
      profile,
      ...(start !== undefined && { start }),
      calls,
    })),
  };
}

const patches: readonly AgentToolCall[] = [
  patch('*** Add File: a1.ts', '+x'),
  patch('*** Add File: src/a2.ts', '+x'),
  patch('*** Add File: a3.ts', '+x', '*** Add File: src/a4.ts', '+x'),
  patch('*** Update File: README.md', '*** Move to: src/moved.md', '@@', '-hello', '+bye'),
  patch('*** Add File: ../other/p.ts', '+x'),
  patch('*** Add File: b.ts', '+x', '*** Add File: a5.ts', '+x'),
];

/** A subagent that a limited agent starts. */
const leadSituation: Situation = {
  files: {
    'opencode.json': JSON.stringify({
      permission: { bash: { 'zz *': 'deny' } },
      agent: {
        lead: { mode: 'primary', permission: { bash: 'deny', read: 'deny', edit: 'deny' } },
        helper: { mode: 'subagent', permission: { todowrite: 'allow', task: 'allow', edit: { 'src/*': 'allow' } } },
      },
    }),
  },
  sessions: ['general', 'helper', 'explore'].map((profile) => ({
    profile,
    calledBy: 'lead',
    calls: [
      ...['ls', 'zz a', 'npm test'].map(bash),
      write('a.ts'),
      write('src/a.ts'),
      read('README.md'),
      todo,
      task('explore'),
    ],
  })),
};

/** Agents with separate rules, and the calls for each. */
const ruledAgents: readonly (readonly [name: string, permission: object, batches: readonly Session['calls'][]])[] = [
  ...commandRules.map((rules, at) => [`commands${at}`, { bash: rules }, inBatches(commandForms)] as const),
  ...outsideRules.map(
    (rules, at) => [`outside${at}`, { bash: 'allow', external_directory: rules }, inBatches(pathCommands)] as const,
  ),
  ...fileRules.map((rules, at) => [`files${at}`, rules, [fileCalls]] as const),
  ...orders.map((rules, at) => [`order${at}`, rules, [mixedCalls]] as const),
  ['patches', { edit: { '*': 'allow', 'src/*': 'deny', 'b.ts': 'ask' } }, [patches]],
  ['tasks', { task: { '*': 'deny', explore: 'allow' } }, [[task('general'), task('explore')]]],
  ['askedTasks', { task: 'ask' }, [[task('general'), task('explore')]]],
];

const agentsSituation: Situation = {
  files: {
    'opencode.json': JSON.stringify({
      agent: Object.fromEntries(ruledAgents.map(([name, permission]) => [name, { mode: 'primary', permission }])),
    }),
  },
  sessions: ruledAgents.flatMap(([profile, , batches]) => batches.map((calls) => ({ profile, calls }))),
};
