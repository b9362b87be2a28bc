/** Receives the data of a {@link ByteChannel}. Neither method may throw. */
export interface ByteReceiver {
  /** Receives the next bytes of the stream, which may be split at any point; the receiver may retain them. */
  data(bytes: Uint8Array): void;
  /**
   * Called once, after the last bytes, regardless of which side ended the channel; `error` is set if the channel broke.
   */
  closed(error?: Error): void;
}

/** A bidirectional stream of bytes: a socket, a pipe, or an in-memory pair. */
export interface ByteChannel {
  /** Starts delivery; must be called once. Data that arrived earlier is also delivered. */
  start(receiver: ByteReceiver): void;
  /**
   * Sends bytes as a single piece, in the order of the calls; resolves when the system has accepted them, and rejects
   * if the channel ends first.
   */
  write(bytes: Uint8Array): Promise<void>;
  /** Number of written bytes that the system has not yet accepted. */
  readonly bufferedBytes: number;
  /**
   * Ends the channel. Written data may still be sent for a moment, unless it is discarded. A second call has an effect
   * only if it discards.
   */
  close(options?: { readonly discard?: boolean }): void;
  /** Stops delivery, and thus makes the other side wait, until {@link ByteChannel.resume} is called. */
  pause(): void;
  resume(): void;
}
