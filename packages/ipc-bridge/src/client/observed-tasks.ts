// Ids of tasks that were silent longest are forgotten.
const MAX_TASKS = 1000;

/** Creates a memory without tasks. The agent's tasks that something was heard or said of, over all connections. */
export function createObservedTasks() {
  const orders = new Map<string, number>();
  let heard = 0;
  let latest: string | undefined;
  return {
    add: (taskId: string) => {
      // Most events are of the task that the one before was of.
      if (taskId === latest) return;
      latest = taskId;
      const order = orders.get(taskId) ?? ++heard;
      orders.delete(taskId);
      orders.set(taskId, order);
      const [oldest] = orders.size > MAX_TASKS ? orders.keys() : [];
      if (oldest !== undefined) orders.delete(oldest);
    },
    /** A question for later: was a task heard of by now? */
    snapshot: () => {
      const until = heard;
      return (taskId: string) => (orders.get(taskId) ?? Number.POSITIVE_INFINITY) <= until;
    },
  };
}
