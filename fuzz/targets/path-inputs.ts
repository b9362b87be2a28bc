import fc from 'fast-check';
import { hostileText } from '../support/hostile-values.ts';
import { folderTools } from './executor.ts';

const roots = [
  '/work/app',
  '/work/app',
  '/work/app/',
  'C:\\work\\app',
  'c:/Work/app',
  '\\\\srv\\share\\app',
  '/',
  'C:\\work',
  '/wörk/i\u0307',
];
/** Where the project is, if it is said. */
export const root = fc.option(fc.constantFrom(...roots), { nil: undefined, freq: 6 });

/** A limit of the mode. */
export const fileRegex = fc.constantFrom(
  '\\.md$',
  '^docs/',
  '^docs/.*\\.md$',
  '^[^/]+\\.md$',
  '^(?!secrets/)',
  '^(?!.*\\.ts$)',
  '^docs/[a-z./]+$',
  '^src/(?:[a-z]+/)*[a-z]+\\.md$',
);

const segment = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('docs', 'src', 'secrets', 'a.md', 'b.ts', 'a', 'b.md') },
  { weight: 6, arbitrary: fc.constantFrom('..', '.', '', '..', '...', '.. ', ' ..', '. .') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'b.ts::$DATA',
      'a.md ',
      'a.md.',
      ' a.md',
      'b.ts\0.md',
      'b.ts\0',
      'C:',
      'c:a.md',
      '~',
      '%2e%2e',
      '\u00a0',
      '\ufeff..',
      '．．',
      'a\u2044b',
      'a\u2215b',
      'DOCS',
      'CON',
      'AUX.md',
      'SECRE~1',
      'a\nb',
      '\t..',
      '\u2028..',
      '\u200b..',
      '\ud800',
      '\u212a',
      '\u0130',
      '?',
      '*',
      '<path>',
      '&#46;&#46;',
      '$HOME',
      `$\{x}`,
    ),
  },
  { weight: 1, arbitrary: hostileText },
);
const separator = fc.oneof(
  { weight: 6, arbitrary: fc.constant('/') },
  { weight: 4, arbitrary: fc.constantFrom('\\', '//', '\\\\', '/\\', '\\/', '/./', '\\..\\') },
);
const start = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '/work/app/',
      '/work/app',
      '/work/app\\',
      '\\work\\app\\',
      'C:\\work\\app\\',
      'c:/work/APP/',
      'C:/wor\u212a/app/',
      '\\\\srv\\share\\app\\',
      '//srv/share/app/',
      '\\\\?\\C:\\work\\app\\',
      '/',
      '\\',
      'C:',
      'C:/',
      '//',
      './',
      '.\\',
      ' ',
      ' /',
      '\ufeff/',
      '\u00a0/',
      '~/',
      'file:///',
      '/work/app/../',
      '/work/apple/',
      '/work//app/',
      '/wörk/i\u0307/',
      '/wörk/\u0130/',
      '/proc/self/cwd/',
    ),
  },
);
const path: fc.Arbitrary<string> = fc
  .tuple(start, fc.array(fc.tuple(segment, separator), { maxLength: 6 }), segment)
  .map(([from, parts, last]) => from + parts.map((part) => part.join('')).join('') + last);

const lineEnd = fc.constantFrom('\n', '\n', '\r\n', '\r', '\v', '\f', '\x1c', '\x85', '\u2028', '\u2029');
const marker = fc.constantFrom(
  '*** Add File: ',
  '*** Update File: ',
  '*** Delete File: ',
  '*** Move to: ',
  ' *** Update File: ',
  '\t*** Delete File: ',
  '*** update file: ',
  '***Update File:',
  '*** Update File:',
  '*** Update  File: ',
  '*** Move\tTo: ',
  '\ufeff*** Add File: ',
  '+*** Add File: ',
  '-',
  '@@ ',
  '**** Add File: ',
  '***\u00a0Add File: ',
  '*** Add File : ',
);
const headers = fc
  .array(
    fc.tuple(
      marker,
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom('docs/a.md', 'a.md') }, { weight: 2, arbitrary: path }),
      lineEnd,
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((lines) => `*** Begin Patch\n${lines.map((line) => line.join('')).join('')}*** End Patch`);

