#!/usr/bin/env node
// Runs modes-server under mixed load with faults: `pnpm soak [--minutes N] [--out FOLDER]`. Exits with 1 when an answer was wrong, a line of
// the audit log was lost, the heap or descriptors grew, or a process was left.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type AuditOutcome, checkAudit } from './check-audit.ts';
import { drawSamples } from './draw.ts';
import { startFaults } from './faults.ts';
import { startLoad } from './load.ts';
import { createRun, type Run } from './run-state.ts';
import { markedProcesses, type Sample, takeSamples } from './samples.ts';
import { startTwoPrincipals } from './two-principals.ts';
import { createWorld } from './world.ts';

/** How much more memory or descriptors the last quarter may need than the second. */
const allowedGrowth = 1.3;
/** The minutes for which mallory does harm; in a short run, a sixth of it. Nothing else runs meanwhile, so ann waits for mallory alone. */
const harmMinutes = 10;
/** How long one principal may wait at the 99th percentile, whatever another does. */
const allowedWaitMs = 100;
/** Each of the two servers may have had a line under way when the disk filled up; it writes that one again. */
const cutLines = 2;
/** In a shorter run the servers are still warming up. */
const warmMinutes = 10;

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { minutes: { type: 'string' }, out: { type: 'string' } } });
  const minutes = Number(values.minutes ?? 60);
  if (process.platform !== 'linux' || !(minutes > 0)) {
    console.error(
      'Usage: pnpm soak [--minutes N] [--out FOLDER], on Linux: memory and descriptors are read from /proc.',
    );
    return 2;
  }
  const totalMs = minutes * 60_000;
  const world = await createWorld();
  console.error(
    `Running for ${minutes} minutes in ${world.folder}${world.disk.canFill ? '' : '; the disk cannot be filled here'}.`,
  );
  const startedAt = Date.now();
  const run = createRun(world, startedAt + totalMs);
  const sampling = takeSamples(run, Math.max(1000, totalMs / 720));
  const harmMs = Math.min(harmMinutes * 60_000, totalMs / 6);
  const { ann, mallory } = await startTwoPrincipals(run, harmMs);
  await mallory;
  await Promise.all([ann, ...startLoad(run), ...startFaults(run, totalMs - harmMs)]);
  const samples = await sampling;
  const problems = [
    ...(await endServers(run)),
    ...findWaits(run),
    ...(minutes < warmMinutes ? [] : findGrowth(samples)),
  ];
  const audit = await checkAudit(run);
  const report = describe(run, samples, audit, problems);
  if (values.out !== undefined) writeReport(values.out, run, samples, report, startedAt);
  console.log(report);
  const isGood = run.wrong.length + audit.lost.length + problems.length === 0 && audit.broken <= cutLines;
  world.disk.unmount();
  if (isGood) rmSync(world.folder, { recursive: true, force: true });
  return isGood ? 0 : 1;
}

/** Ends both servers as a client does, and looks for what they left. */
async function endServers({ world }: Run): Promise<readonly string[]> {
  const codes = await Promise.all([world.fixed.end(), world.tasks.end(), world.team.end()]);
  const left = markedProcesses(world.marker);
  for (const pid of left) process.kill(pid, 'SIGKILL');
  const reached = readFileSync(world.callLog, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith(' forbidden'));
  return [
    ...codes.filter((code) => code !== 0).map((code) => `A server ended with ${code}.`),
    ...left.map((pid) => `Process ${pid} was left.`),
    ...reached.map((line) => `A denied call reached its server: ${line}.`),
  ];
}

/** Whether ann waited too long while mallory did harm. */
function findWaits({ annMs }: Run): readonly string[] {
  const p99 = share(annMs, 0.99);
  return Number(p99) <= allowedWaitMs ? [] : [`Of 100 calls of ann one took longer than ${p99} ms.`];
}

/** Compares the last quarter of the run with the second, when everything is warm. */
function findGrowth(samples: readonly Sample[]): readonly string[] {
  const quarter = (index: number) => samples.slice((samples.length * index) / 4, (samples.length * (index + 1)) / 4);
  const measures = {
    'The heap of the server in a fixed mode': ({ heap }: Sample) => heap[0],
    'The heap of the server with tasks': ({ heap }: Sample) => heap[1],
    'The heap of the server with two principals': ({ heap }: Sample) => heap[2],
    'Descriptors of the server in a fixed mode': ({ descriptors }: Sample) => descriptors[0],
    'Descriptors of the server with tasks': ({ descriptors }: Sample) => descriptors[1],
  };
  return Object.entries(measures).flatMap(([name, measure]) => {
    const [early, late] = [median(quarter(1).map(measure)), median(quarter(3).map(measure))];
    return late > early * allowedGrowth ? [`${name} grew from ${early.toFixed(0)} to ${late.toFixed(0)}.`] : [];
  });
}

function describe(run: Run, samples: readonly Sample[], audit: AuditOutcome, problems: readonly string[]): string {
  const range = (measure: (sample: Sample) => number) => {
    const values = samples.map(measure);
    return `median ${median(values).toFixed(1)}, highest ${Math.max(...values).toFixed(1)}`;
  };
  const latency = (what: string, index: 0 | 1) => range((sample) => sample.latency[what]?.[index] ?? 0);
  return [
    ...[...run.counts].map(([what, count]) => `${what}: ${count}`),
    `wrong answers: ${run.wrong.length}`,
    ...run.wrong.slice(0, 20),
    `audit log: ${audit.lines} lines, ${audit.broken} broken; of ${run.decided.size} decided calls ${audit.lost.length} have no line, and ${audit.lostWhileFull} of those answered while the disk was full`,
    `heap in MiB after a collection, fixed mode: ${range(({ heap }) => heap[0])}; tasks: ${range(({ heap }) => heap[1])}; two principals: ${range(({ heap }) => heap[2])}`,
    `calls of ann beside mallory: ${run.annMs.length}, in ms p50: ${share(run.annMs, 0.5)}, p99: ${share(run.annMs, 0.99)}`,
    `resident memory in MiB, fixed mode: ${range(({ memory }) => memory[0])}; tasks: ${range(({ memory }) => memory[1])}`,
    `descriptors, fixed mode: ${range(({ descriptors }) => descriptors[0])}; tasks: ${range(({ descriptors }) => descriptors[1])}`,
    `call of a server in ms, p50: ${latency('call of a server', 0)}; p99: ${latency('call of a server', 1)}`,
    `validate_tool_use in ms, p50: ${latency('validate_tool_use', 0)}; p99: ${latency('validate_tool_use', 1)}`,
    ...problems,
  ].join('\n');
}

function share(values: readonly number[], part: number): string {
  return (values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN).toFixed(1);
}

function writeReport(folder: string, run: Run, samples: readonly Sample[], report: string, startedAt: number): void {
  mkdirSync(folder, { recursive: true });
  const seconds = (at: number) => (at - startedAt) / 1000;
  const { from, until } = run.fullDisk;
  writeFileSync(join(folder, 'soak.svg'), drawSamples(samples, seconds(from), seconds(until)));
  writeFileSync(join(folder, 'soak.json'), `${JSON.stringify({ report: report.split('\n'), samples }, null, 1)}\n`);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
