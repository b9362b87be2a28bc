import { Session } from 'node:inspector/promises';

/** What was done: calls of functions, and blocks of code that ran, in which each turn of a loop is one. */
export interface Work {
  readonly calls: number;
  readonly blocks: number;
}

/** Counts what a program does, without a clock. */
export interface WorkCounter {
  /** What is done in all that is loaded while this runs. */
  count(run: () => Promise<void>): Promise<Work>;
  stop(): Promise<void>;
}

/** Starts to count blocks, as V8 does for coverage. It slows everything down until it is stopped. */
export async function startCountingWork(): Promise<WorkCounter> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const take = async (): Promise<Work> => {
    // Each taking starts from zero again.
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const functions = result.flatMap((script) =>
      script.functions.map(({ ranges }) => ranges.map(({ count }) => count)),
    );
    // The first range of a function is the whole of it.
    return { calls: sum(functions.map(([calls = 0]) => calls)), blocks: sum(functions.flat()) };
  };
  return {
    count: async (run) => {
      await take();
      await run();
      return take();
    },
    stop: async () => {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