// Patches that real executors carry out, but for one thing in a path or beside a header.
const innerEnd = fc.constantFrom(
  '',
  '',
  '',
  ' ',
  '\t',
  '\r',
  '\u00a0',
  '\ufeff',
  '\v',
  '\x1c',
  '\x85',
  '\u2028',
  '\u2029',
  '\0',
);
const target = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('docs/a.md', 'a.md', 'src/a.md') },
  { weight: 2, arbitrary: path },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        innerEnd,
        fc.constantFrom('docs/a.md', 'a.md'),
        innerEnd,
        fc.constantFrom('', '/../../src/b.ts', '/../../../x', 'x'),
      )
      .map((parts) => parts.join('')),
  },
);
const operation = fc
  .tuple(
    innerEnd,
    fc.constantFrom('*** Add File: ', '*** Update File: ', '*** Delete File: ', '*** Add File:', '*** Update File:  '),
    target,
    fc.option(target, { nil: undefined, freq: 3 }),
    fc.constantFrom('', '', '+text', '+text\u2028more', '+text\f*** Delete File: src/b.ts', ' *** Move to: src/b.ts'),
  )
  .map(([before, header, file, moved, line]) => {
    const kind = header.slice(4, 7);
    const body = kind === 'Add' ? ['+a'] : kind === 'Upd' ? ['@@', '-a', '+b'] : [];
    const move = moved !== undefined && kind === 'Upd' ? [`*** Move to: ${moved}`] : [];
    return [`${before}${header}${file}`, ...move, ...body, ...(line === '' || kind === 'Del' ? [] : [line])];
  });
const carriedOut = fc
  .tuple(
    fc.array(operation, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('\n', '\n', '\r\n'),
    fc.constantFrom(['', ''], ['', ''], ["<<'EOF'\n", '\nEOF'], ['', '\n']),
  )
  .map(([operations, end, [before = '', after = '']]) => {
    const lines = ['*** Begin Patch', ...operations.flat(), '*** End Patch'];
    return `${before}${lines.join(end)}${after}`;
  });
const patch = fc.oneof({ weight: 2, arbitrary: carriedOut }, { weight: 1, arbitrary: headers });

const open = fc.constantFrom(
  '<path>',
  '<path>',
  '<path >',
  '<path\n>',
  '<Path>',
  '<path a="1">',
  '< path>',
  '<x:path>',
  '<path/>',
  '<!--<path>-->',
  '<![CDATA[<path>]]>',
);
const close = fc.constantFrom(
  '</path>',
  '</path>',
  '</path>',
  '</path >',
  '</path >/../../docs/a.md</path>',
  '</Path>',
  '',
);
const element = fc.tuple(open, path, close).map((parts) => parts.join(''));
const args = fc
  .array(
    fc.tuple(
      fc.constantFrom('<file>', '<file>', '<FILE>', '', '<file x="<path>">'),
      fc.array(element, { maxLength: 2 }),
      fc.constantFrom('</file>', '</file>', ''),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((files) => files.map(([from, elements, to]) => from + elements.join('') + to).join('\n'));
const entry = fc.oneof(
  path,
  fc.record({ path, file_path: path, filePath: path }, { requiredKeys: ['path'] }),
  fc.record({ file_path: path }),
);
const list = fc.array(entry, { maxLength: 3 });
const nested = fc.oneof(
  { weight: 3, arbitrary: args as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: list.map((file) => ({ file })) },
);

/** A path that may well be inside a limit. */
export const goodPath = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('docs/a.md', 'a.md', 'src/a.md') },
  { weight: 2, arbitrary: path },
);
/** A call of a tool under the limit. */
export const call = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      tool: fc.constantFrom(
        'write_to_file',
        'edit',
        'search_replace',
        'edit_file',
        'generate_image',
        'insert_content',
        'search_and_replace',
        'write_file',
      ),
      params: fc.record({ path: goodPath, file_path: goodPath, filePath: goodPath }, { requiredKeys: ['path'] }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      tool: fc.constant('apply_patch'),
      params: fc.oneof(
        fc.record({ patch }),
        fc.record({ patch, input: patch, path: goodPath }, { requiredKeys: ['patch'] }),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      tool: fc.constantFrom(...folderTools),
      params: fc.record(
        { path: goodPath, file_path: goodPath, file_pattern: fc.constantFrom('*.md', '*.ts', '*') },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      tool: fc.constantFrom('apply_diff', 'read_file'),
      params: fc.record(
        {
          path: goodPath,
          args: nested,
          files: fc.oneof(
            list as fc.Arbitrary<unknown>,
            list.map((files) => JSON.stringify(files)),
          ),
        },
        { requiredKeys: ['path'] },
      ),
    }),
  },
);
