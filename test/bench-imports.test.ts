import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The imports of built packages in the benchmarks, which run by hand only, so that nothing else notices a moved export. */
const imports = globSync('bench/**/*.mjs', { cwd: root, exclude: (path) => path.includes('node_modules') }).flatMap(
  (file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /\{([^{}]*)\} (?:from |= await import\()'[./]*(packages\/[^']*)\/dist\/([^']*)\.js'/g,
      ),
    ].map(([, names = '', folder = '', entry = '']) => ({
      file: file.replaceAll('\\', '/'),
      source: `${folder}/src/${entry}.ts`,
      names: names.split(',').flatMap((name) => name.trim().split(' as ')[0] || []),
    })),
);

describe('imports of benchmarks', () => {
  test.each(imports)('$file imports only names that $source exports', async ({ source, names }) => {
    expect(existsSync(join(root, source)), `${source} exists`).toBe(true);
    expect(Object.keys(await import(join(root, source)))).toEqual(expect.arrayContaining(names));
  });

  test('the test finds the imports of benchmarks', () => {
    expect(imports.length).toBeGreaterThan(10);
  });
});
