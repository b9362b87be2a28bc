import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const find = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).map((path) =>
    path.replaceAll('\\', '/'),
  );
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const sources = find('{packages,apps,editors}/*/src/**/*.{ts,tsx}');

/** Names that several packages declare on purpose, by the reason. */
const sharedNames: Readonly<Record<string, readonly string[]>> = {
  'each program has its own': [
    'Settings',
    'SettingsFlags',
    'ToolContext',
    'doctor',
    'examples',

    'resolveSettings',
    'serve',

    'version',
  ],
};

/** Nouns that look like participles. */
const nouns = /^(Finding|Heading|Listing|Reading|Setting|Spelling|String|Warning)$/;
const participle =
  /^([A-Z][a-z]+(ed|ing)|Bound|Broken|Built|Chosen|Cut|Done|Drawn|Found|Given|Gone|Heard|Held|Hidden|Kept|Known|Left|Lost|Made|Met|Put|Read|Run|Said|Seen|Sent|Set|Shown|Spoken|Taken|Told|Written)$/;
const preposition =
  /^(above|across|after|against|along|among|around|as|at|before|behind|below|beside|between|by|down|during|for|from|in|inside|into|near|of|off|on|onto|out|outside|over|past|per|since|through|to|toward|under|until|up|via|with|within|without)(-|\.|$)/;

describe('names in the sources', () => {
  const declared = sources.flatMap((file) => exportedNames(file).map((name) => ({ name, file })));

  test('an exported name is declared in only one package, apart from the written list', () => {
    const packages = Map.groupBy(declared, ({ name }) => name);
    const shared = [...packages].filter(([, places]) => new Set(places.map(({ file }) => packageOf(file))).size > 1);
    expect(shared.map(([name]) => name).toSorted()).toEqual(Object.values(sharedNames).flat().toSorted());
  });

  test('no exported type is a bare participle', () => {
    expect(declared.filter(({ name }) => participle.test(name) && !nouns.test(name))).toEqual([]);
  });

  test('no folder or file is named by a preposition', () => {
    const parts = sources.filter((file) =>
      file
        .split('/')
        .slice(3)
        .some((part) => preposition.test(part)),
    );
    expect(parts).toEqual([]);
  });
});

describe('the documents of the repository', () => {
  test.each(find('{packages,apps}/*/README.md').filter((path) => hasSources(path)))(
    'the document %s begins with the folders of its sources',
    (path) => {
      const [, section = ''] = read(path).split(/^## Folders\n/m);
      const named = [...(section.split(/^## /m)[0] ?? '').matchAll(/^- `src\/([^/`]+)\/`/gm)].map(
        ([, name = '']) => name,
      );
      expect(named.toSorted()).toEqual(foldersIn(join(path, '../src')));
    },
  );

  test('AGENTS.md is short enough to read completely', () => {
    expect(Buffer.byteLength(read('AGENTS.md'))).toBeLessThanOrEqual(8 * 1024);
  });
});

test('each public entry has at most 60 names', () => {
  const large = find('test/surface/*.txt').filter((path) => read(path).trimEnd().split('\n').length > 60);
  expect(large).toEqual([]);
});

test('pnpm typecheck checks every TypeScript project', () => {
  const { references } = JSON.parse(read('tsconfig.check.json')) as { references: readonly { path: string }[] };
  const projects = find('**/tsconfig*.json').filter(
    (path) => !/\.build\.json$|^tsconfig\.(base|check)\.json$|^bench\/|\/fixtures\//.test(path),
  );
  expect(references.map(({ path }) => path.slice(2)).toSorted()).toEqual(projects.toSorted());
});

function exportedNames(file: string): readonly string[] {
  const declaration =
    /^export (?:declare )?(?:abstract |async )?(?:interface|type|function\*?|const|class|enum) (\w+)/gm;
  return [...read(file).matchAll(declaration)].map(([, name = '']) => name);
}

function packageOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

function hasSources(readme: string): boolean {
  return foldersIn(join(readme, '../src')).length > 0;
}

function foldersIn(path: string): readonly string[] {
  const folder = join(root, path);
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => basename(name))
    .toSorted();
}
