import { describe, expect, test } from 'vitest';
import { ask, effect, permissions } from './support.ts';

const rules = { allow: ['Bash(zz *)'], deny: ['Bash(qq *)', 'Edit(deny.txt)'], ask: ['Bash(kk *)', 'Edit(askme.txt)'] };

/** Answers in the modes default, acceptEdits, plan, auto, dontAsk, bypassPermissions; a dash means not recorded. */
const table: readonly (readonly [string, string])[] = [
  ['Read README.md', 'allow allow allow allow allow allow'],
  ['Read /etc/hostname', 'ask ask allow allow deny allow'],
  ['Write n.ts', 'ask allow deny allow deny allow'],
  ['Edit n.ts', 'ask allow deny allow deny allow'],
  ['Write ../other/n.ts', 'ask ask deny unknown deny allow'],
  ['Write .git/hooks/x', 'ask ask deny unknown deny allow'],
  ['Write .claude/agents/z.md', 'ask ask deny unknown deny allow'],
  ['Write .vscode/x.json', 'ask ask deny unknown deny allow'],
  ['Write ~/.bashrc', 'ask ask deny unknown deny allow'],
  ['Write deny.txt', 'deny deny deny deny deny deny'],
  ['Write askme.txt', 'ask ask - ask deny ask'],
  ['ls', 'allow allow allow allow allow allow'],
  ['zz a', 'allow allow allow allow allow allow'],
  ['qq a', 'deny deny deny deny deny deny'],
  ['kk a', 'ask ask ask ask deny ask'],
  ['touch t', 'ask allow unknown allow deny allow'],
  ['mkdir m', 'ask allow unknown - deny allow'],
  ['rm -rf m', 'ask allow unknown - deny allow'],
  ['cp README.md c', 'ask allow unknown - deny allow'],
  ['mv README.md c', 'ask allow unknown - deny allow'],
  ['sed -i s/a/b/ README.md', 'ask allow unknown - deny allow'],
  ['echo hi > y.txt', 'ask allow unknown - deny allow'],
  ['touch ../other/t', 'ask ask unknown unknown deny allow'],
  ['touch .git/x', 'ask ask unknown unknown deny allow'],
  ['npm test', 'ask ask unknown unknown deny allow'],
  ['cat /etc/hostname', 'ask ask unknown unknown deny allow'],
  ['mcp__srv__create_issue', 'ask ask unknown unknown deny allow'],
  ['WebFetch https://example.com/', 'ask ask unknown unknown deny allow'],
];

describe.each([...['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'].entries()])(
  'permission mode %i, %s',
  (index, mode) => {
    const cases = table.map(([call, answers]) => [call, answers.split(' ')[index]] as const);
    test.each(cases.filter(([, expected]) => expected !== '-'))(
      'the call %s in a permission mode is %s',
      (call, expected) => {
        expect(effect(permissions(rules), call, { circumstances: { permissionMode: mode } })).toBe(expected);
        expect(effect(permissions(rules), call, { circumstances: { flags: `--permission-mode ${mode}` } })).toBe(
          expected,
        );
      },
    );
  },
);

describe('the source of the permission mode', () => {
  test('manual is the default mode', () => {
    expect(effect(permissions({ defaultMode: 'manual' }), 'Write n.ts')).toBe('ask');
  });

  test('project settings cannot set bypassPermissions or auto', () => {
    for (const defaultMode of ['bypassPermissions', 'auto']) {
      expect(effect(permissions({ defaultMode }), 'Write n.ts')).toBe('ask');
      expect(effect({ '.claude/settings.local.json': { permissions: { defaultMode } } }, 'zz')).toBe('ask');
    }
  });

  test('user settings can set bypassPermissions and auto', () => {
    expect(effect({ '~/.claude/settings.json': { permissions: { defaultMode: 'bypassPermissions' } } }, 'zz')).toBe(
      'allow',
    );
  });

  test('the mode of the project overrides the user, the local file the project, and the flag all of them', () => {
    const files = {
      '~/.claude/settings.json': { permissions: { defaultMode: 'bypassPermissions' } },
      '.claude/settings.json': { permissions: { defaultMode: 'acceptEdits' } },
    };
    expect(effect(files, 'Write n.ts')).toBe('allow');
    expect(effect(files, 'zz')).toBe('ask');
    const local = { ...files, '.claude/settings.local.json': { permissions: { defaultMode: 'plan' } } };
    expect(effect(local, 'Write n.ts')).toBe('deny');
    expect(effect(local, 'Write n.ts', { circumstances: { flags: '--permission-mode acceptEdits' } })).toBe('allow');
  });

  test('bypassPermissions can be disabled', () => {
    const files = permissions({ disableBypassPermissionsMode: 'disable' });
    expect(effect(files, 'zz', { circumstances: { flags: '--dangerously-skip-permissions' } })).toBe('ask');
    expect(effect({}, 'zz', { circumstances: { flags: '--dangerously-skip-permissions' } })).toBe('allow');
  });

  test('a start with an unknown mode on the command line fails', () => {
    expect(effect({}, 'ls', { circumstances: { flags: '--permission-mode yolo' } })).toBe('deny');
  });
});

describe('the explanation of an answer', () => {
  const mode = (defaultMode: string) => permissions({ defaultMode });

  test('an answer names the mode that decides, with its line', () => {
    const placed = { file: '.claude/settings.json', line: 3 };
    expect(ask(mode('acceptEdits'), 'Write a').by).toEqual([
      { rule: 'The mode acceptEdits allows changes in the working folders.', effect: 'allow' },
      { rule: 'defaultMode: acceptEdits', effect: 'allow', ...placed },
    ]);
    expect(ask(mode('acceptEdits'), 'touch a').by.at(-1)).toMatchObject(placed);
    expect(ask(mode('plan'), 'Write a').by.at(-1)).toMatchObject({ rule: 'defaultMode: plan', effect: 'deny' });
    expect(ask(mode('dontAsk'), 'npm test').by.at(-1)).toMatchObject({ rule: 'defaultMode: dontAsk', effect: 'deny' });
  });

  test('an answer names only a default if the mode changes nothing', () => {
    expect(ask(mode('acceptEdits'), 'Read a').by).toHaveLength(1);
    expect(ask(mode('acceptEdits'), 'npm test').by).toEqual([{ rule: "No rule allows 'npm test'.", effect: 'ask' }]);
  });

  test('a star in the ask list needs a question for every tool', () => {
    for (const call of ['Read a', 'ls', 'mcp__srv__t', 'Agent x'])
      expect(effect(permissions({ ask: ['*'] }), call)).toBe('ask');
  });
});
