import { compilePolicy, decide } from '@modegate/mode-core';
import { parseModesText } from '@modegate/mode-core/text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const parse = (text: string) => parseModesText(text, { source: 'project', file: '.roomodes' });
const slugs = (text: string) => parse(text).modes.map((mode) => mode.config.slug);
const codes = (text: string) => parse(text).problems.map((problem) => problem.code);

const yaml = `# our modes
customModes:
  - slug: docs
    name: Docs
    roleDefinition: You write.
    groups:
      - read
      - [edit, { fileRegex: '\\.md$' }]
`;

describe('parseModesText: accepted input', () => {
  test('parseModesText reads YAML', () => {
    const parsed = parse(yaml);
    expect(parsed.problems).toEqual([]);
    expect(parsed.modes[0]?.config).toEqual({
      slug: 'docs',
      name: 'Docs',
      roleDefinition: 'You write.',
      groups: ['read', ['edit', { fileRegex: '\\.md$' }]],
      source: 'project',
    });
  });

  test('parseModesText reads JSON, also with comments, trailing commas and tabs', () => {
    expect(slugs('{"customModes":[{"slug":"a","name":"A","roleDefinition":"r","groups":[]}]}')).toEqual(['a']);
    const commented =
      '// ours\n{\n\t"customModes": [ // all\n\t\t{"slug":"a","name":"A","roleDefinition":"r","groups":[],},\n\t],\n}\n';
    expect(parse(commented).problems).toEqual([]);
    expect(slugs(commented)).toEqual(['a']);
  });

  test('parseModesText accepts byte order marks, CRLF and a document start', () => {
    expect(slugs(`\uFEFF\uFEFF${yaml}`)).toEqual(['docs']);
    expect(slugs(yaml.replaceAll('\n', '\r\n'))).toEqual(['docs']);
    expect(slugs(`---\n${yaml}...\n`)).toEqual(['docs']);
  });

  test.each(['customModes: []', '{"customModes":[]}', '# none\ncustomModes: []\n'])(
    'the modes text %j defines no modes',
    (text) => {
      const parsed = parse(text);
      expect(parsed).toMatchObject({ modes: [], problems: [] });
      expect(parsed.unreadable).toBeUndefined();
    },
  );

  test.each([
    '',
    '\n\n',
    '# only a comment\n',
    '\uFEFF',
    'null',
    'customModes:',
    '{}',
    'other: 1',
    'customModes: []\ncustomModes: []\n',
    '{"customModes":[],"customModes":[]}',
    '<<: { customModes: [] }',
  ])('security M6: the modes text %j is invalid, so that no weaker mode is exposed', (text) => {
    const parsed = parse(text);
    expect(parsed).toMatchObject({ modes: [], problems: [{ code: 'ROOT_INVALID', severity: 'error' }] });
    expect(parsed.problems[0]?.line).toBeGreaterThan(0);
    expect(parsed.unreadable).toEqual(expect.any(String));
    expect(decide(compilePolicy({ project: parsed }), { mode: 'code', tool: 'read_file' })).toMatchObject({
      code: 'MODES_UNREADABLE',
    });
  });

  test('parseModesText expands anchors and aliases and reads merge keys as ordinary keys', () => {
    const text = `common: &common [read, edit]
customModes:
  - { slug: a, name: A, roleDefinition: r, groups: *common }
  - { slug: b, name: B, roleDefinition: r, groups: [], <<: { groups: *common } }
`;
    const [a, b] = parse(text).modes;
    expect(a?.config.groups).toEqual(['read', 'edit']);
    expect(b?.config.groups).toEqual([]);
  });

  test('scalars keep the meaning of the YAML core schema and are never coerced', () => {
    expect(codes('customModes:\n  - { slug: 123, name: A, roleDefinition: r, groups: [] }\n')).toEqual([
      'SLUG_INVALID',
    ]);
    const parsed = parse('customModes:\n  - { slug: yes, name: 2024-01-01, roleDefinition: r, groups: [] }\n');
    expect(parsed.modes[0]?.config).toMatchObject({ slug: 'yes', name: '2024-01-01' });
    expect(
      parse('%YAML 1.1\n---\ncustomModes:\n  - { slug: yes, name: A, roleDefinition: r, groups: [] }\n').modes,
    ).toHaveLength(1);
  });

  test('keys that are not text become text, and __proto__ is an ordinary key', () => {
    const text =
      'customModes:\n  - { slug: a, name: A, roleDefinition: r, groups: [], 1: x, ~: y, [p, q]: z, __proto__: { polluted: true } }\n';
    const parsed = parse(text);
    const raw = (parsed.document as { customModes: object[] }).customModes[0] ?? {};
    expect(Object.keys(raw).toSorted()).toEqual([
      '',
      '1',
      '[p, q]',
      '__proto__',
      'groups',
      'name',
      'roleDefinition',
      'slug',
    ]);
    expect(Object.getPrototypeOf(raw)).toBe(Object.prototype);
    expect('polluted' in raw).toBe(false);
  });
});

