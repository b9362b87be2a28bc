import type { FrameProblem } from './frame-decoder.ts';

/** How many frames were skipped, by what was wrong with them. */
export interface FrameCounters {
  /** Not UTF-8, not JSON, or no envelope. */
  readonly malformedFrames: number;
  /** Nothing between two delimiters. */
  readonly emptyFrames: number;
  /** Longer than the limit. */
  readonly oversizedFrames: number;
  /** Of another outer type than `message`. */
  readonly foreignFrames: number;
}

/** Counts one skipped frame. */
export function countProblem(
  counters: { -readonly [Name in keyof FrameCounters]: number },
  problem: FrameProblem,
): void {
  counters[counterOf[problem.kind]] += 1;
}

const counterOf = {
  malformedFrame: 'malformedFrames',
  emptyFrame: 'emptyFrames',
  oversizedFrame: 'oversizedFrames',
  foreignFrame: 'foreignFrames',
} as const satisfies Record<FrameProblem['kind'], keyof FrameCounters>;
