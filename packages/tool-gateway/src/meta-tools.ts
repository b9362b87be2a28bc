import type { UpstreamServer } from '@modegate/mcp-host/connections';
import * as z from 'zod';
import type { CallContext } from './call-context.ts';
import type { CatalogueTool } from './catalogue.ts';
import type { Gateway, SessionStanding } from './gateway.ts';
import { GatewayError } from './gateway-error.ts';
import { defineGatewayTool, type GatewayTool } from './gateway-tool.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';
import { judgeTool, mayCall, mayUse, type Standing } from './judge.ts';
import { nearestToolName } from './nearest-tool-name.ts';
import { estimateTools } from './tokens.ts';

/** What the meta-tools are built on. */
export interface MetaToolOptions {
  readonly gateway: Gateway;
  /** The mode of a session; throws what the client is to be told when there is no such session. */
  readonly sessionStanding: (sessionId: string) => Promise<SessionStanding>;
  /** Names of the configuration tools that a connection may call now. */
  readonly ownToolNames: (connectionId: string) => readonly string[];
}

const sessionId = z.string().optional().describe('Session whose mode decides. Default: the mode of this connection.');

/** Names of the meta-tools: fixed, so that clients which keep their first list can reach every tool. */
export const META_TOOL_NAMES = ['list_available_tools', 'describe_tool', 'call_tool'] as const;

const listedTool = z.object({
  name: z.string(),
  server: z.string(),
  tool: z.string(),
  title: z.string().optional(),
  description: z.string(),
  tokens: z.number().describe('What its full definition costs in a prompt.'),
  warning: z.string().optional(),
});

const listedServer = z.object({
  name: z.string(),
  state: z.enum(['connected', 'connecting', 'disconnected', 'disabled']),
  detail: z.string().optional(),
  instructions: z.string().optional(),
});

/** `list_available_tools`: the tools of other servers that may be called now, without their schemas. */
export function listToolsTool({ gateway, sessionStanding, ownToolNames }: MetaToolOptions): GatewayTool {
  return defineGatewayTool({
    name: 'list_available_tools',
    title: 'List available tools of all servers',
    description:
      'List the tools of the connected MCP servers that may be used now, with one line each. describe_tool gives the full definition of one, call_tool runs it. Use these where a tool you expect is missing from your own list.',
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: z.strictObject({
      query: z.string().max(200).optional().describe('Only tools whose name or description holds each of these words.'),
      server: z.string().max(500).optional().describe('Only tools of this server.'),
      session_id: sessionId,
    }),
    output: z.object({
      mode: z.string().nullable(),
      tools: z.array(listedTool),
      servers: z.array(listedServer),
      tokens: z.number().describe('What all these definitions cost in a prompt.'),
      note: z.string().optional(),
    }),
    call: async ({ query, server, session_id }, { connectionId }) => {
      await gateway.starting;
      const session = session_id === undefined ? undefined : await sessionStanding(session_id);
      const standing = gateway.standing(connectionId, session);
      const words = (query ?? '').toLowerCase().split(/\s+/).filter(Boolean);
      const tools = gateway.index.catalogue.tools.filter(
        (tool) => (server === undefined || tool.server === server) && matches(tool, words) && mayCall(standing, tool),
      );
      const visible = gateway.connections.servers.filter(
        ({ name }) => (server === undefined || name === server) && gateway.maySee(standing, name),
      );
      const estimates = await estimateTools(tools);
      const own = ownToolNames(connectionId);
      const note = noteOn({ configuring: standing.configuring, mode: standing.mode, own, count: tools.length });
      return {
        structured: {
          mode: standing.mode ?? null,
          tools: estimates.map(({ tool, tokens }) => describeShortly(tool, tokens, gateway.warning(tool))),
          servers: visible.map(describeServer),
          tokens: estimates.reduce((sum, { tokens }) => sum + tokens, 0),
          ...(note === undefined ? {} : { note }),
        },
      };
    },
  });
}

/** `describe_tool`: the full definition of one tool. */
export function describeToolTool({ gateway, sessionStanding }: MetaToolOptions): GatewayTool {
  return defineGatewayTool({
    name: 'describe_tool',
    title: 'Describe a tool',
    description: 'Get the full definition of one tool of list_available_tools: its description and its input schema.',
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: z.strictObject({
      name: z.string().max(1_000).describe('Its name in list_available_tools.'),
      session_id: sessionId,
    }),
    output: z.object({
      name: z.string(),
      server: z.string(),
      tool: z.string(),
      definition: z.record(z.string(), z.unknown()),
      warning: z.string().optional(),
    }),
    call: async ({ name, session_id }, { connectionId }) => {
      await gateway.starting;
      const session = session_id === undefined ? undefined : await sessionStanding(session_id);
      const standing = gateway.standing(connectionId, session);
      const tool = gateway.index.catalogue.findExposed(name);
      if (tool === undefined) throw unknownTool(gateway, name, standing);
      const decision = judgeTool(standing, tool);
      if (!decision.allowed)
        throw new GatewayError('REFUSED', decision.reason, {
          data: { refusal: decision, subject: tool.exposedName, mode: standing.mode },
        });
      const warning = gateway.warning(tool);
      const definition = { ...gateway.show(tool).definition };
      return {
        structured: {
          name: tool.exposedName,
          server: tool.server,
          tool: tool.tool,
          definition,
          ...(warning === undefined ? {} : { warning }),
        },
      };
    },
  });
}

