import { type BackoffBounds, backoffDelayMs } from '@modegate/timing';
import pg from 'pg';
import { type Announcement, readAnnouncement } from './announcement.ts';

/**
 * A change made by another process. `missed`: no notifications were received for a while, so anything may have changed.
 */
export type StoreChange = Announcement | { readonly kind: 'missed' };

/** A subscription to changes made by other processes. */
export interface ChangeFeed {
  readonly close: () => Promise<void>;
}

/** Listeners for changes. They must not throw. */
export interface ChangeListener {
  readonly onChange: (change: StoreChange) => void;
  /** Called with false when the connection breaks and with true when the connection is restored. */
  readonly onConnection: (isThere: boolean) => void;
}

/** Connection and listeners. */
interface ChangeFeedOptions extends ChangeListener {
  readonly connection: pg.ClientConfig;
  /** Name of both the schema and the channel. */
  readonly schema: string;
  readonly ownOrigin: string;
}

/** Interval of connection checks: a broken connection is as silent as an idle one. */
const PROBE_MS = 2_000;

const again: BackoffBounds = { firstMs: 100, maxMs: 2_000, leastMs: 20 };

/**
 * Listens on a separate connection, and reconnects if the connection breaks. Reports `missed` each time it starts to
 * listen, since earlier announcements are lost.
 */
export function openChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const ending = new AbortController();
  const over = keepListening(options, ending.signal);
  return {
    close: () => {
      ending.abort();
      return over;
    },
  };
}

async function keepListening(options: ChangeFeedOptions, signal: AbortSignal): Promise<void> {
  let isThere = true;
  const tell = (now: boolean): void => {
    if (now !== isThere) options.onConnection(now);
    isThere = now;
  };
  for (let failures = 1; !signal.aborted; failures += 1) {
    await listen(options, signal, () => {
      failures = 0;
      tell(true);
    });
    if (signal.aborted) return;
    tell(false);
    await pause(backoffDelayMs(again, { failures: Math.max(1, failures), random: Math.random() }), signal);
  }
}

/** Resolves when the connection has ended. */
async function listen(
  { connection, schema, ownOrigin, onChange }: ChangeFeedOptions,
  signal: AbortSignal,
  onListening: () => void,
): Promise<void> {
  const client = new pg.Client(connection);
  const broken = new AbortController();
  const stop = AbortSignal.any([signal, broken.signal]);
  client.on('error', () => broken.abort());
  client.on('end', () => broken.abort());
  client.on('notification', ({ payload = '' }) => {
    const announcement = readAnnouncement(payload, ownOrigin);
    if (announcement !== undefined) onChange(announcement);
  });
  try {
    await client.connect();
    await client.query(`LISTEN "${schema}"`);
    onListening();
    onChange({ kind: 'missed' });
    while (!stop.aborted) {
      await pause(PROBE_MS, stop);
      if (!stop.aborted) await client.query('SELECT 1');
    }
  } catch {
    // The next connection shows whether the failure was only momentary.
  }
  // A server that is no longer reachable does not respond to `end`.
  await Promise.race([client.end().catch(() => undefined), pause(PROBE_MS, new AbortController().signal)]);
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    signal.addEventListener('abort', end);
  });
}
