/**
 * Runs a function soon after a request, one run at a time; all requests made during a run lead to a single further run.
 */
export interface RepeatTimer {
  readonly touch: () => void;
  /** Prevents any further runs. */
  readonly end: () => void;
}

/** Editors and git checkouts write several files in quick succession. */
const restMs = 100;

/** Creates a timer that repeats a run. `run` must not throw. */
export function repeatSoon(run: () => Promise<void>): RepeatTimer {
  let timer: NodeJS.Timeout | undefined;
  let [isRunning, isDirty, isEnded] = [false, false, false];
  const start = async () => {
    isRunning = true;
    isDirty = false;
    await run();
    isRunning = false;
    if (isDirty) touch();
  };
  const touch = () => {
    isDirty = true;
    if (isRunning || isEnded) return;
    clearTimeout(timer);
    timer = setTimeout(() => void start(), restMs);
  };
  return {
    touch,
    end() {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}
