import { kiloAgent as kilo, opencodeAgent as opencode } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { ask, type Call, filesOf, read, write } from './support.ts';

interface Riddle {
  /** Number of the report in anomalyco/opencode, and its cause. */
  readonly report: string;
  readonly files: Readonly<Record<string, string>>;
  readonly profile?: string;
  readonly call: Call;
  readonly effect: string;
  /** Part of the rule that decides. */
  readonly decides: string;
  /** Part of a rule that does not count. */
  readonly shadowed?: string;
}

const config = (permission: object): Readonly<Record<string, string>> => ({
  'opencode.json': JSON.stringify({ permission }),
});

const riddles: readonly Riddle[] = [
  {
    report: '11218: the star stands last',
    files: {
      '.opencode/agent/orchestrator.md':
        '---\nmode: primary\npermission:\n  bash:\n    "rm *": deny\n    "*": allow\n---\nYou lead.',
    },
    profile: 'opencode/orchestrator',
    call: 'rm test-delete-me.md',
    effect: 'allow',
    decides: 'bash: "*": allow',
    shadowed: 'bash: "rm *": deny',
  },
  {
    report: '6676 (a comment): the star is last and asks',
    files: config({ bash: { 'git ls-files*': 'allow', '*': 'ask' } }),
    call: 'git ls-files -m',
    effect: 'ask',
    decides: 'bash: "*": ask',
    shadowed: 'bash: "git ls-files*": allow',
  },
  {
    report: '6676: in this version a pattern with a blank and a star finds options too',
    files: config({ bash: { 'kill *': 'ask', 'pkill *': 'ask' } }),
    call: 'kill -9 44165',
    effect: 'ask',
    decides: 'bash: "kill *": ask',
  },
  {
    report: '28682, second order: the star is last and asks',
    files: config({ bash: { 'git checkout': 'deny', 'git checkout *': 'deny', '*': 'ask' } }),
    call: 'git checkout -- path_file_here',
    effect: 'ask',
    decides: 'bash: "*": ask',
    shadowed: 'bash: "git checkout *": deny',
  },
  {
    report: '33677 (a comment): the star of all keys is last',
    files: config({ edit: 'ask', bash: { 'git push *': 'deny', 'rm *': 'ask', '*': 'allow' }, '*': 'allow' }),
    call: write('README.md'),
    effect: 'allow',
    decides: '*: allow',
    shadowed: 'edit: ask',
  },
  {
    report: '11272: a folder is not what lies in it',
    files: config({ read: { '*': 'allow', 'APP-META/**': 'deny' } }),
    call: read('APP-META'),
    effect: 'allow',
    decides: 'read: "*": allow',
  },
  {
    report: '16331: reads are denied, and a command reads',
    files: config({ read: { '*': 'allow', 'appsettings.json': 'deny' }, bash: { '*': 'allow', 'git *': 'ask' } }),
    call: 'jq . appsettings.json',
    effect: 'allow',
    decides: 'bash: "*": allow',
  },
  {
    report: '30291: tools of servers have keys of their own',
    files: { 'opencode.json': '{"agent":{"plan":{"mode":"primary","permission":{"edit":"deny"}}}}' },
    profile: 'opencode/plan',
    call: { tool: 'filesystem_edit_file', arguments: { path: 'a' } },
    effect: 'allow',
    decides: 'default *: allow',
  },
  {
    report: '7110: a pattern without a star is the whole text',
    files: config({ bash: { 'git push': 'ask', 'git commit': 'ask', rm: 'ask' }, external_directory: 'ask' }),
    call: 'rm notes.txt',
    effect: 'allow',
    decides: 'default *: allow',
  },
  {
    report: '32768: the star stands last and takes the tool away',
    files: {
      '<home>/.config/opencode/agents/git-agent.md':
        '---\nmode: subagent\ntools:\n  bash: true\npermission:\n  bash:\n    "git *": allow\n    "*": deny\n---\nGit.',
    },
    profile: 'opencode/git-agent',
    call: 'git status',
    effect: 'not offered',
    decides: 'bash: "*": deny',
    shadowed: 'bash: "git *": allow',
  },
  {
    report: '26042: a variable hides the file name',
    files: config({ bash: { '*.env*': 'deny' }, read: { '*.env*': 'deny' } }),
    call: 'f=./.env && cat "$f"',
    effect: 'allow',
    decides: 'default *: allow',
  },
  {
    report: '7063: a pattern without a star is the whole text',
    files: config({ bash: { yarn: 'deny', npm: 'deny' }, doom_loop: 'ask' }),
    call: 'cd src && yarn test 2>&1 | head -100',
    effect: 'allow',
    decides: 'default *: allow',
  },
  {
    report: '16075: an assignment stands in the text',
    files: config({ bash: { 'git *': 'ask' } }),
    call: 'CI=true git commit -m "x"',
    effect: 'allow',
    decides: 'default *: allow',
  },
  {
    report: '17497: only a few programs are looked at outside',
    files: config({ bash: { '*': 'ask', 'ls*': 'allow' }, external_directory: 'ask' }),
    call: 'ls /tmp',
    effect: 'allow',
    decides: 'bash: "ls*": allow',
  },
  {
    report: '46133: an absolute pattern for reads matches nothing',
    files: config({ read: { '*': 'allow', '/home/u/p/secrets/*': 'deny' }, external_directory: 'allow' }),
    call: read('/home/u/p/secrets/key.txt'),
    effect: 'allow',
    decides: 'read: "*": allow',
  },
  {
    report: '24335: edits are tested by the relative path',
    files: config({
      external_directory: { '~/AI/**': 'allow' },
      edit: { '*': 'deny', '~/AI/**': 'allow' },
    }),
    call: { tool: 'write', arguments: { filePath: '<home>/AI/a.md', content: 'x' } },
    effect: 'deny',
    decides: 'edit: "*": deny',
  },
  {
    report: '49180: reads are denied, and cat reads',
    files: { '<home>/.opencode/opencode.json': '{"permission":{"read":{"*":"allow","*.env":"deny"}}}' },
    call: 'cat .env',
    effect: 'allow',
    decides: 'default *: allow',
  },
  {
    report: '14070: the star of the user comes after the key of the user, and the project does not move it',
    files: {
      '<home>/.config/opencode/opencode.json': '{"permission":{"bash":{"ls *":"allow"},"*":"ask"}}',
      'opencode.json': '{"permission":{"*":"ask","bash":{"*":"ask","ls *":"allow"}}}',
    },
    call: 'ls src',
    effect: 'ask',
    decides: '*: ask',
    shadowed: 'bash: "ls *": allow',
  },
  {
    report: '26514: a subagent of plan may edit',
    files: {},
    profile: 'opencode/general',
    call: write('a.ts'),
    effect: 'allow',
    decides: 'default *: allow',
  },
  {
    report: '30551: "write" is no key',
    files: config({ write: { '*.env': 'deny' } }),
    call: write('.env'),
    effect: 'allow',
    decides: 'default *: allow',
  },
];

