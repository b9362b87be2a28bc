import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/program-shell/testing';
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
describe.skipIf(process.platform !== 'linux')('a start', () => {
  test('keeps compiled code for the next one, below the home of the user', async () => {
    const home = createFolder();
    const folder = project();
    expect((await run(['check'], folder, { HOME: home })).code).toBe(0);
    const kept = countCached(home);
    expect(kept).toBeGreaterThan(0);
    expect((await run(['check'], folder, { HOME: home })).code).toBe(0);
    expect(countCached(home)).toBe(kept);
    expect(readdirSync(folder)).toEqual(['.roomodes']);
  });

  test('writes nothing into a project', async () => {
    const folder = project();
    expect((await run(['check'], folder, { HOME: folder })).code).toBe(0);
    expect(readdirSync(folder)).toEqual(['.roomodes']);
  });

  test('works without a folder that it can trust', async () => {
    const home = createFolder();
    mkdirSync(join(home, '.cache/modegate'), { recursive: true });
    chmodSync(join(home, '.cache/modegate'), 0o777);
    expect((await run(['check'], project(), { HOME: home })).code).toBe(0);
    expect(countCached(home)).toBe(0);
  });

  test('leaves the choice to the user', async () => {
    const [home, chosen] = [createFolder(), createFolder()];
    await run(['check'], project(), { HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' });
    await run(['check'], project(), { HOME: home, NODE_COMPILE_CACHE: chosen });
    expect(countCached(home)).toBe(0);
    expect(readdirSync(chosen)).not.toEqual([]);
  });
});
