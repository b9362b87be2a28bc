import { isJsonObject, type JsonObject } from '@modegate/json';
import { META_KEYS } from '@modegate/json-rpc/mcp';
import { wireError } from '../json-rpc/wire-errors.ts';
import { invalidParam } from '../requests/params.ts';
import type { PendingRequest } from './pending-request.ts';
import { isIdle, releaseIdle, type ServedConnection, type SubscriptionListener, send } from './served-connection.ts';

// Maximum number of subscriptions per connection; over HTTP, one connection carries the requests from all clients of a
// principal.
const MAX_LISTENERS = 256;
const MAX_URIS = 100;

const LISTS = ['tools', 'resources', 'prompts'] as const;

type List = (typeof LISTS)[number];

const keyOf = (list: List) => `${list}ListChanged` as const;

/** The notifications that a client requested, limited to those that exist (MCP 2026-07-28, subscriptions). */
type Filter = Partial<Record<ReturnType<typeof keyOf>, true>> & { readonly resourceSubscriptions?: readonly string[] };

/**
 * Answers `subscriptions/listen`: acknowledges the supported notifications. The subscription ends without a result when
 * the client cancels it, and with a result when the connection ends.
 *
 * @throws {WireError} INVALID_PARAMS for a malformed filter, INVALID_REQUEST if there are too many subscriptions.
 */
export async function serveSubscription(served: ServedConnection, pending: PendingRequest): Promise<JsonObject> {
  const { context, request } = pending;
  const asked = readFilter(context.params.notifications);
  if (served.listeners.size >= MAX_LISTENERS)
    throw wireError('INVALID_REQUEST', `${MAX_LISTENERS} requests are already listening, which is the limit.`);
  const wireId = served.channel.wireId?.(request.id) ?? request.id;
  const meta = { [META_KEYS.subscriptionId]: wireId };
  const ended = Promise.withResolvers<void>();
  const uris = asked.resourceSubscriptions ?? [];
  const listener: SubscriptionListener = { wireId, uris, wants: () => false, end: ended.resolve };
  served.listeners.set(request.id, listener);
  try {
    context.releaseSlot();
    if (isIdle(served)) releaseIdle(served);
    const filter = honoured(served, asked, await follow(served, pending, uris));
    const params = { notifications: filter, _meta: meta };
    // Notifications are delayed until the end of their window, so the acknowledgement is sent first.
    listener.wants = wants(filter);
    await send(served, { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params }, request.id);
    context.signal.addEventListener('abort', listener.end, { once: true });
    // With an empty filter, no notification would ever be sent.
    if (context.signal.aborted || Object.keys(filter).length === 0) listener.end();
    await ended.promise;
  } finally {
    served.listeners.delete(request.id);
    void unfollow(served, pending, uris);
  }
  return { _meta: meta };
}

/** A notification, and the key by which it is coalesced. */
export interface CoalescedNotification {
  readonly method: string;
  readonly params: JsonObject | undefined;
  readonly key: string;
}

/** Sends a notification to each matching subscription, coalesced with others that have the same key. */
export function notifyListeners(served: ServedConnection, { method, params, key }: CoalescedNotification): void {
  for (const [id, listener] of served.listeners) {
    if (!listener.wants(method, params?.uri)) continue;
    const stamped = { ...params, _meta: { [META_KEYS.subscriptionId]: listener.wireId } };
    served.sender.request(`${JSON.stringify(id)} ${key}`, async () => {
      if (served.listeners.get(id) === listener) await send(served, { jsonrpc: '2.0', method, params: stamped }, id);
    });
  }
}

/** Ends all subscriptions with a result. */
export async function endListeners(served: ServedConnection): Promise<void> {
  if (served.listeners.size === 0) return;
  for (const { end } of served.listeners.values()) end();
  // Each subscription ends within a few turns of the microtask queue.
  await new Promise((resolve) => setImmediate(resolve));
}

function readFilter(value: unknown): Filter {
  if (!isJsonObject(value)) throw invalidParam('notifications', 'an object', value);
  for (const key of LISTS.map(keyOf))
    if (value[key] !== undefined && typeof value[key] !== 'boolean')
      throw invalidParam(`notifications.${key}`, 'true or false', value[key]);
  const { resourceSubscriptions: uris = [] } = value;
  const isList = Array.isArray(uris) && uris.length <= MAX_URIS && uris.every((uri) => typeof uri === 'string');
  if (!isList) throw invalidParam('notifications.resourceSubscriptions', `a list of at most ${MAX_URIS} URIs`, uris);
  const wanted = LISTS.filter((list) => value[keyOf(list)] === true);
  return { ...filterOf(wanted), resourceSubscriptions: [...new Set(uris as string[])] };
}

function honoured({ options }: ServedConnection, asked: Filter, followed: readonly string[]): Filter {
  const has = (list: List) => options.statelessHandlers[`${list}/list`] !== undefined;
  const lists = LISTS.filter((list) => asked[keyOf(list)] === true && has(list));
  return { ...filterOf(lists), ...(followed.length === 0 ? {} : { resourceSubscriptions: followed }) };
}

function filterOf(lists: readonly List[]): Filter {
  return Object.fromEntries(lists.map((list) => [keyOf(list), true]));
}

function wants(filter: Filter): SubscriptionListener['wants'] {
  const lists = LISTS.filter((list) => filter[keyOf(list)] === true);
  const methods: ReadonlySet<string> = new Set(lists.map((list) => `notifications/${list}/list_changed`));
  const uris = new Set<unknown>(filter.resourceSubscriptions);
  return (method, uri) => methods.has(method) || (method === 'notifications/resources/updated' && uris.has(uri));
}

/** Subscribes to resources in the same way as a client with a session; omits resources whose subscription fails. */
async function follow(
  served: ServedConnection,
  pending: PendingRequest,
  uris: readonly string[],
): Promise<readonly string[]> {
  const subscribe = served.options.handlers['resources/subscribe'];
  if (subscribe === undefined) return [];
  const followed: string[] = [];
  for (const uri of uris) {
    try {
      const { session } = served;
      if (!session.subscriptions.has(uri)) await subscribe({ uri }, { context: pending.context, session });
      followed.push(uri);
    } catch (error) {
      served.options.debug(`Not followed: ${String(error)}`);
    }
  }
  return followed;
}

async function unfollow(served: ServedConnection, pending: PendingRequest, uris: readonly string[]): Promise<void> {
  const { session, options } = served;
  const unsubscribe = options.handlers['resources/unsubscribe'];
  for (const uri of uris) {
    if (isFollowed(served, uri) || !session.subscriptions.has(uri)) continue;
    try {
      await unsubscribe?.({ uri }, { context: pending.context, session });
    } catch (error) {
      served.options.debug(`Followed on: ${String(error)}`);
    }
  }
}

function isFollowed({ listeners }: ServedConnection, uri: string): boolean {
  return [...listeners.values()].some(({ uris }) => uris.includes(uri));
}
