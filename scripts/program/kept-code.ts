import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { pruneOldFiles } from '../../packages/cli-kit/src/prune-old-files.ts';

/** What to run, and where its compiled code is kept. */
export interface KeptProgram {
  /** A CommonJS file. */
  readonly file: string;
  /** The folder of compiled code; nobody else may write there. */
  readonly folder: string;
  /** What the run is for, as part of a file name: another purpose runs other functions and has code of its own. */
  readonly purpose: string;
}

/**
 * Runs a CommonJS file with what V8 compiled of it at an earlier run, and returns what it exports. Node's own cache holds only what is compiled before a module runs, which
 * is the outermost function; here a first run keeps, when it ends well, every function that it called.
 */
export function runKept({ file, folder, purpose }: KeptProgram): unknown {
  const place = join(folder, `${purpose}-${process.version}-${process.arch}-${identify(file)}`);
  const kept = readCode(place);
  const source = readFileSync(file, 'utf8');
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    ...(kept === undefined ? {} : { cachedData: kept }),
  });
  if (kept === undefined || script.cachedDataRejected === true)
    process.once('exit', (code) => {
      // Wrong usage ends with 2 and has hardly run anything.
      if (code < 2) writeCode({ folder, place, purpose }, script.createCachedData());
    });
  const self = { exports: {} };
  script.runInThisContext()(self.exports, createRequire(file), self, file, dirname(file));
  return self.exports;
}

/** By what the file system knows, because a sum over the text would first load a fifth of what an empty Node does. */
function identify(file: string): string {
  const { ino, size, mtimeMs, ctimeMs } = statSync(file);
  return [ino, size, mtimeMs, ctimeMs].map((value) => Math.floor(value).toString(36)).join('-');
}

const headLength = 4;

/** V8 trusts what it is given, so half a file must be told from a whole one: it begins with its length. */
function readCode(place: string): Buffer | undefined {
  try {
    const kept = readFileSync(place);
    return kept.readUInt32LE(0) === kept.length ? kept.subarray(headLength) : undefined;
  } catch {
    return undefined;
  }
}

/** Every installation and version of a program has code of its own, and so many of them are in use at once. */
const maxFilesOfPurpose = 6;

interface Written extends Pick<KeptProgram, 'folder' | 'purpose'> {
  readonly place: string;
}

function writeCode({ folder, place, purpose }: Written, code: Buffer): void {
  const head = Buffer.alloc(headLength);
  head.writeUInt32LE(headLength + code.length);
  const draft = `${place}.${process.pid}`;
  try {
    const descriptor = openSync(draft, 'w', 0o600);
    writeSync(descriptor, Buffer.concat([head, code]));
    // After a loss of power the name may be there, and the content not.
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(draft, place);
    pruneOldFiles(folder, { prefix: `${purpose}-v`, maxFiles: maxFilesOfPurpose });
  } catch {
    // The next start compiles again.
  }
}
