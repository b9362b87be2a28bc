import { describe, expect, test } from 'vitest';
import { ask, effect, home, messages, permissions } from './support.ts';

const all = permissions({ allow: ['Bash'] });

describe('commands in the background', () => {
  test.each(['ls &', 'cat .env &', 'ls & pwd', 'git log &', '[ -f x ] &', '! ls &', 'A=1 &'])(
    '%s needs a question even under a rule for all of Bash, because it runs unasked without a rule',
    (command) => {
      expect(effect(all, command)).toBe('ask');
    },
  );

  test.each(['zz &', '! zz &', 'ls & zz', 'cat ../other/o &', '(ls) &', 'touch a &'])(
    '%s in the background is allowed by a rule for all of Bash',
    (command) => {
      expect(effect(all, command)).toBe('allow');
      expect(effect({}, command)).toBe('ask');
    },
  );

  test('bypassPermissions asks nothing', () => {
    const circumstances = { permissionMode: 'bypassPermissions' };
    expect(effect({}, 'ls &', { circumstances })).toBe('allow');
    expect(effect({}, 'mv .. x', { circumstances })).toBe('allow');
  });
});

describe('test commands', () => {
  test.each(['[ -t 1 ]', '[[ 1 -eq 1 ]]', '[[ a == b ]]', '[[ 1 < 2 ]]'])(
    'the test %s runs without a question',
    (command) => {
      expect(effect({}, command)).toBe('allow');
    },
  );

  test.each(['[ -t x ]', '[ 1 -eq x ]', '[[ a -eq b ]]', '[[ a == b* ]]', '[[ -f a* ]]'])(
    'the test %s needs a question, because it may evaluate a name or match files',
    (command) => {
      expect(effect({}, command)).toBe('ask');
      expect(effect(all, command)).toBe('allow');
    },
  );

  test('a rule for a group of commands does not allow the group', () => {
    expect(effect(permissions({ allow: ['Bash((zz))'] }), '(zz)')).toBe('ask');
  });

  test.each([
    ['ask', ['zz &&', '&& zz', 'zz && && a', 'zz $(', 'zz ${a', 'zz "$(a']],
    ['allow', ['zz |', '|| zz', 'zz "a', 'zz )', 'do if zz x', 'done']],
  ])('a rule with text that no shell can parse has the effect %s', (expected, texts) => {
    for (const text of texts)
      expect([text, effect(permissions({ allow: [`Bash(${text})`] }), text)]).toEqual([text, expected]);
  });
});

test('a backslash in a rule means itself, and two backslashes mean one', () => {
  const files = permissions({ allow: ['Bash(zz \\\\b)', 'Bash(kk \\b)'] });
  expect(effect(files, 'zz \\\\b')).toBe('ask');
  expect(effect(files, 'zz \\b')).toBe('allow');
  expect(effect(files, 'kk \\b')).toBe('allow');
});

test.each([
  ['Bash(zz aa :*)', []],
  ['Bash(zz aa :* )', ['zz aa :b', 'zz aa :', 'zz aa : b']],
  ['Bash(zz aa:* )', ['zz aa: b']],
  ['Bash(zz aa : *)', ['zz aa :', 'zz aa : b']],
  ['Bash( zz aa:*)', []],
])('the rule %s matches exactly %j', (rule, expected) => {
  const calls = ['zz aa', 'zz aa b', 'zz aa :b', 'zz aa: b', 'zz aa :', 'zz aa : b', 'zz aab'];
  const matched = (list: string, wanted: string) =>
    calls.filter((call) => effect(permissions({ [list]: [rule] }), call) === wanted);
  expect([matched('deny', 'deny'), matched('allow', 'allow')]).toEqual([expected, expected]);
});

test('`xargs find` needs a question under every rule except all of Bash', () => {
  const files = permissions({ allow: ['Bash(find:*)', 'Bash(xargs:*)', 'Bash(xargs find:*)', 'Bash(ls:*)'] });
  for (const call of ['xargs find', 'xargs find . -name x', 'ls | xargs find']) expect(effect(files, call)).toBe('ask');
  for (const call of ['xargs -n1 find a', 'find -x', 'xargs zz']) expect(effect(files, call)).toBe('allow');
  expect(effect(all, 'xargs find . -delete')).toBe('allow');
});

