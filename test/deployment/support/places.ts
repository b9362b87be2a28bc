import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The root of the repository. */
export const root = join(import.meta.dirname, '../../..');

/** The text of a file below `deploy`. */
export function deployed(...path: readonly string[]): string {
  return readFileSync(join(root, 'deploy', ...path), 'utf8');
}

/** Where a program of the machine is; undefined where it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}
