import { Worker } from 'node:worker_threads';

/** Ends the process when one case holds it, which no timer of the same thread could do. */
export interface Watchdog {
  /** The target that is running, and the seed of its round. */
  readonly watch: (target: string, seed: number) => void;
  /** A new case begins. */
  readonly beat: () => void;
  readonly stop: () => Promise<number>;
}

// Plain JavaScript, because a worker from text is not stripped of types.
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const cells = new Int32Array(workerData.memory);
let target = '';
let seed = 0;
let last = -1;
let since = Date.now();
parentPort.on('message', (message) => ({ target, seed } = message));
setInterval(() => {
  const now = Atomics.load(cells, 0);
  if (now !== last) {
    last = now;
    since = Date.now();
  } else if (target !== '' && Date.now() - since > workerData.limitMs) {
    const index = Atomics.load(cells, 1) - 1;
    writeSync(2, 'FAILED ' + target + ': one case holds the process for ' + workerData.limitMs / 1000 + ' s.\\n' +
      'replay: pnpm fuzz ' + target + ' --seed=' + seed + ' --path=' + index + '\\n');
    process.kill(process.pid, 'SIGKILL');
  }
}, 500).unref();
`;

/** Starts the watchdog; a case may hold the process for `limitMs`. */
export function startWatchdog(limitMs: number): Watchdog {
  const memory = new SharedArrayBuffer(8);
  const cells = new Int32Array(memory);
  const worker = new Worker(program, { eval: true, workerData: { memory, limitMs } });
  worker.unref();
  return {
    watch: (target, seed) => {
      Atomics.store(cells, 1, 0);
      Atomics.add(cells, 0, 1);
      worker.postMessage({ target, seed });
    },
    beat: () => {
      Atomics.add(cells, 0, 1);
      Atomics.add(cells, 1, 1);
    },
    stop: () => worker.terminate(),
  };
}
