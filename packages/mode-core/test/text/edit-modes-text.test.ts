import { ModeError } from '@modegate/mode-core';
import { type EditOptions, editModesText, type ModesEdit, parseModesText } from '@modegate/mode-core/text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

type Mode = Record<string, unknown> & { readonly slug: string };
const save = (text: string | undefined, mode: Mode, options?: EditOptions) =>
  editModesText(text, { kind: 'save', mode }, options);
const remove = (text: string, slug: string) => editModesText(text, { kind: 'delete', slug });
const documentOf = (text: string) =>
  parseModesText(text, { source: 'project' }).document as { readonly customModes: readonly Mode[] };
const modeIn = (text: string, slug: string) =>
  documentOf(text).customModes.find((mode) => (mode as Mode | null)?.slug === slug);

const docs: Mode = {
  slug: 'docs',
  name: 'Docs',
  roleDefinition: 'You write.',
  groups: ['read', ['edit', { fileRegex: '\\.md$' }]],
};
const extra: Mode = { slug: 'extra', name: 'Extra', roleDefinition: 'Two\nlines', groups: ['read'] };

const yaml = `# Modes of the team
team: blue   # kept
customModes:
  # writes the guides
  - slug: docs
    name:   'Docs'   # shown in the picker
    roleDefinition: >-
      You
      write.
    groups: # what it may
      - read
      - - edit
        - fileRegex: \\.md$

  - slug: review   # reviews
    name: "Review"
    roleDefinition: |
      You review.

      Be kind.
    groups: [read, command]   # no edits
    emoji: 🔍
# the end
`;

