import type { ByteChannel, ByteReceiver } from '../channel.ts';

/** Options of linked channels. Bytes always arrive complete and in order. */
export interface LinkOptions {
  /** Splits the bytes of one `write` into the pieces in which they arrive. Default: one piece. */
  readonly chunk?: (bytes: Uint8Array) => readonly Uint8Array[];
  /**
   * Receives a function that makes a piece arrive, and calls it when the piece should arrive. Default: as soon as the
   * caller has returned.
   */
  readonly deliver?: (arrive: () => void) => void;
}

/**
 * Creates the two ends of an in-memory connection; each end receives what the other end writes. A paused end makes the
 * other end wait.
 */
export function linkedChannels(options: LinkOptions = {}): [ByteChannel, ByteChannel] {
  const [first, second] = [createEnd(), createEnd()];
  return [createChannel(first, second, options), createChannel(second, first, options)];
}

/** Data that has arrived at one end of the connection or is in transit. */
interface End {
  receiver: ByteReceiver | undefined;
  paused: boolean;
  /** True if the end was closed by its own side, or was notified that the other side had closed. */
  closed: boolean;
  readonly underWay: Arrival[];
  readonly arrived: Arrival[];
}

type Arrival =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly taken: () => void; readonly lost: () => void }
  | { readonly kind: 'end' };

function createEnd(): End {
  return { receiver: undefined, paused: false, closed: false, underWay: [], arrived: [] };
}

function createChannel(own: End, other: End, options: LinkOptions): ByteChannel {
  const { chunk = (bytes) => [bytes], deliver = queueMicrotask } = options;
  let bufferedBytes = 0;
  const dispatch = (arrival: Arrival): void => {
    other.underWay.push(arrival);
    deliver(() => {
      const next = other.underWay.shift();
      if (next !== undefined) other.arrived.push(next);
      receive(other);
    });
  };
  const sendPiece = (bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (end: () => void) => () => {
        bufferedBytes -= bytes.length;
        end();
      };
      bufferedBytes += bytes.length;
      dispatch({ kind: 'bytes', bytes, taken: settle(resolve), lost: settle(() => reject(brokenLink())) });
    });

  return {
    start: (receiver) => {
      own.receiver = receiver;
      if (own.closed) queueMicrotask(() => receiver.closed());
      receive(own);
    },
    write: async (bytes) => {
      if (own.closed || other.closed) throw brokenLink();
      await Promise.all(chunk(bytes).map(sendPiece));
    },
    get bufferedBytes() {
      return bufferedBytes;
    },
    close: ({ discard = false } = {}) => {
      if (discard) loseArrivals(other);
      if (own.closed) return;
      own.closed = true;
      dispatch({ kind: 'end' });
      const { receiver } = own;
      queueMicrotask(() => receiver?.closed());
      loseArrivals(own);
    },
    pause: () => {
      own.paused = true;
    },
    resume: () => {
      own.paused = false;
      receive(own);
    },
  };
}

// Delivers data that has arrived; a closed end accepts nothing further.
function receive(end: End): void {
  while (!end.paused && !end.closed && end.receiver !== undefined) {
    const arrival = end.arrived.shift();
    if (arrival === undefined) return;
    if (arrival.kind === 'end') {
      end.closed = true;
      end.receiver.closed();
    } else {
      arrival.taken();
      end.receiver.data(arrival.bytes);
    }
  }
  if (end.closed) loseArrivals(end);
}

// Drops only bytes: the end-of-stream signal sent by the other side must still be delivered.
function loseArrivals(end: End): void {
  for (const queue of [end.arrived, end.underWay]) {
    const ends = queue.filter(({ kind }) => kind === 'end');
    for (const arrival of queue.splice(0, queue.length, ...ends)) if (arrival.kind === 'bytes') arrival.lost();
  }
}

function brokenLink(): Error {
  return Object.assign(new Error('The other end of the link is gone.'), { code: 'EPIPE' });
}
