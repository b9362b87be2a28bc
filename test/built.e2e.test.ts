import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bundleForBrowser, reachedModules, usedGlobals } from './support/built-module.ts';

const dist = join(import.meta.dirname, '../packages/mode-core/dist');
const entries = Object.fromEntries(
  ['index.js', ...globSync('*/index.js', { cwd: dist })].map((file) => [join('.', file, '..'), file]),
);

/** What a page or Node has and ECMAScript does not; a pure entry may read none of it. */
const worldGlobals = [
  'process Buffer require module exports __dirname __filename global console performance crypto fetch',
  'window self document navigator location localStorage sessionStorage indexedDB XMLHttpRequest WebSocket Worker',
  'setTimeout setInterval setImmediate queueMicrotask requestAnimationFrame',
].flatMap((names) => names.split(' '));

/** The whole decision engine with its dependencies, minified and compressed, as an extension or a page would ship it. */
const maxBytes = 50_000;

describe('the built mode-core', () => {
  test.each(Object.entries(entries))(
    'the built entry %s reaches no module of Node and no global of a host',
    async (_subpath, file) => {
      const entry = join(dist, file);
      expect(reachedModules(entry).outside.filter((name) => isBuiltin(name))).toEqual([]);
      expect(await usedGlobals(entry, worldGlobals)).toEqual([]);
    },
  );

  test.each(Object.entries(entries))(
    'the built entry %s bundles for a browser together with its dependencies',
    async (_subpath, file) => {
      await expect(bundleForBrowser(join(dist, file))).resolves.toBeDefined();
    },
  );

  test(`the main entry and its dependencies are at most ${maxBytes / 1000} kB minified and compressed`, async () => {
    const { contents } = await bundleForBrowser(join(dist, 'index.js'));
    const bytes = gzipSync(contents, { level: 9 }).length;
    process.stderr.write(`mode-core: ${contents.length} bytes minified, ${bytes} compressed, at most ${maxBytes}\n`);
    expect(bytes).toBeLessThanOrEqual(maxBytes);
  });

  test('the main entry decides where nothing but the language exists', async () => {
    const { text } = await bundleForBrowser(join(dist, 'index.js'), 'modeCore');
    const sandbox = createContext({});
    new Script(
      'for (const name of ["console", "WebAssembly", "SharedArrayBuffer"]) delete globalThis[name]',
    ).runInContext(sandbox);
    new Script(text).runInContext(sandbox);
    const codes: unknown = new Script(`
      const policy = modeCore.compilePolicy();
      const write = { tool: 'write_to_file', params: { path: 'src/a.ts', content: '' } };
      JSON.stringify(['code', 'ask', 'architect', 'nobody'].map((mode) => {
        const decision = modeCore.decide(policy, { mode, ...write });
        return decision.allowed ? 'ALLOWED' : decision.code;
      }));
    `).runInContext(sandbox);
    expect(codes).toEqual(JSON.stringify(['ALLOWED', 'GROUP_MISSING', 'FILE_RESTRICTED', 'MODE_UNKNOWN']));
  });
});

describe('the purity check itself', () => {
  const builtHere = join(import.meta.dirname, 'support/fixtures/impure.js');

  test('the purity check finds impure code', async () => {
    expect(reachedModules(builtHere).outside).toEqual(['node:fs/promises', 'os']);
    expect(await usedGlobals(builtHere, worldGlobals)).toEqual(['process', 'document']);
  });
});

/** Our private packages are bundled, their dependencies are not: a published package declares those that its files import, and no others. */
describe('the dependencies of a published package', () => {
  const root = join(import.meta.dirname, '..');
  const manifests = globSync('packages/*/package.json', { cwd: root }).filter(
    (path) => readManifest(path).private !== true,
  );

  test.each(manifests)('the package %s declares every package that its built files import', (path) => {
    const { name, dependencies = {}, peerDependencies = {} } = readManifest(path);
    const declared = [name, ...Object.keys(dependencies), ...Object.keys(peerDependencies)];
    const imported = [...importedPackages(path, 'js'), ...importedPackages(path, 'd.ts')];
    expect(imported.filter((one) => !declared.includes(one) && !isBuiltin(one))).toEqual([]);
    expect(Object.keys(dependencies).filter((one) => !imported.includes(one))).toEqual([]);
  });

  function readManifest(path: string): Manifest {
    return JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
  }

  function importedPackages(path: string, extension: string): readonly string[] {
    const built = join(root, path, '../dist');
    const specifier = /(?:^(?:import|export|\}) ?[^"'\n]*\bfrom |\bimport\(|^import )["']([@a-z][\w@./:-]*)["']/gm;
    const found = globSync(`**/*.${extension}`, { cwd: built }).flatMap((file) =>
      [...readFileSync(join(built, file), 'utf8').matchAll(specifier)].map(([, name = '']) => name),
    );
    const packages = found.map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
    return [...new Set(packages)];
  }
});

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
