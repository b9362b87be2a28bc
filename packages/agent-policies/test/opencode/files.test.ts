import { opencodeAgent as opencode } from '@modegate/agent-policies';
import { describe, expect, test } from 'vitest';
import { ask, filesOf, folders, write } from './support.ts';

const effectIn = (
  files: Readonly<Record<string, string>>,
  call: Parameters<typeof ask>[2]['call'],
  profile = 'opencode/build',
) => ask(opencode, files, { profile, call }).effect;

const permission = (value: unknown) => JSON.stringify({ permission: value });

describe('the files of opencode', () => {
  test('opencode files merge key by key, and a key keeps the place of its first appearance', () => {
    const user = '<home>/.config/opencode/opencode.json';
    expect(
      effectIn(
        { [user]: permission({ '*': 'ask', bash: 'allow' }), 'opencode.json': permission({ '*': 'deny' }) },
        'ls',
      ),
    ).toBe('allow');
    expect(
      effectIn({ [user]: permission({ bash: 'allow' }), 'opencode.json': permission({ '*': 'deny' }) }, 'ls'),
    ).toBe('not offered');
    expect(
      effectIn(
        { [user]: permission({ '*': 'ask', edit: 'allow' }), 'opencode.json': permission({ edit: { x: 'deny' } }) },
        write('n'),
      ),
    ).toBe('ask');
  });

  test('an opencode file may start with a byte order mark', () => {
    expect(effectIn({ 'opencode.json': `\uFEFF${permission({ bash: 'deny' })}` }, 'ls')).toBe('not offered');
    expect(effectIn({ 'opencode.json': '\uFEFF' }, 'ls')).toBe('allow');
  });

  test.each([
    [
      'config.json under opencode.json of the user',
      '<home>/.config/opencode/config.json',
      '<home>/.config/opencode/opencode.json',
    ],
    ['.json under .jsonc', 'opencode.json', 'opencode.jsonc'],
    ['the user under the project', '<home>/.config/opencode/opencode.jsonc', 'opencode.json'],
    ['the project under its .opencode', 'opencode.jsonc', '.opencode/opencode.json'],
    ['.opencode under that of the home folder', '.opencode/opencode.jsonc', '<home>/.opencode/opencode.json'],
  ])('opencode files are merged in order: %s', (_, under, over) => {
    expect(effectIn({ [under]: permission({ bash: 'deny' }), [over]: permission({ bash: 'ask' }) }, 'ls')).toBe('ask');
    expect(effectIn({ [over]: permission({ bash: 'deny' }), [under]: permission({ bash: 'ask' }) }, 'ls')).toBe(
      'not offered',
    );
  });

  test('a nearer file for a start folder wins, and so does the outer .opencode', () => {
    const files = {
      'opencode.json': permission({ bash: 'ask', edit: 'ask' }),
      'apps/web/opencode.json': permission({ bash: 'deny' }),
      'apps/web/.opencode/opencode.json': permission({ webfetch: 'ask' }),
      '.opencode/opencode.json': permission({ webfetch: 'deny' }),
    };
    const fetch = { tool: 'webfetch', arguments: { url: 'https://example.com' } };
    expect(effectIn(files, 'ls')).toBe('ask');
    expect(effectIn(files, 'ls', 'apps/web:opencode/build')).toBe('not offered');
    expect(effectIn(files, write('a'), 'apps/web:opencode/build')).toBe('ask');
    expect(effectIn(files, fetch, 'apps/web:opencode/build')).toBe('not offered');
    const { profiles } = opencode.readProfiles(filesOf(files));
    expect([...new Set(profiles.map(({ folder }) => folder))]).toEqual([undefined, 'apps/web']);
  });

  test('the old form "tools" ranks below "permission", at its own place', () => {
    expect(effectIn({ 'opencode.json': '{"tools":{"write":false}}' }, write('a'))).toBe('not offered');
    expect(effectIn({ 'opencode.json': '{"tools":{"bash":false},"permission":{"bash":"ask"}}' }, 'ls')).toBe('ask');
    const agent = '---\ntools:\n  bash: true\npermission:\n  "*": deny\n  bash: allow\n---\nx';
    expect(effectIn({ '.opencode/agents/a.md': agent }, 'ls', 'opencode/a')).toBe('not offered');
  });

  test('agents and modes are read from JSON and Markdown, and later ones win', () => {
    const files = {
      'opencode.json':
        '{"agent":{"a":{"permission":{"bash":"deny"}},"off":{"disable":true},"plan":{"disable":true}},"mode":{"m":{"tools":{"bash":false}}}}',
      '.opencode/agent/a.md': '---\npermission:\n  bash: ask\n---\nx',
      '.opencode/agents/team/b.md': '---\npermission: deny\n---\nx',
      '.opencode/agents/c.md': '---\nname: other\npermission:\n  bash: deny\n---\nx',
      '.opencode/modes/d.md': '---\npermission:\n  bash: deny\n---\nx',
      '<home>/.config/opencode/agent/e.md': 'no front matter',
    };
    const { profiles } = opencode.readProfiles(filesOf(files));
    const names = profiles.map(({ name }) => name.replace('opencode/', ''));
    expect(names).toEqual(expect.arrayContaining(['build', 'general', 'a', 'm', 'team/b', 'other', 'd', 'e']));
    for (const gone of ['off', 'plan', 'c']) expect(names).not.toContain(gone);
    expect(effectIn(files, 'ls', 'opencode/a')).toBe('ask');
    for (const name of ['m', 'team/b', 'other', 'd'])
      expect(effectIn(files, 'ls', `opencode/${name}`)).toBe('not offered');
  });

  test('an agent whose front matter is invalid remains and loses its limits', () => {
    const files = { '.opencode/agents/bad.md': '---\nmode: primary\npermission:\n  bash: deny\n edit: [\n---\nhi\n' };
    expect(effectIn(files, 'ls', 'opencode/bad')).toBe('allow');
    expect(opencode.readProfiles(filesOf(files)).problems).toMatchObject([
      { code: 'front-matter-lost', severity: 'error', file: '.opencode/agents/bad.md', line: expect.any(Number) },
    ]);
  });

  test('Windows line endings are accepted in front matter', () => {
    const files = { '.opencode/agents/a.md': '---\r\npermission:\r\n  bash: deny\r\n---\r\nx' };
    expect(effectIn(files, 'ls', 'opencode/a')).toBe('not offered');
  });

  test('a colon in a description is repaired before front matter is parsed', () => {
    const files = { '.opencode/agents/a.md': '---\ndescription: Use it: always\npermission:\n  bash: deny\n---\nhi\n' };
    expect(effectIn(files, 'ls', 'opencode/a')).toBe('not offered');
    expect(opencode.readProfiles(filesOf(files)).problems).toEqual([]);
  });

  test.each([
    ['a brace is missing', 'opencode.json', '{"permission":{"bash":"deny"}', 1],
    ['an action has a capital', 'opencode.json', '{\n"permission":{\n"bash":"Deny"}}', 3],
    ['a key takes no map', 'opencode.json', '{"permission":{"webfetch":{"*":"deny"}}}', 1],
    ['the form of opencode 2', 'opencode.json', '{\n"permissions":[]}', 2],
    ['the same in an agent', 'opencode.json', '{"agent":{"a":{\n"permissions":[]}}}', 2],
    ['a list of tools', '.opencode/agents/a.md', '---\nmode: primary\ntools: [read, bash]\n---\nx', 3],
    ['a file of the user', '<home>/.config/opencode/opencode.json', '[]', 1],
    ['a command without its text', 'opencode.json', '{"command":{"x":{}}}', 1],
    ['a text where a switch is expected', 'opencode.json', '{"autoupdate":"x"}', 1],
    ['a header that is a number', 'opencode.json', '{"mcp":{"x":{"type":"remote","url":"u","headers":{"a":1}}}}', 1],
    ['a colour that is none', 'opencode.json', '{"agent":{"a":{"color":"pink"}}}', 1],
    ['no steps', 'opencode.json', '{"agent":{"a":{"steps":0}}}', 1],
    ['a command as a text', 'opencode.json', '{"mcp":{"x":{"type":"local","command":"npx"}}}', 1],
    ['a mode that is none', 'opencode.json', '{"agent":{"a":{"mode":"main"}}}', 1],
  ])('opencode does not start because of %s', (_, file, text, line) => {
    const { profiles, problems } = opencode.readProfiles(filesOf({ [file]: text }));
    expect(problems[0]).toMatchObject({ code: 'does-not-start', severity: 'error', file, line });
    const [profile] = profiles;
    expect(profile?.doesNotStart).toEqual(problems[0]);
    if (profile === undefined) throw new Error('no profile');
    const answer = opencode.decideFor(profile, { tool: 'read', arguments: {} }, {});
    expect(answer).toMatchObject({ effect: 'deny', by: [{ file, line }] });
    expect(answer.because).toContain('does not start');
  });

  test('a mode with a fault is ignored, and opencode starts', () => {
    const { profiles, problems } = opencode.readProfiles(filesOf({ '.opencode/mode/m.md': '---\ntools: [x]\n---\nx' }));
    expect(problems).toMatchObject([{ code: 'mode-left-out', file: '.opencode/mode/m.md', line: 2 }]);
    expect(profiles.filter(({ name, doesNotStart }) => name === 'opencode/m' || doesNotStart !== undefined)).toEqual(
      [],
    );
  });

  test('a tool that the project defines needs no question, and a rule can remove it', () => {
    const files = (value: object) => ({
      '.opencode/tools/deploy.ts': 'export default {}',
      'opencode.json': permission(value),
    });
    expect(effectIn(files({ '*': 'ask' }), { tool: 'deploy', arguments: {} })).toBe('allow');
    expect(effectIn(files({ 'deploy*': 'deny' }), { tool: 'deploy_now', arguments: {} })).toBe('not offered');
  });

  test('comments, trailing commas and unknown keys are accepted in opencode files', () => {
    expect(
      effectIn({ 'opencode.json': '// c\n{ "theme": "x", "permission": { "bash": "deny", }, /* d */ }' }, 'ls'),
    ).toBe('not offered');
    expect(effectIn({ 'opencode.json': '' }, 'ls')).toBe('allow');
    expect(effectIn({ 'opencode.json': '{"mcp":{"x":{"command":"npx","enabled":true}},"lsp":false}' }, 'ls')).toBe(
      'allow',
    );
  });

  test('a substitution makes only those answers unknown that depend on it', () => {
    const files = {
      'opencode.json': '{"permission":{"bash":"{env:BASH_RULE}","edit":{"{env:FOLDER}/*":"deny"},"read":"ask"}}',
    };
    expect(effectIn(files, 'ls')).toBe('unknown');
    expect(effectIn(files, write('a/b'))).toBe('unknown');
    expect(effectIn(files, { tool: 'read', arguments: { filePath: 'a' } })).toBe('ask');
    expect(effectIn({ 'opencode.json': '{"server":{"port":{env:PORT}},"permission":{"bash":"ask"}}' }, 'ls')).toBe(
      'ask',
    );
  });

  test('a disabled server offers no tools', () => {
    const files = { 'opencode.json': '{"mcp":{"my.git":{"type":"local","command":["x"],"enabled":false}}}' };
    expect(effectIn(files, { tool: 'my_git_log', arguments: {} })).toBe('not offered');
  });

  test('patterns of the home folder still match if the home folder is unknown', () => {
    const given = { project: folders.project, home: undefined };
    const files = [
      {
        path: `${folders.project}/opencode.json`,
        name: 'opencode.json',
        text: permission({ external_directory: { '*': 'deny', '/home/*': 'ask', '~/.cache/*': 'allow' } }),
      },
    ];
    const profile = opencode.readProfiles({ ...given, files }).profiles.find(({ name }) => name === 'opencode/build');
    if (profile === undefined) throw new Error('no profile');
    const effect = (command: string) =>
      opencode.decideFor(profile, { tool: 'bash', arguments: { command } }, {}).effect;
    expect(effect('cat ~/.cache/a')).toBe('allow');
    expect(effect('cat /etc/hostname')).toBe('deny');
    expect(effect('cat ~/a')).toBe('unknown');
  });

  test('every opencode file that was read is listed with its rules', () => {
    const files = {
      'opencode.json': permission({ bash: { '*': 'ask', 'ls *': 'allow' } }),
      '.opencode/agents/a.md': '---\npermission:\n  bash: deny\n---\nx',
    };
    expect(opencode.readProfiles(filesOf(files)).read).toEqual([
      { file: 'opencode.json', contents: '2 rules' },
      { file: '.opencode/agents/a.md', contents: '1 agent, 1 rule' },
    ]);
  });
});
