import { setTimeout as pause } from 'node:timers/promises';
import type { World } from './world.ts';

/** A call that was decided, and must have its line in the audit log. */
export interface DecidedCall {
  readonly allowed: boolean;
  readonly answeredAt: number;
}

/** How many wrong answers are printed as they come. */
const shownWrong = 50;

/** What the actors of one run share. */
export interface Run {
  readonly world: World;
  readonly decided: ReadonlyMap<number, DecidedCall>;
  readonly wrong: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  /** Milliseconds of the answers since the last sample, by what was asked. */
  readonly latencies: Map<string, number[]>;
  /** When the disk was full, in epoch milliseconds. */
  readonly fullDisk: { from: number; until: number };
  isOver(): boolean;
  /** A number that no other call of the run has. */
  next(): number;
  count(what: string): void;
  decide(n: number, allowed: boolean): void;
  measure(what: string, ms: number): void;
  /** Notes how long ann waited for an answer, over the whole run. */
  measureAnn(ms: number): void;
  readonly annMs: readonly number[];
  /** Keeps what should not have happened. */
  expect(isRight: boolean, what: string, seen: unknown): void;
}

export function createRun(world: World, endsAt: number): Run {
  const decided = new Map<number, DecidedCall>();
  const wrong: string[] = [];
  const counts = new Map<string, number>();
  const latencies = new Map<string, number[]>();
  const annMs: number[] = [];
  let last = 0;
  return {
    world,
    decided,
    wrong,
    counts,
    latencies,
    annMs,
    measureAnn: (ms) => void annMs.push(ms),
    fullDisk: { from: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY },
    isOver: () => Date.now() >= endsAt,
    next: () => ++last,
    count: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    decide: (n, allowed) => void decided.set(n, { allowed, answeredAt: Date.now() }),
    measure: (what, ms) => {
      const known = latencies.get(what);
      if (known === undefined) latencies.set(what, [ms]);
      else known.push(ms);
    },
    expect: (isRight, what, seen) => {
      if (isRight) return;
      const line = `${new Date().toISOString()} ${what}: ${JSON.stringify(seen)?.slice(0, 500)}`;
      wrong.push(line);
      if (wrong.length <= shownWrong) console.error(`Wrong: ${line}`);
    },
  };
}

/** Does something again and again until the run is over; what it throws is a wrong answer, and it goes on. */
export async function repeat(run: Run, what: string, everyMs: number, act: () => Promise<void>): Promise<void> {
  while (!run.isOver()) {
    const start = Date.now();
    await act().catch((error: unknown) => run.expect(false, what, String(error)));
    run.count(what);
    await pause(Math.max(0, start + everyMs - Date.now()));
  }
}
