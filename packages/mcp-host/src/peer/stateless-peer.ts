import { isJsonObject, type JsonObject } from '@modegate/json';
import { preview, RPC_ERROR_CODES, RpcError } from '@modegate/json-rpc';
import { LOG_LEVELS, META_KEYS } from '@modegate/json-rpc/mcp';
import { backgroundSchedule } from '@modegate/timing';
import type { DescribedServer } from '../revisions/discover-answer.ts';
import type { UpstreamTransport } from '../transport/transport.ts';
import type { UpstreamPeer } from './peer.ts';
import { createServerSubscriptions, type ServerSubscriptions } from './server-subscriptions.ts';
import { createStatelessRequests } from './stateless-requests.ts';
import { createToolHeaders } from './tool-headers.ts';
import type { UpstreamOptions } from './upstream-options.ts';
import type { SendRequest } from './upstream-request.ts';

/** The members of an upstream that differ between revisions. */
export type StatelessPeer = Pick<UpstreamPeer, 'unanswered' | 'notify'> &
  Pick<ServerSubscriptions, 'announcesChangesOf'> & { readonly request: SendRequest };

/** Switches a peer to the stateless revision and subscribes to the server. */
export function createStatelessPeer(
  peer: UpstreamPeer,
  transport: UpstreamTransport,
  options: UpstreamOptions & { readonly server: DescribedServer },
): StatelessPeer {
  const { server, clientInfo, onNotification, now = () => performance.now(), random = Math.random } = options;
  const { schedule = backgroundSchedule } = options;
  const remark = (text: string): void => options.onLog?.('garbage', text);
  // Must happen before the first request, whose result may already have a type.
  peer.switchToStateless((method, params) => {
    if (!subscriptions.take(method, params)) onNotification(method, withoutSubscription(params));
  });
  let logLevel: string | undefined;
  const send = peer.request;
  const subscriptions = createServerSubscriptions({
    send,
    clientInfo,
    schedule,
    random,
    now,
    capabilities: server.capabilities,
    onGap: (list) => onNotification(`notifications/${list}/list_changed`, {}),
    onResourceGap: (uri) => onNotification('notifications/resources/updated', { uri }),
    onWarning: remark,
    onEnded: peer.endRequest,
  });
  peer.ended.addEventListener('abort', subscriptions.stop, { once: true });
  const request = createStatelessRequests({
    name: options.name,
    clientInfo,
    capabilities: options.capabilities,
    send,
    schedule,
    ended: peer.ended,
    logLevel: () => logLevel,
    // Headers exist only over HTTP.
    toolHeaders: transport.cancel === undefined ? undefined : createToolHeaders(remark),
    onLost: (reason) => peer.disconnect(`It no longer speaks protocol ${server.protocolVersion}: ${reason}`),
  });
  const translated = translatedMethods(server, subscriptions, (level) => {
    logLevel = level;
  });
  const underWay = countUnderWay();
  return {
    announcesChangesOf: subscriptions.announcesChangesOf,
    request: (method, params, requestOptions) =>
      underWay.add(
        Object.hasOwn(translated, method)
          ? (translated[method]?.(params ?? {}) ?? Promise.resolve({}))
          : request(method, params, requestOptions),
      ),
    unanswered: underWay.count,
    // A stateless server receives only requests; cancellation is sent in a different way.
    notify: () => Promise.resolve(),
  };
}

/** Translates methods of earlier revisions into those of the stateless revision. */
function translatedMethods(
  server: DescribedServer,
  subscriptions: ServerSubscriptions,
  setLogLevel: (level: string) => void,
): Readonly<Record<string, (params: JsonObject) => Promise<JsonObject>>> {
  return {
    'resources/subscribe': async ({ uri }) => {
      if (!declaresSubscribe(server))
        throw new RpcError(RPC_ERROR_CODES.METHOD_NOT_FOUND, 'The server does not announce changes to resources.');
      await subscriptions.subscribe(String(uri));
      return {};
    },
    'resources/unsubscribe': async ({ uri }) => {
      subscriptions.unsubscribe(String(uri));
      return {};
    },
    'logging/setLevel': async ({ level }) => {
      if (!LOG_LEVELS.some((each) => each === level))
        throw new RpcError(
          RPC_ERROR_CODES.INVALID_PARAMS,
          `"level" is ${preview(level)}, expected the name of a level.`,
        );
      setLogLevel(String(level));
      return {};
    },
  };
}

/**
 * Counts unfinished requests. The peer's count is not enough, because a request may be between rounds, and a stream
 * stays open.
 */
function countUnderWay() {
  let count = 0;
  const end = () => {
    count -= 1;
  };
  return {
    count: () => count,
    add: <Result>(answer: Promise<Result>): Promise<Result> => {
      count += 1;
      answer.then(end, end);
      return answer;
    },
  };
}

function declaresSubscribe({ capabilities: { resources } }: DescribedServer): boolean {
  return isJsonObject(resources) && resources.subscribe === true;
}

/** Removes the id of the subscription stream, which is meaningless elsewhere. */
function withoutSubscription(params: JsonObject): JsonObject {
  const { _meta: meta, ...others } = params;
  if (!isJsonObject(meta) || meta[META_KEYS.subscriptionId] === undefined) return params;
  const { [META_KEYS.subscriptionId]: _id, ...kept } = meta;
  return Object.keys(kept).length === 0 ? others : { ...others, _meta: kept };
}
