import { describeCommandRule, type RuleList } from '@modegate/shell-commands';
import { describe, expect, test } from 'vitest';

function described(text: string, list: RuleList) {
  const description = describeCommandRule(text, list);
  if (description.fault !== undefined) throw new Error(description.fault);
  return description;
}

describe('a command rule in plain words', () => {
  test.each([
    ['git push *', 'the program git, then push, then any further words'],
    ['npm test', 'the program npm, then test, and nothing more'],
    ['pwd', 'the program pwd alone'],
    ['git * main', 'the program git, then one word that is not an option, then main, and nothing more'],
    ['npm run docs:*', 'the program npm, then run, then docs:…, and nothing more'],
    ['./scripts/*.sh', 'the program ./scripts/….sh alone'],
    ["grep 'a b' *", "the program grep, then 'a b', then any further words"],
    ['*', 'any program with any words'],
  ])('the description of %s, to allow', (text, words) => expect(described(text, 'allowedCommands').words).toBe(words));

  test.each([
    ['rm', 'the program rm at any path, whatever follows'],
    [
      'git push --force',
      'the program git at any path with push and the option --force in any form, whatever else follows',
    ],
    ['rm -rf *', 'the program rm at any path with the option -rf in any form, whatever else follows'],
    [
      'docker compose * up',
      'the program docker at any path with compose, later any word, later up, whatever else follows',
    ],
    ['* --force', 'any program with the option --force in any form, whatever else follows'],
    [
      'git push:*',
      'the program git at any path with push, whatever else follows, or the program git at any path with push:…, whatever else follows',
    ],
  ])('the description of %s, to deny', (text, words) =>
    expect(described(text, 'disallowedCommands').words).toBe(words),
  );

  test('a rule description has examples that the rule itself has judged', () => {
    expect(described('git push *', 'allowedCommands')).toMatchObject({
      matches: ['git push', 'git push x', 'git push --verbose x'],
      others: ['/usr/bin/git push', 'git', 'git x'],
    });
    expect(described('git push', 'askCommands')).toMatchObject({
      matches: ['git push', 'git push x', '/usr/bin/git push'],
      others: ['git', 'git x', 'gitx push'],
    });
  });

  test('a rule description has no example that is refused whatever the rules', () => {
    const { matches, others } = described('env', 'disallowedCommands');
    expect([...matches, ...others]).not.toContain('env --verbose x');
  });

  test('the description of an unusable rule names its fault', () => {
    expect(describeCommandRule('a && b', 'allowedCommands')).toEqual({
      fault: 'is not a single command; write one rule for each command',
    });
  });
});
