import type { AgentTool, AgentTools, ParameterRole } from '@modegate/agent-tools';
import type { PermissionAgentName } from './agent-names.ts';

/** Name and tools of an agent. */
export interface ToolOwner {
  readonly name: PermissionAgentName;
  readonly tools: AgentTools;
}

/**
 * Returns the parameter that identifies the subject of a call: the command, file or address. Returns undefined for an
 * unknown tool or for a tool without such a parameter.
 */
export function mainParameter({ name, tools }: ToolOwner, tool: string): string | undefined {
  const own = ownParameters[`${name} ${tool}`];
  if (own !== undefined) return own;
  const one = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  if (one === undefined) return undefined;
  if (one.kind === 'subagent') return 'subagent_type';
  return roles.flatMap((role) => plainParameters(one, role))[0];
}

/** Main parameters that are not apparent from the roles of a tool's parameters. */
const ownParameters: Readonly<Record<string, string>> = {
  'opencode skill': 'name',
  'kilo skill': 'name',
  'codex exec_command': 'cmd',
  'codex apply_patch': 'patch',
};

/** Roles in order of precedence: the first role in this list that a tool has is used. */
const roles: readonly ParameterRole[] = ['command', 'code', 'file', 'patch', 'url', 'content', 'glob', 'folder'];

function plainParameters({ parameters }: AgentTool, role: ParameterRole): readonly string[] {
  return (parameters[role] ?? []).filter((place) => /^\w+$/.test(place));
}
