import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { builtServer } from '../support/built-server.ts';

const dist = dirname(builtServer);

/** The files that are read when the server starts: those that are imported, and not those that are loaded when they are asked for. */
function loadedAtStart(file = 'main.js', found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (found.has(file)) return found;
  const text = readFileSync(join(dist, file), 'utf8');
  found.set(file, text);
  for (const [, next = ''] of text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) loadedAtStart(next, found);
  return found;
}

test('a start loads few files', () => {
  expect([...loadedAtStart().keys()].filter((file) => !file.startsWith('chunk-'))).toEqual(['main.js', 'start.js']);
  expect(loadedAtStart().size).toBeLessThanOrEqual(3);
});

test('code that only `ui` needs is in no file that a start loads', () => {
  const texts = [...loadedAtStart().values()];
  expect(texts.length).toBeGreaterThan(1);
  for (const words of ['Anyone who has this address', 'because it was changed elsewhere in the meantime', '--no-open'])
    expect([words, texts.filter((text) => text.includes(words)).length]).toEqual([
      words,
      words === '--no-open' ? 1 : 0,
    ]);
});

/** In bytes; docs/editor.md names the same. */
const budget = { 'page.js': 970_000, 'page.css': 30_000 };

test.each(Object.entries(budget))('the file %s of the page has at most %i bytes', (file, maxBytes) => {
  expect(statSync(join(dist, 'ui', file)).size).toBeLessThanOrEqual(maxBytes);
});
