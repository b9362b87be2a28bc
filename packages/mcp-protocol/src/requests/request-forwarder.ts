import type { JsonObject } from '@modegate/json';
import type { ConnectionContext, RequestContext } from '../definitions/context.ts';
import type { RequestHandler, RequestHandlers } from './request-handler.ts';
import { checkRoom } from './resource-requests.ts';

/** A list that can include items from other servers. */
export type ForwardedList = 'resources' | 'resourceTemplates' | 'prompts';

/** A request that another server can answer. */
export type ForwardedMethod =
  | 'resources/read'
  | 'resources/subscribe'
  | 'resources/unsubscribe'
  | 'prompts/get'
  | 'completion/complete';

/**
 * Items and answers from other servers, in addition to the server's own definitions; they are neither checked nor
 * changed.
 */
export interface RequestForwarder {
  /** Items to append to a list, as they appear on the wire. */
  list(list: ForwardedList, context: ConnectionContext): readonly JsonObject[] | Promise<readonly JsonObject[]>;
  /**
   * Returns the complete result, or undefined if the server itself should answer.
   *
   * @throws {RpcError} The client receives this error unchanged.
   */
  request(method: ForwardedMethod, params: JsonObject, context: RequestContext): Promise<JsonObject | undefined>;
}

const LISTS: Readonly<Record<string, ForwardedList>> = {
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
};

const METHODS: readonly ForwardedMethod[] = [
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/get',
  'completion/complete',
];

/** Adds forwarding to handlers: forwarded requests take precedence, and forwarded list items come last. */
export function withForwarding(handlers: RequestHandlers, forwarding: RequestForwarder): RequestHandlers {
  const own = (method: string): readonly [string, RequestHandler][] => {
    const handler = handlers[method];
    return handler === undefined ? [] : [[method, handler]];
  };
  const lists = Object.entries(LISTS).flatMap(([method, list]) =>
    own(method).map(([, handler]) => [method, listBoth(handler, list, forwarding)]),
  );
  const requests = METHODS.flatMap((method) =>
    own(method).map(([, handler]) => [method, askFirst(handler, method, forwarding)]),
  );
  return { ...handlers, ...Object.fromEntries([...lists, ...requests]) };
}

function listBoth(handler: RequestHandler, list: ForwardedList, forwarding: RequestForwarder): RequestHandler {
  return async (params, request) => {
    const result = await handler(params, request);
    const items = result[list];
    const more = await forwarding.list(list, request.context);
    return { ...result, [list]: [...(Array.isArray(items) ? items : []), ...more] };
  };
}

function askFirst(handler: RequestHandler, method: ForwardedMethod, forwarding: RequestForwarder): RequestHandler {
  return async (params, request) => {
    const { subscriptions } = request.session;
    if (method === 'resources/subscribe') checkRoom(subscriptions, String(params.uri));
    const result = await forwarding.request(method, params, request.context);
    if (result === undefined) return handler(params, request);
    // The connection tracks its client's subscriptions, including those to resources of other servers.
    if (method === 'resources/subscribe') subscriptions.add(String(params.uri));
    if (method === 'resources/unsubscribe') subscriptions.delete(String(params.uri));
    return result;
  };
}
