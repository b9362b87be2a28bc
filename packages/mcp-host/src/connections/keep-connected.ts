import { backoffDelayMs } from './backoff.ts';
import type { ConnectionWorld } from './connection-world.ts';
import { isHopeless } from './hopeless.ts';
import { createInterruption, type Interruption } from './interruption.ts';
import type { JsonObject } from './json-object.ts';
import { messageOf } from './message-of.ts';
import type { Running } from './one-at-a-time.ts';
import type { Redact } from './redact.ts';
import { redactTransport } from './redact-transport.ts';
import type { Schedule } from './schedule.ts';
import type { ServerLaunch } from './substitute-entry.ts';
import type { NoteKind, UpstreamTransport } from './transport.ts';
import { openUpstream, type Upstream } from './upstream.ts';

/** A server that is to be kept connected, and who is told how it goes. Nobody is told anything after an interruption. */
export interface KeptServer {
  readonly name: string;
  readonly world: ConnectionWorld;
  readonly launch: ServerLaunch;
  readonly redact: Redact;
  readonly timeoutMs: () => number;
  readonly onConnecting: (attempt: number) => void;
  /** The server is ready; calling `lose` ends this link, after which another one is opened. */
  readonly onConnected: (upstream: Upstream, lose: (reason: string) => void) => void;
  readonly onDisconnected: (end: Disconnection) => void;
  readonly onNotification: (method: string, params: JsonObject) => void;
  readonly onNote: (kind: NoteKind, text: string) => void;
}

/** Why and until when there is no link. */
export interface Disconnection {
  readonly reason: string;
  readonly attempts: number;
  /** Epoch milliseconds. */
  readonly retryAt: number;
}

/**
 * Connects to a server, and again whenever the link ends, with growing waits in between; never gives up and never has
 * two links at once. Ends only when it is stopped, and then only after the link has ended.
 */
export function keepConnected(kept: KeptServer): Running {
  const interruption = createInterruption();
  return { stop: interruption.interrupt, ended: keep(kept, interruption) };
}

async function keep(kept: KeptServer, interruption: Interruption): Promise<void> {
  const { clock, schedule, random, backoff } = kept.world;
  let failures = 0;
  while (!interruption.hasHappened()) {
    kept.onConnecting(failures + 1);
    const link: Link = { isOver: false };
    const end = await runLink(kept, link, interruption);
    let delayMs = 0;
    if (end !== undefined) {
      failures = end.lastedMs >= backoff.resetAfterMs ? 1 : failures + 1;
      delayMs = backoffDelayMs(backoff, { failures, hopeless: end.hopeless, random: random() });
      kept.onDisconnected({ reason: end.reason, attempts: failures, retryAt: clock() + delayMs });
    }
    await closeLink(link);
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

/** One link, from before it is opened until after it is closed. */
interface Link {
  transport?: UpstreamTransport;
  upstream?: Upstream;
  isOver: boolean;
}

/** How a link ended that nobody interrupted. */
interface LinkEnd {
  readonly reason: string;
  /** Whether the next one will most likely end the same way. */
  readonly hopeless: boolean;
  /** How long the server was ready. */
  readonly lastedMs: number;
}

/** Opens a link and waits for its end; undefined when interrupted. Leaves it open only then. Never rejects. */
async function runLink(kept: KeptServer, link: Link, interruption: Interruption): Promise<LinkEnd | undefined> {
  const { slots, now } = kept.world;
  let freeSlot = () => {};
  try {
    await interruption.wait((done) => {
      freeSlot = slots.take(() => done(true));
    });
    if (interruption.hasHappened()) return undefined;
    const upstream = await openInTime(kept, link, interruption);
    freeSlot();
    if (upstream === undefined) return undefined;
    const since = now();
    return await interruption.wait<LinkEnd>((done) => {
      const end = (reason: string) => done({ reason, hopeless: false, lastedMs: now() - since });
      void upstream.closed.then(({ message }) => end(message));
      kept.onConnected(upstream, end);
    });
  } catch (error) {
    return { reason: messageOf(error), hopeless: isHopeless(error), lastedMs: 0 };
  } finally {
    freeSlot();
  }
}

/** How much longer than its parts, which have limits and better words of their own, the opening of a link may take. */
const EXTRA_START_MS = 1_000;

/** Opens a link; rejects when that takes too long, whatever it is that hangs. */
async function openInTime(kept: KeptServer, link: Link, interruption: Interruption): Promise<Upstream | undefined> {
  const { initializeTimeoutMs, schedule } = kept.world;
  let cancel = () => {};
  try {
    return await interruption.wait<Upstream>((done, fail) => {
      const limitMs = 2 * initializeTimeoutMs + EXTRA_START_MS;
      cancel = schedule(() => fail(new Error(`It was not ready within ${Math.round(limitMs / 1_000)} s.`)), limitMs);
      openLink(kept, link, interruption).then(done, fail);
    });
  } finally {
    cancel();
  }
}

async function openLink(kept: KeptServer, link: Link, interruption: Interruption): Promise<Upstream> {
  const { name, world, launch, redact, onNote } = kept;
  const { clientInfo, initializeTimeoutMs, now, schedule } = world;
  const isCurrent = () => !link.isOver && !interruption.hasHappened();
  link.transport = redactTransport(world.openTransport(launch, { name }), redact);
  const upstream = await openUpstream(link.transport, {
    name,
    clientInfo,
    capabilities: world.capabilities(),
    initializeTimeoutMs,
    requestTimeoutMs: kept.timeoutMs(),
    onRequest: async (method, params, context) => world.onRequest(name, method, params, context),
    onNotification: (method, params) => isCurrent() && kept.onNotification(method, params),
    onNote: (kind, text) => isCurrent() && onNote(kind, text),
    now,
    schedule,
  });
  link.upstream = upstream;
  // Ready too late: whoever closed the link could not know of it.
  if (link.isOver) await upstream.close();
  return upstream;
}

async function closeLink(link: Link): Promise<void> {
  link.isOver = true;
  // Neither rejects by its contract; one that does all the same has no other way to be closed.
  await link.upstream?.close().catch(() => undefined);
  await link.transport?.close().catch(() => undefined);
}
