import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];

// Processes started by a program may continue to write for a moment.
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

/**
 * Writes files to a temporary folder that is removed after the tests in the current file; the folder's path is short
 * enough for sockets.
 */
export function createFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mg-e2e-')));
  folders.push(folder);
  writeFiles(folder, files);
  return folder;
}

/** Writes files to a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeInto(folder, name, text);
}

/** Writes one file to a folder; returns the file's path. */
export function writeInto(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
