import type { McpRestrictions, McpToolReference } from '@modegate/mode-core/modes';
import { arrayOf, type RowSubject } from './permission-rows.ts';

/** The lists of `mcpRestrictions`. */
export const restrictionLists = [
  'allowedServers',
  'askServers',
  'disallowedServers',
  'allowedTools',
  'askTools',
  'disallowedTools',
] as const;

/** Name of a list. */
export type EditableList = (typeof restrictionLists)[number];

/** The effects that a list can have: allow, require a person's consent, or deny. */
export type Effect = 'allow' | 'ask' | 'deny';

const listNames = {
  allow: { server: 'allowedServers', tool: 'allowedTools' },
  ask: { server: 'askServers', tool: 'askTools' },
  deny: { server: 'disallowedServers', tool: 'disallowedTools' },
} as const;

/**
 * True if an entry can refer to a subject exactly; `*` and `?` are wildcards in restrictions, so a name that contains
 * either would match other names as well.
 */
export function canBeNamed({ server, tool = '' }: RowSubject): boolean {
  return !/[*?]/.test(server + tool);
}

/** Returns the effect of unconditional entries that refer to a subject exactly; `clear` if there are none. */
export function ownAct(restrictions: McpRestrictions | undefined, { server, tool }: RowSubject): Effect | 'clear' {
  const isNamed = (effect: Effect) => {
    const { server: serverList, tool: toolList } = listNames[effect];
    if (tool === undefined) return arrayOf(restrictions?.[serverList]).includes(server);
    return hasTool(arrayOf(restrictions?.[toolList]).filter(isReference))({ server, tool });
  };
  return (['deny', 'ask', 'allow'] as const).find(isNamed) ?? 'clear';
}

function isReference(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null;
}

/**
 * Adds entries that refer to the subjects exactly to the lists that have the given effect. Skips existing entries and
 * subjects that no entry can refer to exactly.
 */
export function addEntries(
  restrictions: McpRestrictions,
  effect: Effect,
  given: readonly RowSubject[],
): McpRestrictions {
  const { server: serverList, tool: toolList } = listNames[effect];
  const subjects = given.filter(canBeNamed);
  const servers = subjects.filter(({ tool }) => tool === undefined).map(({ server }) => server);
  const tools = subjects.flatMap(({ server, tool }) => (tool === undefined ? [] : [{ server, tool }]));
  const isListed = hasTool(arrayOf(restrictions[toolList]));
  const newTools = tools.filter((tool) => !isListed(tool));
  return {
    ...restrictions,
    ...(servers.length === 0 ? {} : { [serverList]: [...new Set([...arrayOf(restrictions[serverList]), ...servers])] }),
    ...(newTools.length === 0 ? {} : { [toolList]: [...arrayOf(restrictions[toolList]), ...newTools.map(referTo)] }),
  };
}

/** Adds every tool of the given servers to the list of allowed tools. */
export function addWholeServers(restrictions: McpRestrictions, servers: readonly string[]): McpRestrictions {
  const entries = arrayOf(restrictions.allowedTools);
  const isListed = hasTool(entries);
  const missing = servers.filter((server) => canBeNamed({ server }) && !isListed({ server, tool: '*' }));
  if (missing.length === 0) return restrictions;
  return { ...restrictions, allowedTools: [...entries, ...missing.map((server) => referTo({ server, tool: '*' }))] };
}

/**
 * Removes unconditional entries that refer to one of the subjects exactly. An allow list stays in effect even after its
 * last entry is removed; any other list is removed together with its last entry.
 */
export function removeEntries(
  restrictions: McpRestrictions,
  effect: Effect,
  subjects: readonly RowSubject[],
): McpRestrictions {
  const { server: serverList, tool: toolList } = listNames[effect];
  const servers = new Set(subjects.filter(({ tool }) => tool === undefined).map(({ server }) => server));
  const isNamed = hasTool(
    subjects.flatMap(({ server, tool }) => (tool === undefined ? [] : [referTo({ server, tool })])),
  );
  return keepEntries(
    keepEntries(restrictions, serverList, (name) => !servers.has(name)),
    toolList,
    (entry) => isConditional(entry) || !isNamed({ server: entry.serverName, tool: entry.toolName }),
  );
}

/** Filters the entries in one list. */
export function keepEntries<List extends EditableList>(
  restrictions: McpRestrictions,
  list: List,
  keep: (entry: NonNullable<McpRestrictions[List]>[number], index: number) => boolean,
): McpRestrictions {
  const entries = restrictions[list] as readonly NonNullable<McpRestrictions[List]>[number][] | undefined;
  if (!Array.isArray(entries)) return restrictions;
  const kept = entries.filter(keep);
  if (kept.length === entries.length) return restrictions;
  if (kept.length > 0 || list.startsWith('allowed')) return { ...restrictions, [list]: kept };
  const { [list]: _emptied, ...rest } = restrictions;
  return rest;
}

/** Returns the restrictions, or undefined if nothing remains to be written. */
export function orUndefined(restrictions: McpRestrictions): McpRestrictions | undefined {
  return Object.keys(restrictions).length === 0 ? undefined : restrictions;
}

/** Creates an entry that refers to one tool. */
export function referTo({ server, tool }: { readonly server: string; readonly tool: string }): McpToolReference {
  return { serverName: server, toolName: tool };
}

/** True if an entry applies only under conditions. */
export function isConditional({ schedule, when }: McpToolReference): boolean {
  return schedule !== undefined || when !== undefined;
}

function hasTool(entries: readonly McpToolReference[]) {
  const keys = new Set(
    entries.filter((entry) => !isConditional(entry)).map((entry) => JSON.stringify([entry.serverName, entry.toolName])),
  );
  return ({ server, tool }: { readonly server: string; readonly tool: string }) =>
    keys.has(JSON.stringify([server, tool]));
}
