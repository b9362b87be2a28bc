import { expect, test } from 'vitest';
import { parseBlocks } from '../scripts/snippets/code-block.ts';
import { dataFailures } from '../scripts/snippets/data-failures.ts';

const markdown = `# Title

\`\`\`ts fragment
const a = 1;
\`\`\`

1. A step:

   ~~~yaml file=.roomodes
   customModes: []
   ~~~

\`\`\`\`md
\`\`\`js
not a block of its own
\`\`\`
\`\`\`\`

\`\`\`
no language, and never closed`;

test('a code block knows its document, the line of its first code line, its language and its marks', () => {
  const [first] = parseBlocks('docs/a.md', markdown);
  expect(first).toEqual({ document: 'docs/a.md', line: 4, language: 'ts', marks: ['fragment'], text: 'const a = 1;' });
});

test('a code block in a list loses the indentation of its item, and a longer fence contains a shorter one', () => {
  const [, second, third, fourth] = parseBlocks('docs/a.md', markdown);
  expect(second).toMatchObject({ line: 10, language: 'yaml', marks: ['file=.roomodes'], text: 'customModes: []' });
  expect(third).toMatchObject({ language: 'md', text: '```js\nnot a block of its own\n```' });
  expect(fourth).toMatchObject({ language: '', text: 'no language, and never closed' });
});

test.each([
  ['json', '{ "a": 1 }', true],
  ['json', '{ "a": 1, }', false],
  ['jsonc', '{ "a": 1, } // fine', true],
  ['jsonc', '{ "a": }', false],
  ['yaml', 'a: 1', true],
  ['yaml', 'a: 1\na: 2', false],
  ['text', '{', true],
])('the code block %s %j parses: %s', (language, text, parses) => {
  const failures = dataFailures({ document: 'README.md', line: 3, language, marks: [], text });
  expect(failures.length === 0).toBe(parses);
});
