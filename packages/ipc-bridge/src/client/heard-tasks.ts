/** The agent's tasks that something was heard or said of, over all connections. */
export interface HeardTasks {
  note(taskId: string): void;
  /** A question for later: was a task heard of by now? */
  mark(): (taskId: string) => boolean;
}

// Ids of tasks that were silent longest are forgotten.
const MAX_TASKS = 1000;

/** Creates a memory without tasks. */
export function createHeardTasks(): HeardTasks {
  const orders = new Map<string, number>();
  let heard = 0;
  let latest: string | undefined;
  return {
    note: (taskId) => {
      // Most events are of the task that the one before was of.
      if (taskId === latest) return;
      latest = taskId;
      const order = orders.get(taskId) ?? ++heard;
      orders.delete(taskId);
      orders.set(taskId, order);
      const [oldest] = orders.size > MAX_TASKS ? orders.keys() : [];
      if (oldest !== undefined) orders.delete(oldest);
    },
    mark: () => {
      const until = heard;
      return (taskId) => (orders.get(taskId) ?? Number.POSITIVE_INFINITY) <= until;
    },
  };
}
