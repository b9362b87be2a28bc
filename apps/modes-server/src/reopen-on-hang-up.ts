/** Opens files again at each SIGHUP, as tools that rename logs expect, instead of ending the process; returns how to stop that. */
export function reopenOnHangUp(files: readonly { reopen(): void }[]): () => void {
  const reopen = (): void => {
    for (const file of files) file.reopen();
  };
  process.on('SIGHUP', reopen);
  return () => void process.off('SIGHUP', reopen);
}
