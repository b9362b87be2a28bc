/** A limit on concurrent tasks. */
export type RequestLimit = ReturnType<typeof createRequestLimit>;

/** Creates a limit that allows `size` concurrent tasks. */
export function createRequestLimit(size: number) {
  let free = size;
  let queue: (() => void)[] = [];
  let head = 0;
  return {
    /** Runs the task immediately if a slot is free; otherwise, queues it. Queued tasks run in order of arrival. */
    enter: (run: () => void) => {
      if (free > 0) {
        free--;
        run();
      } else queue.push(run);
    },
    /** Frees a slot. */
    leave: () => {
      const next = queue[head];
      if (next === undefined) {
        free++;
        return;
      }
      head++;
      if (head === queue.length || head > 1_024) [queue, head] = [queue.slice(head), 0];
      next();
    },
  };
}
