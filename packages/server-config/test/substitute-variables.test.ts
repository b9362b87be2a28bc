import { type ConfigFileKind, substituteVariables, type VariableValues } from '@modegate/server-config';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const context: VariableValues = {
  env: {
    TOKEN: 'secret',
    'my.dotted-name': 'dotted',
    WINDOWS: 'C:\\Users\\me',
    NASTY: 'a"b\n\\c',
    LOOP: '${env:TOKEN}',
    EMPTY: '',
  },
  workspaceFolder: '/work/space',
  userHome: '/home/me',
};

function substitute(text: string, more: Partial<VariableValues> = {}) {
  const { value, problems } = substituteVariables({ args: [text] }, { ...context, ...more });
  return { text: value.args[0], codes: problems.map(({ code }) => code), problems };
}

describe('a variable in a configuration', () => {
  test.each([
    ['${workspaceFolder}/x', '/work/space/x'],
    ['${workspaceFolderBasename}', 'space'],
    ['${userHome}/.config', '/home/me/.config'],
    ['a${/}b${pathSeparator}c', 'a/b/c'],
    ['Bearer ${env:TOKEN}', 'Bearer secret'],
    ['${env:my.dotted-name}', 'dotted'],
    ['${env:TOKEN}${env:TOKEN}', 'secretsecret'],
    ['${TOKEN}', 'secret'],
    ['${NONE:-fallback: with } rest', 'fallback: with  rest'],
    ['${TOKEN:-fallback}', 'secret'],
    ['${NONE:-}', ''],
    ['${EMPTY:-fallback}', ''],
    ['no variable, $TOKEN, ${', 'no variable, $TOKEN, ${'],
  ])('the text %s becomes %s', (text, expected) => {
    expect(substitute(text)).toEqual({ text: expected, codes: [], problems: [] });
  });

  test('a variable keeps the backslashes, quotes and line breaks of its value', () => {
    expect(substitute('${env:WINDOWS}').text).toBe('C:\\Users\\me');
    expect(substitute('${env:NASTY}').text).toBe('a"b\n\\c');
  });

  test('a variable in the value of a variable is not expanded', () => {
    expect(substitute('${env:LOOP}')).toMatchObject({ text: '${env:TOKEN}', codes: [] });
  });

  test.each([
    ['${env:NONE}', 'variable-missing'],
    ['${NONE}', 'variable-missing'],
    ['${env:constructor}', 'variable-missing'],
    ['${env:__proto__}', 'variable-missing'],
    ['${input:key}', 'variable-input'],
    ['${command:x}', 'variable-unknown'],
    ['${}', 'variable-unknown'],
  ])('the variable %s without a value is left unchanged and reported as %s', (text, code) => {
    expect(substitute(text)).toMatchObject({ text, codes: [code], problems: [{ pointer: '/args/0' }] });
  });

  test('a variable for a folder that was not given is left unchanged', () => {
    const { value, problems } = substituteVariables({ cwd: '${workspaceFolder}/${userHome}' }, { env: {} });
    expect(value.cwd).toBe('${workspaceFolder}/${userHome}');
    expect(problems.map(({ variable }) => variable)).toEqual(['workspaceFolder', 'userHome']);
  });

  test.each<[ConfigFileKind, string]>([
    ['roo', '${TOKEN}'],
    ['kilo', '${TOKEN}'],
    ['cursor', '${TOKEN}'],
    ['vscode', '${TOKEN}'],
    ['claude-code', 'secret'],
    ['generic', 'secret'],
  ])('the variable ${TOKEN} is read in files of %s as %s', (kind, expected) => {
    expect(substitute('${TOKEN}', { kind }).text).toBe(expected);
  });

  test('the problem of a variable never shows a value or a default', () => {
    const { problems } = substitute('${env:NONE:-hunter2} ${command:x:-hunter2} ${env:TOKEN}');
    expect(problems).toHaveLength(2);
    expect(JSON.stringify(problems)).not.toMatch(/hunter2|secret/);
  });
});

describe('a configuration with variables', () => {
  test('substitution leaves keys and lists of tools as written', () => {
    const config = {
      alwaysAllow: ['${TOKEN}'],
      disabledTools: ['${TOKEN}'],
      enabledTools: ['${TOKEN}'],
      env: { '${TOKEN}': '${TOKEN}', disabledTools: '${TOKEN}' },
    };
    expect(substituteVariables(config, context).value).toEqual({
      alwaysAllow: ['${TOKEN}'],
      disabledTools: ['${TOKEN}'],
      enabledTools: ['${TOKEN}'],
      env: { '${TOKEN}': 'secret', disabledTools: 'secret' },
    });
  });

  test('a configuration that would grow without bound is left as written from that point', () => {
    const { value, problems } = substituteVariables(
      { args: Array.from({ length: 1000 }, () => '${BIG}') },
      { env: { BIG: 'x'.repeat(1024 * 1024) } },
    );
    expect(value.args.filter((text) => text === '${BIG}')).toHaveLength(996);
    expect(problems).toHaveLength(200);
    expect(problems[0]?.code).toBe('variable-too-large');
  });

  test('a configuration of nothing but openings is read in one pass', () => {
    const text = '${'.repeat(500_000);
    expect(substitute(text).text).toBe(text);
  });

  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('${A}', '${env:A}', '${env:B}', '${X:-y}', '${', '}', '${input:x}', '"', '\\', '__proto__'),
  );
  const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
  const anyJson = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.integer(),
      fc.constant(null),
      fc.boolean(),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(text, tie('json'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).json;

  test('a configuration keeps its structure, whatever the values contain', () => {
    fc.assert(
      fc.property(anyJson, text, text, (config, A, B) => {
        const { value } = substituteVariables(config, { env: { A, B } });
        expect(shapeOf(value)).toEqual(shapeOf(config));
      }),
    );
  });

  test('a configuration without variables is returned equal', () => {
    const plain = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('${'));
    fc.assert(
      fc.property(plain, (config) => {
        expect(substituteVariables(config, context)).toEqual({ value: config, problems: [] });
      }),
    );
  });
});

function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([key, item]) => [key, shapeOf(item)]);
}
