import { describe, expect, test } from 'vitest';
import { ask, effect, messages, permissions, project } from './support.ts';

describe('denials that seem to be ignored', () => {
  test('a comma after the last rule makes Claude Code ignore the file', () => {
    const files = {
      '.claude/settings.json': '{\n  "permissions": {\n    "deny": [\n      "Read(./.env)",\n    ]\n  }\n}\n',
    };
    expect(effect(files, 'Read .env')).toBe('allow');
    expect(messages(files)).toContain(
      'settings.json:5 Claude Code silently ignores this whole file, including its deny rules: it contains a comma after the last value',
    );
  });

  test('a comment makes Claude Code ignore the file', () => {
    const files = { '.claude/settings.json': '{\n  // secrets\n  "permissions": { "deny": ["Read(.env)"] }\n}' };
    expect(effect(files, 'Read .env')).toBe('allow');
    expect(messages(files)).toContain('settings.json:2 Claude Code silently ignores this whole file');
    expect(messages(files)).toContain('a comment');
  });

  test('a string instead of a list makes Claude Code ignore the file', () => {
    const files = permissions({ deny: ['Read(.env)'], allow: 'Bash(ls)' });
    expect(effect(files, 'Read .env')).toBe('allow');
    expect(messages(files)).toContain("'permissions.allow' must be a list");
  });

  test('a single slash in a rule means the project, not the root of the disk', () => {
    const files = permissions({ deny: ['Read(/home/u/.ssh/**)', 'Edit(/etc/**)'], allow: ['Read', 'Edit(//**)'] });
    expect(effect(files, 'Read /home/u/.ssh/id_rsa')).toBe('allow');
    expect(effect(files, 'Write /etc/hosts')).toBe('allow');
    expect(effect(permissions({ deny: ['Read(//home/u/.ssh/**)'] }), 'Read /home/u/.ssh/id_rsa')).toBe('deny');
    expect(messages(files)).toContain("'Read /home/u/.ssh/x' runs without asking. Write '//home/u/.ssh/**'.");
  });

  test('a backslash in a rule does not separate folders outside Windows', () => {
    const files = permissions({ deny: ['Read(config\\secrets\\**)'] });
    expect(effect(files, 'Read config/secrets/key')).toBe('allow');
    expect(messages(files)).toContain("'Read config/secrets/x' runs without asking. Write 'config/secrets/**'.");
  });

  test('a denial of Write(path) has no effect', () => {
    const files = permissions({ deny: ['Write(secret.txt)'], allow: ['Bash', 'Edit'] });
    expect(effect(files, 'Edit secret.txt')).toBe('allow');
    expect(effect(files, 'Write secret.txt')).toBe('ask');
    expect(messages(files)).toContain("'Write' does not accept a path; 'Edit(secret.txt)' covers its files");
  });

  test('a denial of Edit does not cover Write and the shell', () => {
    const files = permissions({ deny: ['Edit'], allow: ['Bash', 'Write'] });
    expect(effect(files, 'Write a.ts')).toBe('allow');
    expect(effect(files, 'echo x > a.ts')).toBe('allow');
  });

  test('a slash at the start anchors a denial to the project', () => {
    expect(effect(permissions({ deny: ['Read(/src/**)'] }), 'Read packages/a/src/x.ts')).toBe('allow');
    expect(effect(permissions({ deny: ['Read(src/**)'] }), 'Read packages/a/src/x.ts')).toBe('deny');
  });

  test('a colon with a star inside a rule is an ordinary colon', () => {
    expect(effect(permissions({ allow: ['Bash'], deny: ['Bash(git:* push)'] }), 'git push')).toBe('allow');
  });

  test('an empty pair of parentheses in a rule matches nothing', () => {
    const files = permissions({ allow: ['Bash'], deny: ['Bash()'] });
    expect(effect(files, 'zz')).toBe('allow');
    expect(messages(files)).toContain("Claude Code ignores the rule 'Bash()' under 'deny': its parentheses are empty");
  });

  test('a star without a blank in a rule matches other programs', () => {
    expect(effect(permissions({ allow: ['Bash(git*)'] }), 'gitleaks --x')).toBe('allow');
  });

  test('a denial of a command is evaded through a shell, an evaluation or an option', () => {
    const files = permissions({ allow: ['Bash'], deny: ['Bash(rm *)'] });
    expect(effect(files, 'bash -c "rm -rf x"')).toBe('ask');
    for (const command of ['python3 -c "rm"', 'eval rm x', 'find . -exec rm {} +', 'ls | xargs -n1 rm'])
      expect(effect(files, command)).toBe('allow');
    for (const command of ['sudo rm x', '/bin/rm x', 'ls && rm x', 'ls | xargs rm'])
      expect(effect(files, command)).toBe('deny');
  });

  test('a denial of flags is evaded by a different order', () => {
    expect(effect(permissions({ allow: ['Bash'], deny: ['Bash(rm -rf *)'] }), 'rm -fr x')).toBe('allow');
  });

  test('a denial of reading is evaded by a pattern, a recursion or a substitution, and allows overwriting', () => {
    const files = permissions({ allow: ['Bash'], deny: ['Read(.env)'] });
    for (const command of ['cat .e*', 'grep -r KEY .', 'echo $(cat .env)', 'echo x > .env'])
      expect(effect(files, command)).toBe('allow');
  });

  test('rules of the root are not read for a start in a subfolder', () => {
    const files = permissions({ deny: ['Bash(ls *)'] });
    expect(effect(files, 'ls a', { circumstances: { cwd: `${project}/apps/web` } })).toBe('allow');
  });

  test('an allowed command runs in plan mode', () => {
    const rules = { defaultMode: 'plan', allow: ['Bash(make *)', 'Bash(npm run *)', 'Bash'] };
    expect(effect(permissions(rules), 'make deploy')).toBe('allow');
    expect(effect(permissions(rules), 'npm run deploy')).toBe('unknown');
  });

  test('an allow rule for all of Bash covers a redirection out of the project', () => {
    expect(effect(permissions({ allow: ['Bash'] }), 'echo x >> ../other/f')).toBe('allow');
  });

  test('a more specific allow rule does not override a denial', () => {
    const answer = ask(permissions({ deny: ['Bash(git *)'], allow: ['Bash(git status)'] }), 'git status');
    expect(answer.effect).toBe('deny');
    expect(answer.shadowed.map(({ rule }) => rule)).toEqual(['Bash(git status)']);
  });

  test('a rule in lower case, or for another tool, has no effect', () => {
    const files = permissions({ allow: ['Bash'], deny: ['bash(rm *)', 'Shell(rm *)'] });
    expect(effect(files, 'rm x')).toBe('allow');
    expect(messages(files)).toContain("there is no tool 'bash'; tool names are case-sensitive");
  });

  test('a rule for a host does not cover its subdomains', () => {
    expect(effect(permissions({ deny: ['WebFetch(domain:evil.test)'] }), 'WebFetch https://sub.evil.test/')).toBe(
      'ask',
    );
  });

  test('a headless session cannot ask', () => {
    const answer = ask({}, 'npm test', { circumstances: { headless: true } });
    expect(answer).toMatchObject({ effect: 'ask', because: expect.stringContaining('Nobody can answer here') });
  });
});
