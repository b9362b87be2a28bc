import { type ModeQuestion, resolveQuestion } from '../circumstances/circumstances.ts';
import { decide } from '../decide/decide.ts';
import type { McpIdentity, ToolRequest } from '../decide/request.ts';
import { type Decision, isOpen, needsConsent } from '../decision.ts';
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
  const isAsked = (server: string, tool?: string) => needsConsent(decideMcp(policy, asked, { server, tool }));
  return ['MCP servers available in this mode:', ...allowed.map((server) => describeServer(server, isAsked))].join(
    '\n\n',
  );
}

/**
 * Reduces an inventory to the part that a mode may use, with or without a person's consent. Omits servers that are
 * known to have no usable tool or resource.
 */
export function filterInventory(policy: Policy, question: ModeQuestion, inventory: McpInventory): McpInventory {
  const asked = resolveQuestion(policy, question);
  return inventory.flatMap((server) => filterServer(policy, asked, server) ?? []);
}

type Asked = Pick<ToolRequest, 'mode' | 'at' | 'context' | 'task'>;

/** Decides on a tool on a server, or on the server's resources. */
function decideMcp(policy: Policy, asked: Asked, mcp: McpIdentity): Decision {
  return decide(policy, { ...asked, tool: mcp.tool === undefined ? 'access_mcp_resource' : 'use_mcp_tool', mcp });
}

function filterServer(policy: Policy, asked: Asked, server: InventoryServer): InventoryServer | undefined {
  const { name } = server;
  const readable = isOpen(decideMcp(policy, asked, { server: name }));
  const tools = server.tools?.filter((tool) => isOpen(decideMcp(policy, asked, { server: name, tool: tool.name })));
  const resources = readable ? server.resources : [];
  if (!readable && (tools === undefined || tools.length === 0)) return undefined;
  if (tools?.length === 0 && (resources ?? []).length === 0) return undefined;
  return { name: server.name, ...(tools ? { tools } : {}), ...(resources ? { resources } : {}) };
}

function describeServer(server: InventoryServer, isAsked: (server: string, tool?: string) => boolean): string {
  const mark = (tool?: string) => (isAsked(server.name, tool) ? ` (needs a person's consent)` : '');
  const tools =
    server.tools === undefined
      ? ['Its tools are not known yet.']
      : list(
          'Tools',
          server.tools.map((tool) => `${describe(tool.name, tool.description)}${mark(tool.name)}`),
        );
  const resources = list(
    'Resources',
    (server.resources ?? []).map(
      (resource) => `${describe(resource.uri, resource.description ?? resource.name)}${mark()}`,
    ),
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

/**
 * Names and descriptions come from third parties. If they are put on one line, they cannot imitate a section of the
 * prompt.
 */
function oneLine(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  return flat.length > 500 ? `${flat.slice(0, 499)}…` : flat;
}
