import type { ServerInventory, ToolInventory } from '../matrix/inventory.ts';
import type { PermissionSubject } from '../matrix/permission-row.ts';
import type { BypassCertainty } from './bypass.ts';

/**
 * Determines how certain it is that a subject changes something; returns undefined if nothing indicates that it does.
 * Hints are the server's claims, and `readOnlyHint` defaults to false (MCP 2025-11-25, `ToolAnnotations`); a tool
 * without hints is judged by its name.
 */
export function canWrite(
  subject: PermissionSubject,
  inventory: readonly ServerInventory[],
): BypassCertainty | undefined {
  if (subject.kind === 'mcp-other-servers') return 'possible';
  if (subject.kind === 'mcp-other-tools') return isListed(subject.server, inventory) ? undefined : 'possible';
  if (subject.kind !== 'mcp-tool') return undefined;
  const tool = findKnownTool(subject, inventory);
  if (isReadOnly(tool ?? { name: subject.tool })) return undefined;
  return tool?.hints?.readOnly === false || tool?.hints?.destructive === true ? 'certain' : 'likely';
}

/** True if a tool only reads, according to its hint or, if it has no hint, to the first word of its name. */
export function isReadOnly({ name, hints }: ToolInventory): boolean {
  if (hints?.readOnly !== undefined) return hints.readOnly;
  if (hints?.destructive === true) return false;
  return readingWords.has(firstWord(name));
}

/** Finds the tool in the inventory. */
export function findKnownTool(
  subject: { readonly server: string; readonly tool: string },
  inventory: readonly ServerInventory[],
): ToolInventory | undefined {
  const server = inventory.find(({ name }) => name === subject.server);
  return server?.tools?.find(({ name }) => name === subject.tool);
}

function isListed(server: string, inventory: readonly ServerInventory[]): boolean {
  return inventory.some(({ name, tools }) => name === server && tools !== undefined);
}

// Unlike `toolWords`, this reads the whole name, so that a long name cannot hide the end of its first word.
function firstWord(name: string): string {
  const [word = ''] = name.split(/(?<=[a-z])(?=[A-Z])|[^A-Za-z]+/).filter((part) => part !== '');
  return word.toLowerCase();
}

const readingWords: ReadonlySet<string> = new Set(
  'get list read search find fetch query describe show view lookup count check inspect explain browse download status help echo ping'.split(
    ' ',
  ),
);
