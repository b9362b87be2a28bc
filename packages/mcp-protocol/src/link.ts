import type { Channel } from './channel.ts';
import { type ClientRequests, createClientRequests } from './client-requests.ts';
import { type CoalescedSender, createCoalescedSender, type Schedule } from './coalesced-sender.ts';
import type { JsonRpcMessage, RequestId } from './json-rpc.ts';
import type { PendingRequest } from './pending-request.ts';
import type { ConnectionState, ReportError, RequestHandlers } from './request-handler.ts';
import { createSlots, type Slots } from './slots.ts';

/** What all connections of a server share. */
export interface ConnectionOptions {
  readonly handlers: RequestHandlers;
  /** How many requests of one client run at once; more wait their turn. */
  readonly maxConcurrent: number;
  readonly schedule: Schedule;
  readonly report: ReportError;
  readonly debug: (message: string) => void;
}

/** Everything that the two ends of a connection hold in common. */
export interface Link {
  readonly channel: Channel;
  readonly options: ConnectionOptions;
  readonly state: ConnectionState;
  readonly pending: Map<RequestId, PendingRequest>;
  readonly slots: Slots;
  readonly sender: CoalescedSender;
  readonly asked: ClientRequests;
  readonly idleWaiters: Set<() => void>;
  readonly closed: Promise<void>;
  readonly resolveClosed: () => void;
  open: boolean;
  unsentLogs: number;
}

/** Creates the link of a connection that has not started. */
export function createLink(channel: Channel, options: ConnectionOptions): Link {
  let resolveClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });
  return {
    channel,
    options,
    state: {
      connectionId: channel.id ?? crypto.randomUUID(),
      client: undefined,
      clientCapabilities: {},
      protocolVersion: undefined,
      logLevel: undefined,
      subscriptions: new Set(),
    },
    pending: new Map(),
    slots: createSlots(options.maxConcurrent),
    sender: createCoalescedSender({ schedule: options.schedule }),
    asked: createClientRequests({
      schedule: options.schedule,
      send: (message, relatedRequestId) => channel.send(message, relatedRequestId),
    }),
    idleWaiters: new Set(),
    closed,
    resolveClosed,
    open: true,
    unsentLogs: 0,
  };
}

/** Sends a message if the connection is still open. */
export async function send(link: Link, message: JsonRpcMessage, relatedRequestId?: RequestId): Promise<void> {
  if (link.open) await link.channel.send(message, relatedRequestId);
}

/** Sends a message that nobody waits for; what cannot be sent is only logged. */
export async function sendQuietly(link: Link, message: JsonRpcMessage, relatedRequestId?: RequestId): Promise<void> {
  try {
    await send(link, message, relatedRequestId);
  } catch (error) {
    link.options.debug(`Could not send a message: ${String(error)}`);
  }
}

/** Resolves once no request is in flight, or the connection has ended. */
export function idle(link: Link): Promise<void> {
  if (!link.open || link.pending.size === 0) return Promise.resolve();
  return new Promise((resolve) => link.idleWaiters.add(resolve));
}

/** Tells those who wait that no request is in flight. */
export function releaseIdle(link: Link): void {
  for (const resolve of link.idleWaiters) resolve();
  link.idleWaiters.clear();
}
