import {
  commandReferenceSchema,
  commandRestrictionsSchema,
  mcpRestrictionsSchema,
  mcpToolReferenceSchema,
  modeConfigSchema,
  toolGroups,
} from '@modegate/mode-core/modes';
import { compileNamePattern } from '@modegate/mode-core/patterns';
import type { ServerInventory } from '@modegate/policy-check/permissions';
import { escapeControls } from '@modegate/policy-check/reporters';
import type { CompletionItem, CompletionItemKind, Position } from 'vscode-languageserver/node';
import type { LoadedProject } from '../../project/load-project.ts';
import { createTextPositions } from '../text-positions.ts';
import { type CursorValue, findCursorValue } from './cursor-path.ts';

/**
 * Names known in the project when a completion is requested; both lists may be missing while the project cannot be
 * read.
 */
export type CompletionNames = Partial<Pick<LoadedProject, 'servers' | 'inventory'>>;

/** Returns the names that may be written at a position in a modes or servers file: keys, groups, servers and tools. */
export function completeAt(text: string, position: Position, known: CompletionNames): readonly CompletionItem[] {
  const places = createTextPositions(text);
  const value = findCursorValue(text, places.offsetAt(position));
  if (value === undefined) return [];
  const isJson = /^\uFEFF*\s*[{[]/.test(text);
  const range = { start: places.positionAt(value.start), end: places.positionAt(value.end) };
  const colon = /^\s*:/.test(text.slice(value.end)) ? '' : ': ';
  return [...keyNames(value), ...namesFor(value, known)].map(({ name, text: written, ...item }): CompletionItem => {
    const newText =
      written?.(isJson) ?? quoted(name, isJson ? '"' : value.quote) + (item.kind === kinds.key ? colon : '');
    return {
      ...item,
      label: escapeControls(name),
      // An editor compares this value with the text in the range, which includes quotes.
      filterText: value.quote === '' ? name : `${value.quote}${name}`,
      textEdit: { range, newText },
    };
  });
}

interface Name extends Pick<CompletionItem, 'kind' | 'detail' | 'documentation'> {
  readonly name: string;
  /** Returns the text to insert, if it consists of more than the name. */
  readonly text?: (isJson: boolean) => string;
}

/**
 * Returns the keys that an object does not have yet. A string in place of an object is treated as the beginning of its
 * first key.
 */
function keyNames({ path, isKey, keys }: CursorValue): readonly Name[] {
  const isFirst = !isKey && path.length <= 3;
  const names = path[0] === 'customModes' && (isKey || isFirst) ? keysAt(path.slice(2)) : [];
  return names.filter((name) => !keys.includes(name)).map((name) => ({ name, kind: kinds.key }));
}

/** Returns the keys that are valid for a mode, its restrictions or an entry in a list of restrictions. */
function keysAt([restrictions, list, index, ...deeper]: CursorValue['path']): readonly string[] {
  if (deeper.length > 0) return [];
  if (restrictions === undefined) return Object.keys(modeConfigSchema.shape);
  const schemas = restrictionSchemas.get(restrictions);
  if (schemas === undefined) return [];
  if (list === undefined) return Object.keys(schemas.whole.shape);
  return typeof index === 'number' && !String(list).endsWith('Servers') ? Object.keys(schemas.entry.shape) : [];
}

const restrictionSchemas = new Map<unknown, Readonly<Record<'whole' | 'entry', { readonly shape: object }>>>([
  ['mcpRestrictions', { whole: mcpRestrictionsSchema, entry: mcpToolReferenceSchema }],
  ['commandRestrictions', { whole: commandRestrictionsSchema, entry: commandReferenceSchema }],
]);

function namesFor({ path, isKey, sibling }: CursorValue, known: CompletionNames): readonly Name[] {
  if (isKey) return [];
  const [top, entry, key, list, index, field] = path;
  if (top === 'customModes' && typeof entry === 'number') {
    if (key === 'groups' && (index === undefined || index === 0))
      return toolGroups.map((name) => ({ name, kind: kinds.group }));
    if (key === 'allowedMcpServers' && typeof list === 'number') return serverNames(known);
    if (key !== 'mcpRestrictions' || typeof index !== 'number') return [];
    if (/^(?:allowed|ask|disallowed)Servers$/.test(String(list))) return serverNames(known);
    if (!/^(?:allowed|ask|disallowed)Tools$/.test(String(list))) return [];
    if (field === undefined) return wholeEntries(known);
    if (field === 'serverName') return serverNames(known);
    return field === 'toolName' ? toolNames(known, compileNamePattern(sibling('serverName') ?? '*')) : [];
  }
  const isServers = top === 'mcpServers' || top === 'servers';
  if (!isServers || typeof entry !== 'string' || typeof list !== 'number') return [];
  if (key !== 'alwaysAllow' && key !== 'disabledTools') return [];
  return toolNames(known, (name) => name === entry);
}

const kinds = { key: 10, group: 13, server: 9, tool: 3 } as const satisfies Readonly<
  Record<string, CompletionItemKind>
>;

function serverNames({ servers = [], inventory = [] }: CompletionNames): readonly Name[] {
  const names = [...new Set([...servers, ...inventory].map(({ name }) => name))];
  return names.map((name) => ({ name, kind: kinds.server }));
}

function toolNames({ inventory = [] }: CompletionNames, isServer: (name: string) => boolean): readonly Name[] {
  const tools = listTools(inventory.filter(({ name }) => isServer(name)));
  return [...new Map(tools.map(({ name, server, ...tool }) => [name, { name, detail: server, ...tool }])).values()];
}

/** Offers completions such as `{ serverName: github, toolName: get_issue }` that insert a whole entry in one step. */
function wholeEntries({ inventory = [] }: CompletionNames): readonly Name[] {
  return listTools(inventory).map(({ server, name, ...tool }) => ({
    ...tool,
    name: `${server}/${name}`,
    text: (isJson) => {
      const quote = isJson ? '"' : '';
      const [serverKey, toolKey] = isJson ? ['"serverName"', '"toolName"'] : ['serverName', 'toolName'];
      return `{ ${serverKey}: ${quoted(server, quote)}, ${toolKey}: ${quoted(name, quote)} }`;
    },
  }));
}

/** More than an editor displays; the remaining tools appear as the user types more of the name. */
const maxTools = 2000;

function listTools(inventory: readonly ServerInventory[]): readonly (Name & { readonly server: string })[] {
  const all = inventory.flatMap((server) => (server.tools ?? []).map((tool) => ({ ...tool, server: server.name })));
  return all.slice(0, maxTools).map(({ name, server, description }) => ({
    name,
    server,
    kind: kinds.tool,
    ...(description === undefined ? {} : { documentation: escapeControls(description).slice(0, 500) }),
  }));
}

/**
 * Writes a name as a value with the quotes of the surrounding value; in YAML, also quotes it if it would otherwise be
 * read as something else.
 */
function quoted(name: string, quote: CursorValue['quote']): string {
  if (quote === "'" && !/[\p{Cc}\u2028\u2029]/u.test(name)) return `'${name.replaceAll("'", "''")}'`;
  const isPlain = /^[A-Za-z_][\w./-]*$/.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(name);
  return quote === '' && isPlain ? name : JSON.stringify(name);
}
