import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { modesLocation, type VersionFiles } from '../../../src/state/playground-state.ts';

const program = join(import.meta.dirname, '../../../../modegate/dist/cli.js');

/** What the built checker answers about these files, as JSON. */
export function askModegate(files: VersionFiles, args: readonly string[]): unknown {
  return inFolder((folder) => {
    writeVersion(folder, files);
    return run(args, folder);
  });
}

/** What `modegate diff` says of two versions, as JSON. */
export function diffByModegate(before: VersionFiles, after: VersionFiles): unknown {
  return inFolder((folder) => {
    writeVersion(join(folder, 'before'), before);
    writeVersion(join(folder, 'after'), after);
    return run(['diff', './before', './after', '--format', 'json'], folder);
  });
}

function inFolder<Result>(use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'playground-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

function writeVersion(folder: string, { modes, servers, serversPlace }: VersionFiles): void {
  const texts = { [modesLocation]: modes, [serversPlace]: servers };
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(texts)) {
    if (text === '') continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function run(args: readonly string[], cwd: string): unknown {
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}
