import { commandToolName } from '../commands/check-command.ts';
import { allow, type Decision, defaultRule, type Refusal, type RuleReference, refuse } from '../decision.ts';
import type { ToolGroup } from '../modes/mode.ts';
import type { CompiledMode } from '../policy/policy-mode.ts';
import type { CatalogueTool } from '../tools/tool-catalogue.ts';
import type { Call } from './call.ts';

/** @internal Checks that neither a setting nor a key of the mode switches the tool off. */
export function checkDisabled(call: Call): Decision | undefined {
  const { request, tool } = call;
  const { disabledTools } = call.policy.compiled;
  if (tool !== undefined) {
    const by = disabledTools.get(tool.name);
    const refusal = by === undefined ? call.mode.closedTools.get(tool.name) : refuseDisabled(tool, by);
    return refusal && settleByName(call, refusal);
  }
  const by = disabledTools.get('use_mcp_tool') ?? disabledTools.get(request.tool);
  return by && refuse('TOOL_DISABLED', by, 'The settings disable MCP tools for every mode.');
}

/** @internal Allows the tools that every mode may use. */
export function checkAlwaysAvailable(call: Call): Decision | undefined {
  if (call.tool?.group !== 'always') return undefined;
  return settleByName(call, allow(defaultRule('always-available', call.mode.mode.config.slug)));
}

/**
 * @internal Checks that the mode has the tool's group. A group without restrictions allows everything except MCP calls,
 * and commands that have their own rules.
 */
export function checkGroup(call: Call): Decision | undefined {
  const { group } = call;
  if (group === undefined) return settleByName(call, refuseGroup(call));
  const isCommand = call.mode.commands !== undefined && call.tool?.name === commandToolName;
  const isOpen = group.limits.length > 0 || call.isMcp || isCommand;
  return isOpen ? undefined : settleByName(call, allow(group.by));
}

/** Caches a decision that depends only on the name of a static tool. There are few such names, so memory is bounded. */
function settleByName({ request, tool, mode }: Call, decision: Decision): Decision {
  if (tool !== undefined) mode.knownTools.set(request.tool, decision);
  return decision;
}

function refuseDisabled({ name }: CatalogueTool, by: RuleReference): Refusal {
  return refuse('TOOL_DISABLED', by, `The settings disable tool '${name}' for every mode.`);
}

function refuseGroup({ mode, tool, isMcp }: Call): Refusal {
  const { slug } = mode.mode.config;
  const closed = mode.closedGroups.get((isMcp ? 'mcp' : tool?.group) as ToolGroup);
  if (closed !== undefined) return closed;
  const what = isMcp ? 'MCP tools and resources are' : `Tool '${tool?.name}' is`;
  const group = isMcp ? 'mcp' : tool?.group;
  const reason = `${what} not allowed in mode '${slug}': the mode does not have the group '${group}'${heldGroups(mode)}.`;
  return refuse('GROUP_MISSING', defaultRule('group-required', slug), reason);
}

function heldGroups(mode: CompiledMode): string {
  return mode.groups.size === 0 ? '' : ` (it has ${[...mode.groups.keys()].join(', ')})`;
}
