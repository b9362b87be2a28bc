/** A task that runs until stopped and takes a while to stop. */
export interface StoppableRun {
  /** Asks the run to stop; may be called again. */
  readonly stop: () => void;
  /** Resolves once the run has ended. Never rejects. */
  readonly ended: Promise<void>;
}

/** Prevents runs of a task from overlapping. */
export interface ExclusiveRunner {
  /** Stops the current run and starts another after it; if several are waiting, only the last one starts. */
  readonly begin: (run: () => StoppableRun) => void;
  /** Stops the current run, drops waiting runs, and resolves once nothing is running. */
  readonly end: () => Promise<void>;
}

/** Creates a runner with nothing running. */
export function createExclusiveRunner(): ExclusiveRunner {
  let current: StoppableRun | undefined;
  let next: (() => StoppableRun) | undefined;
  const advance = () => {
    current = next?.();
    next = undefined;
    void current?.ended.then(advance);
  };
  return {
    begin(run) {
      next = run;
      if (current === undefined) advance();
      else current.stop();
    },
    async end() {
      next = undefined;
      current?.stop();
      await current?.ended;
    },
  };
}