describe('reports of opencode rules that "are ignored"', () => {
  test.each(riddles)(
    'the reported behaviour of opencode is explained: $report',
    ({ files, profile = 'opencode/build', call, effect, decides, shadowed }) => {
      const answer = ask(opencode, files, { profile, call });
      expect(answer.effect).toBe(effect);
      expect(answer.by.map(({ rule }) => rule).join('\n')).toContain(decides);
      if (shadowed !== undefined) expect(answer.shadowed.map(({ rule }) => rule).join('\n')).toContain(shadowed);
    },
  );

  test('49347: the shell decides on Windows, and the answer reports it', () => {
    const files = config({ bash: { '*': 'deny', 'git status *': 'allow' } });
    const windows = { profile: 'opencode/build', platform: 'win32', call: 'echo "permission-test"' } as const;
    expect(ask(opencode, files, windows)).toMatchObject({
      effect: 'unknown',
      because: expect.stringContaining('on Windows may be PowerShell'),
    });
  });

  test('28682: the denial applies on Linux, and the shell decides on Windows', () => {
    const files = config({ bash: { '*': 'ask', 'git checkout': 'deny', 'git checkout *': 'deny' } });
    const given = { profile: 'opencode/build', call: 'git checkout -- path_file_here' } as const;
    expect(ask(opencode, files, given).effect).toBe('deny');
    expect(ask(opencode, files, { ...given, platform: 'win32' }).effect).toBe('unknown');
  });

  test('6396: agents under "agents" have no limits', () => {
    const text = '{"agents":{"edit":{"permission":{"write":{"*":"deny"},"bash":{"*":"deny"}}}}}';
    const files = { 'opencode.json': text };
    expect(ask(opencode, files, { profile: 'opencode/edit', call: 'ls' }).effect).toBe('allow');
    expect(opencode.readProfiles(filesOf(files)).problems).toMatchObject([{ code: 'limits-ignored' }]);
  });

  test('25515: the agent cannot edit, but the subagent that it starts can', () => {
    const permission = { edit: 'deny', bash: 'deny' };
    const files = { 'opencode.json': JSON.stringify({ agent: { 'plan-expensive': { mode: 'primary', permission } } }) };
    const call = write('todo.md');
    expect(ask(opencode, files, { profile: 'opencode/plan-expensive', call }).effect).toBe('not offered');
    expect(ask(opencode, files, { profile: 'opencode/general', calledBy: 'plan-expensive', call }).effect).toBe(
      'allow',
    );
  });
});

/** Number of the report in Kilo-Org/kilocode, permission, call, answer and the rule that decides. */
const kiloRiddles: readonly (readonly [string, object, Call, string, string])[] = [
  [
    '9871: the star is last',
    { bash: { 'git push*': 'ask', 'git push --force*': 'deny', 'git reset --hard*': 'ask', '*': 'allow' } },
    'git push --force origin main',
    'allow',
    'bash: "*": allow',
  ],
  [
    '12326: a wrapper has a rule of its own',
    { bash: { 'cmd *': 'allow', 'git *': 'deny' } },
    'cmd /c git checkout a',
    'allow',
    'bash: "cmd *": allow',
  ],
  [
    '8293: "**/.env" needs a folder',
    { read: { '*': 'allow', '**/.env': 'deny' } },
    read('.env'),
    'ask',
    'read: "*": allow',
  ],
  [
    '14455: its own folder stays asked',
    { edit: { '*': 'allow', '.kilo/**': 'allow' } },
    write('.kilo/docs/a.md'),
    'ask',
    'Kilo always asks before its own settings are changed',
  ],
  [
    '11810: rules of a file for all commands hold',
    { bash: { 'grep *': 'allow', 'ps *': 'allow' } },
    'ps aux',
    'allow',
    'bash: "ps *": allow',
  ],
];

describe('reports about Kilo', () => {
  test.each(kiloRiddles)('the reported behaviour of Kilo is explained: %s', (_, permission, call, effect, decides) => {
    const files = { 'kilo.json': JSON.stringify({ permission }) };
    const answer = ask(kilo, files, { profile: 'kilo/code', call });
    expect(answer.effect).toBe(effect);
    expect(answer.by.map(({ rule }) => rule).join('\n')).toContain(decides);
  });
});
