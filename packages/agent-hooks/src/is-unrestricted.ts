import { decide, listRestrictingModes, type Policy, type ToolRequest } from '@modegate/mode-core';
import { getGroupName } from '@modegate/mode-core/modes';

/**
 * True if a mode restricts no action of any tool: it has every group that affects anything, and no group has a
 * restriction.
 */
export function isUnrestricted(policy: Policy, mode: string): boolean {
  return probes.every((probe) => decide(policy, { ...probe, mode }).allowed) && isOpenToServers(policy, mode);
}

/** True if a mode restricts reading in any way. */
export function limitsReading(policy: Policy, mode: string): boolean {
  return !decide(policy, { ...reading, mode }).allowed;
}

// These calls are allowed only if there is no restriction, because no file restriction permits a path outside the
// project.
const reading = { tool: 'read_file', params: { path: '../x' } };
const probes: readonly Omit<ToolRequest, 'mode'>[] = [
  reading,
  { tool: 'edit', params: { path: '../x' } },
  { tool: 'execute_command' },
  { tool: 'browser_action' },
];

function isOpenToServers(policy: Policy, slug: string): boolean {
  const groups = policy.modes.find(({ config }) => config.slug === slug)?.config.groups ?? [];
  const entries = groups.filter((entry) => getGroupName(entry) === 'mcp');
  const isFree = listRestrictingModes(policy, slug).every(
    (mode) => mode.mcpRestrictions === undefined && mode.allowedMcpServers === undefined,
  );
  return isFree && entries.length > 0 && entries.every((entry) => typeof entry === 'string');
}
