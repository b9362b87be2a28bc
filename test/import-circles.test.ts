import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCircles } from './support/import-circles.ts';
import type { PackageFile } from './support/import-edges.ts';

const root = join(import.meta.dirname, '..');

const folders = globSync('{packages,apps}/*/package.json', { cwd: root }).map((path) =>
  path.replaceAll('\\', '/').replace('/package.json', ''),
);

/**
 * No files of one package import each other, not even for a type: a shape that two files share has a file of its own. A test and not a
 * lint rule, because `import/no-cycle` does not look at `import type`.
 */
describe('import circles in a package', () => {
  test.each(folders)('the package %s has no circle of imports', (folder) => {
    expect(findCircles(sources(folder))).toEqual([]);
  });

  test('the import check covers every package', () => {
    expect(folders.length).toBeGreaterThan(0);
  });
});

describe('the import circle check itself', () => {
  test.each([
    ['two files', { 'a.ts': "import { b } from './b.ts';", 'b.ts': "import { a } from './a.ts';" }, [['a.ts', 'b.ts']]],
    [
      'type-only imports',
      { 'a.ts': "import type { B } from './b.ts';", 'b.ts': "export type { A } from './a.ts';" },
      [['a.ts', 'b.ts']],
    ],
    [
      'a way through folders, and import() of a type',
      {
        'a.ts': "import './in/b.ts';",
        'in/b.ts': "export * from '../c.ts';",
        'c.ts': "export type C = import('./a.ts').A;",
        'd.ts': "import './a.ts';",
      },
      [['a.ts', 'c.ts', 'in/b.ts']],
    ],
    ['a file that imports itself', { 'a.ts': "import type { A } from './a.ts';" }, [['a.ts']]],
    [
      'two circles beside each other',
      {
        'a.ts': "import './b.ts'; import './c.ts';",
        'b.ts': "import './a.ts';",
        'c.ts': "import './d.ts';",
        'd.ts': "import './c.ts';",
      },
      [
        ['c.ts', 'd.ts'],
        ['a.ts', 'b.ts'],
      ],
    ],
  ])('the circle check finds %s', (_form, files, circles) => expect(findCircles(named(files))).toEqual(circles));

  test('the circle check accepts two paths to one file', () => {
    const files = {
      'a.ts': "import './b.ts'; import './c.ts';",
      'b.ts': "import './d.ts';",
      'c.ts': "import './d.ts'; import './b.ts';",
      'd.ts': "import { e } from '@modegate/e'; import './not-given.ts';",
    };
    expect(findCircles(named(files))).toEqual([]);
  });
});

function named(files: Readonly<Record<string, string>>): readonly PackageFile[] {
  return Object.entries(files).map(([file, text]) => ({ folder: 'packages/x', file, text }));
}

function sources(folder: string): readonly PackageFile[] {
  return globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root }).map((path) => {
    const file = path.replaceAll('\\', '/');
    return { folder, file, text: readFileSync(join(root, file), 'utf8') };
  });
}