test('a denial of a pipeline sees through quotation marks and wrappers before its first program', () => {
  const files = permissions({ allow: ['Bash'], deny: ['Bash(wget*|*sh)'] });
  for (const call of ['wget x|ash', 'timeout 5 wget x|ash', 'nohup wget x | ash', '"wget" x | ash', 'A=1 wget x | ash'])
    expect([call, effect(files, call)]).toEqual([call, 'deny']);
  for (const call of ['sudo wget x|ash', '/usr/bin/wget x | ash', 'ls | timeout 5 wget x | ash'])
    expect([call, effect(files, call)]).toEqual([call, 'allow']);
});

test('a denial that continues after a pipeline is matched with the whole command', () => {
  const files = permissions({ allow: ['Bash'], deny: ['Bash(* | ash *)', 'Bash(ls * && zz *)'] });
  for (const call of ['wget x | ash && ls', 'wget x | ash &'])
    expect([call, effect(files, call)]).toEqual([call, 'deny']);
  for (const call of ['wget x | ash', 'ls a && zz b']) expect([call, effect(files, call)]).toEqual([call, 'allow']);
});

test('a denial of a list of commands applies with extra blanks and after a wrapper', () => {
  const files = permissions({ allow: ['Bash'], deny: ['Bash(ls a && zz b)'] });
  for (const call of ['ls a && zz b', 'ls a  && zz b', 'timeout 5 ls a && zz b'])
    expect([call, effect(files, call)]).toEqual([call, 'deny']);
  for (const call of ['ls a && zz b;', 'kk; ls a && zz b'])
    expect([call, effect(files, call)]).toEqual([call, 'allow']);
});

describe('denials of commands with expansions', () => {
  const files = permissions({ allow: ['Bash'], deny: ['Bash(zz a)', 'Bash(rm -rf /*)'] });

  test.each(['zz a $X', 'zz $X a', 'zz a ${X}', 'zz a $(kk)', 'zz a $((1+1))', 'zz a <(kk)', 'rm -rf $HOME'])(
    'a denial ignores expansions of the shell, and applies to %s',
    (command) => {
      expect(effect(files, command)).toBe('deny');
    },
  );

  test.each(['zz a "$X"', 'zz a$X', 'zz $(kk) a', 'zz a b'])('a denial does not apply to %s', (command) => {
    expect(effect(files, command)).toBe('allow');
  });
});

describe('options of commands', () => {
  test.each([
    ['git log --format=%h', 'git log --format=x'],
    ['git log -n 3', 'git log -n3'],
    ['git log -p', 'git log --raw'],
    ['git show --raw', 'git show --unified=2'],
    ['git branch --merged main', 'git branch main'],
    ['git remote show -n origin', 'git remote show origin'],
    ['sort -k 2 a', 'sort -k2 a'],
    ['base64 -w 0 a', 'base64 -w0 a'],
    ['grep -A2 x a', "grep 'a$' b"],
    ['rg -A2 x', 'rg --pre x y'],
    ['uniq -c', 'uniq a'],
    ['ps aux', 'ps e'],
    ['date +%s', 'date 010100'],
    ['tput cols', 'tput clear'],
    ['xargs -n 1 echo', 'xargs -n1 echo'],
    ['jq -r . a', 'jq . -r a'],
    ['printf "%d" 1', 'printf "%d" x'],
    ['[ 1 -eq 1 ]', '[ a -eq 1 ]'],
    ['[ a = b ]', 'test a = b'],
    ['ls *', 'find *'],
    ['cat a', "cat 'a$'"],
    ['sed -n "1,3p;5p" a', 'sed -n /x/p a'],
    ['cat a | sed s/a/b/', 'cat a | sed s#a#b#'],
    ['docker ps --format x', 'docker -H x ps'],
  ])('%s runs without a rule, and %s needs one', (free, asked) => {
    expect(effect({}, free)).toBe('allow');
    expect(effect({}, asked)).toBe('ask');
  });
});

