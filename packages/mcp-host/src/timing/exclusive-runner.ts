/** A task that runs until stopped and takes a while to stop. */
export interface StoppableRun {
  /** Asks the run to stop; may be called again. */
  readonly stop: () => void;
  /** Resolves once the run has ended. Never rejects. */
  readonly ended: Promise<void>;
}

/** Prevents runs of a task from overlapping. */
export type ExclusiveRunner = ReturnType<typeof createExclusiveRunner>;

/** Creates a runner with nothing running. */
export function createExclusiveRunner() {
  let current: StoppableRun | undefined;
  let next: (() => StoppableRun) | undefined;
  const advance = () => {
    current = next?.();
    next = undefined;
    void current?.ended.then(advance);
  };
  return {
    /** Stops the current run and starts another run after it; if several runs are waiting, only the last one starts. */
    begin(run: () => StoppableRun) {
      next = run;
      if (current === undefined) advance();
      else current.stop();
    },
    /** Stops the current run, drops waiting runs, and resolves once nothing is running. */
    async end() {
      next = undefined;
      current?.stop();
      await current?.ended;
    },
  };
}