/** The input of `call_tool`. */
export const callToolInput: z.ZodType<CallToolInput> = z.strictObject({
  name: z.string().max(1_000).describe('Name of the tool, from list_available_tools.'),
  arguments: z.record(z.string(), z.unknown()).optional().describe('Its arguments, as its input schema asks for them.'),
  session_id: sessionId,
});

/** What `call_tool` is asked to do. */
export interface CallToolInput {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  readonly session_id?: string | undefined;
}

/** What the model reads about `call_tool`. */
export const CALL_TOOL_DESCRIPTION =
  'Run a tool of list_available_tools by its name. It is judged as if it had been called directly: what the mode denies is refused here too.';

/**
 * `call_tool`: runs an upstream's tool by its exposed name; its result passes untouched.
 *
 * @throws {GatewayError} TOOL_UNKNOWN or REFUSED.
 */
export async function callThroughMetaTool(
  { gateway, sessionStanding }: MetaToolOptions,
  input: CallToolInput,
  context: CallContext,
): Promise<JsonObject> {
  const { name, session_id: id } = input;
  const readSession = id === undefined ? undefined : () => sessionStanding(id);
  await gateway.starting;
  const tool = gateway.index.catalogue.findExposed(name);
  if (tool === undefined)
    throw unknownTool(gateway, name, gateway.standing(context.connectionId, await readSession?.()));
  // The outer request's name and arguments are those of call_tool; whatever else it has is meant for the upstream.
  const { name: _name, arguments: given, ...params } = context.params;
  // As it came: a parsed copy might lack a member.
  const args = isJsonObject(given) && isJsonObject(given.arguments) ? given.arguments : {};
  return gateway.call(tool, { ...context, params }, { arguments: args, readSession });
}

function unknownTool(gateway: Gateway, name: string, standing: Standing): GatewayError {
  const visible = gateway.index.catalogue.tools
    .filter((tool) => mayUse(standing, tool))
    .map(({ exposedName }) => exposedName);
  const nearest = nearestToolName(name, visible);
  const hint = nearest === undefined ? 'list_available_tools has the names.' : `Did you mean '${nearest}'?`;
  const away = gateway.connections.servers.filter(
    ({ name: server, state }) => state.status !== 'connected' && gateway.maySee(standing, server),
  );
  const missing = away.length === 0 ? '' : ` Not connected now: ${away.map((server) => server.name).join(', ')}.`;
  return new GatewayError('TOOL_UNKNOWN', `Unknown tool '${name.slice(0, 100)}'. ${hint}${missing}`, {
    data: { name: name.slice(0, 100), nearest },
  });
}

function matches({ exposedName, namespacedName, definition }: CatalogueTool, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = `${exposedName} ${namespacedName} ${textOf(definition.description)}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function describeShortly(tool: CatalogueTool, tokens: number, warning: string | undefined): z.infer<typeof listedTool> {
  const { title, description } = tool.definition;
  return {
    name: tool.exposedName,
    server: tool.server,
    tool: tool.tool,
    ...(typeof title === 'string' ? { title } : {}),
    description: firstLine(textOf(description)),
    tokens,
    ...(warning === undefined ? {} : { warning }),
  };
}

function describeServer({ name, state, errors }: UpstreamServer): z.infer<typeof listedServer> {
  const lastError = errors.findLast(({ level }) => level === 'error')?.message;
  const reason = state.status === 'disconnected' || state.status === 'disabled' ? state.reason : undefined;
  const detail = reason ?? (state.status === 'connecting' && state.attempt > 1 ? lastError : undefined);
  const instructions = state.status === 'connected' ? state.instructions : undefined;
  return {
    name,
    state: state.status,
    ...(detail === undefined ? {} : { detail }),
    ...(instructions === undefined ? {} : { instructions: instructions.slice(0, 4_000) }),
  };
}

interface Situation {
  readonly configuring: boolean;
  readonly mode: string | undefined;
  readonly own: readonly string[];
  readonly count: number;
}

function noteOn({ configuring, mode, own, count }: Situation): string | undefined {
  if (mode === undefined)
    return 'This connection has no mode yet, and without one nothing is allowed. Call create_task first.';
  if (configuring) return `In configuration mode the tools of other servers rest. Callable now: ${own.join(', ')}.`;
  return count === 0 ? `The mode '${mode}', the equipped toolset and the filters together leave no tool.` : undefined;
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length <= 200 ? line : `${line.slice(0, 199)}…`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
