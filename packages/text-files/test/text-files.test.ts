import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTextFile, replaceTextFile, requireTextFile, staysInside } from '@modegate/text-files';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let root: string;
let file: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'modegate-')));
  file = join(root, 'file.txt');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('readTextFile', () => {
  test('readTextFile returns the text with its byte order mark', async () => {
    writeFileSync(file, '\uFEFFä\r\n');
    expect(await readTextFile(file)).toEqual({ state: 'read', text: '\uFEFFä\r\n' });
    expect(await requireTextFile(file)).toBe('\uFEFFä\r\n');
  });

  test('readTextFile distinguishes a missing file from an unreadable one', async () => {
    expect(await readTextFile(file)).toEqual({ state: 'missing' });
    expect(await readTextFile(join(root, 'no', 'such', 'folder'))).toEqual({ state: 'missing' });
    expect(await requireTextFile(file)).toBeUndefined();
    writeFileSync(file, '');
    expect(await readTextFile(join(file, 'below'))).toEqual({ state: 'missing' });
  });

  test.each([
    ['UTF-16', Buffer.from([0xff, 0xfe, 0x7b, 0]), 'FILE_ENCODING', 'UTF-16'],
    ['Latin-1', Buffer.from([0x7b, 0xe4, 0x7d]), 'FILE_ENCODING', 'not valid UTF-8'],
    ['too much', Buffer.alloc(4 * 1024 * 1024 + 1, 0x20), 'FILE_TOO_LARGE', 'larger than 4 MiB'],
  ])('readTextFile refuses %s', async (_, bytes, code, reason) => {
    writeFileSync(file, bytes);
    expect(await readTextFile(file)).toMatchObject({
      state: 'unreadable',
      code,
      reason: expect.stringContaining(reason),
    });
    await expect(requireTextFile(file)).rejects.toMatchObject({ name: 'TextFileError', code: 'FILE_UNREADABLE' });
  });

  test('readTextFile refuses a folder, a dangling link, a link to itself and a name with NUL', async () => {
    symlinkSync('nowhere', join(root, 'dangling'));
    symlinkSync('self', join(root, 'self'));
    const reasonOf = async (path: string) => {
      const reading = await readTextFile(path);
      return reading.state === 'unreadable' ? reading.reason : reading.state;
    };
    expect(await reasonOf(root)).toContain('folder');
    expect(await reasonOf(join(root, 'dangling'))).toContain('does not exist');
    expect(await reasonOf(join(root, 'self'))).toContain('loop');
    expect(await reasonOf(`${file}\0`)).toContain('NUL');
  });

  test.skipIf(process.platform === 'win32')('readTextFile refuses a device', async () => {
    expect(await readTextFile('/dev/zero')).toMatchObject({ state: 'unreadable' });
  });
});

describe('reading and writing within a folder', () => {
  const within = () => join(root, 'project');
  beforeEach(() => {
    mkdirSync(join(root, 'project/inner'), { recursive: true });
    writeFileSync(join(root, 'secret'), 'secret');
    writeFileSync(join(root, 'project/inner/own'), 'own');
  });

  test('a link that stays inside the folder is read', async () => {
    symlinkSync('inner/own', join(root, 'project/link'));
    expect(await readTextFile(join(root, 'project/link'), { within: within() })).toMatchObject({ text: 'own' });
  });

  test.each([
    ['a link to a file', '../secret', 'link', 'link'],
    ['a link in the path', '..', 'up', 'up/secret'],
    ['an absolute link', '/etc/hostname', 'etc', 'etc'],
  ])('security H2: %s out of the folder is refused, and its content is not revealed', async (_, target, name, path) => {
    symlinkSync(target, join(root, 'project', name));
    const reading = await readTextFile(join(root, 'project', path), { within: within() });
    expect(reading).toMatchObject({ state: 'unreadable', code: 'FILE_OUTSIDE' });
    expect(JSON.stringify(reading)).not.toContain('secret');
  });

  test('a folder that is itself reached by a link does not allow access outside', async () => {
    symlinkSync('project', join(root, 'alias'));
    const reading = await readTextFile(join(root, 'alias/inner/own'), { within: join(root, 'alias') });
    expect(reading).toMatchObject({ text: 'own' });
  });

  test('a name that begins with two dots is inside the folder', async () => {
    writeFileSync(join(root, 'project/..own'), 'own');
    expect(await staysInside(join(root, 'project/..own'), within())).toBe(true);
    expect(await staysInside(join(root, 'secret'), within())).toBe(false);
  });
});

describe('replaceTextFile', () => {
  test('replaceTextFile leaves one complete file, whatever existed before', async () => {
    await replaceTextFile(join(root, 'new/folder/file'), 'a');
    await replaceTextFile(join(root, 'new/folder/file'), 'b');
    expect(readFileSync(join(root, 'new/folder/file'), 'utf8')).toBe('b');
    expect(readdirSync(join(root, 'new/folder'))).toEqual(['file']);
  });

  test('replaceTextFile says why it could not write, and leaves nothing behind', async () => {
    writeFileSync(file, 'a');
    await expect(replaceTextFile(join(file, 'below'), 'b')).rejects.toMatchObject({ code: 'FILE_WRITE_FAILED' });
    expect(readdirSync(root)).toEqual(['file.txt']);
  });

  test('replaceTextFile writes through a link, but not out of the folder in which it must stay', async () => {
    mkdirSync(join(root, 'project'));
    writeFileSync(file, 'a');
    symlinkSync('../file.txt', join(root, 'project/link'));
    await replaceTextFile(join(root, 'project/link'), 'b');
    expect(readFileSync(file, 'utf8')).toBe('b');
    const within = join(root, 'project');
    await expect(replaceTextFile(join(root, 'project/link'), 'c', { within })).rejects.toMatchObject({
      code: 'FILE_OUTSIDE',
    });
    symlinkSync('../not-there', join(root, 'project/dangling'));
    await expect(replaceTextFile(join(root, 'project/dangling'), 'c', { within })).rejects.toMatchObject({
      code: 'FILE_OUTSIDE',
    });
    expect(readFileSync(file, 'utf8')).toBe('b');
  });
});