describe('editing a YAML modes file', () => {
  test('saving a mode that is already there leaves the text unchanged', () => {
    expect(save(yaml, docs)).toEqual({ text: yaml, changed: false });
    expect(save(yaml, { ...docs, source: 'global' }).changed).toBe(false);
  });

  test('one field changes in place and keeps its comment', () => {
    const { text, changed } = save(yaml, { ...docs, name: "The 'Docs'" });
    expect(changed).toBe(true);
    expect(text).toBe(yaml.replace("name:   'Docs' ", "name:   'The ''Docs''' "));
  });

  test('a list changes under its key and keeps its style', () => {
    expect(save(yaml, { ...docs, groups: ['read', 'mcp'] }).text).toBe(
      yaml.replace('      - - edit\n        - fileRegex: \\.md$\n', '      - mcp\n'),
    );
    const review = { ...modeIn(yaml, 'review'), slug: 'review', groups: ['read', ['edit', { fileRegex: 'a, b' }]] };
    expect(save(yaml, review).text).toBe(
      yaml.replace('[read, command]   #', '[ read, [ edit, { fileRegex: "a, b" } ] ]   #'),
    );
  });

  test('a text changes in its own style', () => {
    const review = { ...modeIn(yaml, 'review'), slug: 'review' };
    expect(save(yaml, { ...review, roleDefinition: 'Now\nkinder.\n' }).text).toBe(
      yaml.replace('      You review.\n\n      Be kind.\n', '      Now\n      kinder.\n'),
    );
    expect(save(yaml, { ...review, roleDefinition: 'No end\n\n  inner' }).text).toBe(
      yaml.replace('|\n      You review.\n\n      Be kind.\n', '|-\n      No end\n\n        inner\n'),
    );
    expect(save(yaml, { ...docs, roleDefinition: 'You read.' }).text).toBe(
      yaml.replace('You\n      write.', 'You read.'),
    );
  });

  test('a text that grows to several lines keeps the comment of its line', () => {
    expect(save(yaml, { ...docs, name: 'A\nB' }).text).toBe(
      yaml.replace("name:   'Docs'   # shown in the picker", 'name: |-   # shown in the picker\n      A\n      B'),
    );
  });

  test('a new field is added last, and a removed one disappears with its lines', () => {
    const added = save(yaml, { ...docs, mcpRestrictions: { allowedServers: ['github'] } });
    expect(added.text).toBe(
      yaml.replace(
        'fileRegex: \\.md$\n',
        'fileRegex: \\.md$\n    mcpRestrictions:\n      allowedServers:\n        - github\n',
      ),
    );
    expect(save(added.text, docs).text).toBe(yaml);
  });

  test('keys unknown to the schema are kept unless they are given as undefined', () => {
    const review = { slug: 'review', name: 'R', roleDefinition: 'r', groups: [] };
    expect(modeIn(save(yaml, review).text, 'review')).toEqual({ ...review, emoji: '🔍' });
    expect(modeIn(save(yaml, { ...review, emoji: undefined }).text, 'review')).toEqual(review);
  });

  test('groups and restrictions that the loader omits are not lost by saving a loaded mode', () => {
    const text = `customModes:\n  - slug: a\n    name: A\n    roleDefinition: r\n    groups: [read, skill]\n    mcpRestrictions: nonsense\n`;
    const config = parseModesText(text, { source: 'project' }).modes[0]?.config;
    expect(config?.groups).toEqual(['read']);
    expect(save(text, { ...config, slug: 'a', name: 'B' }).text).toBe(text.replace('name: A', 'name: B'));
  });

  test('a new mode is added last, in the style of the file', () => {
    expect(save(yaml, extra).text).toBe(
      yaml.replace(
        '# the end',
        '\n  - slug: extra\n    name: Extra\n    roleDefinition: |-\n      Two\n      lines\n    groups:\n      - read\n# the end',
      ),
    );
  });

  test('lists without indentation stay without it', () => {
    const flat = 'customModes:\n- slug: a\n  name: A\n  roleDefinition: r\n  groups:\n  - read\n';
    expect(save(flat, extra).text).toBe(
      `${flat}- slug: extra\n  name: Extra\n  roleDefinition: |-\n    Two\n    lines\n  groups:\n  - read\n`,
    );
    expect(save(flat, { ...extra, slug: 'a' }).text).toContain('\n  groups:\n  - read\n');
  });

  test('a mode is deleted with its lines, and comments around it are kept', () => {
    expect(remove(yaml, 'review').text).toBe(`${yaml.slice(0, yaml.indexOf('\n  - slug: review'))}# the end\n`);
    expect(remove(yaml, 'docs').text).toBe(
      yaml.slice(0, yaml.indexOf('  - slug: docs')) + yaml.slice(yaml.indexOf('  - slug: review')),
    );
    expect(remove(yaml, 'nobody')).toEqual({ text: yaml, changed: false });
  });

  test('deleting the last mode leaves an empty list, which the next mode fills', () => {
    const none = remove(remove(yaml, 'docs').text, 'review').text;
    expect(none).toBe('# Modes of the team\nteam: blue   # kept\ncustomModes: []\n  # writes the guides\n# the end\n');
    expect(documentOf(save(none, extra).text)).toEqual({ team: 'blue', customModes: [extra] });
  });

  test('line endings, byte order mark and a missing last line break are kept', () => {
    const windows = `\uFEFF${yaml.replaceAll('\n', '\r\n')}`;
    const saved = save(windows, { ...extra, slug: 'review' }).text;
    expect(saved).toMatch(/^\uFEFF# Modes/);
    expect(saved).not.toMatch(/[^\r]\n/);
    expect(modeIn(saved, 'review')).toMatchObject({ roleDefinition: 'Two\nlines', emoji: '🔍' });
    const open = 'customModes:\n  - slug: a\n    name: A\n    roleDefinition: r\n    groups: []';
    const both = save(open, extra).text;
    expect(both).toMatch(/- read$/);
    expect(remove(both, 'extra').text).toBe(open);
  });

  test.each([
    undefined,
    '',
    '\n',
    '# our modes\n',
    '---\n',
    'customModes:\n',
    'customModes: []\n',
    'customModes: null # none\n',
    'null\n',
    'other: 1\n',
    '{}\n',
    '{ other: 1 }',
  ])('the file %j accepts its first mode', (text) => {
    const saved = save(text, extra).text;
    expect(documentOf(saved).customModes).toEqual([extra]);
    for (const comment of text?.match(/#.*/g) ?? []) expect(saved).toContain(comment);
  });

  test('YAML flow style is kept by an edit', () => {
    const flow =
      'customModes: [{slug: a, name: A, roleDefinition: r, groups: [read]}, {slug: b, name: B, roleDefinition: r, groups: []}] # all\n';
    expect(save(flow, { slug: 'a', name: 'AA', roleDefinition: 'r', groups: ['read'] }).text).toBe(
      flow.replace('name: A', 'name: "AA"'),
    );
    expect(documentOf(save(flow, extra).text).customModes.map(({ slug }) => slug)).toEqual(['a', 'b', 'extra']);
    expect(remove(flow, 'a').text).toBe('customModes: [{slug: b, name: B, roleDefinition: r, groups: []}] # all\n');
    expect(remove(flow, 'b').text).toBe('customModes: [{slug: a, name: A, roleDefinition: r, groups: [read]}] # all\n');
    expect(remove(remove(flow, 'a').text, 'b').text).toBe('customModes: [] # all\n');
  });

  test('deleting a slug removes all its definitions, and saving changes the first', () => {
    const twice =
      'customModes:\n  - { slug: a, name: A, roleDefinition: r, groups: [] }\n  - { slug: a, name: B, roleDefinition: r, groups: [] }\n';
    expect(
      documentOf(save(twice, { slug: 'a', name: 'C', roleDefinition: 'r', groups: [] }).text).customModes.map(
        ({ name }) => name,
      ),
    ).toEqual(['C', 'B']);
    expect(documentOf(remove(twice, 'a').text).customModes).toEqual([]);
  });
});

describe('editing a JSON modes file', () => {
  const json = (unit: string) => `{
${unit}// ours
${unit}"customModes": [
${unit}${unit}{
${unit}${unit}${unit}"slug": "a", // first
${unit}${unit}${unit}"name": "A",
${unit}${unit}${unit}"roleDefinition": "r",
${unit}${unit}${unit}"groups": ["read", "edit"],
${unit}${unit}${unit}"x": 1
${unit}${unit}}, // a
${unit}${unit}{
${unit}${unit}${unit}"slug": "b",
${unit}${unit}${unit}"name": "B",
${unit}${unit}${unit}"roleDefinition": "r",
${unit}${unit}${unit}"groups": []
${unit}${unit}} // b
${unit}],
${unit}"y": 2
}`;
  const a: Mode = { slug: 'a', name: 'A', roleDefinition: 'r', groups: ['read', 'edit'] };

  test.each(['  ', '    ', '\t'])('a JSON modes file with the indentation %j keeps it', (unit) => {
    const text = json(unit);
    const inner = unit.repeat(3);
    expect(save(text, a)).toEqual({ text, changed: false });
    expect(save(text, { ...a, name: 'A"B' }).text).toBe(text.replace('"A"', '"A\\"B"'));
    expect(save(text, { ...a, groups: ['read', ['edit', { fileRegex: 'x' }]] }).text).toBe(
      text.replace('["read", "edit"]', '["read", ["edit", { "fileRegex": "x" }]]'),
    );
    expect(save(text, { ...a, whenToUse: 'now' }).text).toBe(
      text.replace('"x": 1', `"x": 1,\n${inner}"whenToUse": "now"`),
    );
    expect(save(text, extra).text).toBe(
      text.replace(
        '} // b',
        `}, // b\n${unit}${unit}{\n${inner}"slug": "extra",\n${inner}"name": "Extra",\n${inner}"roleDefinition": "Two\\nlines",\n${inner}"groups": [\n${inner}${unit}"read"\n${inner}]\n${unit}${unit}}`,
      ),
    );
    expect(documentOf(remove(text, 'a').text).customModes.map(({ slug }) => slug)).toEqual(['b']);
    expect(documentOf(remove(text, 'b').text).customModes.map(({ slug }) => slug)).toEqual(['a']);
    expect(remove(text, 'b').text).toContain('// first');
    expect(remove(text, 'b').text).toContain('"y": 2\n}');
  });

  test('a JSON modes file on one line stays on one line', () => {
    const text = '{"customModes":[{"slug":"a","name":"A","roleDefinition":"r","groups":[]}]}';
    expect(save(text, { ...a, groups: [] })).toEqual({ text, changed: false });
    expect(save(text, extra).text).toBe(
      '{"customModes":[{"slug":"a","name":"A","roleDefinition":"r","groups":[]}, { "slug": "extra", "name": "Extra", "roleDefinition": "Two\\nlines", "groups": ["read"] }]}',
    );
    expect(remove(text, 'a').text).toBe('{"customModes":[]}');
  });

  test('a JSON modes file keeps its trailing commas', () => {
    const text =
      '{\n  "customModes": [\n    { "slug": "a", "name": "A", "roleDefinition": "r", "groups": [], },\n  ],\n}\n';
    expect(documentOf(save(text, extra).text).customModes.map(({ slug }) => slug)).toEqual(['a', 'extra']);
    expect(save(text, extra).text).toMatch(/\},\n {2}\],\n\}\n$/);
    expect(modeIn(save(text, { ...a, groups: [], description: 'd' }).text, 'a')).toMatchObject({ description: 'd' });
    expect(documentOf(remove(text, 'a').text).customModes).toEqual([]);
  });

  test('a new modes file is JSON if its name or the caller says so', () => {
    const expected = '{\n  "customModes": [\n    {\n      "slug": "extra",';
    expect(save(undefined, extra, { file: 'custom_modes.json' }).text.startsWith(expected)).toBe(true);
    expect(save('', extra, { format: 'json' }).text.startsWith(expected)).toBe(true);
    expect(save('{}', extra).text.startsWith(expected)).toBe(true);
    expect(save('{\n  "customModes": []\n}\n', extra).text.startsWith(expected)).toBe(true);
  });

  test('an edit of a duplicate JSON key changes the effective one, or nothing', () => {
    const text = '{"customModes":[{"slug":"a","name":"A","name":"B","roleDefinition":"r","groups":[]}]}';
    expect(modeIn(save(text, { ...a, name: 'C', groups: [] }).text, 'a')).toMatchObject({ name: 'C' });
  });
});

