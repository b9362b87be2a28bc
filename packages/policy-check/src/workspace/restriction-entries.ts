import type { McpToolReference } from '@modegate/mode-core/modes';
import type { CheckedMode, RestrictionEntry, RestrictionList } from './workspace.ts';

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
  const { mcpRestrictions: own = {}, allowedMcpServers: zoo } = mode.loaded.config;
  const at = `${mode.pointer}/mcpRestrictions`;
  return [
    ...servers(mode, 'allowedServers', { names: own.allowedServers, at }),
    ...servers(mode, 'disallowedServers', { names: own.disallowedServers, at }),
    ...servers(mode, 'askServers', { names: own.askServers, at }),
    ...servers(mode, 'allowedMcpServers', { names: zoo, at: mode.pointer }),
    ...tools(mode, 'allowedTools', { references: own.allowedTools, at }),
    ...tools(mode, 'disallowedTools', { references: own.disallowedTools, at }),
    ...tools(mode, 'askTools', { references: own.askTools, at }),
  ];
}

function servers(
  mode: CheckedMode,
  list: RestrictionList,
  { names = [], at }: { readonly names: readonly string[] | undefined; readonly at: string },
): readonly RestrictionEntry[] {
  return names.slice(0, maxEntries).map((server, index) => {
    const pointer = `${at}/${list}/${index}`;
    return {
      mode,
      list,
      allows: list.startsWith('allowed'),
      pointer,
      server,
      serverPointer: pointer,
      isConditional: false,
    };
  });
}

function tools(
  mode: CheckedMode,
  list: RestrictionList,
  { references = [], at }: { readonly references: readonly McpToolReference[] | undefined; readonly at: string },
): readonly RestrictionEntry[] {
  return references.slice(0, maxEntries).map(({ serverName, toolName, schedule, when }, index) => {
    const pointer = `${at}/${list}/${index}`;
    return {
      mode,
      list,
      allows: list.startsWith('allowed'),
      pointer,
      server: serverName,
      serverPointer: `${pointer}/serverName`,
      tool: toolName,
      toolPointer: `${pointer}/toolName`,
      isConditional: schedule !== undefined || when !== undefined,
    };
  });
}
