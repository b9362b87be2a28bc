import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const base = 'https://raw.githubusercontent.com/modegate/modegate/main/';
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const { schemas } = JSON.parse(read('docs/schemas/schemastore.json')) as {
  readonly schemas: readonly { readonly url: string; readonly fileMatch?: readonly string[] }[];
};
const paths = schemas.map(({ url }) => url.replace(base, ''));

test('the SchemaStore entries cover all file schemas, each at its address', () => {
  const kept = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(new URL(`../${folder}`, import.meta.url)).flatMap((name) => schemasOf(`${folder}/${name}`)),
  );
  // What one part of a file has to be; its file has a schema of its own.
  const parts = ['mcp', 'command'].map((kind) => `packages/mode-core/schemas/${kind}-restrictions.json`);
  expect([...paths, ...parts].sort()).toEqual(kept.sort());
  for (const path of paths) expect(JSON.parse(read(path))).toHaveProperty('$schema');
});

test('the guide for editors lists each schema with its files', () => {
  const guide = read('docs/editors.md');
  for (const [index, { fileMatch = [] }] of schemas.entries()) {
    const line = guide.split('\n').find((one) => one.includes(`(../${paths[index]})`));
    for (const pattern of fileMatch) {
      const [, name = pattern] = /^modegate\.config(\.\w+)$/.exec(pattern) ?? [];
      expect(line).toContain(name.replace('**/', ''));
    }
  }
});

function schemasOf(folder: string): readonly string[] {
  try {
    return readdirSync(new URL(`../${folder}/schemas`, import.meta.url)).map((name) => `${folder}/schemas/${name}`);
  } catch {
    return [];
  }
}
