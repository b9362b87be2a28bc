import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compileCacheFolder, type Surroundings } from '../scripts/program/compile-cache-folder.ts';

let home: string;
let elsewhere: string;

beforeEach(() => {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'modegate-cache-')));
  home = join(scratch, 'home');
  elsewhere = join(scratch, 'elsewhere');
  for (const folder of [home, elsewhere]) mkdirSync(folder, { mode: 0o755 });
});

afterEach(() => rmSync(join(home, '..'), { recursive: true, force: true }));

const user = process.geteuid?.();
const find = (given: Partial<Surroundings> = {}): string | undefined =>
  compileCacheFolder({ platform: 'linux', env: {}, home, cwd: elsewhere, user, ...given });
const modeOf = (folder: string | undefined): number => statSync(folder ?? '').mode & 0o777;

describe('the compile cache folder', () => {
  test.each([
    ['linux', {}, '.cache/modegate'],
    ['darwin', {}, 'Library/Caches/modegate'],
    ['linux', { XDG_CACHE_HOME: 'relative' }, '.cache/modegate'],
  ] as const)('the compile cache folder on %s with %j is %s of the home', (platform, env, expected) => {
    expect(find({ platform, env })).toBe(join(home, expected));
  });

  test('the compile cache folder is where the system or the user wants it', () => {
    expect(find({ env: { XDG_CACHE_HOME: join(home, 'mine') } })).toBe(join(home, 'mine/modegate'));
    const windows = { platform: 'win32', user: undefined } as const;
    expect(find({ ...windows, env: { LOCALAPPDATA: join(home, 'Local') } })).toBe(join(home, 'Local/modegate'));
    expect(find({ ...windows })).toBeUndefined();
  });

  test.skipIf(user === undefined)('the compile cache folder is created for its user alone and found again', () => {
    const folder = find();
    expect(modeOf(folder)).toBe(0o700);
    expect(find()).toBe(folder);
  });
});

describe.skipIf(user === undefined)('no compile cache folder', () => {
  test.each([0o755, 0o777, 0o750, 0o707])('no cache folder is used if others may read it (%o)', (mode) => {
    mkdirSync(join(home, '.cache/modegate'), { recursive: true });
    chmodSync(join(home, '.cache/modegate'), mode);
    expect(find()).toBeUndefined();
    expect(modeOf(join(home, '.cache/modegate'))).toBe(mode);
  });

  test.each(['.cache', '.'])('no cache folder is used if others may replace it through %s', (above) => {
    mkdirSync(join(home, '.cache'));
    chmodSync(join(home, above), 0o777);
    expect(find()).toBeUndefined();
  });

  test('no cache folder is used if it belongs to another user', () => {
    const folder = find();
    // As root would find what a user has made, or a user what another has.
    expect(find({ user: (user ?? 0) + 1 })).toBeUndefined();
    expect(find()).toBe(folder);
  });

  test('no cache folder is used if it is a link or a file', () => {
    mkdirSync(join(home, '.cache'), { mode: 0o700 });
    symlinkSync(elsewhere, join(home, '.cache/modegate'));
    expect(find()).toBeUndefined();
    rmSync(join(home, '.cache/modegate'));
    writeFileSync(join(home, '.cache/modegate'), '');
    expect(find()).toBeUndefined();
  });

  test('no cache folder is used inside the working folder, even through a link', () => {
    expect(find({ cwd: home })).toBeUndefined();
    expect(find({ cwd: join(home, '..') })).toBeUndefined();
    expect(existsSync(join(home, '.cache'))).toBe(false);
    symlinkSync(elsewhere, join(home, '.cache'));
    expect(find()).toBeUndefined();
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(find({ cwd: '/' })).toBe(join(elsewhere, 'modegate'));
  });

  test('no cache folder is used inside a checkout', () => {
    mkdirSync(join(home, '.git'));
    expect(find()).toBeUndefined();
  });

  test('no cache folder is used if the working folder is gone', () =>
    expect(find({ cwd: join(elsewhere, 'gone') })).toBeUndefined());

  test('no cache folder is used if the home is unknown', () => expect(find({ home: '' })).toBeUndefined());
});