describe('positions of problems in a modes text', () => {
  test('a problem has the line and column of its value', () => {
    const text = yaml.replace('- read', '- reed').replace('name: Docs', 'name: ""');
    expect(parse(text).problems).toMatchObject([
      { code: 'FIELD_INVALID', pointer: '/customModes/0/name', line: 4, column: 11, file: '.roomodes' },
      { code: 'GROUP_UNKNOWN', pointer: '/customModes/0/groups/0', line: 7, column: 9 },
    ]);
  });

  test('a pointer to nothing is located at its nearest parent', () => {
    const { locate } = parse(yaml);
    expect(locate?.('/customModes/0/missing/deeper')).toEqual({ line: 3, column: 5 });
    expect(locate?.('/customModes/00')).toEqual({ line: 3, column: 3 });
    expect(locate?.('')).toEqual({ line: 2, column: 1 });
    expect(locate?.('/customModes/0/groups/1/1/fileRegex')).toEqual({ line: 8, column: 29 });
  });

  test('a problem in a JSON modes text has a position', () => {
    const text = '{\n  "customModes": [\n    {"slug": "a b", "name": "A", "roleDefinition": "r", "groups": []}\n  ]\n}';
    expect(parse(text).problems).toMatchObject([{ code: 'SLUG_INVALID', line: 3, column: 14 }]);
  });

  test('a duplicate key takes its last value and is reported there', () => {
    const text = yaml.replace('name: Docs', 'name: Docs\n    name: Papers');
    const parsed = parse(text);
    expect(parsed.modes[0]?.config.name).toBe('Papers');
    expect(parsed.problems).toMatchObject([
      { code: 'DUPLICATE_KEY', pointer: '/customModes/0/name', line: 5, column: 5 },
    ]);
  });
});

describe('an unreadable modes text', () => {
  test.each([
    ['a colon in plain text', 'customModes:\n  - slug: a\n    name: A: B\n', 3, 'needs quotes'],
    ['a tab as indentation', 'customModes:\n\t- slug: a\n', 2, 'ndent'],
    ['lines out of step', 'customModes:\n  - slug: a\n   name: A\n', 3, 'same column'],
    ['a backslash in double quotes', 'customModes:\n  - slug: "a\\.b"\n', 2, 'backslash'],
    ['an open quote', 'customModes:\n  - slug: "a\n', 3, 'quote'],
    ['an unknown alias', 'customModes: *nope\n', 1, "no anchor '&nope'"],
    ['an alias inside its own anchor', 'customModes: &a [*a]\n', 1, "no anchor '&a'"],
    ['two documents', 'customModes: []\n---\ncustomModes: []\n', 2, 'one document'],
    ['JSON without a comma', '{\n  "customModes": []\n  "x": 1\n}', 3, 'comma expected'],
    ['JSON that ends early', '{\n  "customModes": [', 2, 'expected'],
  ])('a modes text with %s is refused with the line', (_, text, line, words) => {
    const parsed = parse(text);
    expect(parsed.problems).toMatchObject([
      { code: 'FILE_SYNTAX', severity: 'error', pointer: '', line, file: '.roomodes' },
    ]);
    expect(parsed.unreadable).toContain(words);
    expect(parsed.modes).toEqual([]);
  });

  test('a policy over an unreadable file refuses what the file might have forbidden', () => {
    const policy = compilePolicy({ project: parse('customModes:\n\t- slug: a') });
    expect(decide(policy, { mode: 'code', tool: 'read_file', params: { path: 'a.ts' } })).toMatchObject({
      allowed: false,
      code: 'MODES_UNREADABLE',
    });
  });

  test('only the first of several syntax errors is reported', () => {
    expect(parse('a: b: c\nd: e: f\n').problems).toMatchObject([{ line: 1 }]);
  });
});

