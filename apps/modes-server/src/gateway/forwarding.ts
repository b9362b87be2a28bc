import type { ConnectionContext, Forwarding } from '@modegate/mcp-protocol';
import { withGatewayErrors } from './gateway-wire-errors.ts';
import type { ModesGateway } from './open-gateway.ts';

/** What the protocol hands to the gateway beside tool calls: resources, prompts and completions of other servers. */
export function createForwarding({ gateway, enter }: ModesGateway, ready: Promise<unknown>): Forwarding {
  // Some clients never say that they are initialised; asking for anything says so too.
  const whenReady = async (context: ConnectionContext): Promise<void> => {
    await ready;
    enter(context);
    await gateway.starting;
  };
  return {
    list: async (list, context) => {
      await whenReady(context);
      return gateway.lists(context.connectionId)[list];
    },
    request: async (method, params, context) => {
      await whenReady(context);
      return withGatewayErrors(() => gateway.request(method, params, context));
    },
  };
}
