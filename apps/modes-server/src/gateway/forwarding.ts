import type { ConnectionContext, Forwarding } from '@modegate/mcp-protocol';
import { withGatewayErrors } from './gateway-wire-errors.ts';
import type { ModesGateway } from './open-gateway.ts';

/** What the protocol hands to the gateway beside tool calls: resources, prompts and completions of other servers. */
export function createForwarding({ gateway, enter }: ModesGateway, ready: Promise<unknown>): Forwarding {
  // Some clients never say that they are initialised; asking for anything says so too.
  const isThere = async (context: ConnectionContext): Promise<boolean> => {
    await ready;
    if (!enter(context)) return false;
    await gateway.starting;
    return enter(context);
  };
  return {
    list: async (list, context) => ((await isThere(context)) ? gateway.lists(context.connectionId)[list] : []),
    request: async (method, params, context) => {
      if (!(await isThere(context))) return undefined;
      return withGatewayErrors(() => gateway.request(method, params, context));
    },
  };
}