describe('refused edits', () => {
  const codeOf = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      if (error instanceof ModeError) return [error.code, error.data];
      throw error;
    }
    return 'nothing';
  };

  test('an edit of text that cannot be parsed is refused with the line', () => {
    expect(codeOf(() => save('customModes:\n  - slug: a: b\n', extra, { file: '.roomodes' }))).toEqual([
      'FILE_UNREADABLE',
      { file: '.roomodes', line: 2 },
    ]);
    for (const blank of ['\r', '\u00A0', '\f', '\v', '\u2028', '\u3000'])
      for (const edit of [() => save(blank, extra), () => remove(blank, 'a')])
        expect(codeOf(edit)).toMatchObject(['FILE_UNREADABLE', { line: 1 }]);
    expect(codeOf(() => remove('{"customModes": [', 'a'))).toEqual(['FILE_UNREADABLE', { file: '', line: 1 }]);
    expect(codeOf(() => save(`customModes:\n\u00A0\u00A0- slug: a\n`, extra))).toMatchObject(['FILE_UNREADABLE', {}]);
  });

  test.each(['- slug: a\n', 'just text\n', 'customModes: 5\n', 'customModes: { a: 1 }\n', 'custom_modes: []\n'])(
    'an edit of the file %j is refused',
    (text) => {
      expect(codeOf(() => save(text, extra))).toMatchObject(['FILE_UNREADABLE', { line: 1 }]);
    },
  );

  test.each<[string, object]>([
    ['no slug', { name: 'A', roleDefinition: 'r', groups: [] }],
    ['a bad slug', { ...docs, slug: 'a b' }],
    ['no role', { ...docs, roleDefinition: '' }],
    ['a group twice', { ...docs, groups: ['read', 'read'] }],
    ['a pattern that does not compile', { ...docs, groups: [['edit', { fileRegex: '(' }]] }],
    ['bad restrictions', { ...docs, mcpRestrictions: { allowedServers: 'all' } }],
    ['a number that JSON does not have', { ...docs, x: Number.NaN }],
    ['a function', { ...docs, x: () => 1 }],
    ['a date', { ...docs, x: new Date(0) }],
    ['no mapping', []],
  ])('saving a mode with %s is refused', (_, mode) => {
    expect(codeOf(() => save(yaml, mode as Mode))).toMatchObject(['MODE_INVALID', { problems: [expect.any(String)] }]);
  });

  test('saving a circular value is refused', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(codeOf(() => save(yaml, { ...docs, loop }))).toMatchObject(['MODE_INVALID', {}]);
  });

  test('an edit that would change another mode through an alias is refused', () => {
    const shared = `customModes:
  - slug: a
    name: A
    roleDefinition: &role Same
    groups: []
  - slug: b
    name: B
    roleDefinition: *role
    groups: []
`;
    expect(codeOf(() => remove(shared, 'a'))).toEqual(['EDIT_REFUSED', { slug: 'a' }]);
    expect(codeOf(() => save(shared, { slug: 'a', name: 'A', roleDefinition: 'Other', groups: [] }))).toMatchObject([
      'EDIT_REFUSED',
      {},
    ]);
    expect(save(shared, { slug: 'b', name: 'B', roleDefinition: 'Other', groups: [] }).text).toBe(
      shared.replace('*role', 'Other'),
    );
    expect(documentOf(remove(shared, 'b').text).customModes).toHaveLength(1);
  });
});

