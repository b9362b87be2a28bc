import type { UpstreamServer } from '@modegate/mcp-host/connections';
import { defineTool, listedDefinition, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { countDefinitions, estimateTools } from '../catalogue/tokens.ts';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';
import { maySeeServer } from '../clients/client-access.ts';
import type { AccessContext } from '../decisions/access-context.ts';
import { consentReason, mayCall } from '../decisions/judge.ts';
import { READS } from '../tool-hints.ts';
import { listConnecting, listNames } from '../upstreams/last-known-tools.ts';
import {
  describeServer,
  describeShortly,
  listedServer,
  listedTool,
  MAX_NAME_LENGTH,
  textOf,
} from './listed-entries.ts';
import { type MetaToolOptions, readAccess, sessionIdSchema } from './meta-tool-options.ts';

const DEFAULT_LIMIT = 50;

const input = z.strictObject({
  query: z.string().max(200).optional().describe('Only tools whose name or description contains each of these words.'),
  server: z.string().max(MAX_NAME_LENGTH).optional().describe('Only tools of this server.'),
  offset: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Offset of the page: the next_offset of the previous page. Default 0.'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(200)
    .optional()
    .describe(`Maximum number of tools per page. Default ${DEFAULT_LIMIT}.`),
  session_id: sessionIdSchema,
});

const output = z.object({
  mode: z.string().nullable(),
  total: z.number().int().describe('Number of tools on all pages.'),
  tools: z.array(listedTool),
  next_offset: z.number().int().optional().describe('Offset of the next page; absent on the last page.'),
  servers: z.array(listedServer).describe('Server states, as many as fit on the page; only on the first page.'),
  server_count: z.number().int(),
  tokens: z.number().describe('Number of tokens that these definitions take in a prompt.'),
  own: z
    .object({ tools: z.number(), tokens: z.number() })
    .optional()
    .describe('The tools in your list that do not come from another server, and their token counts.'),
  note: z.string().optional(),
});

/** `list_available_tools`: lists the upstream tools that can currently be called, without schemas. */
export function listAvailableToolsMetaTool(options: MetaToolOptions): ToolDefinition {
  const { gateway, ownTools } = options;
  return defineTool({
    name: 'list_available_tools',
    title: 'List available tools from all servers',
    description:
      'List the tools of the connected MCP servers that may be used now, one line each, page by page. describe_tool gives the full definition of a tool, and call_tool runs it. Use these tools if a tool that you expect is missing from your own list.',
    annotations: { title: 'List available tools from all servers', ...READS },
    input,
    output,
    call: async ({ offset = 0, limit = DEFAULT_LIMIT, ...filter }, { connectionId }) => {
      await gateway.start.done;
      const access = await readAccess(options, connectionId, filter.session_id);
      const { tools, servers } = findListed(gateway, access, filter);
      const estimates = await estimateTools(tools);
      const described = estimates.map((estimate) => {
        const { tool } = estimate;
        const asks = consentReason(access, tool) !== undefined;
        return describeShortly(estimate, { asks, warning: gateway.shown.warning(tool) });
      });
      const page = paginate(described, { offset, limit, maxCharacters: 24_000 });
      const serverStates = servers.map((server) => describeServer(server, gateway.trust));
      const states = offset === 0 ? paginate(serverStates, { offset, limit: 100, maxCharacters: 12_000 }).items : [];
      const own = ownTools(connectionId).map(({ name }) => name);
      const note = noteOn({ access, own, servers, total: tools.length, offset, nextOffset: page.nextOffset });
      const listed = options.listedTools?.(connectionId).map(listedDefinition);
      return toolResult({
        structured: {
          mode: access.mode ?? null,
          total: tools.length,
          tools: [...page.items],
          ...(page.nextOffset === undefined ? {} : { next_offset: page.nextOffset }),
          servers: [...states],
          server_count: servers.length,
          tokens: estimates.reduce((sum, { tokens }) => sum + tokens, 0),
          ...(listed === undefined ? {} : { own: { tools: listed.length, tokens: await countDefinitions(listed) } }),
          ...(note === '' ? {} : { note }),
        },
      });
    },
  });
}

interface Filter {
  readonly query?: string | undefined;
  readonly server?: string | undefined;
}

/** Returns the tools that a client with the given access can see and call, filtered by the request. */
function findListed(
  { index, connections }: MetaToolOptions['gateway'],
  access: AccessContext,
  { query = '', server }: Filter,
) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return {
    tools: index.catalogue.tools.filter(
      (tool) => (server === undefined || tool.server === server) && matches(tool, words) && mayCall(access, tool),
    ),
    servers: connections.servers.filter(
      ({ name }) => (server === undefined || name === server) && maySeeServer(index, access, name),
    ),
  };
}

function matches({ exposedName, namespacedName, definition }: UpstreamTool, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = `${exposedName} ${namespacedName} ${textOf(definition.description)}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

interface PageState {
  readonly access: AccessContext;
  readonly own: readonly string[];
  readonly servers: readonly UpstreamServer[];
  readonly total: number;
  readonly offset: number;
  readonly nextOffset: number | undefined;
}

/** Returns notes about a page; empty if there are no notes. */
function noteOn({ access: { mode, configuring }, own, servers, total, offset, nextOffset }: PageState): string {
  if (mode === undefined)
    return 'This call has no mode, and nothing is allowed without a mode. Call create_task first. In MCP 2026-07-28 and later, also pass the session_id of the task.';
  if (configuring)
    return `In configuration mode, the tools of other servers are hidden. Callable now: ${own.join(', ')}.`;
  const connecting = listNames('Still connecting', listConnecting(servers));
  const notes = [
    ...(nextOffset === undefined ? [] : [`Call again with offset ${nextOffset} for more.`]),
    ...(total > 0 && offset >= total ? [`There are ${total} tools, so there are none at offset ${offset}.`] : []),
    ...(connecting === '' ? [] : [`${connecting.trim()} Their tools will appear later: call again in a few seconds.`]),
    ...(total === 0 && connecting === ''
      ? [`No tools match the mode '${mode}', the equipped toolset and the filters.`]
      : []),
  ];
  return notes.join(' ');
}

/** Offset and size of a page. */
interface PageBounds {
  readonly offset: number;
  readonly limit: number;
  /** Maximum number of characters in the items as JSON; a single item may exceed this number. */
  readonly maxCharacters: number;
}

/** Returns a page of a list, with at least one item unless the page begins beyond the end of the list. */
function paginate<Item>(list: readonly Item[], { offset, limit, maxCharacters }: PageBounds) {
  const items: Item[] = [];
  let characters = 0;
  for (const item of list.slice(offset, offset + limit)) {
    characters += JSON.stringify(item).length;
    if (items.length > 0 && characters > maxCharacters) break;
    items.push(item);
  }
  const end = offset + items.length;
  // Offset of the next page; undefined after the last page.
  return { items, nextOffset: end < list.length ? end : undefined };
}
