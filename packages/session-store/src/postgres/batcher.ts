/** Options for {@link createBatcher}. */
export interface BatcherOptions<Asked> {
  readonly most: number;
  /** Returns the key of a request; each run contains only one request per key. Default: no restriction. */
  readonly keyOf?: (asked: Asked) => string;
}

/**
 * Runs requests in batches, one batch at a time: requests made during a run share the next run. A single request does
 * not wait; many requests cost only one run. A run returns a function that answers each of its requests; an error
 * thrown for one request affects no other.
 */
export function createBatcher<Asked, Answer>(
  run: (group: readonly Asked[]) => Promise<(asked: Asked) => Answer | Promise<Answer>>,
  { most, keyOf }: BatcherOptions<Asked>,
): (asked: Asked) => Promise<Answer> {
  let waiting: { readonly asked: Asked; readonly resolve: (answer: Promise<Answer>) => void }[] = [];
  let isRunning = false;
  const runAll = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const alike = Map.groupBy(waiting, ({ asked }, index) => keyOf?.(asked) ?? index);
      const group = [...alike.values()].flatMap(([first]) => first ?? []).slice(0, most);
      const taken = new Set(group);
      waiting = waiting.filter((each) => !taken.has(each));
      const answering = run(group.map(({ asked }) => asked));
      for (const { asked, resolve } of group) resolve(answering.then((answer) => answer(asked)));
      await answering.catch(() => undefined);
    }
    isRunning = false;
  };
  return (asked) =>
    new Promise((resolve) => {
      waiting.push({ asked, resolve });
      if (!isRunning) void runAll();
    });
}
