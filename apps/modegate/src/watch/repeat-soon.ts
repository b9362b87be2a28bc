/** Runs something soon after it is asked to, one run at a time; whatever is asked during a run leads to one more. */
export interface RepeatTimer {
  readonly touch: () => void;
  /** Starts no further run. */
  readonly end: () => void;
}

/** Editors and checkouts write several files at once. */
const restMs = 100;

/** `run` must not throw. */
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
