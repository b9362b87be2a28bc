/** Runs a task soon after a request, one run at a time; requests during a run lead to one more. */
export interface RepeatTimer {
  readonly touch: () => void;
  /** Prevents further runs. */
  readonly end: () => void;
}

/** Editors and checkouts write several files together. */
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
