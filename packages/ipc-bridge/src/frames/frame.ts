/** Content between two delimiters of the stream. */
export type Frame =
  /** A complete envelope of type `message`; `data` is the inner message. */
  { readonly kind: 'message'; readonly data: unknown; readonly bytes: number } | FrameProblem;

/** A skipped frame, described without its content. */
export type FrameProblem =
  | { readonly kind: 'malformedFrame'; readonly bytes: number; readonly reason: string }
  | { readonly kind: 'emptyFrame'; readonly bytes: 0 }
  | { readonly kind: 'oversizedFrame'; readonly bytes: number; readonly maxBytes: number }
  /** An envelope of another type; node-ipc would pass it to its own listeners, but this library never does. */
  | { readonly kind: 'foreignFrame'; readonly bytes: number };

/** Numbers of skipped frames, by reason. */
export type FrameCounters = Readonly<ReturnType<typeof createFrameCounters>>;

/** Creates counters that are all zero. */
export function createFrameCounters() {
  return {
    /** Frames that are not UTF-8, not JSON, or not an envelope. */
    malformedFrames: 0,
    /** Empty frames: nothing between two delimiters. */
    emptyFrames: 0,
    /** Frames longer than the limit. */
    oversizedFrames: 0,
    /** Frames with an envelope type other than `message`. */
    foreignFrames: 0,
  };
}

/** Default maximum frame size: 32 MiB, enough for a message with several images. */
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
