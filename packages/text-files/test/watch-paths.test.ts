import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type PathsWatch, type PathsWatching, watchPaths } from '@modegate/text-files';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let root: string;
let watch: PathsWatch | undefined;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'watch-paths-')));
});
afterEach(async () => {
  await watch?.close();
  watch = undefined;
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text = 'text'): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

async function start(paths: readonly string[], options: Partial<PathsWatching> = {}) {
  const onChange = vi.fn();
  const onError = vi.fn();
  watch = watchPaths(
    paths.map((path) => join(root, path)),
    { onChange, onError, ...options },
  );
  await watch.ready;
  const sees = async () => {
    await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), { timeout: 10_000 });
    onChange.mockClear();
  };
  return { onChange, onError, sees };
}

describe('watchPaths', () => {
  test('watchPaths notices that a file is written, deleted and written again', async () => {
    write('a/file.json');
    const { onChange, onError, sees } = await start(['a/file.json']);
    expect(onChange).not.toHaveBeenCalled();
    write('a/file.json', 'other text');
    await sees();
    rmSync(join(root, 'a/file.json'));
    await sees();
    write('a/file.json');
    await sees();
    expect(onError).not.toHaveBeenCalled();
  });

  test('watchPaths notices a file whose folders were missing', async () => {
    const { sees } = await start(['a/b/c/file.json']);
    write('a/b/c/file.json');
    await sees();
  });

  test('watchPaths notices changes inside a folder, except packages and the git history', async () => {
    write('a/src/one.ts');
    write('a/node_modules/x/index.js');
    const { onChange, sees } = await start(['a']);
    write('a/node_modules/x/index.js', 'other text');
    write('a/src/one.ts', 'other text');
    await sees();
    write('b/beside.ts');
    write('a/src/two.ts');
    await sees();
    expect(onChange).not.toHaveBeenCalled();
  });

  test('watchPaths ignores paths that isMeant rejects', async () => {
    write('a/one.md');
    const isMeant = (path: string) => path.endsWith('.md');
    const { onChange, sees } = await start(['a'], { isMeant });
    write('a/two.txt');
    write('a/one.md', 'other text');
    await sees();
    expect(onChange).not.toHaveBeenCalled();
  });

  test('security L6: watchPaths continues after a folder is moved away and returns, or is replaced', async () => {
    write('a/file.json');
    const { onError, sees } = await start(['a/file.json', 'a/b/other.json'], { checkMs: 20 });
    const away = join(root, 'away');
    for (let times = 0; times < 2; times += 1) {
      renameSync(join(root, 'a'), away);
      await sees();
      renameSync(away, join(root, 'a'));
      await sees();
      write('a/file.json', `text ${times}`);
      await sees();
    }
    write('next/file.json', 'next');
    renameSync(join(root, 'a'), away);
    renameSync(join(root, 'next'), join(root, 'a'));
    await sees();
    write('a/b/other.json');
    await sees();
    expect(onError).not.toHaveBeenCalled();
  });

  test.skipIf(process.platform === 'win32')(
    'watchPaths notices that a link on the way to a file changes its target, as in a Kubernetes volume, twice',
    async () => {
      const turnTo = (revision: string) => {
        write(`volume/..${revision}/file.json`, revision);
        symlinkSync(`..${revision}`, join(root, 'volume/..data_tmp'));
        renameSync(join(root, 'volume/..data_tmp'), join(root, 'volume/..data'));
      };
      turnTo('1');
      symlinkSync('..data/file.json', join(root, 'volume/file.json'));
      const { onChange, sees } = await start(['volume/file.json'], { checkMs: 50 });
      expect(onChange).not.toHaveBeenCalled();
      turnTo('2');
      await sees();
      turnTo('3');
      await sees();
    },
  );

  test('watchPaths can be closed before it is ready', async () => {
    const early = watchPaths([join(root, 'a/file.json')], { onChange: () => undefined, onError: () => undefined });
    await early.close();
    await expect(early.ready).resolves.toBeUndefined();
  });

  test('watchPaths reports nothing after it was closed', async () => {
    write('a/file.json');
    const { onChange } = await start(['a/file.json']);
    await watch?.close();
    write('a/file.json', 'other text');
    const { sees } = await start(['a/other.json']);
    write('a/other.json');
    await sees();
    expect(onChange).not.toHaveBeenCalled();
  });
});
