/*
 * A process of its own that updates a file: node locked-file-writer.ts <file> <count> <name> [hold].
 * It adds <name> to the list in the file <count> times and then says "done". With "hold" it says "holding" in the middle of an update, while
 * it has the lock, and stays there. An error is printed with its code.
 */

import { updateTextFile } from '../../src/state-file/update-text-file.ts';
import { TextFileError } from '../../src/text-file-error.ts';

const [file = '', count = '0', name = '', hold] = process.argv.slice(2);

const addName = (text: string | undefined): string => {
  const names: unknown = text === undefined ? [] : JSON.parse(text);
  if (!Array.isArray(names)) throw new TypeError('The file holds no list.');
  if (hold !== undefined) {
    process.stdout.write('holding\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  return JSON.stringify([...names, name]);
};

// A write past the limit of the process is then an error, as on a full disk, and not its end.
process.on('SIGXFSZ', () => undefined);

try {
  for (let index = 0; index < Number(count); index += 1) await updateTextFile(file, addName);
  process.stdout.write('done\n');
} catch (error) {
  process.stdout.write(error instanceof TextFileError ? `${error.code}: ${error.message}\n` : `${String(error)}\n`);
  process.exitCode = 1;
}
