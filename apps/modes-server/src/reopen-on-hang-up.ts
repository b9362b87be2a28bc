/** Opens files again at each SIGHUP, as tools that rename logs expect, instead of ending the process; returns a function that stops that. */
export function reopenOnHangUp(files: readonly { reopen(): void }[]): () => void {
  const reopen = (): void => {
    for (const file of files) file.reopen();
  };
  process.on('SIGHUP', reopen);
  return () => void process.off('SIGHUP', reopen);
}
