/** Editors and git checkouts write several files in quick succession. */
const restMs = 100;

/**
 * Runs a function soon after each `touch`, one run at a time; all touches during a run lead to a single further run.
 * `run` must not throw; `end` prevents any further runs.
 */
export function repeatSoon(run: () => Promise<void>) {
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
