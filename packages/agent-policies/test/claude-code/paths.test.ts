import { claudeCodePolicies } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { effect, home, permissions, project } from './support.ts';

describe('path rules', () => {
  test.each([
    ['Edit(a/**)', 'a/n.ts a/deep/n.ts', 'a/n.ts a/deep/n.ts sub/a/n.ts'],
    ['Edit(./a/**)', 'a/n.ts a/deep/n.ts', 'a/n.ts a/deep/n.ts sub/a/n.ts'],
    ['Edit(A/**)', 'a/n.ts a/deep/n.ts', 'a/n.ts a/deep/n.ts sub/a/n.ts'],
    ['Edit(/a/**)', 'a/n.ts a/deep/n.ts', 'a/n.ts a/deep/n.ts'],
    ['Edit(/a)', 'a/n.ts a/deep/n.ts', 'a/n.ts a/deep/n.ts'],
    ['Edit(a)', 'a/n.ts a/deep/n.ts sub/a/n.ts', 'a/n.ts a/deep/n.ts sub/a/n.ts'],
    ['Edit(a/)', 'a/n.ts a/deep/n.ts sub/a/n.ts', 'a/n.ts a/deep/n.ts sub/a/n.ts'],
    ['Edit(a/*)', 'a/n.ts a/deep/n.ts', 'a/n.ts a/deep/n.ts'],
    ['Edit(a/?.ts)', 'a/n.ts', 'a/n.ts'],
    ['Edit(a/[m-o].ts)', 'a/n.ts', 'a/n.ts'],
    ['Edit(a/deep/**)', 'a/deep/n.ts', 'a/deep/n.ts'],
    ['Edit(**/a/**)', 'a/n.ts a/deep/n.ts sub/a/n.ts', 'a/n.ts a/deep/n.ts sub/a/n.ts'],
    ['Edit(a/**/n.ts)', 'a/n.ts a/deep/n.ts', 'a/n.ts a/deep/n.ts'],
    ['Edit(*.md)', 'b.md', 'b.md'],
    ['Edit(**/*.md)', 'b.md', 'b.md'],
    ['Edit(//home/u/p/other/**)', '../other/o.txt', '../other/o.txt'],
    ['Edit(~/x/**)', `${home}/x/f`, `${home}/x/f`],
    ['Edit(**)', 'a/n.ts a/deep/n.ts sub/a/n.ts b.md', 'a/n.ts a/deep/n.ts sub/a/n.ts b.md'],
    ['Edit(/home/u/p/other/**)', '', ''],
    ['Edit(../other/**)', '', ''],
    ['Edit(!a/**)', '', ''],
    ['Edit(path:a/**)', '', ''],
    ['Edit()', '', ''],
    ['Write(a/**)', '', ''],
    ['NotebookEdit(a/**)', '', ''],
    ['MultiEdit(a/**)', '', ''],
    ['Read(a/**)', '', 'a/n.ts a/deep/n.ts sub/a/n.ts'],
    ['Edit(a\\**)', '', ''],
  ])('the path rule %s matches the expected files', (rule, allows, denies) => {
    const files = ['a/n.ts', 'a/deep/n.ts', 'sub/a/n.ts', 'b.md', '../other/o.txt', `${home}/x/f`];
    const allow = files.filter((file) => effect(permissions({ allow: [rule] }), `Write ${file}`) === 'allow');
    const deny = files.filter(
      (file) => effect(permissions({ allow: ['Edit(//**)'], deny: [rule] }), `Write ${file}`) === 'deny',
    );
    expect({ allows: allow.join(' '), denies: deny.join(' ') }).toEqual({ allows, denies });
  });

  test('the rule Edit(*) allows no edit', () => {
    expect(effect(permissions({ allow: ['Edit(*)'] }), 'Write q.txt')).toBe('ask');
  });

  test('a path is normalised before rules are matched', () => {
    expect(effect(permissions({ allow: ['Edit(src/**)'] }), 'Write docs/../src/k.ts')).toBe('allow');
    expect(effect(permissions({ deny: ['Read(.env)'] }), 'Read src/../.env')).toBe('deny');
  });

  test('a denied folder name covers all files below such a folder, in any case', () => {
    expect(effect(permissions({ deny: ['Read(Secrets/**)'] }), 'Read a/SECRETS/key')).toBe('deny');
  });

  test.each([
    ['win32', 'C:\\work\\src\\keys\\a', 'deny'],
    ['win32', 'C:\\vault\\a', 'deny'],
    ['win32', 'C:\\work\\src\\other', 'allow'],
    ['linux', '/c/work/src/keys/a', 'allow'],
  ] as const)('on %s, a backslash in a path separates folders only on Windows: %s', (platform, path, expected) => {
    const text = JSON.stringify({ permissions: { deny: ['Read(src\\keys\\**)', 'Read(//c/vault/**)'] } });
    const files = [{ path: 'C:/work/.claude/settings.json', name: '.claude/settings.json', text }];
    const [profile] = claudeCodePolicies.readProfiles({ project: 'C:/work', home: undefined, files }).profiles;
    if (profile === undefined) throw new Error('There is no profile.');
    const call = { tool: 'Read', arguments: { file_path: path } };
    expect(claudeCodePolicies.decideFor(profile, call, { platform }).effect).toBe(expected);
  });
});

