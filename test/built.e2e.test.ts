import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bundleForBrowser, reachedModules, usedGlobals } from './support/built-module.ts';

const dist = join(import.meta.dirname, '../packages/mode-core/dist');
const entries = { '.': 'index.js', './text': 'text/index.js', './roo': 'roo/index.js' };

/** What a page or Node has and ECMAScript does not; a pure entry may read none of it. */
const worldGlobals = [
  'process Buffer require module exports __dirname __filename global console performance crypto fetch',
  'window self document navigator location localStorage sessionStorage indexedDB XMLHttpRequest WebSocket Worker',
  'setTimeout setInterval setImmediate queueMicrotask requestAnimationFrame',
].flatMap((names) => names.split(' '));

/** The whole decision engine with its dependencies, minified and compressed, as an extension or a page would ship it. */
const maxBytes = 47_500;

describe('mode-core as it is built', () => {
  test.each(Object.entries(entries))('%s reaches no module of Node and no global of a host', async (_subpath, file) => {
    const entry = join(dist, file);
    expect(reachedModules(entry).outside.filter((name) => isBuiltin(name))).toEqual([]);
    expect(await usedGlobals(entry, worldGlobals)).toEqual([]);
  });

  test.each(Object.entries(entries))(
    '%s bundles for a browser together with its dependencies',
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

  test('the main entry decides where nothing exists but the language', async () => {
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

describe('the check itself', () => {
  const builtHere = join(import.meta.dirname, 'support/fixtures/impure.js');

  test('finds what is not pure', async () => {
    expect(reachedModules(builtHere).outside).toEqual(['node:fs/promises', 'os']);
    expect(await usedGlobals(builtHere, worldGlobals)).toEqual(['process', 'document']);
  });
});
