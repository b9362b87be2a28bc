import { decide } from '../decide/decide.ts';
import type { McpRestrictions } from '../modes/mode.ts';
import { findPolicy } from './find-policy.ts';

export type { McpRestrictions };

/**
 * True if restrictions allow an MCP server. With `defaultEnabled: false`, the server must be in `allowedServers`.
 * `defaultEnabled` is true by default.
 */
export function isServerAllowedForMode(
  serverName: string,
  restrictions: McpRestrictions | undefined,
  defaultEnabled = true,
): boolean {
  return ask(restrictions, { serverName, toolName: undefined, defaultEnabled });
}

/**
 * True if restrictions allow a tool on an MCP server. Restrictions on the server also apply: a tool on a denied server
 * is denied.
 */
export function isToolAllowedForModeAndServer(
  serverName: string,
  toolName: string,
  restrictions: McpRestrictions | undefined,
): boolean {
  return ask(restrictions, { serverName, toolName, defaultEnabled: true });
}

interface McpQuestion {
  readonly serverName: string;
  /** Name of the tool; undefined for the whole server. */
  readonly toolName: string | undefined;
  readonly defaultEnabled: boolean;
}

/** Queries a mode with only the group `mcp` and these restrictions, so that there is only one evaluator. */
function ask(
  restrictions: McpRestrictions | undefined,
  { serverName, toolName, defaultEnabled }: McpQuestion,
): boolean {
  const mode = { slug: 'asked', name: 'Asked', roleDefinition: 'Asked', groups: ['mcp'] };
  const policy = findPolicy({
    customModes: [restrictions === undefined ? mode : { ...mode, mcpRestrictions: restrictions }],
    disabledTools: [],
    servers: defaultEnabled ? undefined : [{ name: serverName, defaultEnabled }],
    projectRoot: undefined,
  });
  const tool = toolName === undefined ? 'access_mcp_resource' : 'use_mcp_tool';
  return decide(policy, { mode: 'asked', tool, mcp: { server: serverName, tool: toolName } }).allowed;
}