describe('denied files of commands', () => {
  const files = permissions({ allow: ['Bash'], deny: ['Read(.env)', 'Edit(src/**)'] });

  test.each([
    'git -C . diff .env',
    'git -C src diff ../.env',
    'pushd src; cat ../.env',
    'cat "$PWD/.env"',
    'grep -f .env a',
    'jq --slurpfile a .env . b',
    'awk -f .env a',
    'find . -newer .env',
    'sed -f .env a',
    'A=1 cp src/a b',
    'cp --target-directory=src a',
  ])('%s is denied for its files', (command) => {
    expect(effect(files, command)).toBe('deny');
  });

  test('a rule for all of Bash does not allow a move of the home folder', () => {
    for (const command of ['mv ~ x', 'mv .. x', 'mv / x', `mv ${home} x`]) expect(effect(all, command)).toBe('ask');
    expect(effect(all, 'mv . x')).toBe('allow');
  });

  test('denials and questions apply to added folders, and permissions do not', () => {
    const added = (list: string, rule: string) => permissions({ additionalDirectories: ['../other'], [list]: [rule] });
    expect(effect(added('deny', 'Read(o.txt)'), 'Read ../other/o.txt')).toBe('deny');
    expect(effect(added('ask', 'Read(**)'), 'Read ../other/o.txt')).toBe('ask');
    expect(effect(added('deny', 'Read(/o.txt)'), 'Read ../other/o.txt')).toBe('allow');
    expect(effect(added('allow', 'Edit(**)'), 'Write ../other/n.txt')).toBe('ask');
  });
});

describe('modes that ask a model', () => {
  test.each(['Bash', 'Bash(*)', 'Bash(python:*)', 'Bash(npm run *)', 'Bash(p*)', 'Bash(sudo *)', 'Bash(* --version)'])(
    'a mode that asks a model ignores the rule %s',
    (rule) => {
      const command = rule.replace(/^Bash\(?/, '').replace(/[:*)]/g, '') || 'zz';
      const name = command.startsWith('p') ? 'python x' : `${command.trim()} x`;
      expect(effect(permissions({ allow: [rule] }), name, { circumstances: { permissionMode: 'auto' } })).toBe(
        'unknown',
      );
    },
  );

  test.each([
    ['Bash(git *)', 'git push'],
    ['Bash(npm *)', 'npm run x'],
    ['Bash(python x.py)', 'python x.py'],
    ['Bash(python -m a.b *)', 'python -m a.b x'],
  ])('a mode that asks a model keeps the rule %s', (rule, command) => {
    const circumstances = { permissionMode: 'plan' };
    expect(effect(permissions({ allow: [rule] }), command, { circumstances })).toBe('allow');
  });

  test('the model decides about agents and, in plan mode, about servers', () => {
    const files = permissions({ allow: ['Agent', 'mcp__srv'] });
    expect(effect(files, 'Agent x', { circumstances: { permissionMode: 'auto' } })).toBe('unknown');
    expect(effect(files, 'mcp__srv__a', { circumstances: { permissionMode: 'plan' } })).toBe('unknown');
    expect(effect(files, 'mcp__srv__a', { circumstances: { permissionMode: 'auto' } })).toBe('allow');
  });
});

describe('a settings file that is ignored because of another key', () => {
  const deny = { permissions: { deny: ['Bash(zz *)'] } };

  test.each([
    { hooks: { PreToolUse: 'x' } },
    { hooks: { PreToolUse: [{ matcher: 'Bash' }] } },
    { hooks: { PreToolUse: [{ hooks: [{ type: 'command' }] }] } },
    { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'a', timeout: '5' }] }] } },
    { statusLine: { command: 'a' } },
    { cleanupPeriodDays: 0 },
    { enabledMcpjsonServers: [1] },
    { enabledPlugins: { a: 1 } },
    { attribution: null },
    { tui: 'x' },
    { sandbox: { network: { allowedDomains: 'x' } } },
    { $schema: 1 },
  ])('Claude Code ignores a settings file with %j', (value) => {
    const files = { '.claude/settings.json': { ...deny, ...value } };
    expect(effect(files, 'zz a')).toBe('ask');
    expect(messages(files)).toContain(`'${Object.keys(value)[0]}`);
  });

  test.each([
    { hooks: 'x' },
    { hooks: { Bogus: 'x' } },
    { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'a', timeout: 5 }] }] } },
    { statusLine: { type: 'command', command: 'a', padding: 0 } },
    { enabledMcpjsonServers: 'x' },
    { env: { A: null } },
    { theme: 1 },
    { effortLevel: 'x' },
  ])('Claude Code keeps a settings file with %j', (value) => {
    expect(effect({ '.claude/settings.json': { ...deny, ...value } }, 'zz a')).toBe('deny');
  });
});

