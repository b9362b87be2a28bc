import { isJsonObject, type JsonObject } from '@modegate/json';
import { defineTool, type RequestContext, type ToolDefinition, wireError } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { callTool } from '../calls/call-tool.ts';
import type { ClientRequest } from '../clients/client-request.ts';
import { type MetaToolOptions, readAccess, sessionIdSchema } from './meta-tool-options.ts';
import { findCatalogueTool, unknownTool } from './unknown-tool.ts';

const input = z.strictObject({
  name: z.string().max(1_000).describe('Name of the tool, from list_available_tools.'),
  arguments: z.record(z.string(), z.unknown()).optional().describe('Its arguments, matching its input schema.'),
  session_id: sessionIdSchema,
});

/** `call_tool`: calls an upstream tool, or one of the gateway's own tools, by its exposed name. */
export function callToolTool(options: MetaToolOptions): ToolDefinition {
  return defineTool({
    name: 'call_tool',
    title: 'Call a tool of another server',
    description:
      'Run a tool from list_available_tools by its name. The same rules apply as for a direct call: a tool that the mode denies is denied here too.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    input,
    call: async (asked, context) => {
      const own = options.ownTools(context.connectionId).find(({ name }) => name === asked.name);
      if (own !== undefined) return callOwn(own, asked.arguments ?? {}, context);
      if (asked.session_id !== undefined) await options.authoriseSession?.(asked.session_id, context);
      const result = await callByName(options, asked, context);
      // An older or extended result without content retains its other members.
      return { content: [], ...result };
    },
  });
}

/**
 * Calls one of the gateway's own tools. Clients that never refresh their list can also reach the configuration tools in
 * this way.
 */
function callOwn(tool: ToolDefinition, args: object, context: RequestContext) {
  const parsed = tool.input?.safeParse(args);
  if (parsed?.success === false)
    throw wireError('VALIDATION_ERROR', `Invalid arguments for tool '${tool.name}': ${parsed.error.message}`, {
      tool: tool.name,
    });
  return tool.call(parsed?.data as never, context);
}

/** Calls an upstream tool and passes its result on unchanged. */
async function callByName(
  options: MetaToolOptions,
  { name, session_id: id }: z.output<typeof input>,
  request: ClientRequest,
): Promise<JsonObject> {
  const { gateway, sessionMode } = options;
  const tool = await findCatalogueTool(gateway, name);
  if (tool === undefined) throw unknownTool(gateway, name, await readAccess(options, request.connectionId, id));
  // The outer request's name and arguments belong to call_tool; everything else belongs to the server.
  const { name: _name, arguments: given, ...params } = request.params;
  // Passed on unchanged, because a parsed copy could lack a member.
  const args = isJsonObject(given) && isJsonObject(given.arguments) ? given.arguments : {};
  const readSession = id === undefined ? undefined : () => sessionMode(id, request.connectionId);
  return callTool(gateway, { tool, request: withParams(request, params), arguments: args, readSession });
}

// Replaces a request's params. The request's other members are created on access, so they must not be copied.
function withParams(request: ClientRequest, params: JsonObject): ClientRequest {
  return Object.create(request, { params: { value: params } }) as ClientRequest;
}
