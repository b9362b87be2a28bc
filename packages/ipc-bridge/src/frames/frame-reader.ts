import type { Schedule } from '@modegate/timing';
import type { ByteChannel } from '../channel.ts';
import type { Frame } from './frame.ts';
import { createFrameDecoder, type FrameDecoder } from './frame-decoder.ts';

/** Source and receiver of frames. */
export interface FrameReaderOptions {
  readonly channel: ByteChannel;
  readonly maxFrameBytes: number;
  readonly schedule: Schedule;
  /** Receives every frame in order; must not throw. */
  readonly onFrame: (frame: Frame) => void;
  /** Called once, after the last frame before the end of the channel. */
  readonly onEnd: (error: Error | undefined) => void;
}

/** Reads the frames of a channel. */
export type FrameReader = ReturnType<typeof startFrameReader>;

// Limits for one slice, equivalent to a few milliseconds of parsing; after each slice, the rest of the process gets a
// turn.
const FRAMES_A_SLICE = 256;
const BYTES_A_SLICE = 1024 * 1024;
const HIGH_WATER_BYTES = 1024 * 1024;

/** Starts a channel and delivers its frames in slices, so that a flood does not block the process. */
export function startFrameReader(options: FrameReaderOptions) {
  const { channel, schedule } = options;
  const decoder = createFrameDecoder(options);
  let held = false;
  let paused = false;
  let sliceDue = false;
  let done = false;
  let ended: { readonly error: Error | undefined } | undefined;

  const balance = (): void => {
    const full = held || decoder.unreadBytes > HIGH_WATER_BYTES;
    if (full === paused || ended !== undefined) return;
    paused = full;
    if (full) channel.pause();
    else channel.resume();
  };
  const read = (): void => {
    if (sliceDue || done) return;
    const more = deliverSlice(decoder, { onFrame: options.onFrame, wanted: () => !held });
    if (more && !held) later();
    else if (ended !== undefined) {
      done = true;
      options.onEnd(ended.error);
    }
    balance();
  };
  const later = (): void => {
    sliceDue = true;
    schedule(() => {
      sliceDue = false;
      read();
    }, 0);
  };

  channel.start({
    data: (bytes) => {
      decoder.push(bytes);
      read();
      balance();
    },
    closed: (error) => {
      ended = { error };
      read();
    },
  });
  return {
    /** Stops delivering frames, and makes the other side wait. A paused reader drops the rest when the channel ends. */
    hold: () => {
      held = true;
      balance();
    },
    release: () => {
      held = false;
      read();
    },
  };
}

// Delivers one slice of frames; returns true if more frames may remain.
function deliverSlice(
  decoder: FrameDecoder,
  target: { readonly onFrame: (frame: Frame) => void; readonly wanted: () => boolean },
): boolean {
  const limit = decoder.unreadBytes - BYTES_A_SLICE;
  for (let frames = 0; frames < FRAMES_A_SLICE; frames++) {
    if (!target.wanted() || decoder.unreadBytes < limit) return decoder.unreadBytes > 0;
    const frame = decoder.next();
    if (frame === undefined) return false;
    target.onFrame(frame);
  }
  return decoder.unreadBytes > 0;
}
