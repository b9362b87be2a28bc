import { isJsonObject, type JsonObject } from '@modegate/json';
import { RPC_ERROR_CODES, RpcError } from '@modegate/json-rpc';
import { META_KEYS } from '@modegate/json-rpc/mcp';
import {
  openSubscriptionStream,
  type SubscriptionStream,
  type SubscriptionStreamOptions,
} from './subscription-stream.ts';

/** Subscriptions to changes in a stateless server's lists and resources. */
export type ServerSubscriptions = ReturnType<typeof createServerSubscriptions>;

type ListName = 'tools' | 'resources' | 'prompts';

export interface ServerSubscriptionsOptions
  extends Pick<SubscriptionStreamOptions, 'send' | 'clientInfo' | 'schedule' | 'random' | 'now'> {
  readonly capabilities: JsonObject;
  /** Called if a list may have changed without an announcement. */
  readonly onGap: (list: ListName) => void;
  /** Called if a subscribed resource may have changed without an announcement. */
  readonly onResourceGap: (uri: string) => void;
  readonly onWarning: (text: string) => void;
  /** Completes the request for a stream that the server ended. */
  readonly onEnded: (id: number) => void;
}

const LISTS = ['tools', 'resources', 'prompts'] as const satisfies readonly ListName[];

/** Maximum number of subscribed resources per server. */
const MAX_FOLLOWED = 1_000;

/** Time limit for the server to agree to a subscription. */
const AGREE_MS = 30_000;

/** Subscribes to the lists whose changes the server announces, and to resources on request. */
export function createServerSubscriptions(options: ServerSubscriptionsOptions) {
  const lists = followLists(options);
  const resources = createResourceSubscriptions(options);
  const streams = (): readonly SubscriptionStream[] => [
    ...(lists === undefined ? [] : [lists]),
    ...resources.streams(),
  ];
  const streamOf = (id: unknown): SubscriptionStream | undefined =>
    typeof id === 'number' ? streams().find((stream) => stream.id() === id) : undefined;
  return {
    /** Subscribes to a resource; resolves once the server agrees, and throws an RpcError if the server refuses. */
    subscribe: resources.follow,
    unsubscribe: resources.leave,
    /** Handles a notification; returns true if the notification concerned a subscription stream itself. */
    take: (method: string, params: JsonObject) => {
      if (method === 'notifications/cancelled') {
        const { requestId } = params;
        if (streamOf(requestId) !== undefined) options.onEnded(requestId as number);
        return true;
      }
      if (method !== 'notifications/subscriptions/acknowledged') return false;
      const meta = isJsonObject(params._meta) ? params._meta : {};
      const { notifications } = params;
      streamOf(meta[META_KEYS.subscriptionId])?.acknowledge(isJsonObject(notifications) ? notifications : {});
      return true;
    },
    /** True if the server agreed to announce changes to a list, which makes polling unnecessary. */
    announcesChangesOf: (list: ListName) => lists?.agreed()?.[`${list}ListChanged`] === true,
    stop: () => {
      for (const stream of streams()) stream.stop();
    },
  };
}

function followLists(options: ServerSubscriptionsOptions): SubscriptionStream | undefined {
  const told = LISTS.filter((list) => {
    const declared = options.capabilities[list];
    return isJsonObject(declared) && declared.listChanged === true;
  });
  if (told.length === 0) return undefined;
  return openSubscriptionStream({
    ...options,
    notifications: Object.fromEntries(told.map((list) => [`${list}ListChanged`, true])),
    onAgreed: (isAgain) => {
      if (isAgain) for (const list of told) options.onGap(list);
    },
    onRejected: (reason) =>
      options.onWarning(`It does not announce changes to its lists, although it declares this capability: ${reason}`),
  });
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: RpcError) => void;
}

/**
 * Uses one stream for all resources. If the set of resources changes, a new stream is opened; the old stream ends once
 * the server has agreed to the new one.
 */
// oxlint-disable-next-line max-lines-per-function -- all steps share its state
function createResourceSubscriptions(options: ServerSubscriptionsOptions) {
  const uris = new Set<string>();
  const waiting = new Map<string, Waiting[]>();
  let current: SubscriptionStream | undefined;
  let next:
    | { readonly stream: SubscriptionStream; readonly uris: readonly string[]; readonly callOff: () => void }
    | undefined;
  let isStale = false;
  const settle = (uri: string, error: RpcError | undefined): void => {
    const all = waiting.get(uri) ?? [];
    waiting.delete(uri);
    if (error !== undefined && all.length > 0) uris.delete(uri);
    for (const { resolve, reject } of all) {
      if (error === undefined) resolve();
      else reject(error);
    }
  };
  const replace = (): void => {
    isStale = false;
    if (uris.size === 0) {
      current?.stop();
      current = undefined;
      return;
    }
    const asked = [...uris];
    const stream = openSubscriptionStream({
      ...options,
      notifications: { resourceSubscriptions: asked },
      onAgreed: (isAgain) => {
        if (isAgain) for (const uri of asked) options.onResourceGap(uri);
        agreed(stream);
      },
      onRejected: (reason) => failed(stream, reason),
    });
    const callOff = options.schedule(() => failed(stream, `no response arrived within ${AGREE_MS} ms`), AGREE_MS);
    next = { stream, uris: asked, callOff };
  };
  const agreed = (stream: SubscriptionStream): void => {
    if (next?.stream !== stream) return;
    const followed: readonly unknown[] = listOf(stream.agreed()?.resourceSubscriptions);
    const { uris: asked } = next;
    next.callOff();
    current?.stop();
    [current, next] = [stream, undefined];
    for (const uri of asked)
      settle(uri, followed.includes(uri) ? undefined : notFollowed(uri, 'it did not accept this subscription'));
    if (isStale) replace();
  };
  const failed = (stream: SubscriptionStream, reason: string): void => {
    stream.stop();
    if (current === stream) current = undefined;
    if (next?.stream !== stream) return;
    const { uris: asked, callOff } = next;
    callOff();
    next = undefined;
    for (const uri of asked) settle(uri, notFollowed(uri, reason));
    if (isStale) replace();
  };
  /** Opens a new stream; several changes in one turn open only one stream. */
  const change = (): void => {
    if (isStale) return;
    isStale = true;
    if (next === undefined) queueMicrotask(() => next === undefined && isStale && replace());
  };
  return {
    follow: (uri: string) => {
      if (uris.has(uri) && !waiting.has(uri)) return Promise.resolve();
      if (!uris.has(uri) && uris.size >= MAX_FOLLOWED)
        return Promise.reject(
          new RpcError(RPC_ERROR_CODES.INTERNAL_ERROR, `At most ${MAX_FOLLOWED} resources of one server are followed.`),
        );
      return new Promise<void>((resolve, reject) => {
        waiting.set(uri, [...(waiting.get(uri) ?? []), { resolve, reject }]);
        if (uris.has(uri)) return;
        uris.add(uri);
        change();
      });
    },
    leave: (uri: string) => {
      if (!uris.delete(uri)) return;
      settle(uri, notFollowed(uri, 'it is no longer needed'));
      change();
    },
    streams: () => [current, next?.stream].filter((stream) => stream !== undefined),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function notFollowed(uri: string, reason: string): RpcError {
  return new RpcError(
    RPC_ERROR_CODES.INVALID_PARAMS,
    `The server does not announce changes to the resource: ${reason}`,
    {
      uri: uri.slice(0, 1_000),
    },
  );
}
