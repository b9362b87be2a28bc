import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { exportedNames } from './support/exported-names.ts';

const root = join(import.meta.dirname, '..');

interface PublicEntry {
  /** As it is imported: `@modegate/mode-core/text`. */
  readonly name: string;
  readonly module: string;
  readonly declarations: string;
}

/**
 * What each published entry offers, kept as one text file an entry in `test/surface/`. A change here is a change of the
 * public surface: it needs a changeset, and `pnpm exec vitest run --project e2e test/public-surface.e2e.test.ts --update=all`.
 */
describe('the public surface', () => {
  test.each(publicEntries())(
    'the public surface of $name matches its snapshot',
    async ({ name, module, declarations }) => {
      const names = exportedNames(readFileSync(declarations, 'utf8'));
      const offered = Object.keys((await import(pathToFileURL(module).href)) as object).toSorted();
      expect(offered, 'what is declared and what is there').toEqual(names.values);
      const lines = [...names.values, ...names.types.map((type) => `type ${type}`)];
      await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`surface/${fileName(name)}`);
    },
  );
});

describe('the public surface check itself', () => {
  test('the surface check distinguishes values from types', () => {
    const declarations = "export { a, type B } from './a.ts';\nexport type { C } from './c.ts';\n";
    expect(exportedNames(declarations)).toEqual({ values: ['a'], types: ['B', 'C'] });
  });

  test.each(["export * from './a.ts';", 'export default 1;', 'export declare const a: 1;'])(
    'the surface check refuses %s',
    (line) => {
      expect(() => exportedNames(line)).toThrow('A public entry');
    },
  );
});

function publicEntries(): readonly PublicEntry[] {
  return globSync('packages/*/package.json', { cwd: root }).flatMap((path) => {
    const folder = join(root, path, '..');
    const { name, publishConfig } = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
    // A package that is private has no public surface.
    return Object.entries(publishConfig?.exports ?? {}).flatMap(([subpath, target]) =>
      typeof target === 'string'
        ? []
        : [
            {
              name: join(name, subpath).replaceAll('\\', '/'),
              module: join(folder, target.default),
              declarations: join(folder, target.types),
            },
          ],
    );
  });
}

interface Manifest {
  readonly name: string;
  readonly publishConfig?: {
    readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  };
}

/** `@modegate/mode-core/text` -> `mode-core.text.txt`. */
function fileName(name: string): string {
  return `${name.replace('@modegate/', '').replaceAll('/', '.')}.txt`;
}
