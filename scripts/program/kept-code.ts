import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import { crc32 } from 'node:zlib';

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
 * Runs a CommonJS file with what V8 compiled of it at an earlier run. Node's own cache holds only what is compiled before a module runs, which
 * is the outermost function; here a first run keeps, when it ends well, every function that it called.
 */
export function runKept({ file, folder, purpose }: KeptProgram): void {
  const source = readFileSync(file);
  const place = join(folder, `${purpose}-${process.version}-${process.arch}-${crc32(source).toString(16)}`);
  const kept = readCode(place);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source.toString()}\n})`, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(kept === undefined ? {} : { cachedData: kept }),
  });
  if (kept === undefined || script.cachedDataRejected === true)
    process.once('exit', (code) => {
      // Wrong usage ends with 2 and has hardly run anything.
      if (code < 2) writeCode(place, script.createCachedData());
    });
  const self = { exports: {} };
  script.runInThisContext()(self.exports, createRequire(file), self, file, dirname(file));
}

const sumLength = 4;

/** V8 trusts what it is given, so half a file must be told from a whole one. */
function readCode(place: string): Buffer | undefined {
  try {
    const kept = readFileSync(place);
    const code = kept.subarray(sumLength);
    return kept.readUInt32LE(0) === crc32(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

function writeCode(place: string, code: Buffer): void {
  const sum = Buffer.alloc(sumLength);
  sum.writeUInt32LE(crc32(code));
  const draft = `${place}.${process.pid}`;
  try {
    writeFileSync(draft, Buffer.concat([sum, code]), { mode: 0o600 });
    renameSync(draft, place);
  } catch {
    // The next start compiles again.
  }
}
