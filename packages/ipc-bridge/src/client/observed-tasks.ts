// Ids of the tasks that have been silent longest are removed.
const MAX_TASKS = 1000;

/** Creates an empty set of the agent's tasks seen in events or commands, across all connections. */
export function createObservedTasks() {
  const orders = new Map<string, number>();
  let heard = 0;
  let latest: string | undefined;
  return {
    add: (taskId: string) => {
      // Most events belong to the same task as the previous one.
      if (taskId === latest) return;
      latest = taskId;
      const order = orders.get(taskId) ?? ++heard;
      orders.delete(taskId);
      orders.set(taskId, order);
      const [oldest] = orders.size > MAX_TASKS ? orders.keys() : [];
      if (oldest !== undefined) orders.delete(oldest);
    },
    /** Returns a function that tells whether a task was already known at this moment. */
    snapshot: () => {
      const until = heard;
      return (taskId: string) => (orders.get(taskId) ?? Number.POSITIVE_INFINITY) <= until;
    },
  };
}
