import { type ToolGroup, toolGroups } from '../modes/mode.ts';

/** Groups that a key blocks when it appears in a position where it has no effect. */
type Closes = ReadonlyMap<string, readonly ToolGroup[]>;

/** Restrictions in this format, by name; docs/restrictions.md contains the same table. */
export const ownLimitKeys: Closes = new Map<string, readonly ToolGroup[]>([
  ['fileRegex', ['read', 'edit']],
  ['mcpRestrictions', ['mcp']],
  ['allowedMcpServers', ['mcp']],
  ['allowedServers', ['mcp']],
  ['disallowedServers', ['mcp']],
  ['allowedTools', ['mcp']],
  ['askServers', ['mcp']],
  ['askTools', ['mcp']],
  ['disallowedTools', ['mcp']],
  ['commandRestrictions', ['command']],
  ['allowedCommands', ['command']],
  ['askCommands', ['command']],
  ['disallowedCommands', ['command']],
]);

/**
 * Restrictions on agents and modes in other clients, in their original spelling; docs/restrictions.md lists the
 * clients.
 */
export const foreignLimitKeys: Closes = new Map<string, readonly ToolGroup[]>([
  ['tools', toolGroups],
  ['permission', toolGroups],
  ['permissions', toolGroups],
  ['disabledTools', ['mcp']],
  ['deniedCommands', ['command']],
]);

/**
 * Returns the groups that a key in a mode blocks; keys are matched by exact name, with or without an annotation mark.
 */
export function groupsLimitedBy(key: string): readonly ToolGroup[] | undefined {
  const name = key.replace(mark, '');
  return ownLimitKeys.get(name) ?? foreignLimitKeys.get(name);
}

/** True if a key denies tools by name, with or without an annotation mark. */
export function deniesTools(key: string): boolean {
  return /^(?:disallowed|disabled)Tools$/.test(key.replace(mark, ''));
}

/**
 * True if a key is only an annotation: `$schema`, `_comment`, `x-owner`, `reason` or a suppression. A restriction with
 * an annotation mark is still a restriction.
 */
export function isAnnotation(key: string): boolean {
  if (key.startsWith('modegate-') || notes.has(key)) return true;
  return mark.test(key) && !conditions.has(key.replace(mark, '')) && groupsLimitedBy(key) === undefined;
}

const mark = /^(?:\$|_|x-|\/\/)/i;
const notes: ReadonlySet<string> = new Set(['comment', 'note', 'todo', 'reason', 'description']);
const conditions: ReadonlySet<string> = new Set(['extends', 'schedule', 'when']);