describe('links', () => {
  const files = permissions({
    allow: ['Edit(docs/**)', 'Bash(ln *)'],
    deny: ['Edit(secret.txt)', 'Read(//etc/hostname)'],
  });
  const project = '/home/u/p/project';
  const circumstances = {
    links: {
      [`${project}/docs/l1`]: '../secret.txt',
      [`${project}/docs/l2`]: '../src',
      [`${project}/docs/l3`]: '/etc/hostname',
    },
  };

  test.each([
    ['Write docs/x.md', 'allow'],
    ['Write docs/l1', 'deny'],
    ['Read docs/l3', 'deny'],
    ['cat docs/l3', 'deny'],
    ['Write docs/l2/q.ts', 'ask'],
  ])('the call %s through a link is %s', (call, expected) => {
    expect(effect(files, call, { circumstances })).toBe(expected);
  });

  test('links in a cycle do not cause an endless loop', () => {
    const circle = { links: { [`${project}/a`]: 'b', [`${project}/b`]: 'a' } };
    expect(effect({}, 'Read a', { circumstances: circle })).toBe('allow');
  });
});

describe('file rules without a path', () => {
  test.each([
    [{ allow: ['Edit'] }, 'Edit a.ts', 'allow'],
    [{ allow: ['Edit'] }, 'Write a.ts', 'ask'],
    [{ allow: ['Edit'] }, 'touch t', 'ask'],
    [{ allow: ['Edit'] }, 'echo hi > y', 'ask'],
    [{ allow: ['Write'] }, 'Write ../other/a.ts', 'allow'],
    [{ allow: ['Write'] }, 'Write .claude/settings.json', 'ask'],
    [{ allow: ['Write'] }, 'echo hi > y', 'ask'],
    [{ allow: ['Bash', 'Write'], deny: ['Edit'] }, 'Edit a.ts', 'not offered'],
    [{ allow: ['Bash', 'Write'], deny: ['Edit'] }, 'Write a.ts', 'allow'],
    [{ allow: ['Bash', 'Write'], deny: ['Edit'] }, 'touch a.ts', 'allow'],
    [{ allow: ['Bash', 'Edit'], deny: ['Write'] }, 'Write a.ts', 'not offered'],
    [{ allow: ['Bash', 'Edit'], deny: ['Write'] }, 'Edit a.ts', 'allow'],
    [{ allow: ['Bash', 'Edit'], deny: ['Write'] }, 'echo hi > f', 'allow'],
  ])('the file rules %j decide %s as %s', (rules, call, expected) => {
    expect(effect(permissions(rules), call)).toBe(expected);
  });
});

describe('path rules that apply to commands', () => {
  const read = permissions({ allow: ['Bash', 'Edit'], deny: ['Read(.env)'] });
  const edit = permissions({ allow: ['Bash', 'Edit'], deny: ['Edit(secret.txt)'] });

  test.each(
    `cat .env;cat ./.env;cat /home/u/p/project/.env;cat ".env";cat '.en'v;F=.env && cat $F;cat src/../.env;cat < .env;head .env
tail .env;tac .env;grep x .env;rg x .env;sed -n 1p .env;awk 1 .env;base64 .env;sort .env;wc .env;stat .env;ls -la .env;diff .env a
git diff --no-index .env a;cp .env e2;timeout 5 cat .env;if true\nthen cat .env\nfi;Write .env;Edit .env;Read .env`.split(
      /[;\n](?!then|fi)/,
    ),
  )('Read(.env) denies %j', (call) => {
    expect(effect(read, call)).toBe('deny');
  });

  test.each([
    'cat .e*',
    'grep -r hello .',
    'echo $(cat .env)',
    'xargs cat .env',
    "bash -c 'cat .env'",
    'zz .env',
    'echo hi > .env',
    'python3 -c \'open(".env")\'',
  ])('Read(.env) does not match %j', (call) => {
    expect(effect(read, call)).toBe('allow');
  });

  test.each([
    'Write secret.txt',
    'Edit secret.txt',
    'echo hi > secret.txt',
    'echo hi >> ./secret.txt',
    'cp README.md secret.txt',
    'mv README.md secret.txt',
    'touch secret.txt',
    'rm secret.txt',
    'tee secret.txt',
    'sed -i s/a/b/ secret.txt',
    'echo hi | tee secret.txt',
  ])('Edit(secret.txt) denies %j', (call) => {
    expect(effect(edit, call)).toBe('deny');
  });

  test.each([
    'dd of=secret.txt',
    'truncate -s 0 secret.txt',
    'ln -sf a secret.txt',
    'chmod 600 secret.txt',
    'patch secret.txt',
    'git checkout secret.txt',
    'perl -pi -e 1 secret.txt',
    "bash -c 'echo hi > secret.txt'",
    'cat secret.txt',
    'Read secret.txt',
  ])('Edit(secret.txt) does not match %j', (call) => {
    expect(effect(edit, call)).toBe('allow');
  });

  test('programs whose files Claude Code does not know can read a denied file', () => {
    expect(effect(read, 'less .env')).toBe('allow');
    expect(effect(read, 'xxd .env')).toBe('allow');
    expect(effect(read, 'od .env')).toBe('deny');
  });

  test('an allow rule for reading covers reading commands, even outside the working folders', () => {
    const files = permissions({ allow: ['Read(//etc/**)'] });
    for (const command of ['cat /etc/hostname', 'ls /etc/x', 'grep a /etc/hosts'])
      expect(effect(files, command)).toBe('allow');
    expect(effect(permissions({}), 'cat /etc/hostname')).toBe('ask');
  });

  test('an ask rule for reading does not apply to commands', () => {
    const files = permissions({ ask: ['Read(secret.txt)', 'Edit(docs/**)'], allow: ['Read', 'Edit(docs/**)'] });
    expect(effect(files, 'cat secret.txt')).toBe('allow');
    expect(effect(files, 'Read secret.txt')).toBe('ask');
    expect(effect(files, 'Write docs/a')).toBe('ask');
  });
});

