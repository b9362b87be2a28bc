import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What a native speaker would not say aloud, and what to write instead. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\bstands?\b(?![- ](?:for|ins?)\b)/i, "'is', 'belongs' or 'appears'"],
  [/\bwhoever\b/i, "'anyone who', or the person by name"],
  [/\bwhichever\b/i, "'any', or 'no matter which'"],
  [/\banew\b/i, "'again'"],
  [/\bthereby\b/i, "'by that'"],
  [/\b(?:is|are) told\b/i, "'hears', 'is reported', or the active voice"],
  [/(?<!\bthere )\bis no (?!longer\b|such\b|more\b)\w/i, "'is not a'"],
  [/(?<!\bthere )\bare no (?!longer\b|such\b|more\b)\w/i, "'are not'"],
];

/** What people and models read: sources with their comments and messages, and documents that are not generated. */
function readTexts(): readonly (readonly [file: string, text: string])[] {
  const tracked = execFileSync('git', ['ls-files', '*.md', 'packages/*/src/*.ts', 'apps/*/src/*.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = tracked.split('\n').filter((file) => file !== '' && !/^docs\/api\/|CHANGELOG/.test(file));
  return files.map((file) => [file, readFileSync(join(root, file), 'utf8')]);
}

function findPatterns(text: string): readonly string[] {
  return text.split('\n').flatMap((line, index) =>
    patterns.flatMap(([pattern, instead]) => {
      const found = pattern.exec(line)?.[0];
      return found === undefined ? [] : [`${index + 1}: '${found}': write ${instead}`];
    }),
  );
}

test('sources and documents use common words only', () => {
  const found = readTexts().flatMap(([file, text]) => findPatterns(text).map((problem) => `${file}:${problem}`));
  expect(found).toEqual([]);
});

test('the plain English patterns find their targets and ignore good English', () => {
  expect(findPatterns('The key stands twice.\nWhoever reads is told that it is no mode.')).toHaveLength(4);
  expect(findPatterns("'*' stands for any. There is no mode 'x'. It is no longer there, a stand-in.")).toEqual([]);
});
