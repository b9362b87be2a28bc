import fc from 'fast-check';
import { compilePolicy, decide } from '../../packages/mode-core/src/index.ts';
import { createCampaign, type Target } from '../support/campaign.ts';
import { expect } from '../support/expect.ts';
import { hostileText } from '../support/hostile-values.ts';
import { touchedFiles } from './executor.ts';

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
const root = fc.option(fc.constantFrom(...roots), { nil: undefined, freq: 6 });

const fileRegex = fc.constantFrom(
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
const patch = fc
  .array(
    fc.tuple(
      marker,
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom('docs/a.md', 'a.md') }, { weight: 2, arbitrary: path }),
      lineEnd,
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((lines) => `*** Begin Patch\n${lines.map((line) => line.join('')).join('')}*** End Patch`);

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
const close = fc.constantFrom('</path>', '</path>', '</path>', '</path >', '</Path>', '');
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

const goodPath = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('docs/a.md', 'a.md', 'src/a.md') },
  { weight: 2, arbitrary: path },
);
const call = fc.oneof(
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
      params: fc.record({ patch, input: patch, path: goodPath }, { requiredKeys: ['patch'] }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      tool: fc.constant('apply_diff'),
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

/** Searches for calls that `decide` lets through and that could touch a file which the pattern does not allow. */
export const pathsTarget: Target = {
  name: 'paths',
  open: () => {
    let allowed = 0;
    return createCampaign({
      arbitrary: fc.record({ root, fileRegex, call }),
      judge: (input) => {
        const mode = {
          slug: 'm',
          name: 'M',
          roleDefinition: 'R',
          groups: [['edit', { fileRegex: input.fileRegex }]] as const,
        };
        const policy = compilePolicy({ project: [mode], projectRoot: input.root });
        if (!decide(policy, { mode: 'm', ...input.call }).allowed) return;
        allowed++;
        const pattern = new RegExp(input.fileRegex);
        for (const file of touchedFiles(input.call.tool, input.call.params, input.root)) {
          expect(file.inside !== undefined, 'every file of an allowed call to be in the project', file, input);
          expect(pattern.test(file.inside), `every file of an allowed call to match ${input.fileRegex}`, file, input);
        }
      },
      notes: () => `${allowed} allowed`,
    });
  },
};
