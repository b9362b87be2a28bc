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
import { applyPlan, type InstallTarget, planInstall, planUninstall, readConfigFile } from '@modegate/mcp-host/config';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const entry = { command: 'npx', args: ['-y', '@modegate/modes-server'] };
let projectRoot: string;
let file: string;

beforeEach(async () => {
  projectRoot = await realpath(await mkdtemp(join(tmpdir(), 'modegate-')));
  file = join(projectRoot, '.roo', 'mcp.json');
});

afterEach(async () => {
  await rm(projectRoot, { recursive: true, force: true });
});

function target(): InstallTarget {
  return { client: 'roo', name: 'modes', projectRoot, platform: 'linux', env: {}, readFile: readConfigFile };
}

async function write(text: string | Uint8Array): Promise<void> {
  await mkdir(join(projectRoot, '.roo'), { recursive: true });
  await writeFile(file, text);
}

const install = () => planInstall({ ...target(), entry });
const names = async () => (await readdir(join(projectRoot, '.roo'))).toSorted();

describe('an applied plan', () => {
  test('creates the file with its folder, and taking it back removes the file', async () => {
    expect(await applyPlan(await install())).toEqual({ file, change: 'create', backupFile: undefined });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ mcpServers: { modes: entry } });
    const applied = await applyPlan(await planUninstall(target()));
    expect(applied).toEqual({ file, change: 'remove', backupFile: `${file}.modegate-backup-1` });
    expect(await names()).toEqual(['mcp.json.modegate-backup-1']);
  });

  test('keeps the old bytes and mode in a backup, and the mode of the file', async () => {
    const original = '\uFEFF{ "mcpServers": { "ü": {} } }\r\n';
    await write(original);
    await chmod(file, 0o640);
    const { backupFile = '' } = await applyPlan(await install());
    expect(await readFile(backupFile, 'utf8')).toBe(original);
    expect((await stat(backupFile)).mode & 0o777).toBe(0o640);
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    await applyPlan(await planUninstall(target()));
    expect(await readFile(file, 'utf8')).toBe(original);
  });

  test('never overwrites an earlier backup', async () => {
    await write('{}');
    const plan = await install();
    await writeFile(`${file}.modegate-backup-1`, 'mine');
    expect((await applyPlan(plan)).backupFile).toBe(`${file}.modegate-backup-2`);
    expect(await readFile(`${file}.modegate-backup-1`, 'utf8')).toBe('mine');
  });

  test('that changes nothing writes nothing', async () => {
    await applyPlan(await install());
    const { mtimeMs } = await stat(file);
    expect(await applyPlan(await install())).toEqual({ file, change: 'none', backupFile: undefined });
    expect((await stat(file)).mtimeMs).toBe(mtimeMs);
    expect(await names()).toEqual(['mcp.json']);
  });

  test('writes through a symbolic link', async () => {
    const real = join(projectRoot, 'dotfiles.json');
    await writeFile(real, '{}');
    await mkdir(join(projectRoot, '.roo'));
    await symlink('../dotfiles.json', file);
    await applyPlan(await install());
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    expect(JSON.parse(await readFile(real, 'utf8'))).toEqual({ mcpServers: { modes: entry } });
  });

  test('writes through a symbolic link to a file that is yet to be made', async () => {
    await mkdir(join(projectRoot, '.roo'));
    await symlink('../new/dotfiles.json', file);
    await applyPlan(await install());
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    expect(JSON.parse(await readFile(join(projectRoot, 'new', 'dotfiles.json'), 'utf8'))).toEqual({
      mcpServers: { modes: entry },
    });
  });
});

describe('a plan is refused', () => {
  test('when the file changed since', async () => {
    await write('{}');
    const plan = await install();
    await writeFile(file, '{ }');
    await expect(applyPlan(plan)).rejects.toMatchObject({ name: 'HostError', code: 'CONFIG_CHANGED', data: { file } });
    expect(await readFile(file, 'utf8')).toBe('{ }');
    expect(await names()).toEqual(['mcp.json']);
  });

  test('when the file came or went since', async () => {
    const created = await install();
    await write('{}');
    await expect(applyPlan(created)).rejects.toMatchObject({ code: 'CONFIG_CHANGED' });
    const added = await install();
    await rm(file);
    await expect(applyPlan(added)).rejects.toMatchObject({ code: 'CONFIG_CHANGED' });
  });
});

describe('a write that fails', () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const failing = () => Promise.reject(full);

  test('leaves the file as it was and no backup behind', async () => {
    await write('{}');
    await expect(applyPlan(await install(), failing)).rejects.toMatchObject({
      code: 'CONFIG_WRITE_FAILED',
      data: { file, systemCode: 'ENOSPC' },
      cause: full,
      message: expect.stringContaining('ENOSPC'),
    });
    expect(await readFile(file, 'utf8')).toBe('{}');
    expect(await names()).toEqual(['mcp.json']);
  });

  test('leaves no folder behind that was made for it', async () => {
    await expect(applyPlan(await install(), failing)).rejects.toMatchObject({ code: 'CONFIG_WRITE_FAILED' });
    expect(await readdir(projectRoot)).toEqual([]);
  });

  test('because a folder is a file is a HostError too', async () => {
    const plan = await install();
    await writeFile(join(projectRoot, '.roo'), '');
    await expect(applyPlan(plan)).rejects.toMatchObject({ code: 'CONFIG_WRITE_FAILED' });
  });
});

describe('a file that cannot be read as text is never planned for', () => {
  test.each([
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), 'UTF-16'],
    ['Latin-1', new Uint8Array([0x7b, 0xe4, 0x7d]), 'not valid UTF-8'],
    ['more than 4 MiB', new Uint8Array(4 * 1024 * 1024 + 1).fill(0x20), 'larger than 4 MiB'],
  ])('%s', async (_, bytes, reason) => {
    await write(bytes);
    await expect(install()).rejects.toMatchObject({
      code: 'CONFIG_UNREADABLE',
      data: { file },
      message: expect.stringContaining(reason),
    });
    expect(new Uint8Array(await readFile(file))).toEqual(bytes);
  });

  test('a folder', async () => {
    await mkdir(file, { recursive: true });
    await expect(install()).rejects.toMatchObject({ code: 'CONFIG_UNREADABLE' });
  });
});
