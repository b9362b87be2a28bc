import { unwatchFile, watchFile } from 'node:fs';

/** Time between two checks of the files, in milliseconds. */
const intervalMs = 2000;

/**
 * Follows a handful of files, existing or not, by checking them every two seconds: dependable on every file system, and
 * cheap for so few. Returns a function that stops it.
 */
export function watchStateFiles(files: readonly string[], onChange: () => void): () => void {
  const listener = (
    now: { readonly mtimeMs: number; readonly size: number },
    before: { readonly mtimeMs: number; readonly size: number },
  ) => {
    if (now.mtimeMs !== before.mtimeMs || now.size !== before.size) onChange();
  };
  for (const file of files) watchFile(file, { interval: intervalMs, persistent: false }, listener);
  return () => {
    for (const file of files) unwatchFile(file, listener);
  };
}