describe('editing any mode', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '',
      ' ',
      '- a',
      'a: b',
      '# c',
      '"',
      "'",
      '|',
      '>',
      '@',
      '%',
      '&a',
      '*a',
      '!t',
      '{',
      '[',
      '---',
      '...',
      '\t',
      '  deep',
      'tail ',
      'yes',
      '1_0',
      '~',
      '\r',
      '\u2028',
      '\u0085',
      '\uFEFF',
      '\uD800',
      '👨‍💻',
      '日本',
    ),
  );
  const text = fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n'));
  const filled = text.map((value) => (value === '' ? 'x' : value));
  const mode: fc.Arbitrary<Mode> = fc.record(
    {
      slug: fc.constantFrom('docs', 'review', 'new-1'),
      name: filled,
      roleDefinition: filled,
      groups: fc.uniqueArray(
        fc.constantFrom<unknown>('read', 'command', ['edit', { fileRegex: '\\.md$', description: 'a: b # c' }]),
        { selector: String },
      ),
      whenToUse: text,
      customInstructions: text,
      mcpRestrictions: fc.record(
        {
          allowedServers: fc.array(text, { maxLength: 2 }),
          disallowedTools: fc.array(fc.record({ serverName: text, toolName: text }), { maxLength: 2 }),
        },
        { requiredKeys: [] },
      ),
      commandRestrictions: fc.record(
        {
          allowedCommands: fc.array(
            text.map((value) => `ls ${value}`),
            { maxLength: 2 },
          ),
          askCommands: fc.array(fc.record({ command: text.map((value) => `${value}ls`), reason: text }), {
            maxLength: 2,
          }),
        },
        { requiredKeys: [] },
      ),
      odd: fc.jsonValue({ maxDepth: 2 }),
    },
    { requiredKeys: ['slug', 'name', 'roleDefinition', 'groups'] },
  );
  const jsonText = JSON.stringify(documentOf(yaml), undefined, 2);
  const files = fc.constantFrom<string | undefined>(
    yaml,
    yaml.replaceAll('\n', '\r\n'),
    yaml.trimEnd(),
    yaml.replace('# the end\n', '').trimEnd(),
    jsonText,
    JSON.stringify(documentOf(yaml)),
    jsonText.replaceAll('\n', '\r\n'),
    undefined,
  );

  test('a saved mode reads back as saved, and nothing else changes', () => {
    fc.assert(
      fc.property(files, mode, (file, wanted) => {
        const before = documentOf(file ?? '')?.customModes ?? [];
        const saved = save(file, wanted);
        const after = documentOf(saved.text).customModes;
        const old = before.find(({ slug }) => slug === wanted.slug);
        const kept = old?.emoji === undefined ? {} : { emoji: old.emoji };
        expect(after.find(({ slug }) => slug === wanted.slug)).toEqual({
          ...kept,
          ...JSON.parse(JSON.stringify(wanted)),
        });
        expect(after.filter(({ slug }) => slug !== wanted.slug)).toEqual(
          before.filter(({ slug }) => slug !== wanted.slug),
        );
        expect(save(saved.text, wanted)).toEqual({ text: saved.text, changed: false });
        for (const comment of ['# Modes of the team', '# kept', '# writes the guides'])
          expect(saved.text.includes(comment)).toBe(file?.includes(comment) ?? false);
      }),
      { numRuns: 300 },
    );
  });

  test('a mode that is added and deleted leaves no trace', () => {
    fc.assert(
      fc.property(files, mode, (file, wanted) => {
        fc.pre(file !== undefined);
        const added = save(file, { ...wanted, slug: 'passing' });
        expect(remove(added.text, 'passing')).toEqual({ text: file, changed: true });
      }),
      { numRuns: 200 },
    );
  });

  test('an edit throws only a ModeError, whatever the text and the edit', () => {
    const piece = fc.constantFrom(
      'customModes:',
      'customModes: ',
      '  - slug: docs',
      '  - ',
      '- ',
      '\n',
      '\r\n',
      ' ',
      '    name: A',
      '[',
      ']',
      '{',
      '}',
      ',',
      'slug: docs',
      '"slug": "docs"',
      '# c',
      '// c',
      '&a ',
      '*a',
      '|',
      '>-',
      '? ',
      ': ',
      '---',
      '...',
      '\t',
      'x',
    );
    const input = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
    );
    const edit: fc.Arbitrary<ModesEdit> = fc.oneof(
      mode.map((wanted) => ({ kind: 'save' as const, mode: wanted })),
      fc.constant({ kind: 'delete' as const, slug: 'docs' }),
    );
    fc.assert(
      fc.property(input, edit, (source, wanted) => {
        try {
          const edited = editModesText(source, wanted);
          if (wanted.kind === 'save')
            expect(modeIn(edited.text, wanted.mode.slug)).toMatchObject({ name: wanted.mode.name });
          else
            expect(documentOf(edited.text)?.customModes?.some?.((item) => item?.slug === 'docs') ?? false).toBe(false);
        } catch (error) {
          if (!(error instanceof ModeError)) throw error;
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('comments within restrictions', () => {
  const text = [
    'customModes:',
    '  - slug: a',
    '    name: A',
    '    roleDefinition: r',
    '    groups:',
    '      - read # all',
    '      - - edit',
    '        - fileRegex: ^pages/ # pages',
    '          description: pages',
    '      - mcp # some',
    '    mcpRestrictions:',
    '      # reviewed in May',
    '      disallowedServers: [vault, old] # both',
    '      disallowedTools:',
    '        - serverName: github',
    '          toolName: delete_repo # never',
    '        # asked for by Kim',
    '        - serverName: jira',
    '          toolName: close # not yet',
    '',
  ].join('\n');
  const tools = [
    { serverName: 'github', toolName: 'delete_repo' },
    { serverName: 'jira', toolName: 'close' },
  ];
  const groups = ['read', ['edit', { fileRegex: '^pages/', description: 'pages' }], 'mcp'];
  const a = { slug: 'a', name: 'A', roleDefinition: 'r', groups };
  const save = (mcpRestrictions: object, more: object = {}) =>
    editModesText(text, { kind: 'save', mode: { ...a, ...more, mcpRestrictions } }).text;
  const restrictions = { disallowedServers: ['vault', 'old'], disallowedTools: tools };

  test('comments within restrictions are kept when an entry is added', () =>
    expect(save({ ...restrictions, disallowedTools: [...tools, { serverName: 'jira', toolName: 'move' }] })).toBe(
      `${text}        - serverName: jira\n          toolName: move\n`,
    ));

  test('comments within restrictions are kept when an entry is removed', () => {
    expect(save({ ...restrictions, disallowedTools: tools.slice(1) })).toBe(
      text.replace('        - serverName: github\n          toolName: delete_repo # never\n', ''),
    );
    expect(save({ ...restrictions, disallowedServers: ['old'] })).toBe(text.replace('[vault, old]', '[old]'));
  });

  test('comments within restrictions are kept when a list is added or removed', () => {
    expect(save({ ...restrictions, allowedServers: ['jira'] })).toBe(`${text}      allowedServers:\n        - jira\n`);
    expect(save({ disallowedTools: tools })).toBe(text.replace('      disallowedServers: [vault, old] # both\n', ''));
  });

  test('comments within restrictions are kept when the limit of a group changes', () => {
    const limited = ['read', ['edit', { fileRegex: '^docs/', description: 'pages' }], 'mcp'];
    expect(save(restrictions, { groups: limited })).toBe(text.replace('^pages/ #', '^docs/ #'));
    expect(save(restrictions, { groups: [...groups, 'command'] })).toBe(
      text.replace('- mcp # some\n', '- mcp # some\n      - command\n'),
    );
  });

  test('the comment of a replaced restriction entry is removed', () => {
    const other = [tools[0], { serverName: 'jira', toolName: 'move' }];
    expect(save({ ...restrictions, disallowedTools: other })).not.toMatch(/move # not yet/);
  });
});

describe('saving commandRestrictions', () => {
  const text = [
    'customModes:',
    '  - slug: m',
    '    name: M',
    '    roleDefinition: r',
    '    groups: [command]',
    '    commandRestrictions:',
    '      allowedCommands:',
    '        # The history.',
    '        - git log * # and no more',
    '        - npm test',
    '',
  ].join('\n');
  const save = (commandRestrictions: object) => {
    const mode = { slug: 'm', name: 'M', roleDefinition: 'r', groups: ['command'], commandRestrictions };
    return editModesText(text, { kind: 'save', mode }).text;
  };

  test('commandRestrictions grow by an entry without another change', () => {
    expect(save({ allowedCommands: ['git log *', 'npm test', 'npm run docs *'] })).toBe(
      `${text}        - npm run docs *\n`,
    );
    expect(
      save({ allowedCommands: ['git log *', 'npm test'], askCommands: [{ command: 'git push', reason: 'x' }] }),
    ).toBe(`${text}      askCommands:\n        - command: git push\n          reason: x\n`);
  });

  test('commandRestrictions are quoted where YAML would read something other than text', () => {
    const allowedCommands = [
      '*',
      '*.sh',
      'echo a: b',
      '[ -f x ]',
      'true',
      '1',
      'ls # x',
      '- x',
      '{a}',
      '@x',
      '~',
      'a \'b\' "c"',
    ];
    const { modes, problems } = parseModesText(save({ allowedCommands }), { source: 'project' });
    expect(modes[0]?.config.commandRestrictions).toEqual({ allowedCommands });
    expect(problems).toEqual([]);
  });

  test('commandRestrictions that could not be read are not written', () => {
    expect(() => save({ allowedCommands: [1] })).toThrow('write it in quotes: "1"');
  });
});

describe('Q12: a new list item', () => {
  const text = `customModes:
  - slug: m
    name: M
    roleDefinition: r
    groups: [mcp]
    mcpRestrictions:
      allowedServers: [weather-server, docs-server]
      allowedTools:
        # The forecast.
        - { serverName: weather-server, toolName: get_forecast } # and no more
        - serverName: docs-server
          toolName: '*'
`;
  const base = { slug: 'm', name: 'M', roleDefinition: 'r', groups: ['mcp'] as const };
  const weather = { serverName: 'weather-server', toolName: 'get_forecast' };
  const docs = { serverName: 'docs-server', toolName: '*' };
  const added = { serverName: 'admin-server', toolName: 'x' };

  test.each([
    ['first', [added, weather, docs], ['admin-server', 'weather-server', 'docs-server']],
    ['between others', [weather, added, docs], ['weather-server', 'admin-server', 'docs-server']],
    ['last', [weather, docs, added], ['weather-server', 'docs-server', 'admin-server']],
  ])('a new list item leaves the lines of the others unchanged: %s', (_where, allowedTools, allowedServers) => {
    const mode = { ...base, mcpRestrictions: { allowedServers, allowedTools } };
    const edited = editModesText(text, { kind: 'save', mode }).text;
    expect(edited).toContain(`allowedServers: [${allowedServers.join(', ')}]\n`);
    const kept = edited.split('\n').filter((line) => !/admin-server|toolName: x/.test(line));
    expect(kept).toEqual(text.split('\n').filter((line) => !line.includes('allowedServers')));
    expect(edited).toContain('        # The forecast.\n        - { serverName: weather-server');
  });
});
