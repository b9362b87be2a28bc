import { describe, expect, test } from 'vitest';
import { effect, home, messages, permissions, project, type Question, type Texts } from './support.ts';

/** A report in anthropics/claude-code, its file, and the call that it complains about. */
interface Report {
  readonly files: Texts;
  readonly call: string;
  /** Answer of Claude Code 2.1.330 to the call. */
  readonly effect: string;
  /** Text of a finding about the file; undefined if the rules alone explain it, or if they work now. */
  readonly finding?: string;
  /** A call for which the corrected rule works, and that rule. */
  readonly corrected?: readonly [rule: string, call: string];
  readonly question?: Question;
}

const user = (value: unknown): Texts => ({ '~/.claude/settings.json': { permissions: value } });
const local = (value: unknown): Texts => ({ '.claude/settings.local.json': { permissions: value } });
const drops = 'Claude Code silently ignores this whole file, including its deny rules';

const explained: readonly (readonly [number, string, Report])[] = [
  [
    8961,
    'a comma after the last rule',
    {
      files: { '.claude/settings.json': '{"permissions":{"deny":["Read(.env)",]}}' },
      call: 'Read .env',
      effect: 'allow',
      finding: drops,
      corrected: ['Read(.env)', 'Read .env'],
    },
  ],
  [
    26315,
    'backslashes that JSON does not know',
    {
      files: {
        '~/.claude/settings.json': '{"permissions":{"deny":["Edit(C:\\Users\\m\\.claude\\*.json)"]}}',
      },
      call: `Write ${home}/.claude/settings.local.json`,
      effect: 'ask',
      finding: drops,
      corrected: ['Edit(~/.claude/*.json)', `Write ${home}/.claude/settings.local.json`],
    },
  ],
  ...(
    [
      [
        55866,
        'Read(/Users/me/.aws/credentials)',
        'Read(//Users/me/.aws/credentials)',
        'Read /Users/me/.aws/credentials',
        'allow',
      ],
      [6631, 'Read(/hdd1/users/x/**)', 'Read(//hdd1/users/x/**)', 'Read /hdd1/users/x/a', 'allow'],
      [77568, 'Read(/Users/me/.ssh/**)', 'Read(//Users/me/.ssh/**)', 'Read /Users/me/.ssh/config', 'allow'],
      [51211, 'Read(/Users/me/Downloads/**)', 'Read(//Users/me/Downloads/**)', 'Read /Users/me/Downloads/a', 'allow'],
      [84697, 'Edit(/srv/protected/**)', 'Edit(//srv/protected/**)', 'Write /srv/protected/a', 'allow'],
      [59099, 'Edit(/srv/protected.md)', 'Edit(//srv/protected.md)', 'Write /srv/protected.md', 'allow'],
    ] as const
  ).map(
    ([report, rule, corrected, call, effect]) =>
      [
        report,
        `one slash: ${rule}`,
        { files: user({ allow: ['Read', 'Write'], deny: [rule] }), call, effect, corrected: [corrected, call] },
      ] as const,
  ),
  [
    51309,
    'Write(path) is asked for',
    {
      files: permissions({ deny: ['Write(**)'] }),
      call: 'Write a.md',
      effect: 'ask',
      finding: "'Edit(**)' covers its files",
      corrected: ['Edit(**)', 'Write a.md'],
    },
  ],
  [
    23803,
    'Write(path) with a folder',
    {
      files: user({ allow: ['Write'], deny: ['Write(**/.config/*)', 'Read(**/.env)'] }),
      call: 'Write .config/test.txt',
      effect: 'allow',
      corrected: ['Edit(**/.config/*)', 'Write .config/test.txt'],
    },
  ],
  [
    49122,
    'stars do not lead out of the start folder',
    {
      files: user({ deny: ['Edit(**/.claude/settings.json)'], defaultMode: 'acceptEdits' }),
      call: `Write ${home}/.claude/settings.json`,
      effect: 'ask',
      corrected: ['Edit(~/.claude/settings.json)', `Write ${home}/.claude/settings.json`],
    },
  ],
  [
    22907,
    'a relative rule of the user, in a session that starts elsewhere',
    {
      files: user({ allow: ['Read'], deny: ['Read(./.env)', 'Read(**/.env*)'] }),
      call: 'Read /home/u/dev/server/.env',
      effect: 'allow',
      corrected: ['Read(//**/.env)', 'Read /home/u/dev/server/.env'],
      question: { circumstances: { cwd: project } },
    },
  ],
  [
    24846,
    'a key of its own for reading',
    {
      files: user({ read: { deny: ['**/.env*', '**/*.pem'] } }),
      call: 'Read .env.local',
      effect: 'allow',
      finding: "Claude Code skips 'read'",
      corrected: ['Read(**/.env*)', 'Read .env.local'],
    },
  ],
  [
    9348,
    'rules beside permissions',
    {
      files: { '.claude/settings.local.json': { permissions: {}, allow: ['Write(*)', 'Edit(*)'] } },
      call: 'Write a.ts',
      effect: 'ask',
      finding: "Claude Code skips 'allow' here. Move it into 'permissions'.",
    },
  ],
  [
    28159,
    'a rule without a star',
    {
      files: permissions({ deny: ['Bash(find)'] }),
      call: 'find . -name x',
      effect: 'allow',
      corrected: ['Bash(find *)', 'find . -name x'],
    },
  ],
  [
    18613,
    'the order of options',
    {
      files: permissions({ allow: ['Bash'], deny: ['Bash(rm -rf x:*)'] }),
      call: 'rm -fr x',
      effect: 'allow',
      corrected: ['Bash(rm *)', 'rm -fr x'],
    },
  ],
  [
    88857,
    'an option before the subcommand',
    {
      files: permissions({ allow: ['Bash(git *)'], deny: ['Bash(git checkout -- *)', 'Bash(git restore *)'] }),
      call: 'git -C /work checkout -- a.txt',
      effect: 'allow',
      corrected: ['Bash(git * checkout *)', 'git -C /work checkout -- a.txt'],
    },
  ],
  [
    92542,
    'a program that runs another one',
    {
      files: permissions({ allow: ['Bash'], deny: ['Bash(git add -A*)'] }),
      call: 'mywrap git add -A',
      effect: 'allow',
      corrected: ['Bash(*git add -A*)', 'mywrap git add -A'],
    },
  ],
  [
    41559,
    'find that removes',
    {
      files: permissions({ allow: ['Bash'], deny: ['Bash(rm *)'] }),
      call: 'find a -exec rm {} ;',
      effect: 'allow',
      corrected: ['Bash(find *)', 'find a -exec rm {} ;'],
    },
  ],
  [
    70369,
    'a file that is read in braces',
    { files: permissions({ allow: ['Bash'], deny: ['Read(./foo.txt)'] }), call: '{ cat foo.txt; }', effect: 'allow' },
  ],
  [
    89055,
    'a file that is read inside a command',
    {
      files: permissions({ allow: ['Bash'], deny: ['Read(~/.config/app/token)'] }),
      call: 'echo "$(cat ~/.config/app/token)"',
      effect: 'allow',
    },
  ],
  [
    12143,
    'a script that runs what is denied',
    {
      files: permissions({ allow: ['Bash'], deny: ['Bash(env)', 'Bash(printenv)'] }),
      call: './check_env',
      effect: 'allow',
    },
  ],
  [
    29357,
    'a more specific permission',
    { files: permissions({ deny: ['Read(a/**)'], allow: ['Read(a/b/**)'] }), call: 'Read a/b/c', effect: 'deny' },
  ],
  [
    61253,
    'all of Bash denied, and a question for git',
    { files: local({ ask: ['Bash(git:*)'], deny: ['Bash(*)'] }), call: 'git status', effect: 'not offered' },
  ],
  [
    46581,
    'local settings of the user',
    {
      files: { '~/.claude/settings.local.json': { permissions: { allow: ['Edit(//h/**)'] } } },
      call: 'Write /h/a.md',
      effect: 'ask',
    },
  ],
  [
    15421,
    'a permission to write below the home folder',
    {
      files: user({ allow: ['Write(~/Code/**)', 'Bash(mkdir:*)'] }),
      call: `Write ${home}/Code/a`,
      effect: 'ask',
    },
  ],
];

