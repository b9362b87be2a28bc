/** The timers available in Node, browsers and workers. Only the purity check reads this file. */
declare function setTimeout(run: () => void, delayMs: number): unknown;
declare function clearTimeout(timer: unknown): void;
