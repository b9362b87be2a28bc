import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import type { Campaign, FoundFailure, Target } from './support/campaign.ts';
import { startWatchdog, type Watchdog } from './support/watchdog.ts';
import { costsTarget } from './targets/costs.ts';
import { decideTarget } from './targets/decide.ts';
import { diffTarget } from './targets/diff.ts';
import { modesTextTarget } from './targets/modes-text.ts';
import { pathsTarget } from './targets/paths.ts';
import { patternsTarget } from './targets/patterns.ts';
import { protocolTarget } from './targets/protocol.ts';
import { serverConfigTarget } from './targets/server-config.ts';
import { sessionsTarget } from './targets/sessions.ts';
import { stdioTarget } from './targets/stdio.ts';

const targets: readonly Target[] = [
  decideTarget,
  pathsTarget,
  patternsTarget,
  modesTextTarget,
  serverConfigTarget,
  sessionsTarget,
  protocolTarget,
  stdioTarget,
  diffTarget,
  costsTarget,
];

const usage = `Usage: pnpm fuzz [target...] [--seconds N] [--seed N] [--path P]
Targets: ${targets.map(({ name }) => name).join(', ')} (default: all)
  --seconds N  how long each target runs (default: 20)
  --seed N     where the random inputs start (default: by the clock)
  --path P     with --seed and one target: replay one case`;

/** A round is short, so that a case is named by its seed and a small number. */
const casesPerRound = 2_000;
const shrinkMs = 20_000;
const holdMs = 60_000;

interface Options {
  readonly seconds: number;
  readonly seed: number;
  readonly path: string | undefined;
}

process.exitCode = await main();
process.exit();

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string' },
      seed: { type: 'string' },
      path: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const chosen = positionals.length === 0 ? targets : targets.filter(({ name }) => positionals.includes(name));
  const seconds = Number(values.seconds ?? 20);
  const seed = Number(values.seed ?? Date.now() % 2 ** 31);
  const isUsable = chosen.length >= new Set(positionals).size && seconds > 0 && Number.isSafeInteger(seed);
  if (values.help === true || !isUsable) {
    console.log(usage);
    return values.help === true ? 0 : 2;
  }
  const watchdog = startWatchdog(holdMs);
  let failed = 0;
  for (const target of chosen) if (!(await runTarget(target, { seconds, seed, path: values.path }, watchdog))) failed++;
  await watchdog.stop();
  return failed === 0 ? 0 : 1;
}

async function runTarget(target: Target, options: Options, watchdog: Watchdog): Promise<boolean> {
  const opened = await target.open();
  if ('skipped' in opened) {
    console.log(`${target.name.padEnd(14)} skipped: ${opened.skipped}`);
    return true;
  }
  const start = performance.now();
  const failure = await runRounds(target.name, opened, { ...options, watchdog });
  const seconds = (performance.now() - start) / 1000;
  const facts = `${String(opened.cases()).padStart(9)} cases ${seconds.toFixed(1).padStart(7)} s  seed ${options.seed}`;
  console.log(
    `${target.name.padEnd(14)} ${failure === undefined ? 'passed' : 'FAILED'} ${facts}  ${opened.notes()}`.trimEnd(),
  );
  if (failure !== undefined) await report(target.name, opened, failure);
  watchdog.watch('', 0);
  return (await closes(target.name, opened)) && failure === undefined;
}

async function runRounds(
  name: string,
  campaign: Campaign,
  { seconds, seed, path, watchdog }: Options & { readonly watchdog: Watchdog },
): Promise<FoundFailure | undefined> {
  const end = performance.now() + seconds * 1000;
  for (let round = 0; performance.now() < end; round++) {
    // Far from the rounds of a neighbouring seed.
    const roundSeed = (seed + Math.imul(round, 0x9e37_79b1)) | 0;
    watchdog.watch(name, roundSeed);
    const timeMs = end - performance.now();
    const failure = await campaign.round({
      seed: roundSeed,
      timeMs,
      path,
      numRuns: path === undefined ? casesPerRound : 1,
      onCase: watchdog.beat,
    });
    if (failure !== undefined || path !== undefined) return failure;
  }
  return undefined;
}

async function report(name: string, campaign: Campaign, found: FoundFailure): Promise<void> {
  const failure = await campaign.shrink(found, shrinkMs);
  const error = failure.error instanceof Error ? (failure.error.stack ?? failure.error.message) : String(failure.error);
  const input = fc.stringify(failure.input);
  const replay = `pnpm fuzz ${name} --seed=${found.seed} --path=${found.path}`;
  const folder = join(import.meta.dirname, 'failures');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}-${found.seed}-${found.path.replaceAll(':', '-').slice(0, 60)}.txt`);
  writeFileSync(file, `${error}\n\ninput (as source):\n${input}\n\nreplay: ${replay}\n`);
  console.log(error.slice(0, 4000));
  console.log(`input: ${input.length > 4000 ? `${input.slice(0, 4000)}… (whole in the file)` : input}`);
  console.log(`replay: ${replay}\nwritten: ${relative(process.cwd(), file)}`);
}

async function closes(name: string, campaign: Campaign): Promise<boolean> {
  try {
    await campaign.close();
    return true;
  } catch (error) {
    console.log(`${name.padEnd(14)} FAILED at its end: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}
