import type { JsonObject } from '@modegate/json';
import type { ConnectionContext, RequestContext } from '../definitions/context.ts';
import type { RequestHandler, RequestHandlers } from './request-handler.ts';
import { checkRoom } from './resource-requests.ts';

/** A list whose items may come from elsewhere too. */
export type ForwardedList = 'resources' | 'resourceTemplates' | 'prompts';

/** A request that another server may answer. */
export type ForwardedMethod =
  | 'resources/read'
  | 'resources/subscribe'
  | 'resources/unsubscribe'
  | 'prompts/get'
  | 'completion/complete';

/** Lists and answers of other servers, beside the server's own definitions; they are neither checked nor changed. */
export interface RequestForwarder {
  /** Items that follow the server's own in a list, as they go on the wire. */
  list(list: ForwardedList, context: ConnectionContext): readonly JsonObject[] | Promise<readonly JsonObject[]>;
  /**
   * Answers a request whole, or says with undefined that it is the server's own.
   *
   * @throws {RpcError} for an error that is to reach the client as it came.
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

/** Puts what is forwarded before, and in lists behind, what the server answers itself. */
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
    // The connection keeps what its client follows, wherever the updates come from.
    if (method === 'resources/subscribe') subscriptions.add(String(params.uri));
    if (method === 'resources/unsubscribe') subscriptions.delete(String(params.uri));
    return result;
  };
}
