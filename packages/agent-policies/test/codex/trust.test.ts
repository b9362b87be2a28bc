import { codexPolicies } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { ask, codexFiles, project, trusted } from './support.ts';

describe('trust in Codex', () => {
  const files = { '.codex/config.toml': 'sandbox_mode = "danger-full-access"\napproval_policy = "never"' };

  test.each([
    ['trusted', undefined, 'allow'],
    ['none', { write: [], mayAsk: true }, 'allow'],
    ['untrusted', undefined, 'ask'],
  ] as const)('the trust %s decides whether the project file counts', (trust, within, effect) => {
    const answer = ask('touch x', { files, circumstances: { trust } });
    expect(answer.effect).toBe(effect);
    if (within === undefined) expect(answer.within === undefined).toBe(effect === 'allow');
    else expect(answer.within).toMatchObject(within);
  });

  test('refused trust lets codex exec write in the workspace, and missing trust only lets it read', () => {
    const write = (trust: 'untrusted' | 'none') =>
      ask('touch x', { circumstances: { trust, headless: true } }).within?.write;
    expect(write('untrusted')).toEqual([project, '/tmp', '$TMPDIR']);
    expect(write('none')).toEqual([]);
  });

  test.each([
    [trusted, [project, '/tmp', '$TMPDIR']],
    [trusted.replace('"trusted"', '"untrusted"'), [project, '/tmp', '$TMPDIR']],
    ['', []],
  ])("trust is read from the user's file %j", (text, write) => {
    const circumstances = { trust: undefined, headless: true };
    expect(ask('ls', { files: { '~/.codex/config.toml': text }, circumstances }).within?.write).toEqual(write);
  });

  test('trust is assumed if the files of the user are not read', () => {
    const { profiles } = codexPolicies.readProfiles({ ...codexFiles(files), home: undefined });
    const call = { tool: 'exec_command', arguments: { cmd: 'touch x' } };
    const answers = profiles.map((profile) => codexPolicies.decideFor(profile, call, {}));
    expect(answers).toMatchObject([{ effect: 'allow', because: 'There is no sandbox.' }]);
  });

  const levels = (ofProject: string, ofFolder: string) =>
    [
      [project, ofProject],
      [`${project}/apps/web`, ofFolder],
    ]
      .filter(([, level]) => level !== '')
      .map(([folder, level]) => `[projects."${folder}"]\ntrust_level = "${level}"\n`)
      .join('');

  test.each([
    ['', 'trusted', 'allow', 'deny'],
    ['untrusted', 'trusted', 'allow', 'deny'],
    ['trusted', 'untrusted', 'deny', 'ask'],
    ['trusted', '', 'deny', 'deny'],
  ])(
    'trust of the project %j and of the start folder %j decides two commands: %s, %s',
    (ofProject, ofFolder, echo, cat) => {
      const own = {
        '~/.codex/config.toml': levels(ofProject, ofFolder),
        '.codex/rules/a.rules': 'prefix_rule(["echo"], "forbidden")',
        'apps/web/.codex/rules/b.rules': 'prefix_rule(["cat"], "forbidden")',
      };
      const circumstances = { trust: undefined, cwd: `${project}/apps/web` };
      expect(ask('echo x', { files: own, circumstances }).effect).toBe(echo);
      expect(ask('cat x', { files: own, circumstances }).effect).toBe(cat);
    },
  );

  test.each([
    ['sandbox_mode = "workspace-write"', 'deny'],
    ['default_permissions = ":workspace"', 'deny'],
    ['default_permissions = "p"\n[permissions.p]\nextends = ":workspace"', 'deny'],
    ['sandbox_mode = "read-only"', 'allow'],
    ['', 'allow'],
  ])('write access decides whether a project without an entry is trusted: %j', (text, effect) => {
    const own = { '~/.codex/config.toml': text, '.codex/rules/a.rules': 'prefix_rule(["echo"], "forbidden")' };
    expect(ask('echo x', { files: own, circumstances: { trust: undefined } }).effect).toBe(effect);
    expect(ask('echo x', { files: own, circumstances: { trust: undefined, headless: true } }).effect).toBe('allow');
  });

  test('trust that a project refuses to itself changes questions, not the files that are read', () => {
    const own = {
      '~/.codex/config.toml': trusted,
      '.codex/config.toml': trusted.replace('"trusted"', '"untrusted"'),
    };
    expect(ask('ls', { files: own, circumstances: { trust: undefined } }).effect).toBe('ask');
  });
});

test('a granular policy is merged from the files that contain parts of it', () => {
  const granular = (text: string) => `approval_policy = { granular = { ${text} } }\n`;
  const files = {
    '~/.codex/config.toml': `${granular('rules = true, sandbox_approval = false, mcp_elicitations = true')}${trusted}`,
    '.codex/config.toml': granular('rules = false'),
    '.codex/rules/a.rules': 'prefix_rule(["echo"], "prompt")',
  };
  expect(ask('echo x', { files }).effect).toBe('deny');
  expect(ask('echo x', { files, circumstances: { trust: 'untrusted' } }).effect).toBe('allow');
});