describe('typographic characters in a modes text', () => {
  test('typographic characters in the prose of a valid file are left alone', () => {
    const text = yaml.replace('You write.', '“Curly” — ‘quoted’ 👨‍💻\u00A0.');
    expect(parse(text).problems).toEqual([]);
    expect(parse(text).modes[0]?.config.roleDefinition).toBe('“Curly” — ‘quoted’ 👨‍💻\u00A0.');
  });

  test('no-break spaces as indentation are read as spaces and reported', () => {
    const text = yaml.replace('    name: Docs', '\u00A0\u00A0\u00A0\u00A0name: Docs — “all”');
    const parsed = parse(text);
    expect(parsed.problems).toMatchObject([{ code: 'CHARACTERS_CLEANED', severity: 'warning' }]);
    expect(parsed.modes[0]?.config.name).toBe('Docs — “all”');
  });

  test('no-break spaces that YAML would read as the start of a key are read as indentation', () => {
    const parsed = parse(yaml.replaceAll(/^ +/gm, (spaces) => '\u00A0'.repeat(spaces.length)));
    expect(parsed.problems).toMatchObject([{ code: 'CHARACTERS_CLEANED' }]);
    expect(parsed.modes).toHaveLength(1);
  });

  test('curly quotes are read as quotes', () => {
    const parsed = parse(
      '{“customModes”: [{“slug”: “a”, “name”: “A — a”, “roleDefinition”: “r”, “groups”: [“read”]}]}',
    );
    expect(parsed.modes[0]?.config).toMatchObject({ slug: 'a', name: 'A — a', groups: ['read'] });
  });

  test('a file that remains invalid after cleaning keeps its first error', () => {
    expect(parse('customModes:\n\u00A0\u00A0- slug: a: b: c\n').problems).toMatchObject([{ code: 'FILE_SYNTAX' }]);
  });
});

describe('a hostile modes text', () => {
  const size = 4 * 1024 * 1024;
  const fill = (part: string) => part.repeat(Math.floor(size / part.length));

  test.each([
    ['brackets', fill('[')],
    ['braces', fill('{"a":')],
    ['dashes', fill('- ')],
    ['dashes after a curly quote', `“\n${fill('- ')}`],
    ['no-break spaces', `“\n${fill('\u00A0')}`],
    ['question marks', fill('? ')],
    ['keys in keys', fill('a: ')],
    ['growing indentation', Array.from({ length: 2000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    ['closing brackets', fill(']')],
    ['a long list', `[${fill('1,')}1]`],
    ['many lines', fill('a:\n')],
    ['many documents', fill('---\n')],
    ['many anchors', fill('&a ')],
  ])(
    'modes texts of %s are refused in limited time',
    (_, text) => {
      const parsed = parse(text.slice(0, size));
      expect(parsed.unreadable).toBeDefined();
      expect(parsed.problems).toHaveLength(1);
    },
    20_000,
  );

  test('multiplying aliases are refused', () => {
    const levels = Array.from(
      { length: 30 },
      (_, level) => `a${level + 1}: &a${level + 1} [${Array.from({ length: 9 }, () => `*a${level}`).join(', ')}]`,
    );
    const parsed = parse(`a0: &a0 [x]\n${levels.join('\n')}\ncustomModes: []\n`);
    expect(parsed.unreadable).toContain('aliases');
  });

  test('many different unknown keys are read in limited time', () => {
    const keys = Array.from({ length: 30_000 }, (_, index) => `    key${index}: 1`).join('\n');
    expect(parse(`${yaml}${keys}\n`).modes).toHaveLength(1);
  }, 20_000);

  test('a modes text of more than 4 MiB is refused without being read', () => {
    expect(parse(`# ${'x'.repeat(size)}`).problems).toMatchObject([{ code: 'FILE_TOO_LARGE', severity: 'error' }]);
    expect(parse(`customModes: []\n# ${'x'.repeat(size - 18)}`).unreadable).toBeUndefined();
  });

  test('parseModesText does not throw for any text', () => {
    const piece = fc.constantFrom(
      ...'{}[]:,-?&*!|>\'"%@`#~ \t\r\n\\/'.split(''),
      '  ',
      'customModes',
      'slug',
      'groups',
      'a',
      '\u00A0',
      '“',
      '\uFEFF',
      '---',
      '<<',
      '__proto__',
      '1e999',
      '\uD800',
      '//',
      '/*',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
      fc.json(),
    );
    fc.assert(
      fc.property(text, (input) => {
        for (const candidate of [input, `customModes:\n  - ${input}`, `{"customModes": [${input}]}`]) {
          const parsed = parse(candidate);
          expect(
            parsed.unreadable === undefined || parsed.problems.some((problem) => problem.severity === 'error'),
          ).toBe(true);
          for (const problem of parsed.problems) expect(problem.line ?? 1).toBeGreaterThan(0);
          compilePolicy({ project: parsed });
        }
      }),
      { numRuns: 500 },
    );
  });

  test('any mode survives JSON, whatever its text contains', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.string({ unit: 'binary', minLength: 1 }),
        (name, roleDefinition) => {
          const mode = { slug: 'a', name, roleDefinition, groups: [] };
          expect(parse(JSON.stringify({ customModes: [mode] })).modes[0]?.config).toEqual({
            ...mode,
            source: 'project',
          });
        },
      ),
    );
  });
});
