import { type ToolGroup, toolGroups } from '../modes/mode.ts';

/** What a key closes while it is where it limits nothing. */
type Closes = ReadonlyMap<string, readonly ToolGroup[]>;

/** Our own limits, by name; docs/restrictions.md has the same table. */
export const ownLimitKeys: Closes = new Map<string, readonly ToolGroup[]>([
  ['fileRegex', ['read', 'edit']],
  ['mcpRestrictions', ['mcp']],
  ['allowedMcpServers', ['mcp']],
  ['allowedServers', ['mcp']],
  ['disallowedServers', ['mcp']],
  ['allowedTools', ['mcp']],
  ['disallowedTools', ['mcp']],
]);

/** The limits that the agents and modes of other clients have, as each client spells them; docs/restrictions.md names the clients. */
export const foreignLimitKeys: Closes = new Map<string, readonly ToolGroup[]>([
  ['tools', toolGroups],
  ['permission', toolGroups],
  ['permissions', toolGroups],
  ['disabledTools', ['mcp']],
]);

/** The groups that a key of a mode closes, by its exact name, with or without the mark of an annotation. */
export function groupsLimitedBy(key: string): readonly ToolGroup[] | undefined {
  const name = key.replace(mark, '');
  return ownLimitKeys.get(name) ?? foreignLimitKeys.get(name);
}

/** Whether a key denies tools by name, with or without the mark of an annotation. */
export function deniesTools(key: string): boolean {
  return /^(?:disallowed|disabled)Tools$/.test(key.replace(mark, ''));
}

/** Whether a key only annotates: `$schema`, `_comment`, `x-owner`, `reason` or a suppression. A limit behind a mark is a limit. */
export function isAnnotation(key: string): boolean {
  if (key.startsWith('modegate-') || notes.has(key)) return true;
  return mark.test(key) && !conditions.has(key.replace(mark, '')) && groupsLimitedBy(key) === undefined;
}

const mark = /^(?:\$|_|x-|\/\/)/i;
const notes: ReadonlySet<string> = new Set(['comment', 'note', 'todo', 'reason', 'description']);
const conditions: ReadonlySet<string> = new Set(['extends', 'schedule', 'when']);