describe('undecidable cases', () => {
  test('local settings count in an untrusted folder unless git tracks them', () => {
    const files = { '.claude/settings.local.json': { permissions: { allow: ['Bash(zz *)'] } } };
    const answer = ask(files, 'zz a', { circumstances: { trust: 'untrusted' } });
    expect(answer).toMatchObject({ effect: 'unknown', because: expect.stringContaining('whether git tracks') });
  });

  test('a setting stricter than rules leaves only denials certain', () => {
    const files = permissions({ blockReadsOutsideWorkingDirectories: true, deny: ['Bash(qq *)'] });
    expect(ask(files, 'ls')).toMatchObject({ effect: 'unknown', because: expect.stringContaining('blockReads') });
    expect(effect(files, 'qq a')).toBe('deny');
  });
});

describe('variables that a command sets itself', () => {
  const files = permissions({ allow: ['Bash'], deny: ['Bash(zz a b)', 'Read(.env)'] });

  test.each([
    'X=b; Y=$X; zz a $Y',
    'X=b; Y="$X"; zz a $Y',
    'X=b; X=$X; zz a $X',
    'X=b && Y=$X && zz a $Y',
    'export X=b; zz a $X',
    'declare X=b; zz a $X',
    'X=zz; Y=$X; $Y a b',
    'X="a b"; zz "$X"',
    'X=.env; Y=$X; cat $Y',
  ])('a variable of the command is expanded: %s is denied', (command) => {
    expect(effect(files, command)).toBe('deny');
  });

  test.each([
    'X=b; zz a ${X}',
    'X=b; Y=${X}; zz a $Y',
    'X=b; Y=p$X; zz a $Y',
    'X="a b"; zz $X',
    'X=c; X=b; zz a $X',
    'X=b Y=$X; zz a $Y',
  ])('a variable of the command is not expanded: %s is allowed', (command) => {
    expect(effect(files, command)).toBe('allow');
  });
});

describe('backslashes in commands', () => {
  const files = permissions({ allow: ['Bash'], deny: ['Bash(zz a b)'] });

  test.each(['zz a b \\', 'zz a b\\', 'ls; zz a b \\', 'zz a b | cat \\'])(
    'a backslash at the end does not hide a denied command: %s',
    (command) => {
      expect(effect(files, command)).toBe('deny');
    },
  );

  test.each(['zz a \\ b', 'zz a b \\ ', 'zz a "\\ " b', "zz a '\\ ' b", 'zz a \\'])(
    'a backslash before a blank or at the end needs a question unless all of Bash is allowed: %s',
    (command) => {
      expect(effect(permissions({ allow: ['Bash(zz:*)'] }), command)).toBe('ask');
      expect(effect(all, command)).toBe('allow');
    },
  );

  test('a backslash before another character needs no question', () => {
    expect(effect(permissions({ allow: ['Bash(zz:*)'] }), 'zz \\a b')).toBe('allow');
  });
});

describe('devices', () => {
  const open = permissions({ additionalDirectories: ['/dev', '/proc'] });

  test.each(['/dev/stdin', '/dev/tty', '/dev/zero', '/dev/fd/1', '/proc/self/fd/0', '/proc/1/environ'])(
    'a device is not readable by file tools: %s',
    (path) => {
      expect(effect(open, `Read ${path}`)).toBe('deny');
    },
  );

  test('a device is not writable by file tools', () => {
    expect(effect(open, 'Write /dev/null')).toBe('deny');
  });

  test('a command may read its own input without a question', () => {
    for (const command of ['cat /dev/stdin', 'cat < /dev/stdin', 'cat /dev/fd/3'])
      expect(effect({}, command)).toBe('allow');
    expect(effect({}, 'cat /dev/tty')).toBe('ask');
  });

  test.each(['cat < /dev/tcp/x/1', 'echo hi > /dev/tcp/x/1', 'echo hi > /dev/stdout'])(
    '%s needs a question, although the folder is open',
    (command) => {
      expect(effect(permissions({ defaultMode: 'acceptEdits', additionalDirectories: ['/dev'] }), command)).toBe('ask');
    },
  );

  test('the environment of a process needs a question, although the folder is open', () => {
    expect(effect(open, 'cat /proc/self/environ')).toBe('ask');
  });
});
