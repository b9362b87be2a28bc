import type { McpToolReference } from '@modegate/mode-core/modes';
import { isReadOnly } from '../bypasses/can-write.ts';
import type { ToolInventory } from '../matrix/inventory.ts';
import { isLiteral, matchesName } from '../matrix/names.ts';
import { mentions } from './split-identifier.ts';
import type { SuggestedPart, SuggestionSubject } from './suggestion.ts';

/** The tools that a mode should retain. */
export interface ToolChoice {
  readonly entries: readonly McpToolReference[];
  readonly kept: readonly SuggestedPart[];
  readonly removed: readonly SuggestedPart[];
  /** Servers that would not retain any tools. */
  readonly emptied: ReadonlySet<string>;
  readonly reasons: readonly string[];
}

/** From the tools on these servers that the mode may use now, chooses those that the mode should retain. */
export function chooseTools(subject: SuggestionSubject, servers: readonly string[]): ToolChoice {
  const choices = servers.map((server) => chooseOf(subject, server));
  const removed = choices.flatMap((choice) => choice.removed);
  const emptied = new Set(
    choices.filter(({ entries, isKnown }) => isKnown && entries.length === 0).map(({ server }) => server),
  );
  return {
    entries: choices.flatMap(({ entries }) => entries),
    kept: choices.flatMap(({ kept }) => kept),
    removed: removed.filter(({ server }) => !emptied.has(server)),
    emptied,
    reasons: [
      ...explainRemoval(subject, removed.length),
      ...choices.flatMap(({ server, isKnown }) => explainServer(server, { isKnown, emptied })),
    ],
  };
}

function chooseOf(subject: SuggestionSubject, server: string) {
  const tools = subject.inventory.find(({ name }) => name === server)?.tools;
  if (tools === undefined)
    return { server, isKnown: false, entries: entriesOfServer(subject, server), kept: [], removed: [] };
  const usable = [...new Map(tools.map((tool) => [tool.name, tool])).values()].filter(
    ({ name }) => isLiteral(name) && subject.may(server, name),
  );
  const kept = usable.filter((tool) => isNeeded(subject, tool));
  const part = ({ name }: ToolInventory): SuggestedPart => ({ server, tool: name });
  return {
    server,
    isKnown: true,
    entries: kept.flatMap(({ name }) => entriesFor(subject, { server, tool: name })),
    kept: kept.map(part),
    removed: usable.filter((tool) => !kept.includes(tool)).map(part),
  };
}

function isNeeded({ isReadOnly: onlyReads, words }: SuggestionSubject, tool: ToolInventory): boolean {
  if (mentions(words, tool.name)) return true;
  return onlyReads ? isReadOnly(tool) : tool.hints?.destructive !== true;
}

/**
 * Returns the entries that allow a tool now, narrowed to that tool, so that their conditions are preserved; without a
 * list, returns just the pair of server and tool.
 */
function entriesFor(
  { mode }: SuggestionSubject,
  { server, tool }: { readonly server: string; readonly tool: string },
): readonly McpToolReference[] {
  const own = mode.config.mcpRestrictions?.allowedTools;
  if (own === undefined) return [{ serverName: server, toolName: tool }];
  const narrowed = own
    .filter(({ serverName, toolName }) => matchesName(serverName, server) && matchesName(toolName, tool))
    .map((entry): McpToolReference => ({ ...entry, serverName: server, toolName: tool }));
  return distinct(narrowed);
}

/**
 * Returns the entries for a server with unknown tools: the list's entries for that server, or one entry for all its
 * tools if there is no list.
 */
function entriesOfServer({ mode }: SuggestionSubject, server: string): readonly McpToolReference[] {
  const own = mode.config.mcpRestrictions?.allowedTools;
  if (own === undefined) return [{ serverName: server, toolName: '*' }];
  const concerned = own.filter(({ serverName }) => matchesName(serverName, server));
  return distinct(concerned.map((entry): McpToolReference => ({ ...entry, serverName: server })));
}

function distinct(entries: readonly McpToolReference[]): readonly McpToolReference[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}

function explainRemoval({ isReadOnly: onlyReads }: SuggestionSubject, count: number): readonly string[] {
  if (count === 0) return [];
  return onlyReads
    ? [
        `The mode can neither edit files nor run commands, so the suggestion omits the ${count} tools that are not known to be read-only.`,
      ]
    : [`The suggestion omits the ${count} tools that are marked as destructive and do not appear in the mode's text.`];
}

function explainServer(
  server: string,
  { isKnown, emptied }: { readonly isKnown: boolean; readonly emptied: ReadonlySet<string> },
): readonly string[] {
  if (!isKnown)
    return [
      `The tools of '${server}' are not known, so the rules for these tools stay unchanged. Lock the tools, then run this command again.`,
    ];
  if (emptied.has(server))
    return [`No tools of '${server}' remain, so the suggestion omits the server and its resources.`];
  return [`A tool that '${server}' adds later is refused until it is listed. The resources of the server stay open.`];
}
