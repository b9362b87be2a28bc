import type { UpstreamServer } from '@modegate/mcp-host/connections';
import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { estimateTools } from '../catalogue/tokens.ts';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';
import { maySeeServer } from '../clients/client-access.ts';
import { mayCall } from '../decisions/judge.ts';
import { READS } from '../tool-hints.ts';
import { instructionsHint, instructionsOf, type ServerInstructions } from '../trust/known-instructions.ts';
import type { ToolTrust } from '../trust/tool-trust.ts';
import { type MetaToolOptions, readAccess, sessionIdSchema } from './meta-tool-options.ts';

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
  warning: z.string().optional(),
});

/** `list_available_tools`: the tools of other servers that may be called now, without their schemas. */
export function listAvailableToolsTool(options: MetaToolOptions): ToolDefinition {
  const { gateway, ownTools } = options;
  return defineTool({
    name: 'list_available_tools',
    title: 'List available tools of all servers',
    description:
      'List the tools of the connected MCP servers that may be used now, with one line each. describe_tool gives the full definition of one, call_tool runs it. Use these where a tool you expect is missing from your own list.',
    annotations: { title: 'List available tools of all servers', ...READS },
    input: z.strictObject({
      query: z.string().max(200).optional().describe('Only tools whose name or description holds each of these words.'),
      server: z.string().max(500).optional().describe('Only tools of this server.'),
      session_id: sessionIdSchema,
    }),
    output: z.object({
      mode: z.string().nullable(),
      tools: z.array(listedTool),
      servers: z.array(listedServer),
      tokens: z.number().describe('What all these definitions cost in a prompt.'),
      note: z.string().optional(),
    }),
    call: async ({ query, server, session_id }, { connectionId }) => {
      await gateway.start.done;
      const access = await readAccess(options, connectionId, session_id);
      const words = (query ?? '').toLowerCase().split(/\s+/).filter(Boolean);
      const tools = gateway.index.catalogue.tools.filter(
        (tool) => (server === undefined || tool.server === server) && matches(tool, words) && mayCall(access, tool),
      );
      const visible = gateway.connections.servers.filter(
        ({ name }) => (server === undefined || name === server) && maySeeServer(gateway.index, access, name),
      );
      const estimates = await estimateTools(tools);
      const own = ownTools(connectionId).map(({ name }) => name);
      const note = noteOn({ configuring: access.configuring, mode: access.mode, own, count: tools.length });
      return toolResult({
        structured: {
          mode: access.mode ?? null,
          tools: estimates.map(({ tool, tokens }) => describeShortly(tool, tokens, gateway.shown.warning(tool))),
          servers: visible.map((upstream) => describeServer(upstream, gateway.trust)),
          tokens: estimates.reduce((sum, { tokens }) => sum + tokens, 0),
          ...(note === undefined ? {} : { note }),
        },
      });
    },
  });
}

function matches({ exposedName, namespacedName, definition }: UpstreamTool, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = `${exposedName} ${namespacedName} ${textOf(definition.description)}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function describeShortly(tool: UpstreamTool, tokens: number, warning: string | undefined): z.infer<typeof listedTool> {
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

function describeServer(
  { name, state, errors }: UpstreamServer,
  trust: Pick<ToolTrust, 'judgeInstructions'>,
): z.infer<typeof listedServer> {
  const lastError = errors.findLast(({ level }) => level === 'error')?.message;
  const reason = state.status === 'disconnected' || state.status === 'disabled' ? state.reason : undefined;
  const detail = reason ?? (state.status === 'connecting' && state.attempt > 1 ? lastError : undefined);
  const said = instructionsOf(name, state);
  return {
    name,
    state: state.status,
    ...(detail === undefined ? {} : { detail }),
    ...(said === undefined ? {} : describeInstructions(said, trust)),
  };
}

/** What a server says of itself, unless that is withheld. */
function describeInstructions(
  said: ServerInstructions,
  trust: Pick<ToolTrust, 'judgeInstructions'>,
): Pick<z.infer<typeof listedServer>, 'instructions' | 'warning'> {
  const verdict = trust.judgeInstructions(said);
  const warning = verdict.kind === 'served' ? {} : { warning: `${verdict.why} ${instructionsHint(said.server)}` };
  return { ...(verdict.kind === 'withheld' ? {} : { instructions: said.instructions.slice(0, 4_000) }), ...warning };
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
  if (configuring)
    return `In configuration mode, the tools of other servers are hidden. Callable now: ${own.join(', ')}.`;
  return count === 0 ? `The mode '${mode}', the equipped toolset and the filters together leave no tool.` : undefined;
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length <= 200 ? line : `${line.slice(0, 199)}…`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
