import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findUnsafeWriter, unsafeWriter } from '@modegate/text-files';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const uid = process.getuid?.() ?? 0;
let root: string;
let file: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'modegate-')));
  file = join(root, 'state', 'file.json');
  mkdirSync(join(root, 'state'), { mode: 0o700 });
  writeFileSync(file, '{}', { mode: 0o600 });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')('V10: who can have written a file', () => {
  test.each([
    ['this user', { uid, mode: 0o100600 }, undefined],
    ['this user, and others read it', { uid, mode: 0o100644 }, undefined],
    ['root', { uid: 0, mode: 0o100600 }, undefined],
    ['another user', { uid: uid + 1, mode: 0o100600 }, 'it belongs to another user'],
    ['the group', { uid, mode: 0o100620 }, 'other users can write to it; set its permissions to 600'],
    ['everybody', { uid, mode: 0o100602 }, 'other users can write to it; set its permissions to 600'],
    ['everybody, in a folder', { uid, mode: 0o040777 }, 'other users can write to it; set its permissions to 700'],
    ['owners only, in a folder such as /tmp', { uid: 0, mode: 0o041777 }, undefined],
  ])('findUnsafeWriter judges a file writable by %s', (_who, status, reason) => {
    expect(unsafeWriter(status)).toBe(reason);
  });

  test('a path is safe if its file and folder are safe, or if nothing exists there yet', async () => {
    expect(await findUnsafeWriter(file)).toBeUndefined();
    expect(await findUnsafeWriter(join(root, 'none', 'file.json'))).toBeUndefined();
  });

  test('a folder that others may write is reported, whatever the file is', async () => {
    chmodSync(join(root, 'state'), 0o770);
    const reason = `its folder ${join(root, 'state')} is not safe: other users can write to it; set its permissions to 700`;
    expect(await findUnsafeWriter(file)).toBe(reason);
  });

  test('findUnsafeWriter follows a link to its file and to the folder of that file', async () => {
    const link = join(root, 'state', 'link.json');
    mkdirSync(join(root, 'open'));
    writeFileSync(join(root, 'open', 'target.json'), '{}', { mode: 0o600 });
    symlinkSync(join(root, 'open', 'target.json'), link);
    expect(await findUnsafeWriter(link)).toBeUndefined();
    chmodSync(join(root, 'open', 'target.json'), 0o666);
    expect(await findUnsafeWriter(link)).toMatch(/^other users can write to it/);
    chmodSync(join(root, 'open'), 0o777);
    expect(await findUnsafeWriter(link)).toMatch(/^its folder .*open is not safe/);
  });
});
