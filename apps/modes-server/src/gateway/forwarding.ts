import type { Forwarding } from '@modegate/mcp-protocol';
import type { Gateway } from '@modegate/tool-gateway';
import { withGatewayErrors } from './gateway-wire-errors.ts';

/** What the protocol hands to the gateway beside tool calls: resources, prompts and completions of other servers. */
export function createForwarding(gateway: Gateway): Forwarding {
  return {
    list: (list, { connectionId }) => gateway.lists(connectionId)[list],
    request: (method, params, context) => withGatewayErrors(() => gateway.request(method, params, context)),
  };
}
