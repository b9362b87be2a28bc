import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyFileChange, type ChangeOptions } from '@modegate/text-files';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let root: string;
let file: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'modegate-')));
  file = join(root, '.roo', 'mcp.json');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const backupFileName = (name: string, number: number) => `${name}.backup-${number}`;
const apply = (before: string | undefined, after: string | undefined, more: Partial<ChangeOptions> = {}) =>
  applyFileChange({ file, before, after }, { backupFileName, ...more });
const names = async () => (await readdir(join(root, '.roo'))).toSorted();

async function write(text: string): Promise<void> {
  await mkdir(join(root, '.roo'), { recursive: true });
  await writeFile(file, text);
}

describe('applyFileChange', () => {
  test('applyFileChange creates a new file with the requested permissions', async () => {
    await apply(undefined, '{}', { newFileMode: 0o600 });
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('applyFileChange creates the file with its folder, and undo removes the file', async () => {
    expect(await apply(undefined, '{}')).toEqual({ backupFile: undefined });
    expect(await readFile(file, 'utf8')).toBe('{}');
    expect(await apply('{}', undefined)).toEqual({ backupFile: `${file}.backup-1` });
    expect(await names()).toEqual(['mcp.json.backup-1']);
  });

  test('applyFileChange keeps the old bytes and mode in a backup, and the mode of the file', async () => {
    const original = '\uFEFF{ "ü": {} }\r\n';
    await write(original);
    await chmod(file, 0o640);
    const { backupFile = '' } = await apply(original, 'new');
    expect(await readFile(backupFile, 'utf8')).toBe(original);
    expect((await stat(backupFile)).mode & 0o777).toBe(0o640);
    expect((await stat(file)).mode & 0o777).toBe(0o640);
  });

  test('applyFileChange keeps no backup if none is wanted', async () => {
    await write('old');
    expect(await apply('old', 'new', { backupFileName: undefined })).toEqual({ backupFile: undefined });
    expect(await names()).toEqual(['mcp.json']);
  });

  test('applyFileChange never overwrites an earlier backup', async () => {
    await write('{}');
    await writeFile(`${file}.backup-1`, 'mine');
    expect((await apply('{}', 'new')).backupFile).toBe(`${file}.backup-2`);
    expect(await readFile(`${file}.backup-1`, 'utf8')).toBe('mine');
  });

  test('applyFileChange writes nothing if the text is the same', async () => {
    await write('{}');
    const { mtimeMs } = await stat(file);
    expect(await apply('{}', '{}')).toEqual({ backupFile: undefined });
    expect((await stat(file)).mtimeMs).toBe(mtimeMs);
    expect(await names()).toEqual(['mcp.json']);
  });

  test.each([
    ['a file', true],
    ['a file that is yet to be made', false],
  ])('applyFileChange follows a symbolic link to %s', async (_, exists) => {
    const real = join(root, 'dotfiles.json');
    if (exists) await writeFile(real, '{}');
    await mkdir(join(root, '.roo'));
    await symlink('../dotfiles.json', file);
    await apply(exists ? '{}' : undefined, 'new').catch(() => undefined);
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    if (exists) expect(await readFile(real, 'utf8')).toBe('new');
  });
});

describe('changes that applyFileChange refuses', () => {
  test('applyFileChange refuses a file that changed, appeared or disappeared since the plan', async () => {
    await write('{ }');
    await expect(apply('{}', 'new')).rejects.toMatchObject({
      name: 'TextFileError',
      code: 'FILE_CHANGED',
      data: { file },
    });
    await expect(apply(undefined, 'new')).rejects.toMatchObject({ code: 'FILE_CHANGED' });
    expect(await readFile(file, 'utf8')).toBe('{ }');
    expect(await names()).toEqual(['mcp.json']);
    await rm(file);
    await expect(apply('{ }', 'new')).rejects.toMatchObject({ code: 'FILE_CHANGED' });
  });

  test('security M8: applyFileChange refuses a link out of the folder in which it must stay', async () => {
    const victim = join(root, 'victim.json');
    const within = join(root, 'project');
    await writeFile(victim, '{}');
    await mkdir(within);
    file = join(within, 'mcp.json');
    await symlink(victim, file);
    await expect(apply('{}', 'new', { within })).rejects.toMatchObject({ code: 'FILE_OUTSIDE' });
    expect(await readFile(victim, 'utf8')).toBe('{}');
  });
});

describe('applyFileChange after a failed write', () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const failing = { write: () => Promise.reject(full) };

  test('a failed write leaves the file unchanged and no backup', async () => {
    await write('{}');
    await expect(apply('{}', 'new', failing)).rejects.toMatchObject({
      code: 'FILE_WRITE_FAILED',
      data: { file, reason: 'ENOSPC' },
      cause: full,
    });
    expect(await readFile(file, 'utf8')).toBe('{}');
    expect(await names()).toEqual(['mcp.json']);
  });

  test('a failed write leaves no folder that was created for it', async () => {
    await expect(apply(undefined, 'new', failing)).rejects.toMatchObject({ code: 'FILE_WRITE_FAILED' });
    expect(await readdir(root)).toEqual([]);
  });

  test('applyFileChange reports that a folder is a file', async () => {
    await writeFile(join(root, '.roo'), '');
    await expect(apply(undefined, 'new')).rejects.toMatchObject({ code: 'FILE_WRITE_FAILED' });
  });
});