describe('a star alone in parentheses', () => {
  test.each([
    [{ allow: ['Edit(*)'] }, 'Write q.txt', 'ask'],
    [{ allow: ['Edit(*)'] }, 'touch t', 'ask'],
    [{ allow: ['Edit(*)'] }, 'Edit q.txt', 'allow'],
    [{ allow: ['Write(*)'] }, 'Write q.txt', 'allow'],
    [{ allow: ['Write(*)'] }, 'Write ../other/q.txt', 'ask'],
    [{ allow: ['Write'] }, 'Write ../other/q.txt', 'allow'],
    [{ allow: ['Read(*)'] }, 'Read /etc/hosts', 'ask'],
    [{ allow: ['Read(*)'] }, 'Read q.txt', 'allow'],
    [{ deny: ['Write(*)'], allow: ['Write'] }, 'Write q.txt', 'not offered'],
    [{ deny: ['Read(*)'] }, 'Read q.txt', 'not offered'],
    [{ deny: ['Bash(*)'] }, 'ls', 'not offered'],
  ])('the star rules %j decide %s as %s', (rules, call, expected) => {
    expect(effect(permissions(rules), call)).toBe(expected);
  });
});

describe('denials of the Read tool', () => {
  const files = permissions({ allow: ['Bash', 'Write', 'Edit(//**)'], deny: ['Read'] });

  test('a denial of Read also denies changes by other tools, which read first, but not commands', () => {
    for (const call of ['Write a', 'Edit a', 'Write ../other/a']) expect(effect(files, call)).toBe('deny');
    expect(effect(files, 'cat a')).toBe('allow');
  });

  test('an ask rule for Read does not apply to changes', () => {
    const asking = permissions({ allow: ['Write'], ask: ['Read', 'Read(**)'] });
    expect(effect(asking, 'Write a')).toBe('allow');
    expect(effect(asking, 'Read a')).toBe('ask');
  });
});

describe('exceptions with an exclamation mark', () => {
  test.each([
    [['Edit(src/*)', 'Edit(!src/a.ts)'], 'Write src/a.ts', 'allow'],
    [['Edit(src/*)', 'Edit(!src/a.ts)'], 'Write src/b.ts', 'deny'],
    [['Edit(src/**)', 'Edit(!src/a.ts)'], 'Write src/a.ts', 'deny'],
    [['Edit(!src/a.ts)', 'Edit(src/**)'], 'Write src/a.ts', 'deny'],
    [['Edit(!src/**)'], 'Write src/a.ts', 'allow'],
  ])('the deny rules %j decide %s as %s', (deny, call, expected) => {
    expect(effect(permissions({ allow: ['Edit(//**)'], deny }), call)).toBe(expected);
  });
});

describe('the base of a path that starts with one slash', () => {
  const rules = { permissions: { allow: ['Edit(//**)'], deny: ['Edit(/src/**)'] } };
  const circumstances = { cwd: `${project}/sub` };

  test.each([
    ['~/.claude/settings.json', `Write ${home}/.claude/src/a`, 'deny'],
    ['~/.claude/settings.json', 'Write src/a', 'allow'],
    ['~/.claude/settings.json', `Write ${home}/src/a`, 'allow'],
    ['.claude/settings.local.json', `Write ${project}/sub/src/a`, 'deny'],
    ['.claude/settings.local.json', `Write ${project}/src/a`, 'allow'],
    ['sub/.claude/settings.json', `Write ${project}/sub/src/a`, 'deny'],
  ])('a path with one slash in %s makes %s %s', (file, call, expected) => {
    expect(effect({ [file]: rules }, call, { circumstances })).toBe(expected);
  });

  test('several slashes in a path rule count as one', () => {
    expect(effect(permissions({ allow: ['Edit(//**)'], deny: ['Edit(src//a.ts)'] }), 'Write src/a.ts')).toBe('deny');
  });
});
