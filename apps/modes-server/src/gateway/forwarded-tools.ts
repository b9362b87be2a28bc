import {
  defineForwardedTool,
  defineTool,
  type JsonObject,
  type ToolDefinition,
  toolResult,
} from '@modegate/mcp-protocol';
import type { Gateway, GatewayTool, ShownTool } from '@modegate/tool-gateway';
import { withGatewayErrors } from './gateway-wire-errors.ts';

/** Makes the protocol's definitions of the gateway's tools, one for each as long as it stays the same. */
export interface ForwardedTools {
  /** An upstream's tool; its call is judged, whether it is listed or not. */
  define(shown: ShownTool): ToolDefinition;
}

/** Creates the definitions of what a gateway forwards. */
export function createForwardedTools(gateway: Gateway): ForwardedTools {
  const known = new WeakMap<ShownTool, ToolDefinition>();
  return {
    define: (shown) => {
      const before = known.get(shown);
      if (before !== undefined) return before;
      const made = forwardedTool(gateway, shown);
      known.set(shown, made);
      return made;
    },
  };
}

function forwardedTool(gateway: Gateway, { tool, definition }: ShownTool): ToolDefinition {
  const { inputSchema, outputSchema } = definition;
  return defineForwardedTool({
    name: tool.exposedName,
    extra: definition,
    inputSchema: inputSchema as JsonObject,
    ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as JsonObject }),
    // What an upstream answers is its own affair; the protocol hands it on without looking.
    call: (_args, context) => withGatewayErrors(() => gateway.call(tool, context)) as never,
  });
}

/** A tool of the gateway itself, as the protocol wants it. */
export function ownTool({ name, title, description, annotations, input, output, call }: GatewayTool): ToolDefinition {
  return defineTool({
    name,
    title,
    description,
    annotations,
    input,
    output,
    call: (args, context) => withGatewayErrors(async () => toolResult(await call(args as never, context))),
  });
}
