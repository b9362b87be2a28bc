import { describe, expect, test } from 'vitest';
import { effect, permissions, project } from './support.ts';

describe('files of a command under a rule for its program', () => {
  const rules = `cat ls find sed touch rm cp mv tee echo cd git sort`.split(' ').map((name) => `Bash(${name}:*)`);
  const files = permissions({ allow: rules });

  test.each([
    'touch t',
    'rm -rf src',
    'cp a b',
    'tee out',
    'sed -i s/a/b/ a',
    'touch -t 1 a',
    'rm -- a',
    'find . -name x',
  ])('%s runs under a rule for its program', (command) => {
    expect(effect(files, command)).toBe('allow');
  });

  test.each([
    [
      'outside the working folders',
      ['cat ../o', 'ls /etc', 'cd ..', 'cd', 'sort /etc/hosts', 'touch ../t', 'rm ~/a', 'sed s/a/b/ ../o'],
    ],
    ['by a redirection', ['echo hi > y', 'ls >> y']],
    ['by a pattern', ['rm *.txt', 'touch a{1,2}']],
    ['with options of cp and mv', ['cp -r a b', 'mv -f a b']],
    ['through a folder and up again', ['cat src/../a', 'touch src/../a']],
    ['after cd', ['cd src && rm a', 'cd src && touch a']],
    ['by find', ['find . -delete', 'find . -exec rm {} +']],
  ])('files touched %s need a question', (_, commands) => {
    for (const command of commands) {
      expect(effect(files, command)).toBe('ask');
      expect(effect(permissions({ allow: ['Bash'] }), command)).toBe('allow');
    }
  });

  test('a path rule allows the files of a redirection or program', () => {
    const rule = permissions({ allow: ['Edit(//**)', 'Read(//etc/**)', 'Bash(touch *)'] });
    for (const command of ['echo hi > y', 'cat /etc/hosts', 'touch ~/a', 'echo hi > /tmp/y'])
      expect(effect(rule, command)).toBe('allow');
    expect(effect(rule, 'mkdir a')).toBe('ask');
  });

  test('a cd to the same folder does not change the decision', () => {
    for (const command of ['cd . && git status', `cd ${project} && git log`]) expect(effect({}, command)).toBe('allow');
    expect(effect({}, 'cd src && git status')).toBe('ask');
  });
});

describe('rules for files of a command', () => {
  const read = permissions({ allow: ['Bash'], deny: ['Read(.env)'] });
  const edit = permissions({ allow: ['Bash'], deny: ['Edit(.env)'] });

  test.each([
    'cp .env x',
    'mv .env x',
    'sed -i s/a/b/ .env',
    'sort -o .env a',
    'git diff .env',
    'env cat .env',
    'X=$(cat .env)',
    '(cat .env)',
  ])('a denial of reading applies to %s', (command) => {
    expect(effect(read, command)).toBe('deny');
  });

  test.each([
    'touch .env',
    'cp a .env',
    'tee .env',
    'rm .env',
    'sudo cat .env',
    'xargs cat .env',
    '{ cat .env; }',
    'cat <(cat .env)',
    'for f in .env; do cat $f; done',
    'while read l; do echo $l; done < .env',
    'cat $PWD/.env',
    'git show HEAD:.env',
    'find . -name .env',
  ])('a denial of reading does not apply to %s', (command) => {
    expect(effect(read, command)).toBe('allow');
  });

  test.each([
    ['touch .env', 'cp a .env', 'tee .env', 'rm .env', 'sed s/a/b/ .env', 'echo hi > .env', 'mv .env a'],
    // The second one may be a folder, and options are not read.
    ['cp .env a', 'cp -r .env a'],
  ])('a denial of changes applies to %s, %s and others', (...commands) => {
    for (const command of commands) expect(effect(edit, command)).toBe('deny');
  });

  test('a file that may not be changed may be copied', () => {
    const files = permissions({ allow: ['Bash'], deny: ['Edit(src/**)'] });
    expect(effect(files, 'cp src/a b')).toBe('allow');
    expect(effect(files, 'cp -r src/a b')).toBe('deny');
    expect(effect(files, 'mv src/a b')).toBe('deny');
    expect(effect(files, 'sed -n 1p src/a')).toBe('allow');
  });

  test('a denial of reading sees only the folder of a pattern', () => {
    const files = permissions({ allow: ['Bash'], deny: ['Read(src/**)', 'Edit(docs/**)'] });
    for (const command of ['cat src/*', 'ls src/*', 'cp src/* d']) expect(effect(files, command)).toBe('deny');
    expect(effect(files, 'rm docs/*')).toBe('allow');
    expect(effect(permissions({ allow: ['Bash'], deny: ['Read(src/x.ts)'] }), 'cat src/*')).toBe('allow');
  });

  test('ask rules for files do not apply to commands', () => {
    const files = permissions({ allow: ['Bash'], ask: ['Read(.env)', 'Edit(.env)'] });
    for (const command of ['cat .env', 'touch .env', 'echo hi > .env']) expect(effect(files, command)).toBe('allow');
    expect(effect(files, 'Write .env')).toBe('ask');
  });

  test('a denial of reading makes Claude Code ask after cd to a plain name', () => {
    const files = permissions({ deny: ['Read(.env)'] });
    expect(effect(files, 'cd src && ls')).toBe('ask');
    for (const command of ['cd ./src && ls', `cd src && cat ${project}/src/a`, 'cd src && pwd'])
      expect(effect(files, command)).toBe('allow');
    expect(effect({}, 'cd src && ls')).toBe('allow');
    expect(effect(permissions({ deny: ['Read'] }), 'cd src && ls')).toBe('ask');
    expect(effect(permissions({ deny: ['Edit(.env)'] }), 'cd src && ls')).toBe('allow');
  });
});

describe('acceptEdits', () => {
  const mode = permissions({ defaultMode: 'acceptEdits' });

  test.each([
    'cp a b',
    'rmdir d',
    'mkdir -m 777 a',
    'sed s/a/b/ a',
    'sed -i -E s/a/b/g a',
    'cat a > b',
    'touch a | cat',
    'if touch a; then rm a; fi',
  ])('acceptEdits lets %s run', (command) => {
    expect(effect(mode, command)).toBe('allow');
  });

  test.each([
    'cp -r a b',
    'touch -t 1 a',
    'tee a',
    '> a',
    ': > a',
    'sed -i.bak s/a/b/ a',
    'sed -i s#a#b# a',
    'ln -s a b',
    'command touch a',
    '"touch" a',
  ])('acceptEdits does not cover %s', (command) => {
    expect(effect(mode, command)).toBe('ask');
  });

  test.each([
    '.npmrc',
    '.husky/a',
    '.devcontainer/a',
    '.envrc',
    '.cargo/config.toml',
    'lefthook.yml',
    '.config/git/config',
  ])('acceptEdits does not cover a change of %s', (path) => {
    expect(effect(mode, `Write ${path}`)).toBe('ask');
  });

  test.each(['.gitignore', '.github/a', '.claude/worktrees/a', '.env', '.vimrc'])(
    'acceptEdits covers a change of %s',
    (path) => {
      expect(effect(mode, `Write ${path}`)).toBe('allow');
    },
  );
});
