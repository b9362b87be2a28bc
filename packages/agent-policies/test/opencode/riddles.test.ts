import { opencodeAgent as opencode } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { ask, type Call, read, write } from './support.ts';

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
    report: '6676: the star stands last and asks',
    files: config({ bash: { 'git ls-files*': 'allow', '*': 'ask' } }),
    call: 'git ls-files -m',
    effect: 'ask',
    decides: 'bash: "*": ask',
    shadowed: 'bash: "git ls-files*": allow',
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

describe('reports of rules that "are ignored"', () => {
  test.each(riddles)('$report', ({ files, profile = 'opencode/build', call, effect, decides, shadowed }) => {
    const answer = ask(opencode, files, { profile, call });
    expect(answer.effect).toBe(effect);
    expect(answer.by.map(({ rule }) => rule).join('\n')).toContain(decides);
    if (shadowed !== undefined) expect(answer.shadowed.map(({ rule }) => rule).join('\n')).toContain(shadowed);
  });

  test('49347: on Windows the shell decides, and the answer says so', () => {
    const files = config({ bash: { '*': 'deny', 'git status *': 'allow' } });
    const windows = { profile: 'opencode/build', platform: 'win32', call: 'echo "permission-test"' } as const;
    expect(ask(opencode, files, windows)).toMatchObject({
      effect: 'unknown',
      because: expect.stringContaining('on Windows may be PowerShell'),
    });
  });
});
