import type { JsonObject } from '@modegate/json';
import { STATELESS_REVISION } from '@modegate/json-rpc/mcp';
import type { ConnectionContext } from '../definitions/context.ts';
import type { RequestHandler, RequestHandlers } from '../requests/request-handler.ts';

type Instructions = string | ((context: ConnectionContext) => string) | undefined;

const KEPT_METHODS = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
];

/** The handlers that revision 2026-07-28 still has, and its own; `subscriptions/listen` belongs to the connection. */
export function statelessHandlersOf(
  handlers: RequestHandlers,
  capabilities: JsonObject,
  instructions: Instructions,
): RequestHandlers {
  const kept = KEPT_METHODS.flatMap((method) => {
    const handler = handlers[method];
    return handler === undefined ? [] : [[method, handler] as const];
  });
  // It sends no log, and the core protocol knows no tasks.
  const { logging: _logging, tasks: _tasks, ...offered } = capabilities;
  return { ...Object.fromEntries(kept), 'server/discover': discoverHandler(offered, instructions) };
}

/** What `initialize` says, for everyone who asks and as often as they like. */
function discoverHandler(capabilities: JsonObject, instructions: Instructions): RequestHandler {
  return (_params, { context }) => ({
    supportedVersions: [STATELESS_REVISION],
    capabilities,
    ...(instructions === undefined
      ? {}
      : { instructions: typeof instructions === 'string' ? instructions : instructions(context) }),
  });
}
