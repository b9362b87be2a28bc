import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { updateTextFile } from '../../src/state-file/update-text-file.ts';

const writer = join(import.meta.dirname, '..', 'support', 'locked-file-writer.ts');

let folder = '';
let file = '';
const started = new Set<ChildProcess>();
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'locked-file-')));
  file = join(folder, 'state.json');
});
afterEach(async () => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  started.clear();
  rmSync(folder, { recursive: true, maxRetries: 10 });
});

interface Writer {
  readonly child: ChildProcess;
  /** What it printed, once it has ended. */
  readonly output: Promise<string>;
  /** Resolves when it has printed the word. */
  said(word: string): Promise<void>;
}

function startWriter(
  count: number,
  name: string,
  { hold = false, uid }: { hold?: boolean; uid?: number } = {},
): Writer {
  const options = ['--conditions=@modegate/source', writer, file, String(count), name, ...(hold ? ['hold'] : [])];
  const child = spawn(process.execPath, options, {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  started.add(child);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return {
    child,
    output: once(child, 'close').then(() => text),
    said: async (word) => {
      while (!text.includes(word)) await once(child.stdout, 'data');
    },
  };
}

const namesInFile = (): readonly string[] => JSON.parse(readFileSync(file, 'utf8'));

const kill = async ({ child, output }: Writer): Promise<void> => {
  child.kill('SIGKILL');
  await output;
};

/** What a process leaves that was killed a minute ago; only where no other holds the lock. */
function plantOldLock(): boolean {
  try {
    mkdirSync(`${file}.lock`);
  } catch {
    return false;
  }
  const aMinuteAgo = Date.now() / 1_000 - 60;
  utimesSync(`${file}.lock`, aMinuteAgo, aMinuteAgo);
  return true;
}

describe('several processes that update one file', () => {
  test('several processes that update one file lose nothing', async () => {
    const writers = Array.from({ length: 8 }, (_, index) => startWriter(15, `writer ${index}`));
    const here = Array.from({ length: 15 }, () =>
      updateTextFile(file, (text) => JSON.stringify([...JSON.parse(text ?? '[]'), 'here'])),
    );
    await Promise.all(here);
    expect(await Promise.all(writers.map(({ output }) => output))).toEqual(writers.map(() => 'done\n'));
    const names = namesInFile();
    expect(names).toHaveLength(9 * 15);
    for (const name of new Set(names)) expect(names.filter((each) => each === name)).toHaveLength(15);
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  test('the other processes continue if one is killed midway, and the file is as before', async () => {
    await startWriter(1, 'first').output;
    const victim = startWriter(1, 'killed', { hold: true });
    await victim.said('holding');
    const waiting = Array.from({ length: 6 }, (_, index) => startWriter(4, `writer ${index}`));
    await kill(victim);
    expect(namesInFile()).toEqual(['first']);
    expect(await Promise.all(waiting.map(({ output }) => output))).toEqual(waiting.map(() => 'done\n'));
    expect(namesInFile().filter((name) => name === 'killed')).toEqual([]);
    expect(namesInFile()).toHaveLength(1 + 6 * 4);
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  test('several processes lose nothing while locks are constantly left behind', async () => {
    const writers = Array.from({ length: 6 }, (_, index) => startWriter(40, `writer ${index}`));
    let isDone = false;
    const outputs = Promise.all(writers.map(({ output }) => output)).finally(() => {
      isDone = true;
    });
    let planted = 0;
    while (!isDone) {
      planted += plantOldLock() ? 1 : 0;
      await delay(planted < 20 ? 5 : 50);
    }
    expect(await outputs).toEqual(writers.map(() => 'done\n'));
    expect(planted).toBeGreaterThan(0);
    expect(namesInFile()).toHaveLength(6 * 40);
  });

  test('a process that is asked to end leaves no lock that stops the others', async () => {
    const stopped = startWriter(100_000, 'stopped');
    while (!readdirSync(folder).includes('state.json')) await new Promise(setImmediate);
    stopped.child.kill('SIGTERM');
    await stopped.output;
    // A signal that comes while a lock is made leaves it behind; the next one then waits until it is old.
    expect(await startWriter(1, 'next').output).toBe('done\n');
    expect(readdirSync(folder).filter((name) => name.endsWith('.lock'))).toEqual([]);
    expect(namesInFile().at(-1)).toBe('next');
  });

  test('a killed process always leaves a readable file', async () => {
    for (const afterUpdates of [1, 3, 9, 27]) {
      const victim = startWriter(100_000, 'victim');
      const isFar = (): boolean => readdirSync(folder).includes('state.json') && namesInFile().length >= afterUpdates;
      while (!isFar()) await new Promise(setImmediate);
      await kill(victim);
      expect(new Set(namesInFile())).toEqual(new Set(['victim']));
      rmSync(join(folder, 'state.json.lock'), { recursive: true, force: true });
    }
  });
});

describe.skipIf(process.platform === 'win32')('a folder without write permission', () => {
  // The superuser may write everywhere, so the process gives that up.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;

  test('updating in a folder without write permission is reported, and nothing is changed', async () => {
    writeFileSync(file, '[]');
    chmodSync(file, 0o644);
    chmodSync(folder, 0o555);
    const output = await startWriter(1, 'nobody', uid === undefined ? {} : { uid }).output;
    chmodSync(folder, 0o755);
    expect(output).toMatch(
      /^FILE_WRITE_FAILED: .*state\.json was not written: its lock .*state\.json\.lock cannot be created \(EACCES\)/,
    );
    expect(readFileSync(file, 'utf8')).toBe('[]');
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  test('no folder can be created in a folder without write permission', async () => {
    chmodSync(folder, 0o555);
    file = join(folder, 'deeper', 'state.json');
    const output = await startWriter(1, 'nobody', uid === undefined ? {} : { uid }).output;
    chmodSync(folder, 0o755);
    expect(output).toMatch(/^FILE_WRITE_FAILED: .*its folder cannot be created \(EACCES\)/);
  });

  test('an unreadable file in a writable folder is reported in the same way', async () => {
    mkdirSync(join(folder, 'own'));
    file = join(folder, 'own', 'state.json');
    writeFileSync(file, '[]');
    chmodSync(file, 0o000);
    if (uid !== undefined) chownSync(join(folder, 'own'), uid, uid);
    chmodSync(folder, 0o755);
    const output = await startWriter(1, 'nobody', uid === undefined ? {} : { uid }).output;
    expect(output).toMatch(/^FILE_UNREADABLE: .*permission was denied/);
    expect(readdirSync(join(folder, 'own'))).toEqual(['state.json']);
  });
});

test.skipIf(process.platform === 'win32')(
  'a pipe as a state file is unreadable, and reading does not wait for a writer',
  async () => {
    execFileSync('mkfifo', [file]);
    await expect(updateTextFile(file, () => 'mine')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  },
);

test.skipIf(process.platform !== 'linux')('a full disk leaves the old content, no partial file and no lock', () => {
  writeFileSync(file, JSON.stringify(['x'.repeat(20_000)]));
  const before = readFileSync(file, 'utf8');
  // A limit on the size of files fails in the same way as a full disk: first a short write, then an error.
  const command = `ulimit -f 8; exec "$0" --conditions=@modegate/source "$1" "$2" 1 name`;
  const run = () => execFileSync('bash', ['-c', command, process.execPath, writer, file], { encoding: 'utf8' });
  expect(run).toThrow(expect.objectContaining({ stdout: expect.stringMatching(/^FILE_WRITE_FAILED: .*EFBIG/) }));
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(readdirSync(folder)).toEqual(['state.json']);
});
