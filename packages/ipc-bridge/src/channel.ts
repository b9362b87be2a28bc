/** Told of what arrives on a {@link ByteChannel}. Neither method may throw. */
export interface ByteReceiver {
  /** The next bytes of the stream, cut anywhere; the receiver may keep them. */
  data(bytes: Uint8Array): void;
  /** Called once, after the last bytes, no matter which side ended the channel; `error` when it broke. */
  closed(error?: Error): void;
}

/** A stream of bytes in both directions: a socket, a pipe, or two ends of one in memory. */
export interface ByteChannel {
  /** Begins to deliver; called once. What arrived before is kept for it. */
  start(receiver: ByteReceiver): void;
  /** Sends bytes in one piece, in the order of the calls; resolves when the system took them, rejects when the channel ended before. */
  write(bytes: Uint8Array): Promise<void>;
  /** How many written bytes the system has not taken yet. */
  readonly bufferedBytes: number;
  /**
   * Ends the channel. What was written may still go out for a moment, unless it is to be discarded. Calling it again does
   * nothing, except that it may still discard.
   */
  close(options?: { readonly discard?: boolean }): void;
  /** Stops delivering until {@link ByteChannel.resume}, and makes the other side wait. */
  pause(): void;
  resume(): void;
}
