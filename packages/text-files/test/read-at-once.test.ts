import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReadTextOptions, readTextFile, readTextFileSync } from '@modegate/text-files';
import { describe, expect, onTestFinished, test } from 'vitest';

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mg-at-once-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'in/sub'), { recursive: true });
  writeFileSync(join(folder, 'in/a.txt'), '\uFEFFa\n');
  writeFileSync(join(folder, 'in/empty.txt'), '');
  writeFileSync(join(folder, 'in/ten.txt'), '0123456789');
  writeFileSync(join(folder, 'in/latin.txt'), Buffer.from([0xe9]));
  writeFileSync(join(folder, 'in/wide.txt'), Buffer.from([0xff, 0xfe, 0x61, 0x00]));
  writeFileSync(join(folder, 'out.txt'), 'out');
  symlinkSync('a.txt', join(folder, 'in/link.txt'));
  symlinkSync('../out.txt', join(folder, 'in/leaves.txt'));
  symlinkSync('nowhere', join(folder, 'in/dangling.txt'));
  symlinkSync('circle.txt', join(folder, 'in/circle.txt'));
  return folder;
}

describe.skipIf(process.platform === 'win32')('synchronous reading compared with asynchronous reading', () => {
  test.each<[string, string, ReadTextOptions?]>([
    ['read', 'a.txt'],
    ['read', 'empty.txt'],
    ['read', 'link.txt'],
    ['read', 'leaves.txt'],
    ['read', 'ten.txt', { maxBytes: 10 }],
    ['FILE_TOO_LARGE', 'ten.txt', { maxBytes: 9 }],
    ['FILE_TOO_LARGE', 'ten.txt', { maxBytes: 0 }],
    ['missing', 'none.txt'],
    ['missing', 'a.txt/none'],
    ['FILE_UNREADABLE', 'sub'],
    ['FILE_UNREADABLE', 'dangling.txt'],
    ['FILE_UNREADABLE', 'circle.txt'],
    ['FILE_ENCODING', 'latin.txt'],
    ['FILE_ENCODING', 'wide.txt'],
  ])('readTextFileSync agrees with readTextFile: %s: %s', async (expected, name, options) => {
    const folder = createFolder();
    const path = join(folder, 'in', name);
    const { cause: _one, ...atOnce } = { cause: undefined, ...readTextFileSync(path, options) };
    const { cause: _other, ...later } = { cause: undefined, ...(await readTextFile(path, options)) };
    expect(atOnce).toEqual(later);
    expect('code' in atOnce ? atOnce.code : atOnce.state).toBe(expected);
  });

  test('readTextFileSync agrees with readTextFile within a folder that it may not leave', async () => {
    const folder = createFolder();
    const within = join(folder, 'in');
    for (const name of ['a.txt', 'link.txt', 'leaves.txt']) {
      const reading = readTextFileSync(join(within, name), { within });
      expect(reading).toEqual(await readTextFile(join(within, name), { within }));
      expect(reading.state).toBe(name === 'leaves.txt' ? 'unreadable' : 'read');
    }
  });

  test('readTextFileSync reads a file that another program saves repeatedly', async () => {
    const within = join(createFolder(), 'in');
    const path = join(within, 'a.txt');
    const save = `const { renameSync, writeFileSync } = require('node:fs');
      const replace = () => { writeFileSync(process.argv[1] + '.new', 'saved'); renameSync(process.argv[1] + '.new', process.argv[1]); };
      setInterval(replace, 10);`;
    const saving = spawn(process.execPath, ['-e', save, path], { stdio: 'ignore' });
    try {
      await expect.poll(() => readFileSync(path, 'utf8')).toBe('saved');
      const saved = { state: 'read', text: 'saved' };
      for (let reading = 0; reading < 2_000; reading++) {
        expect(readTextFileSync(path, { within })).toEqual(saved);
        expect(await readTextFile(path, { within })).toEqual(saved);
      }
    } finally {
      saving.kill('SIGKILL');
      await once(saving, 'exit');
    }
  });
});
