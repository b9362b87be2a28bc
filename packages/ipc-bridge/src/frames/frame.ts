/** What lies between two delimiters of the stream. */
export type Frame =
  /** A whole envelope of the outer type `message`; `data` is the inner message. */
  { readonly kind: 'message'; readonly data: unknown; readonly bytes: number } | FrameProblem;

/** A frame that was skipped, described without its content. */
export type FrameProblem =
  | { readonly kind: 'malformedFrame'; readonly bytes: number; readonly reason: string }
  | { readonly kind: 'emptyFrame'; readonly bytes: 0 }
  | { readonly kind: 'oversizedFrame'; readonly bytes: number; readonly maxBytes: number }
  /** An envelope of another outer type; node-ipc would hand it to its own listeners, and this library never does. */
  | { readonly kind: 'foreignFrame'; readonly bytes: number };

/** How many frames were skipped, by what was wrong with them. */
export interface FrameCounters {
  /** Not UTF-8, not JSON, or not an envelope. */
  readonly malformedFrames: number;
  /** Nothing between two delimiters. */
  readonly emptyFrames: number;
  /** Longer than the limit. */
  readonly oversizedFrames: number;
  /** Of another outer type than `message`. */
  readonly foreignFrames: number;
}

/** The longest frame by default: 32 MiB, enough for a message with several images. */
export const defaultMaxFrameBytes = 32 * 1024 * 1024;

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
