import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { checkSettingsJsonSchema, findProject, parseSettings, schemaUrl, showPath } from '@modegate/policy-check/node';
import { describe, expect, test } from 'vitest';
import { resolveSettings } from '../src/settings.ts';

const schemaFile = join(import.meta.dirname, '../schemas/config.schema.json');

test('the published settings schema matches the schema that the program validates with', async () => {
  await expect(`${JSON.stringify(checkSettingsJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(schemaFile);
  expect(schemaUrl.endsWith('apps/modegate/schemas/config.schema.json')).toBe(true);
});

describe('a configuration file', () => {
  test.each([
    ['json', '{\n  // why\n  "failOn": "warning",\n  "rules": { "M003": "off", "unknown-server": "info", },\n}\n'],
    ['yaml', 'failOn: warning\nrules:\n  M003: off\n  unknown-server: info\n'],
  ])('a configuration file may be written in %s', (type, text) => {
    expect(parseSettings(text, `modegate.config.${type}`)).toMatchObject({
      failOn: 'warning',
      rules: { M003: 'off', 'unknown-server': 'info' },
    });
  });

  test.each(['', '{}', '# nothing\n'])('a configuration file may be empty: %j', (text) => {
    expect(parseSettings(text, 'modegate.config.yaml')).toEqual({});
  });

  test.each<[string, string, string, RegExp]>([
    ['broken JSON', 'c.json', '{\n  "rules": {,\n}\n', /c\.json:2:13: not valid JSON/],
    ['broken YAML', 'c.yaml', 'rules: {\n', /c\.yaml:\d:\d: not valid YAML/],
    [
      'a misspelt key',
      'c.json',
      '{\n  "persona": "strict",\n  "failon": "error"\n}\n',
      /c\.json:3:3: .*Did you mean 'failOn'/,
    ],
    ['a misspelt key', 'c.yaml', 'persona: strict\nfailon: error\n', /c\.yaml:2:\d+: .*Did you mean 'failOn'/],
    [
      'a wrong value',
      'c.yaml',
      'persona: strict\nfailOn: sometimes\n',
      /c\.yaml:2:9: 'failOn' must be one of error, warning, info, never/,
    ],
    ['a rule that does not exist', 'c.json', '{ "rules": {\n "M999": "off" } }', /c\.json:2:\d+: unknown rule 'M999'/],
    [
      'a rule that is misspelt',
      'c.yaml',
      'rules:\n  unknown-keys: off\n',
      /c\.yaml:2:\d+: .*Did you mean 'unknown-key'/,
    ],
    ['a list', 'c.yaml', '- a\n', /c\.yaml:1:1: The file must be an object/],
    ['aliases that multiply', 'c.yaml', multiplyingAliases(), /c\.yaml:1: not usable YAML/],
  ])('a configuration file with %s is rejected with its line', (_what, file, text, message) => {
    expect(() => parseSettings(text, file)).toThrow(message);
  });
});

describe('the project of a path', () => {
  test('a project is the nearest parent folder with a Roo family file, and its paths start at the repository', () => {
    const top = createFolder({ 'a/.roomodes': '', 'a/b/c/x.ts': '', 'modegate.config.json': '{}' });
    mkdirSync(join(top, '.git'));
    const place = findProject(join(top, 'a/b/c/x.ts'));
    expect(place).toEqual({ root: join(top, 'a'), repository: top });
    expect(showPath(place.repository, join(top, 'a/.roomodes'))).toBe('a/.roomodes');
    expect(showPath(place.repository, '/elsewhere/mcp.json')).toBe('/elsewhere/mcp.json');
  });

  test('the project search stops at the repository', () => {
    const top = createFolder({ '.roomodes': '', 'repository/src/x.ts': '' });
    mkdirSync(join(top, 'repository/.git'));
    expect(findProject(join(top, 'repository/src')).root).toBe(join(top, 'repository'));
  });

  test('a project takes its settings from its folder or the folders above', async () => {
    const top = createFolder({ 'a/.roomodes': '', 'modegate.config.yaml': 'persona: audit\nbaseline: known.json\n' });
    mkdirSync(join(top, '.git'));
    const settings = await resolveSettings({}, join(top, 'a'));
    expect(settings).toMatchObject({
      persona: 'audit',
      baselineFile: join(top, 'known.json'),
      globalConfigDir: undefined,
    });
    expect((await resolveSettings({ persona: 'strict' }, join(top, 'a'))).persona).toBe('strict');
  });
});

function multiplyingAliases(): string {
  const names = 'abcdefghij'.split('');
  const line = (name: string, index: number) =>
    `${name}: &${name} [${(index === 0 ? 'x,' : `*${names[index - 1]},`).repeat(9)}]\n`;
  return names.map(line).join('');
}
