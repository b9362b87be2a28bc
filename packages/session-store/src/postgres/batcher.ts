/** Options of {@link createBatcher}. */
export interface BatcherOptions<Asked> {
  readonly most: number;
  /** Each run contains only one item per key. Default: no restriction. */
  readonly keyOf?: (asked: Asked) => string;
}

/**
 * Runs requests in batches, one batch at a time: requests made during a run share the next run. A single request does
 * not wait; many requests cost only one run. A run must not reject.
 */
export function createBatcher<Asked>(
  run: (group: readonly Asked[]) => Promise<void>,
  { most, keyOf }: BatcherOptions<Asked>,
): (asked: Asked) => void {
  let waiting: Asked[] = [];
  let isRunning = false;
  const runAll = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const group = firstOfEach(waiting, keyOf).slice(0, most);
      const taken = new Set(group);
      waiting = waiting.filter((asked) => !taken.has(asked));
      await run(group);
    }
    isRunning = false;
  };
  return (asked) => {
    waiting.push(asked);
    if (!isRunning) void runAll();
  };
}

function firstOfEach<Asked>(all: readonly Asked[], keyOf: ((asked: Asked) => string) | undefined): readonly Asked[] {
  if (keyOf === undefined) return all;
  const first = new Map<string, Asked>();
  for (const asked of all) if (!first.has(keyOf(asked))) first.set(keyOf(asked), asked);
  return [...first.values()];
}
