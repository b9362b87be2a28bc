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

/**
 * Who may import whom; no other edge exists. A row for a folder inside a package holds for an entry with edges of its own, whose
 * files the rest of the package does not import. A test and not a lint rule, because oxlint's restriction of imports sees
 * neither `import()` nor `import('…').Type`, and takes a pattern that it cannot compile for one that never matches.
 */
const edges: Readonly<Record<string, AllowedEdges>> = {
  'packages/json': { packages: [] },
  'packages/nearest-name': { packages: [] },
  'packages/timing': { packages: [] },
  'packages/secrets': { packages: [] },
  'packages/json-rpc': { packages: ['json', 'timing'] },
  'packages/mode-core': { packages: ['json', 'nearest-name'] },
  'packages/server-config': { packages: ['json', 'nearest-name', 'secrets'] },
  'packages/text-files': { packages: ['timing'] },
  'packages/text-files/src/settings': { packages: ['json', 'nearest-name'] },
  'packages/cli-kit': { packages: ['json', 'nearest-name', 'server-config', 'text-files'] },
  'packages/session-store': { packages: ['json', 'timing'] },
  'packages/ipc-bridge': { packages: ['json', 'secrets', 'timing'] },
  'packages/mcp-protocol': { packages: ['json', 'json-rpc', 'nearest-name', 'timing'], mcpSdk: true },
  'packages/mcp-host': {
    packages: ['json', 'json-rpc', 'nearest-name', 'secrets', 'server-config', 'text-files', 'timing'],
    mcpSdk: true,
  },
  'packages/project': { packages: ['json', 'mode-core', 'server-config', 'text-files'] },
  'packages/tool-gateway': {
    packages: ['json', 'mcp-host', 'mcp-protocol', 'mode-core', 'nearest-name', 'text-files', 'timing'],
  },
  'packages/principals': {
    packages: ['mcp-protocol', 'mode-core', 'nearest-name', 'cli-kit', 'text-files', 'timing'],
  },
  'packages/telemetry': { packages: [] },
  'packages/agent-tools': { packages: [] },
  'packages/agent-hooks': { packages: ['agent-tools', 'json', 'mode-core'] },
  'packages/agent-hooks/src/node': { packages: ['json', 'mode-core', 'text-files'] },
  'packages/policy-check': { packages: ['json', 'nearest-name', 'project', 'mode-core'] },
  'packages/policy-check/src/node': { packages: ['nearest-name', 'project', 'text-files'] },
  'packages/restrictions-editor': { packages: ['json', 'mode-core', 'policy-check', 'project'] },
  'packages/project-ui': {
    packages: ['json', 'mode-core', 'policy-check', 'project', 'restrictions-editor', 'session-store', 'text-files'],
  },
  'apps/modes-server': {
    packages: [
      'agent-hooks',
      'json',
      'nearest-name',
      'policy-check',
      'principals',
      'project',
      'project-ui',
      'server-config',
      'tool-gateway',
      'mcp-host',
      'mcp-protocol',
      'session-store',
      'cli-kit',
      'telemetry',
      'timing',
      'text-files',
      'mode-core',
    ],
  },
  'apps/playground': {
    packages: ['json', 'mode-core', 'policy-check', 'project', 'restrictions-editor', 'secrets', 'server-config'],
  },
  'apps/site': { packages: [] },
  'apps/ipc-server': {
    packages: ['ipc-bridge', 'json', 'mcp-protocol', 'principals', 'cli-kit', 'secrets', 'text-files'],
  },
  'apps/modegate': {
    packages: [
      'json',
      'nearest-name',
      'project',
      'policy-check',
      'agent-hooks',
      'mcp-host',
      'server-config',
      'text-files',
      'cli-kit',
      'mode-core',
    ],
  },
};

const folders = globSync('{packages,apps}/*/package.json', { cwd: root }).map((path) =>
  path.replaceAll('\\', '/').replace('/package.json', ''),
);

describe('the packages of this repository', () => {
  test('each has a line in the table of edges', () => {
    expect(folders.filter((folder) => edges[folder] === undefined)).toEqual([]);
    expect(folders.length).toBeGreaterThan(0);
  });

  test.each(folders)('%s imports only what the table allows', (folder) => {
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

describe('the check itself', () => {
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
  ])('finds %s', (_form, text) => expect(judge(text)).toEqual(['@modegate/session-store']));

  test('looks at the package behind a subpath, and at the whole name', () => {
    expect(judge("import { a } from '@modegate/mcp-host/connections';")).toEqual([]);
    expect(judge("import { a } from '@modegate/mcp-hostile';")).toEqual(['@modegate/mcp-hostile']);
  });

  test('keeps the MCP SDK where it belongs', () => {
    const text = "import { Server } from '@modelcontextprotocol/sdk/server/index.js';";
    expect(judge(text)).toEqual(['@modelcontextprotocol/sdk/server/index.js']);
    expect(judge(text, { packages: [], mcpSdk: true })).toEqual([]);
  });

  test('lets no relative import leave the package', () => {
    expect(judge("import { a } from '../decide.ts';")).toEqual([]);
    expect(judge("import { a } from '../../../session-store/src/store.ts';")).toHaveLength(1);
    expect(judge("import { a } from '../../../../tsup.base.ts';")).toHaveLength(1);
  });

  test('keeps files out of a folder with a row of its own', () => {
    const text = "import { a } from './node/load.ts';\nimport { b } from './nodes.ts';";
    const outside = { folder: 'packages/project', file: 'packages/project/src/index.ts', text };
    expect(importsOfEntries(outside, ['packages/project/src/node']).map(({ specifier }) => specifier)).toEqual([
      './node/load.ts',
    ]);
  });

  test('reads code and not comments', () => {
    expect(
      importedSpecifiers("/** import { a } from '@modegate/session-store'; */\nexport const a = 'import b';"),
    ).toEqual([]);
  });

  test('judges what a library ships and what an app bundles', () => {
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
