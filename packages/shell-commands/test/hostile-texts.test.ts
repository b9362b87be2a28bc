import { analyseCommand, type CommandAnalysis, maxCommandLength, shellNames } from '@modegate/shell-commands';
import { describe, expect, test } from 'vitest';
import { Random } from './differential/random.ts';
import { generateScripts } from './differential/try-scripts.ts';

function fill(unit: string, start = '', end = ''): string {
  return start + unit.repeat((maxCommandLength - start.length - end.length) / unit.length) + end;
}

function nest(start: string, middle: string, end: string): string {
  const count = Math.floor((maxCommandLength - middle.length) / (start.length + end.length));
  return start.repeat(count) + middle + end.repeat(count);
}

// Each has the maximum length of a text. If one takes more than a second or two here, that is a bug.
const texts: Readonly<Record<string, string>> = {
  words: fill('a ', 'c '),
  statements: fill('a;'),
  'operators without programs': fill('&&'),
  'single quotes': fill("'a' ", 'c '),
  'double quotes': fill('"a" ', 'c '),
  'quotes without an end': fill(`"'`, 'c '),
  backslashes: fill('\\\\', 'c '),
  'broken lines': fill('a\\\n', 'c '),
  substitutions: fill('$(a) ', 'c '),
  'substitutions in one word': fill('$(a)', 'c "', '"'),
  'substitutions inside one another': nest('$(', 'a', ')'),
  'substitutions without an end': fill('$(', 'c '),
  'substitutions with comments': fill('<(f() #\n'),
  backticks: fill('`a` ', 'c '),
  'backticks with backslashes': fill('\\`', 'c `', '`'),
  'here-documents': fill('c <<E\na\nE\n'),
  'here-documents in one line': fill('<<E ', 'c '),
  'a long here-document': fill('$(a)\n', 'c <<E\n', '\nE'),
  expansions: fill('${x:-a}', 'c '),
  'expansions inside one another': nest('${x:-', 'a', '}'),
  globs: fill('*[a]?', 'c '),
  braces: fill('{a,b}', 'c '),
  'open braces': fill('{a,', 'c '),
  subshells: nest('(', 'a', ')'),
  'loops that change the folder': `${'for i in 1; do cd a; '.repeat(200)}a${'; done'.repeat(200)}`,
  'changes of the folder': fill('cd a;'),
  'changes of the folder upwards': fill('cd ..;'),
  redirections: fill(' >f', 'c'),
  wrappers: fill('env '),
  'wrappers with options': fill('timeout 1 '),
  'replaced shells': fill('exec '),
  'actions of find': fill('-exec a \\; ', 'find '),
  'operands of rm': fill('a ', 'rm '),
  'operands of cp': fill('a ', 'cp '),
  'operands of cp that are open': fill('$x ', 'cp '),
  'options of git': fill('-c a ', 'git '),
  'a sed script': fill('s/a/b/;', "sed '", "' f"),
  'an awk script': fill('{print $1}', "awk '", "' f"),
  'a jq filter': fill('.a|', "jq '", ".' f"),
  tests: fill('a -a ', '[ ', 'a ]'),
  conditions: fill('a && ', '[[ ', 'a ]]; b'),
  arithmetic: fill('1+', 'c $((', '1))'),
  'functions inside one another': fill('f() '),
  comments: fill('#a\n', '', 'b'),
  blanks: fill(' ', 'a', '!'),
};

describe('long texts', () => {
  test.each(Object.entries(texts))('the analysis of a long text finishes: %s', (_, text) => {
    for (const shell of ['bash', 'unknown'] as const) {
      const analysis = analyseCommand(text, { shell });
      expect(analysis.unreadable !== undefined || analysis.programs.length > 0).toBe(true);
    }
  });

  test('a text that is too long is refused', () => {
    const { unreadable } = analyseCommand('a'.repeat(maxCommandLength + 1), { shell: 'bash' });
    expect(unreadable?.construct).toBe('more than 100000 characters');
  });
});

/** Texts with a separate tree are reported at the place of the part that contains them. */
const hasNestedText = /`|sh|watch/;

function findMisplaced(text: string, { programs, files, unreadable }: CommandAnalysis): readonly string[] {
  const parts = [...programs, ...files, ...(unreadable === undefined ? [] : [unreadable])];
  return parts
    .filter((part) => text.slice(part.position, part.position + part.text.length) !== part.text)
    .map((part) => part.text);
}

describe('generated texts', () => {
  const scripts = generateScripts(7, 1000);

  test('a generated text gets the same answer each time', () => {
    for (const text of scripts)
      for (const shell of shellNames) expect(analyseCommand(text, { shell })).toEqual(analyseCommand(text, { shell }));
  });

  test('every analysed part is in the text at its position', () => {
    const misplaced = scripts
      .filter((text) => !hasNestedText.test(text))
      .flatMap((text) => findMisplaced(text, analyseCommand(text, { shell: 'bash' })).map((part) => ({ text, part })));
    expect(misplaced).toEqual([]);
  });

  test('random characters get an answer', () => {
    const random = new Random(3);
    for (let count = 0; count < 2000; count++) {
      const text = String.fromCharCode(
        ...Array.from({ length: random.below(60) }, () => random.below(random.pick([128, 0x3000, 0x10000]))),
      );
      for (const shell of shellNames) expect(() => analyseCommand(text, { shell })).not.toThrow();
    }
  });
});
