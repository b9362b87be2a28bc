/** Waits for work, but no longer than the limit. */
export function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limitMs);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    void work.then(done, done);
  });
}
