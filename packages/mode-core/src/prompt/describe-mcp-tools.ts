import { type ModeQuestion, resolveQuestion } from '../circumstances/circumstances.ts';
import { decide } from '../decide/decide.ts';
import type { ToolRequest } from '../decide/request.ts';
import { requireMode } from '../list/list-tools.ts';
import type { InventoryServer, McpInventory } from '../mcp/inventory.ts';
import type { Policy } from '../policy/policy.ts';

/**
 * Describes MCP for an agent's prompt: only the servers, tools and resources that the mode may use, or a sentence
 * saying that there are none. Lists at most 200 of each per server, and does not hint at anything forbidden.
 *
 * @throws {ModeError} MODE_NOT_FOUND if no layer defines the mode.
 */
export function describeMcpTools(policy: Policy, question: ModeQuestion, inventory: McpInventory): string {
  const asked = resolveQuestion(policy, question);
  requireMode(policy, asked.mode);
  const allowed = filterInventory(policy, asked, inventory);
  if (allowed.length === 0) return 'No MCP servers are available in this mode.';
  return ['MCP servers available in this mode:', ...allowed.map(describeServer)].join('\n\n');
}

/**
 * Reduces an inventory to the part that a mode may use. Omits servers that are known to have no usable tool or
 * resource.
 */
export function filterInventory(policy: Policy, question: ModeQuestion, inventory: McpInventory): McpInventory {
  const asked = resolveQuestion(policy, question);
  return inventory.flatMap((server) => filterServer(policy, asked, server) ?? []);
}

function filterServer(
  policy: Policy,
  asked: Pick<ToolRequest, 'mode' | 'at' | 'context' | 'task'>,
  server: InventoryServer,
): InventoryServer | undefined {
  const { name } = server;
  const readable = decide(policy, { ...asked, tool: 'access_mcp_resource', mcp: { server: name } }).allowed;
  const tools = server.tools?.filter(
    (tool) => decide(policy, { ...asked, tool: 'use_mcp_tool', mcp: { server: name, tool: tool.name } }).allowed,
  );
  const resources = readable ? server.resources : [];
  if (!readable && (tools === undefined || tools.length === 0)) return undefined;
  if (tools?.length === 0 && (resources ?? []).length === 0) return undefined;
  return { name: server.name, ...(tools ? { tools } : {}), ...(resources ? { resources } : {}) };
}

function describeServer(server: InventoryServer): string {
  const tools =
    server.tools === undefined
      ? ['Its tools are not known yet.']
      : list(
          'Tools',
          server.tools.map((tool) => describe(tool.name, tool.description)),
        );
  const resources = list(
    'Resources',
    (server.resources ?? []).map((resource) => describe(resource.uri, resource.description ?? resource.name)),
  );
  return [`## ${oneLine(server.name)}`, ...tools, ...resources].join('\n');
}

// A server may have thousands of tools, too many for a prompt.
const maxListed = 200;

function list(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const rest = lines.length - maxListed;
  return [`${title}:`, ...lines.slice(0, maxListed), ...(rest > 0 ? [`- and ${rest} more`] : [])];
}

function describe(name: string, description: string | undefined): string {
  return `- ${oneLine(name)}${description === undefined || description === '' ? '' : `: ${oneLine(description)}`}`;
}

/** Names and descriptions come from third parties. On one line, they cannot imitate a section of the prompt. */
function oneLine(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length > 500 ? `${flat.slice(0, 499)}…` : flat;
}
