import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { run } from './support/run-program.ts';

const project = () => createFolder({ '.roomodes': 'customModes: []\n' });

/** How many files of compiled code a home holds. */
function countCached(home: string): number {
  const folder = join(home, '.cache/modegate');
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

// Elsewhere the folder is another one.
describe.skipIf(process.platform !== 'linux')('the compile cache at startup', () => {
  test('a start caches compiled code for the next one in the home folder of the user', async () => {
    const home = createFolder();
    const folder = project();
    expect((await run(['check'], folder, { HOME: home })).code).toBe(0);
    const kept = countCached(home);
    expect(kept).toBeGreaterThan(0);
    expect((await run(['check'], folder, { HOME: home })).code).toBe(0);
    expect(countCached(home)).toBe(kept);
    expect(readdirSync(folder)).toEqual(['.roomodes']);
  });

  test('the code for a large project is cached once, although V8 runs it with another flag', async () => {
    const home = createFolder();
    const modes = Array.from({ length: 400 }, (_, at) => ({
      slug: `m${at}`,
      name: 'M',
      roleDefinition: 'x'.repeat(400),
      groups: ['read'],
    }));
    const folder = createFolder({ '.roomodes': JSON.stringify({ customModes: modes }) });
    const cache = join(home, '.cache/modegate');
    const keep = async () => {
      expect((await run(['check'], folder, { HOME: home })).code).toBe(0);
      return readdirSync(cache).map((name) => [name, statSync(join(cache, name)).mtimeMs]);
    };
    const kept = await keep();
    expect(kept).toHaveLength(1);
    expect(await keep()).toEqual(kept);
  });

  test('compiled code is cached per command, and not at all after wrong usage', async () => {
    const home = createFolder();
    const folder = project();
    await run(['check'], folder, { HOME: home });
    await run(['matrix'], folder, { HOME: home });
    expect(countCached(home)).toBe(2);
    expect((await run(['explain', 'unheard-of'], folder, { HOME: home })).code).toBe(2);
    expect(countCached(home)).toBe(2);
  });

  test('the compile cache keeps the code of a few installations only', async () => {
    const home = createFolder();
    const cache = join(home, '.cache/modegate');
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    const gone = Array.from({ length: 20 }, (_, at) => `modegate-check-v20.0.0-x64-${at}`);
    for (const name of [...gone, 'modegate-why-v20.0.0-x64-0'])
      writeFileSync(join(cache, name), 'of another installation');
    expect((await run(['check'], project(), { HOME: home })).code).toBe(0);
    const left = readdirSync(cache);
    expect(left).toHaveLength(7);
    expect(left).toContain('modegate-why-v20.0.0-x64-0');
    expect(left.filter((name) => !gone.includes(name))).toHaveLength(2);
  });

  test('a truncated cache file is not run, but written again', async () => {
    const home = createFolder();
    const folder = project();
    const whole = await run(['check'], folder, { HOME: home });
    const cache = join(home, '.cache/modegate');
    const [name = ''] = readdirSync(cache);
    const { size } = statSync(join(cache, name));
    truncateSync(join(cache, name), Math.floor(size / 2));
    expect(await run(['check'], folder, { HOME: home })).toEqual(whole);
    expect(statSync(join(cache, name)).size).toBeGreaterThan(size / 2);
  });

  test('the compile cache writes nothing into a project', async () => {
    const folder = project();
    expect((await run(['check'], folder, { HOME: folder })).code).toBe(0);
    expect(readdirSync(folder)).toEqual(['.roomodes']);
  });

  test('a start works without a cache folder that it can trust', async () => {
    const home = createFolder();
    mkdirSync(join(home, '.cache/modegate'), { recursive: true });
    chmodSync(join(home, '.cache/modegate'), 0o777);
    expect((await run(['check'], project(), { HOME: home })).code).toBe(0);
    expect(countCached(home)).toBe(0);
  });

  test('the user can choose whether code is cached', async () => {
    const [home, chosen] = [createFolder(), createFolder()];
    await run(['check'], project(), { HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' });
    await run(['check'], project(), { HOME: home, NODE_COMPILE_CACHE: chosen });
    expect(countCached(home)).toBe(0);
    expect(readdirSync(chosen)).not.toEqual([]);
  });
});
