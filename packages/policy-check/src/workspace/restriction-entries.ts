import type { McpToolReference } from '@modegate/mode-core/modes';
import { type CheckedMode, mcpRestrictionLists, type RestrictionEntry } from './workspace.ts';

// More than anyone writes by hand; the rest of a hostile list is ignored.
const maxEntries = 1000;

/** Lists the entries in the restriction lists of all effective, readable modes. */
export function listRestrictionEntries(modes: readonly CheckedMode[]): readonly RestrictionEntry[] {
  return modes.filter(isEvaluated).flatMap(entriesOf);
}

/** True if the policy bases decisions on a mode, so that the mode's rules are worth checking. */
export function isEvaluated({ isEffective, loaded }: CheckedMode): boolean {
  return isEffective && loaded.invalid === undefined && loaded.restrictionsInvalid === undefined;
}

function entriesOf(mode: CheckedMode): readonly RestrictionEntry[] {
  const { mcpRestrictions: own = {}, allowedMcpServers } = mode.loaded.config;
  return mcpRestrictionLists.flatMap((list) => {
    const isOfZoo = list === 'allowedMcpServers';
    const at = `${mode.pointer}${isOfZoo ? '' : '/mcpRestrictions'}/${list}`;
    const values = (isOfZoo ? allowedMcpServers : own[list]) ?? [];
    return values.slice(0, maxEntries).map((value: string | McpToolReference, index) => {
      const entry = { mode, list, allows: list.startsWith('allowed'), pointer: `${at}/${index}` };
      return { ...entry, ...describeValue(value, entry.pointer) };
    });
  });
}

type EntryValue = Omit<RestrictionEntry, 'mode' | 'list' | 'allows' | 'pointer'>;

function describeValue(value: string | McpToolReference, pointer: string): EntryValue {
  if (typeof value === 'string') return { server: value, serverPointer: pointer, isConditional: false };
  const { serverName: server, toolName: tool, schedule, when } = value;
  const isConditional = schedule !== undefined || when !== undefined;
  return { server, serverPointer: `${pointer}/serverName`, tool, toolPointer: `${pointer}/toolName`, isConditional };
}
