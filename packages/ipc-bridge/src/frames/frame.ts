/** Content between two delimiters of the stream. */
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

/** Numbers of skipped frames, by reason. */
export type FrameCounters = Readonly<ReturnType<typeof createFrameCounters>>;

/** Creates counters that are all zero. */
export function createFrameCounters() {
  return {
    /** Not UTF-8, not JSON, or not an envelope. */
    malformedFrames: 0,
    /** Nothing between two delimiters. */
    emptyFrames: 0,
    /** Longer than the limit. */
    oversizedFrames: 0,
    /** An outer type other than `message`. */
    foreignFrames: 0,
  };
}

/** The longest frame by default: 32 MiB, enough for a message with several images. */
export const defaultMaxFrameBytes = 32 * 1024 * 1024;

/** Counts one skipped frame. */
export function countProblem(counters: ReturnType<typeof createFrameCounters>, problem: FrameProblem): void {
  counters[counterOf[problem.kind]] += 1;
}

const counterOf = {
  malformedFrame: 'malformedFrames',
  emptyFrame: 'emptyFrames',
  oversizedFrame: 'oversizedFrames',
  foreignFrame: 'foreignFrames',
} as const satisfies Record<FrameProblem['kind'], keyof FrameCounters>;
