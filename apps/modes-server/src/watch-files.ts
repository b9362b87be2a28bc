import { unwatchFile, watchFile } from 'node:fs';

/** Polling interval in milliseconds. */
const intervalMs = 2000;

/**
 * Watches a few files, existing or not, by polling them every two seconds, which works on every file system. Returns a
 * function that stops the polling.
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
