import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readStoredText, updateTextFile } from '../../src/state-file/update-text-file.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'locked-file-')));
  file = join(folder, 'state.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const increment = (text: string | undefined): string => `${Number(text ?? '0') + 1}`;

describe('updating a file', () => {
  test('an update removes old temporary files that a killed process left (servers F8)', async () => {
    const old = join(folder, 'state.json.4711-0123456789ab.tmp');
    const young = join(folder, 'state.json.4712-0123456789ab.tmp');
    const others = ['state.json.tmp', 'state.json.4711-0123456789ab.tmp.mine', 'other.json.4711-0123456789ab.tmp'];
    for (const path of [old, young, ...others.map((name) => join(folder, name))]) writeFileSync(path, '');
    for (const path of [old, ...others.map((name) => join(folder, name))]) utimesSync(path, 0, 0);
    await updateTextFile(file, increment);
    expect(readdirSync(folder).toSorted()).toEqual(
      ['state.json', 'state.json.4712-0123456789ab.tmp', ...others].toSorted(),
    );
  });

  test('an update creates file and folders, for their owner', async () => {
    const nested = join(folder, 'a', 'b', 'state.json');
    expect(await updateTextFile(nested, () => 'new')).toEqual({ changed: true, text: 'new' });
    expect(readFileSync(nested, 'utf8')).toBe('new');
    if (process.platform !== 'win32') expect(statSync(nested).mode & 0o777).toBe(0o600);
  });

  test('an update passes the text to the change and leaves nothing else', async () => {
    writeFileSync(file, '41');
    expect(await updateTextFile(file, increment)).toEqual({ changed: true, text: '42' });
    expect(readFileSync(file, 'utf8')).toBe('42');
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  test('an update writes nothing if there is nothing to change', async () => {
    expect(await updateTextFile(file, () => undefined)).toEqual({ changed: false, text: undefined });
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, 'same');
    utimesSync(file, 1_000, 1_000);
    expect(await updateTextFile(file, (text) => text)).toEqual({ changed: false, text: 'same' });
    expect(statSync(file).mtimeMs).toBe(1_000_000);
  });

  test('an update passes on an error of the change and writes nothing', async () => {
    writeFileSync(file, 'old');
    const update = updateTextFile(file, () => {
      throw new Error('no');
    });
    await expect(update).rejects.toThrow('no');
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(await updateTextFile(file, () => 'next')).toMatchObject({ changed: true });
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  test('updates within a process run one after the other, in the order of the calls', async () => {
    const seen: string[] = [];
    const updates = ['a', 'b', 'c', 'd', 'e'].map((letter) =>
      updateTextFile(file, (text = '') => {
        seen.push(text);
        return text + letter;
      }),
    );
    await Promise.all(updates);
    expect(readFileSync(file, 'utf8')).toBe('abcde');
    expect(seen).toEqual(['', 'a', 'ab', 'abc', 'abcd']);
  });

  test.skipIf(process.platform === 'win32')('an update keeps the permissions of the file', async () => {
    writeFileSync(file, '1');
    chmodSync(file, 0o640);
    await updateTextFile(file, increment);
    expect(statSync(file).mode & 0o777).toBe(0o640);
  });

  test.skipIf(process.platform === 'win32')(
    'an update writes through symbolic links, and both names share one queue',
    async () => {
      mkdirSync(join(folder, 'real'));
      const real = join(folder, 'real', 'state.json');
      symlinkSync(real, file);
      await Promise.all([updateTextFile(file, increment), updateTextFile(file, increment)]);
      await Promise.all([updateTextFile(file, increment), updateTextFile(real, increment)]);
      expect(readFileSync(real, 'utf8')).toBe('4');
      expect(readdirSync(folder).sort()).toEqual(['real', 'state.json']);
    },
  );

  test('an update removes the byte order mark of an editor', async () => {
    writeFileSync(file, '\ufeff1');
    await updateTextFile(file, increment);
    expect(readFileSync(file, 'utf8')).toBe('2');
  });

  test('an update starts again if a program without locks wrote in between', async () => {
    writeFileSync(file, '1');
    let calls = 0;
    const { text } = await updateTextFile(file, (before) => {
      calls += 1;
      if (calls === 1) writeFileSync(file, '10');
      return increment(before);
    });
    expect(text).toBe('11');
    expect(calls).toBe(2);
  });

  test('an update fails if other programs keep writing', async () => {
    let calls = 0;
    const update = updateTextFile(file, () => {
      calls += 1;
      writeFileSync(file, `other ${calls}`);
      return 'mine';
    });
    await expect(update).rejects.toMatchObject({ code: 'FILE_WRITE_FAILED' });
    expect(readFileSync(file, 'utf8')).toBe(`other ${calls}`);
    expect(readdirSync(folder)).toEqual(['state.json']);
  });
});

describe('the lock of a text file', () => {
  test('an update waits for the lock of a live process and then reports it', async () => {
    mkdirSync(`${file}.lock`);
    const update = updateTextFile(file, () => 'mine', { waitMs: 50 });
    await expect(update).rejects.toMatchObject({
      code: 'FILE_LOCKED',
      data: { file, lockFile: `${file}.lock`, waitedMs: expect.any(Number) },
      message: expect.stringContaining('state.json.lock'),
    });
    expect(existsSync(file)).toBe(false);
    expect(existsSync(`${file}.lock`)).toBe(true);
  });

  test('an abandoned lock is removed', async () => {
    mkdirSync(`${file}.lock`);
    const longAgo = Date.now() / 1_000 - 60;
    utimesSync(`${file}.lock`, longAgo, longAgo);
    expect(await updateTextFile(file, () => 'mine', { waitMs: 1_000 })).toMatchObject({ changed: true });
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  test('a lock abandoned while another was being removed is removed too', async () => {
    const longAgo = Date.now() / 1_000 - 60;
    for (const lock of [`${file}.lock`, `${file}.lock.lock`]) {
      mkdirSync(lock);
      utimesSync(lock, longAgo, longAgo);
    }
    expect(await updateTextFile(file, () => 'mine', { waitMs: 1_000 })).toMatchObject({ changed: true });
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  test('a lock that is not a folder is reported', async () => {
    writeFileSync(`${file}.lock`, '');
    const longAgo = Date.now() / 1_000 - 60;
    utimesSync(`${file}.lock`, longAgo, longAgo);
    const update = updateTextFile(file, () => 'mine', { waitMs: 200 });
    await expect(update).rejects.toMatchObject({
      code: 'FILE_WRITE_FAILED',
      message: expect.stringContaining('.lock'),
    });
  });
});

describe('an unusable state file', () => {
  test.each([
    ['a folder', () => mkdirSync(file), 'a folder'],
    ['bytes that are no text', () => writeFileSync(file, Buffer.from([0xff, 0x00])), 'not valid UTF-8'],
    ['more than is read', () => writeFileSync(file, 'x'.repeat(11)), 'larger than 10 bytes'],
  ])('an update leaves %s alone', async (_what, make, reason) => {
    make();
    const failed = { code: 'FILE_UNREADABLE', message: expect.stringContaining(reason), data: { file } };
    await expect(updateTextFile(file, () => 'mine', { maxBytes: 10 })).rejects.toMatchObject(failed);
    await expect(readStoredText(file, 10)).rejects.toMatchObject(failed);
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  test('a state file is not created if its folder is a file', async () => {
    writeFileSync(file, 'old');
    const update = updateTextFile(join(file, 'inner.json'), () => 'mine');
    await expect(update).rejects.toMatchObject({ code: 'FILE_WRITE_FAILED' });
    expect(readFileSync(file, 'utf8')).toBe('old');
  });

  test('a reader gets no text from an unusable state file', async () => {
    expect(await readStoredText(file)).toBeUndefined();
  });
});
