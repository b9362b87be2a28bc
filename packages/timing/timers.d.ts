/** The timers available in Node, browsers and workers. Only the check of purity reads this file. */
declare function setTimeout(run: () => void, delayMs: number): unknown;
declare function clearTimeout(timer: unknown): void;
