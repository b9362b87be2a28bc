import type { Schedule } from '@modegate/timing';
import { hasCode, messageOf } from '../host-error.ts';
import type { Upstream } from '../peer/upstream.ts';
import type { StoppableRun } from '../timing/exclusive-runner.ts';
import { createInterruption, type Interruption } from '../timing/interruption.ts';
import { retryDelayMs } from '../timing/retry-delay.ts';
import { type Attempt, closeLink, type LinkTarget, openLink } from './open-link.ts';

/** A server to keep connected, with callbacks. No callback is called after an interruption. */
export interface ManagedServer extends LinkTarget {
  readonly onConnecting: (attempt: number) => void;
  /** Called when the server is ready. */
  readonly onConnected: (upstream: Upstream, disconnect: Disconnect) => void;
  readonly onDisconnected: (end: Disconnection) => void;
}

/**
 * Ends a link; another link is opened afterwards, with a longer delay if the cause will probably persist until
 * something changes.
 */
export type Disconnect = (reason: string, options?: { readonly isLasting: boolean }) => void;

/** Reason why the link is down, and the time of the next attempt. */
export interface Disconnection {
  readonly reason: string;
  readonly attempts: number;
  /** Time of the next attempt, in epoch milliseconds. */
  readonly retryAt: number;
}

/**
 * Connects to a server and reconnects, with growing delays, whenever the link ends; never gives up and never has two
 * links at once. Ends only when stopped, and only after the link has ended.
 */
export function startReconnectLoop(server: ManagedServer): StoppableRun {
  const interruption = createInterruption();
  return { stop: interruption.interrupt, ended: reconnect(server, interruption) };
}

async function reconnect(server: ManagedServer, interruption: Interruption): Promise<void> {
  const { clock, schedule, random } = server.timing;
  const { backoff } = server.opening;
  let failures = 0;
  while (!interruption.hasHappened()) {
    server.onConnecting(failures + 1);
    const attempt: Attempt = { isOver: false };
    const end = await runAttempt(server, attempt, interruption);
    let delayMs = 0;
    if (end !== undefined) {
      failures = end.lastedMs >= backoff.resetAfterMs ? 1 : failures + 1;
      delayMs = retryDelayMs(backoff, { failures, permanent: end.permanent, random: random() });
      server.onDisconnected({ reason: end.reason, attempts: failures, retryAt: clock() + delayMs });
    }
    await closeLink(attempt);
    await pause(delayMs, schedule, interruption);
  }
}

async function pause(delayMs: number, schedule: Schedule, interruption: Interruption): Promise<void> {
  let cancel = () => {};
  await interruption.wait((done) => {
    cancel = schedule(() => done(true), delayMs);
  });
  cancel();
}

/** The end of an attempt that was not interrupted. */
interface AttemptEnd {
  readonly reason: string;
  /** True if the next attempt will probably end in the same way. */
  readonly permanent: boolean;
  /** Time for which the server was ready, in milliseconds. */
  readonly lastedMs: number;
}

/**
 * Opens a link and waits until the link ends; returns undefined if interrupted, in which case the link may still be
 * open. Never rejects.
 */
async function runAttempt(
  server: ManagedServer,
  attempt: Attempt,
  interruption: Interruption,
): Promise<AttemptEnd | undefined> {
  const { now } = server.timing;
  let freeSlot = () => {};
  try {
    await interruption.wait((done) => {
      freeSlot = server.opening.slots.take(() => done(true));
    });
    if (interruption.hasHappened()) return undefined;
    const upstream = await openLink(server, attempt, interruption);
    freeSlot();
    if (upstream === undefined) return undefined;
    const since = now();
    return await interruption.wait<AttemptEnd>((done) => {
      const end: Disconnect = (reason, { isLasting } = { isLasting: false }) =>
        done({ reason, permanent: isLasting, lastedMs: now() - since });
      void upstream.closed.then(({ message }) => end(message));
      server.onConnected(upstream, end);
    });
  } catch (error) {
    return { reason: messageOf(error), permanent: isPermanent(error), lastedMs: 0 };
  } finally {
    freeSlot();
  }
}

/** System errors for a command that does not exist or must not be run. */
const LASTING_CODES: ReadonlySet<string> = new Set([
  'ENOENT',
  'EACCES',
  'ENOTDIR',
  'EISDIR',
  'ENOEXEC',
  'E2BIG',
  'EINVAL',
  'ERR_INVALID_ARG_VALUE',
]);

/** HTTP statuses for rejected credentials, which will be rejected again. */
const LASTING_STATUSES: ReadonlySet<number> = new Set([401, 403]);

/** True if the cause of a failed start will probably persist until something changes. */
function isPermanent(error: unknown): boolean {
  if (hasCode(error, 'UPSTREAM_START_FAILED')) {
    const { systemCode, httpStatus } = error.data;
    return (systemCode !== undefined && LASTING_CODES.has(systemCode)) || isLastingStatus(httpStatus);
  }
  if (hasCode(error, 'LOGIN_NEEDED')) return true;
  return hasCode(error, 'UPSTREAM_PROTOCOL') && isLastingStatus(error.data.httpStatus);
}

function isLastingStatus(status: number | undefined): boolean {
  return status !== undefined && LASTING_STATUSES.has(status);
}
