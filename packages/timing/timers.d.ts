/** The timers that Node, browsers and workers all have. Only the check of purity reads this. */
declare function setTimeout(run: () => void, delayMs: number): unknown;
declare function clearTimeout(timer: unknown): void;
