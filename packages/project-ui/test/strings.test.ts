import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Loader, transform } from 'esbuild';
import { describe, expect, test } from 'vitest';

const packages = join(import.meta.dirname, '../..');
const files = globSync(['project-ui/src/page/**/*.{ts,tsx}', 'restrictions-editor/src/{components,views}/**/*.tsx'], {
  cwd: packages,
}).filter((file) => !file.endsWith('.d.ts'));

/** Properties whose text nobody reads. */
const unread =
  /\b(?:className|id|htmlFor|role|type|name|scope|viewBox|preserveAspectRatio|d|value|rel|list|autoComplete|key|method|signal|"aria-labelledby"|"aria-hidden"|"aria-current"|"data-[a-z]+"|"content-type"): (?:"[^"]*"|`[^`]*`)/g;

/** Texts of a source that a person could read: what has a word with a capital, or a text between tags. */
async function literals(source: string, loader: Loader = 'tsx'): Promise<readonly string[]> {
  const { code } = await transform(source, { loader, jsx: 'automatic', charset: 'utf8' });
  const lines = code.split('\n').filter((line) => !/^import |^} from /.test(line));
  const body = lines
    .join('\n')
    .replaceAll(/jsxs?\(\s*"[a-z0-9]+"/g, '')
    .replaceAll(unread, '');
  const children = [...body.matchAll(/children: "([^"]*)"/g)].map(([, text = '']) => text);
  const listed = [...body.matchAll(/^\s+"([^"]+)",?$/gm)].map(([, text = '']) => text);
  const said = [...body.matchAll(/"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g)].map(([, one, other]) => one ?? other ?? '');
  const sentences = said.filter((text) => {
    const words = text.replaceAll(/\$\{[^}]*\}/g, '');
    return /[A-Z][a-z]+/.test(words) || /[a-z]{2,} +[a-z]{2,}/.test(words);
  });
  return [...new Set([...children, ...listed, ...sentences])].filter((text) => /[A-Za-z]{2,}/.test(text));
}

/** Words of the platform, and of the wire. */
const known = new Set([
  'Bearer ${token}',
  'modes-server ui',
  'modegate fix',
  'Enter',
  'Tools',
  'disallowedTools',
  'allowedCommands',
  'askCommands',
  'disallowedCommands',
]);

describe('texts of the page and its views outside the word table', () => {
  test.each(files)('%s contains no text outside the word table', async (file) => {
    const found = await literals(readFileSync(join(packages, file), 'utf8'), extname(file).slice(1) as Loader);
    expect(found.filter((text) => !known.has(text))).toEqual([]);
  });

  test.each([
    ['a text between tags', 'export const A = () => <p>nothing yet</p>;', 'nothing yet'],
    ['a word between others', 'export const A = ({ a }) => <p>{a} more {a}</p>;', ' more '],
    ['a label', 'export const A = () => <input title="Try it" />;', 'Try it'],
    ['a placeholder', 'export const A = () => <input placeholder="docs/Guide.md" />;', 'docs/Guide.md'],
    ['a sentence of the code', "export const a = (b) => (b ? 'Not saved.' : undefined);", 'Not saved.'],
    ['one with a value in it', 'export const a = (b) => `and ${b} more files`;', 'and ${b} more files'],
  ])('the search for untranslated texts finds %s', async (_what, source, text) =>
    expect(await literals(source)).toContain(text),
  );
});
