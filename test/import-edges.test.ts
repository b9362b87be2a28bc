import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type AllowedEdges,
  forbiddenDependencies,
  forbiddenImports,
  importedSpecifiers,
  importsOfEntries,
  type PackageFile,
} from './support/import-edges.ts';

const root = join(import.meta.dirname, '..');
const sdk = 'the MCP SDK';

/**
 * The table of AGENTS.md, by folder. A line for a folder inside a package holds for an entry with edges of its own, whose files the rest of the
 * package does not import. This is a test and not a lint rule, because oxlint's restriction of imports sees neither `import()` nor
 * `import('…').Type`, and takes a pattern that it cannot compile for one that never matches.
 */
const edges: Readonly<Record<string, AllowedEdges>> = Object.fromEntries(
  [...readFileSync(join(root, 'AGENTS.md'), 'utf8').matchAll(/^([\w/-]+)(?: \(private\))? -> (.+)$/gm)].map(
    ([, name = '', to = '']) => {
      const targets = to === 'nothing' ? [] : to.split(', ');
      return [folderOf(name), { packages: targets.filter((target) => target !== sdk), mcpSdk: targets.includes(sdk) }];
    },
  ),
);

const folders = globSync('{packages,apps}/*/package.json', { cwd: root }).map((path) =>
  path.replaceAll('\\', '/').replace('/package.json', ''),
);

describe('the packages of this repository', () => {
  test('each package has a row in the table of edges', () => {
    expect(folders.filter((folder) => edges[folder] === undefined)).toEqual([]);
    expect(folders.length).toBeGreaterThan(0);
  });

  test('the table of edges says which packages are private', () => {
    const marked = [...readFileSync(join(root, 'AGENTS.md'), 'utf8').matchAll(/^([\w/-]+) \(private\) -> /gm)];
    const isPrivate = (folder: string) => /"private": true/.test(read(folder, `${folder}/package.json`).text);
    expect(marked.map(([, name = '']) => folderOf(name)).toSorted()).toEqual(folders.filter(isPrivate).toSorted());
  });

  test.each(folders)('the package %s imports only what the table allows', (folder) => {
    const rows = Object.keys(edges).filter((row) => row === folder || row.startsWith(`${folder}/`));
    const rowOf = ({ file }: PackageFile) => rows.findLast((row) => file.startsWith(`${row}/`)) ?? folder;
    const imports = sources(folder).flatMap((source) => [
      ...forbiddenImports(source, edges[rowOf(source)] ?? { packages: [] }),
      ...importsOfEntries(
        source,
        rows.filter((row) => row !== folder && row !== rowOf(source)),
      ),
    ]);
    expect(imports).toEqual([]);
    const packages = rows.flatMap((row) => edges[row]?.packages ?? []);
    expect(forbiddenDependencies(read(folder, `${folder}/package.json`), { ...edges[folder], packages })).toEqual([]);
  });
});

describe('the import edge check itself', () => {
  const source = (text: string): PackageFile => ({
    folder: 'packages/mode-core',
    file: 'packages/mode-core/src/node/load.ts',
    text,
  });
  const judge = (text: string, allowed: AllowedEdges = { packages: ['mcp-host'] }): readonly string[] =>
    forbiddenImports(source(text), allowed).map(({ specifier }) => specifier);

  test.each([
    ['a static import', "import { a } from '@modegate/session-store';"],
    ['an import for effect', "import '@modegate/session-store';"],
    ['a type-only import', "import type { A } from '@modegate/session-store';"],
    ['a re-export', "export { a } from '@modegate/session-store';"],
    ['a whole re-export', "export * from '@modegate/session-store';"],
    ['a dynamic import', "const a = await import('@modegate/session-store');"],
    ['a type by import()', "type A = import('@modegate/session-store').A;"],
    ['require', "const a = require('@modegate/session-store');"],
    ['import =', "import a = require('@modegate/session-store');"],
  ])('the edge check finds %s', (_form, text) => expect(judge(text)).toEqual(['@modegate/session-store']));

  test('the edge check finds the package of a subpath and compares the whole name', () => {
    expect(judge("import { a } from '@modegate/mcp-host/connections';")).toEqual([]);
    expect(judge("import { a } from '@modegate/mcp-hostile';")).toEqual(['@modegate/mcp-hostile']);
  });

  test('the edge check allows the MCP SDK only where it belongs', () => {
    const text = "import { Server } from '@modelcontextprotocol/sdk/server/index.js';";
    expect(judge(text)).toEqual(['@modelcontextprotocol/sdk/server/index.js']);
    expect(judge(text, { packages: [], mcpSdk: true })).toEqual([]);
  });

  test('the edge check rejects a relative import that leaves the package', () => {
    expect(judge("import { a } from '../decide.ts';")).toEqual([]);
    expect(judge("import { a } from '../../../session-store/src/store.ts';")).toHaveLength(1);
    expect(judge("import { a } from '../../../../tsup.base.ts';")).toHaveLength(1);
  });

  test('the edge check keeps files out of a folder with its own row', () => {
    const text = "import { a } from './node/load.ts';\nimport { b } from './nodes.ts';";
    const outside = { folder: 'packages/project', file: 'packages/project/src/index.ts', text };
    expect(importsOfEntries(outside, ['packages/project/src/node']).map(({ specifier }) => specifier)).toEqual([
      './node/load.ts',
    ]);
  });

  test('the edge check reads code and not comments', () => {
    expect(
      importedSpecifiers("/** import { a } from '@modegate/session-store'; */\nexport const a = 'import b';"),
    ).toEqual([]);
  });

  test('the edge check judges what a library ships and what an app bundles', () => {
    const text = JSON.stringify({
      dependencies: { '@modegate/session-store': 'workspace:^', zod: 'catalog:' },
      devDependencies: { '@modegate/mode-core': 'workspace:^' },
    });
    const judgeManifest = (folder: string): readonly string[] =>
      forbiddenDependencies({ folder, file: `${folder}/package.json`, text }, { packages: [] }).map(
        ({ specifier }) => specifier,
      );
    expect(judgeManifest('packages/mcp-host')).toEqual(['@modegate/session-store']);
    expect(judgeManifest('apps/ipc-server')).toEqual(['@modegate/session-store', '@modegate/mode-core']);
  });
});

function sources(folder: string): readonly PackageFile[] {
  return globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root }).map((file) => read(folder, file.replaceAll('\\', '/')));
}

function read(folder: string, file: string): PackageFile {
  return { folder, file, text: readFileSync(join(root, file), 'utf8') };
}

/** `agent-hooks/node` is `packages/agent-hooks/src/node`. */
function folderOf(name: string): string {
  if (name.startsWith('apps/')) return name;
  const [first = '', ...rest] = name.split('/');
  return ['packages', first, ...(rest.length > 0 ? ['src', ...rest] : [])].join('/');
}
