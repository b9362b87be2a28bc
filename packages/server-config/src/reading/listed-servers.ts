import { jsonPointer } from '@modegate/json';
import type { Place, ServerEntry, ServerEntryPlaces, ServerEntryPolicy } from '../entries/server-entry.ts';
import { jsonValueOf, type ParsedJsonText, propertyOf } from '../json/json-text.ts';

/** The lists by which a whole file of Gemini or Qwen opens and closes servers, with the older names of both. */
const lists = [
  { path: ['mcp', 'allowed'], opens: true },
  { path: ['mcp', 'excluded'], opens: false },
  { path: ['allowMCPServers'], opens: true },
  { path: ['excludeMCPServers'], opens: false },
] as const;

/** The entries, of which those are disabled that a list of the whole file closes. What is not a list of names closes all of them. */
export function withFileLists(servers: readonly ServerEntry[], document: ParsedJsonText): readonly ServerEntry[] {
  return lists.reduce<readonly ServerEntry[]>((entries, { path, opens }) => {
    const node = path.reduce(
      (parent: typeof document.root | undefined, key) => propertyOf(parent, key)?.valueNode,
      document.root,
    );
    if (node === undefined) return entries;
    const names = jsonValueOf(node);
    const isList = Array.isArray(names) && names.every((name) => typeof name === 'string');
    const place = { pointer: jsonPointer(...path), ...document.positionAt(node.offset) };
    return entries.map((entry) => (isList && names.includes(entry.name) === opens ? entry : disabled(entry, place)));
  }, servers);
}

function disabled(entry: ServerEntry, place: Place): ServerEntry {
  return withLimits(entry, { disabled: true }, { disabled: place });
}

/** An entry with limits that its file has elsewhere, and where they are. */
export function withLimits(
  entry: ServerEntry,
  limits: Partial<Omit<ServerEntryPolicy, 'defaultEnabled' | 'alwaysAllow'>>,
  places: Partial<ServerEntryPlaces>,
): ServerEntry {
  const limited = { policy: { ...entry.policy, ...limits }, places: { ...entry.places, ...places } };
  if (entry.state === 'invalid') return { ...entry, ...limited };
  return { ...entry, ...limited, config: { ...entry.config, ...limits } };
}
