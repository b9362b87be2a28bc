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
 * Items and responses from other servers, in addition to the server's own definitions; they are neither checked nor
 * changed.
 */
export interface RequestForwarder {
  /** Returns the items to append to a list, in their wire format. */
  list(list: ForwardedList, context: ConnectionContext): readonly JsonObject[] | Promise<readonly JsonObject[]>;
  /**
   * Returns the complete result, or undefined if the server itself should answer.
   *
   * @throws {RpcError} if the request fails; the client receives this error unchanged.
   */
  request(method: ForwardedMethod, params: JsonObject, context: RequestContext): Promise<JsonObject | undefined>;
}

const LISTS: Readonly<Record<string, ForwardedList>> = {
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
};

const METHODS: ReadonlySet<string> = new Set<ForwardedMethod>([
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/get',
  'completion/complete',
]);

/**
 * Adds forwarding to handlers: forwarded requests take precedence over the handlers, and forwarded list items come
 * last.
 */
export function withForwarding(handlers: RequestHandlers, forwarding: RequestForwarder): RequestHandlers {
  const forwarded = Object.entries(handlers).map(([method, handler]) => {
    const list = LISTS[method];
    if (list !== undefined) return [method, listBoth(handler, list, forwarding)];
    return [method, METHODS.has(method) ? askFirst(handler, method as ForwardedMethod, forwarding) : handler];
  });
  return Object.fromEntries(forwarded);
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
    // The connection tracks its client's subscriptions, including subscriptions to resources on other servers.
    if (method === 'resources/subscribe') subscriptions.add(String(params.uri));
    if (method === 'resources/unsubscribe') subscriptions.delete(String(params.uri));
    return result;
  };
}
