import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Run } from './run-state.ts';

/** How the servers are at one moment; Linux only. */
export interface Sample {
  /** Seconds since the start of the run. */
  readonly at: number;
  /** Resident memory in MiB, of the server in a fixed mode and of the one that works in tasks. */
  readonly memory: readonly [number, number];
  /** The heap in MiB after a collection, of these two and of the server with two principals. */
  readonly heap: readonly [number, number, number];
  readonly descriptors: readonly [number, number];
  /** Processes that the run has started. */
  readonly processes: number;
  /** Milliseconds since the last sample, by what was asked: median and 99th percentile. */
  readonly latency: Readonly<Record<string, readonly [number, number]>>;
}

/** Takes samples until the run is over. */
export async function takeSamples(run: Run, everyMs: number): Promise<readonly Sample[]> {
  const startedAt = Date.now();
  const samples: Sample[] = [];
  const { fixed, tasks, team } = run.world;
  const pids = [fixed.pid, tasks.pid] as const;
  while (!run.isOver()) {
    await pause(everyMs);
    samples.push({
      at: (Date.now() - startedAt) / 1000,
      memory: [residentMiB(pids[0]), residentMiB(pids[1])],
      heap: await Promise.all([fixed.heapMiB(), tasks.heapMiB(), team.heapMiB()]),
      descriptors: [countDescriptors(pids[0]), countDescriptors(pids[1])],
      processes: markedProcesses(run.world.marker).length,
      latency: Object.fromEntries([...run.latencies].map(([what, ms]) => [what, percentiles(ms)])),
    });
    run.latencies.clear();
  }
  return samples;
}

/** The processes that carry a variable in their environment. */
export function markedProcesses(marker: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readText(`/proc/${name}/environ`).includes(marker))
    .map(Number);
}

function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

function countDescriptors(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

// A process may end while it is looked at.
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function percentiles(values: readonly number[]): readonly [number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return [at(0.5), at(0.99)];
}