/** Reports whose rules are right: the version at that time ignored them, and 2.1.330 applies them. */
const repaired: readonly (readonly [number, Texts, string, string])[] = [
  [64770, permissions({ deny: ['Read(my-repo/.env)'] }), 'Read my-repo/.env', 'deny'],
  [
    27040,
    permissions({ deny: ['Read(**/appsettings.Staging.json)', 'Edit(**/appsettings.Staging.json)'] }),
    'Write a/appsettings.Staging.json',
    'deny',
  ],
  [6002, local({ deny: ['Read(./.env)'] }), 'cat .env', 'deny'],
  [11662, user({ allow: ['Bash'], deny: ['Bash(cat:*)', 'Bash(ls:*)'] }), 'cat /etc/os-release', 'deny'],
  [
    37662,
    permissions({ allow: ['Bash'], deny: ['Bash(git clean:*)'] }),
    'git fetch && git pull && git clean -fd',
    'deny',
  ],
  [25621, permissions({ allow: ['Bash'], deny: ['Bash(*gcloud*)'] }), 'gcloud -h', 'deny'],
  [19619, permissions({ allow: ['Bash(git:*)'], ask: ['Bash(git push:*)'] }), 'git push', 'ask'],
  [94314, permissions({ allow: ['Bash(git log:*)'] }), 'git log; rm a', 'ask'],
];

describe('public reports about Claude Code', () => {
  test.each(explained)(
    '%i: the reported rule is explained: %s',
    (_, __, { files, call, effect: expected, finding, corrected, question }) => {
      expect(effect(files, call, question)).toBe(expected);
      if (finding !== undefined) expect(messages(files)).toContain(finding);
      if (corrected !== undefined)
        expect(['deny', 'not offered']).toContain(
          effect(user({ allow: ['Bash', 'Read', 'Write'], deny: [corrected[0]] }), corrected[1]),
        );
    },
  );

  test.each(repaired)('%i: the reported rule works as written', (_, files, call, expected) => {
    expect(effect(files, call)).toBe(expected);
  });

  test('27000, 43142, 57068: denials apply inside subagents', () => {
    const files = {
      ...permissions({ allow: ['Bash'], deny: ['Read(./config.json)', 'Bash(git *)'] }),
      '.claude/agents/a.md': '---\nname: a\n---\nx',
    };
    for (const call of ['Read config.json', 'git checkout a'])
      expect(effect(files, call, { profile: 'claude-code/a' })).toBe('deny');
  });

  test('34741, 47249: a drive is a folder on Windows', () => {
    for (const rule of ['Read(D:/some/**)', 'Read(//d/some/**)'])
      expect(effect(permissions({ deny: [rule] }), 'Read D:\\some\\a', { circumstances: { platform: 'win32' } })).toBe(
        'deny',
      );
  });
});
