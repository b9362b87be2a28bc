import { defineTool, type RequestContext, type ToolDefinition, wireError } from '@modegate/mcp-protocol';
import {
  CALL_TOOL_DESCRIPTION,
  callThroughMetaTool,
  callToolInput,
  describeToolTool,
  type Gateway,
  listToolsTool,
  type MetaToolOptions,
  type SessionStanding,
} from '@modegate/tool-gateway';
import { authoriseMode } from '../authorise-mode.ts';
import { hasEnded } from '../session-mode.ts';
import { withWireErrors } from '../session-wire-errors.ts';
import type { ToolContext } from '../tool-context.ts';
import { ownTool } from './forwarded-tools.ts';
import { withGatewayErrors } from './gateway-wire-errors.ts';

/** The fixed tools that reach every other one: `list_available_tools`, `describe_tool`, `call_tool`. */
export function metaTools(
  context: ToolContext,
  gateway: Gateway,
  ownTools: (connectionId: string) => readonly ToolDefinition[],
): readonly ToolDefinition[] {
  const options: MetaToolOptions = {
    gateway,
    sessionStanding: (sessionId) => sessionStanding(context, sessionId),
    ownToolNames: (connectionId) => ownTools(connectionId).map(({ name }) => name),
  };
  const authorise: Authorise = (sessionId, request) => authoriseSession(context, sessionId, request);
  return [
    ownTool(listToolsTool(options)),
    ownTool(describeToolTool(options)),
    callTool(options, { ownTools, authorise }),
  ];
}

type Authorise = (sessionId: string, request: RequestContext) => Promise<void>;

function callTool(
  options: MetaToolOptions,
  parts: {
    readonly ownTools: (connectionId: string) => readonly ToolDefinition[];
    readonly authorise: Authorise;
  },
): ToolDefinition {
  return defineTool({
    name: 'call_tool',
    title: 'Call a tool of another server',
    description: CALL_TOOL_DESCRIPTION,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    input: callToolInput,
    call: async (input, context) => {
      const own = parts.ownTools(context.connectionId).find(({ name }) => name === input.name);
      if (own !== undefined) return callOwn(own, input.arguments ?? {}, context);
      if (input.session_id !== undefined) await parts.authorise(input.session_id, context);
      const result = await withGatewayErrors(() => callThroughMetaTool(options, input, context));
      // An older or an extended form of result, which has no content, passes with all that it has.
      return { content: [], ...result };
    },
  });
}

/** A client that keeps its first list reaches the configuration tools in this way too. */
function callOwn(tool: ToolDefinition, args: object, context: Parameters<ToolDefinition['call']>[1]) {
  const parsed = tool.input?.safeParse(args);
  if (parsed?.success === false)
    throw wireError('VALIDATION_ERROR', `Invalid arguments for tool '${tool.name}': ${parsed.error.message}`, {
      tool: tool.name,
    });
  return tool.call(parsed?.data as never, context);
}

/** Where modes need consent, the id of a session that the connection did not open is no way around it. */
async function authoriseSession(context: ToolContext, sessionId: string, request: RequestContext): Promise<void> {
  const { connectionModes, settings } = context;
  if (settings.gateway.modeSwitching !== 'ask' || connectionModes.hasOpened(request.connectionId, sessionId)) return;
  for (let agreed: string | undefined; ; ) {
    const { mode } = await sessionStanding(context, sessionId);
    if (mode === agreed) break;
    await authoriseMode(context, { to: mode }, request);
    agreed = mode;
  }
  if (!request.signal.aborted) connectionModes.open(request.connectionId, sessionId);
}

async function sessionStanding(context: ToolContext, sessionId: string): Promise<SessionStanding> {
  const head = await withWireErrors(() => context.sessions.head(sessionId));
  if (!hasEnded(head)) return { sessionId, mode: head.task.mode };
  throw wireError(
    'VALIDATION_ERROR',
    `The task of this session is ${head.task.state}, so nothing is done in its mode any more. Create a new task.`,
    { field: 'session_id', state: head.task.state },
  );
}
