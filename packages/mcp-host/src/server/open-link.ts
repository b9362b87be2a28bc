import type { JsonObject } from '@modegate/json';
import type { Redact } from '@modegate/secrets';
import { type HostError, hasCode } from '../host-error.ts';
import type { ServerLaunch } from '../launch/server-launch.ts';
import { openUpstream, type Upstream } from '../peer/upstream.ts';
import type { Interruption } from '../timing/interruption.ts';
import type { TimeSource } from '../timing/time-source.ts';
import { redactTransport } from '../transport/redact-transport.ts';
import type { LogSource, UpstreamTransport } from '../transport/transport.ts';
import type { CachedRevision, ChosenRevision } from './cached-revision.ts';
import type { OpeningOptions } from './connection-dependencies.ts';

/** A server to which a link is opened. No callback is called after an interruption. */
export interface LinkTarget {
  readonly name: string;
  readonly timing: TimeSource;
  readonly opening: OpeningOptions;
  readonly launch: ServerLaunch;
  readonly revision: CachedRevision;
  readonly redact: Redact;
  readonly timeoutMs: () => number;
  readonly onNotification: (method: string, params: JsonObject) => void;
  readonly onLog: (kind: LogSource, text: string) => void;
}

/** One connection attempt, from before its link is opened until after it is closed. */
export interface Attempt {
  transport?: UpstreamTransport;
  upstream?: Upstream;
  isOver: boolean;
}

/**
 * Opens a link to a server; returns undefined if interrupted. If a server ends during the revision probe, it is started
 * once more without the probe and is not probed again.
 */
export async function openLink(
  server: LinkTarget,
  attempt: Attempt,
  interruption: Interruption,
): Promise<Upstream | undefined> {
  const { revision } = server;
  const spoken = revision.next();
  let ended: string;
  try {
    const upstream = await openInTime(server, attempt, { ...spoken, interruption });
    if (upstream !== undefined) revision.found(upstream.revision);
    return upstream;
  } catch (error) {
    revision.failed();
    if (spoken.revisionSource === 'entry' || !endedByProbe(error) || interruption.hasHappened()) throw error;
    ended = error.data.reason;
  }
  revision.assumeLegacy();
  server.onLog(
    'garbage',
    `It exited when it was asked for its protocol. It is being restarted without that question. ${ended}`,
  );
  const upstream = await openInTime(server, attempt, { ...revision.next(), interruption });
  if (upstream !== undefined) revision.found(upstream.revision);
  return upstream;
}

/** Closes everything that an attempt opened. */
export async function closeLink(attempt: Attempt): Promise<void> {
  attempt.isOver = true;
  // By contract, neither call rejects; if one does, there is no other way to close the link.
  await attempt.upstream?.close().catch(() => undefined);
  await attempt.transport?.close().catch(() => undefined);
}

function endedByProbe(error: unknown): error is HostError<'UPSTREAM_START_FAILED'> {
  return hasCode(error, 'UPSTREAM_START_FAILED') && error.data.endedByProbe === true;
}

interface OpenOptions extends ChosenRevision {
  readonly interruption: Interruption;
}

/**
 * Extra time for opening a link, in addition to the time for its steps, which have their own limits and better
 * messages.
 */
const EXTRA_START_MS = 1_000;

/** Opens a link; rejects if this takes too long for any reason. */
async function openInTime(server: LinkTarget, attempt: Attempt, how: OpenOptions): Promise<Upstream | undefined> {
  const { initializeTimeoutMs } = server.opening;
  let cancel = () => {};
  try {
    return await how.interruption.wait<Upstream>((done, fail) => {
      const limitMs = 2 * initializeTimeoutMs + EXTRA_START_MS;
      cancel = server.timing.schedule(
        () => fail(new Error(`It was not ready within ${Math.round(limitMs / 1_000)} s.`)),
        limitMs,
      );
      open(server, attempt, how).then(done, fail);
    });
  } finally {
    cancel();
  }
}

async function open(
  server: LinkTarget,
  attempt: Attempt,
  { revision, revisionSource, interruption }: OpenOptions,
): Promise<Upstream> {
  const { name, timing, opening, launch, redact, onLog } = server;
  const { clientInfo, initializeTimeoutMs } = opening;
  const isCurrent = () => !attempt.isOver && !interruption.hasHappened();
  attempt.transport = redactTransport(opening.openTransport(launch, { name }), redact);
  const upstream = await openUpstream(attempt.transport, {
    name,
    clientInfo,
    capabilities: opening.capabilities(),
    revision,
    revisionSource,
    initializeTimeoutMs,
    requestTimeoutMs: server.timeoutMs(),
    onRequest: async (method, params, context) => opening.onRequest(name, method, params, context),
    onNotification: (method, params) => isCurrent() && server.onNotification(method, params),
    onLog: (kind, text) => isCurrent() && onLog(kind, text),
    now: timing.now,
    schedule: timing.schedule,
    random: timing.random,
  });
  attempt.upstream = upstream;
  // The link was ready too late: the attempt had been closed before the link existed.
  if (attempt.isOver) await upstream.close();
  return upstream;
}
