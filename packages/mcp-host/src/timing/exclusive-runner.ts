/** Something that runs until it is stopped, and needs a while to stop. */
export interface StoppableRun {
  /** Asks it to end; may be called again. */
  readonly stop: () => void;
  /** Resolves when it has ended. Never rejects. */
  readonly ended: Promise<void>;
}

/** Keeps two runs of one thing from overlapping, in whatever order they are asked for. */
export interface ExclusiveRunner {
  /** Stops what runs and begins another run after it; of several that wait for that, only the last is begun. */
  readonly begin: (run: () => StoppableRun) => void;
  /** Stops what runs, forgets what waits, and resolves when nothing runs. */
  readonly end: () => Promise<void>;
}

/** Starts with nothing running. */
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
