import { spawn } from 'node:child_process';
import { once } from 'node:events';

// Says at the end how much memory the process had at most, on a channel of its own.
const tellMemory =
  "data:text/javascript,process.on('exit',()=>process.getBuiltinModule('fs').writeSync(3,String(process.resourceUsage().maxRSS)))";

/** Runs Node with some arguments to its end. Memory is the largest resident size in MiB, and only known where it was asked for. */
export async function wholeRun({ args, cwd, env, tellsMemory = false }) {
  const parameters = tellsMemory ? ['--import', tellMemory, ...args] : args;
  const startedAt = performance.now();
  const child = spawn(process.execPath, parameters, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const texts = ['', '', '', ''];
  for (const at of [1, 3])
    child.stdio[at].on('data', (chunk) => {
      texts[at] += chunk;
    });
  const [code] = await once(child, 'close');
  const ms = performance.now() - startedAt;
  return { code, ms, output: texts[1], memoryMiB: tellsMemory ? Number(texts[3]) / 1024 : undefined };
}

/** Lets all take turns, each round starting with another; the first round is not counted. Returns what each round of each gave. */
export async function takeTurns(contestants, rounds) {
  const runs = contestants.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      const at = (turn + round) % contestants.length;
      contestants[at].prepare?.();
      const run = await wholeRun(contestants[at]);
      if (round > 0) runs[at].push(run);
    }
  }
  return runs;
}
