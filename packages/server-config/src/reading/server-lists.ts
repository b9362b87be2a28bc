import { jsonPointer } from '@modegate/json';
import type { PointerPosition, ServerEntry, ServerEntryPolicy, SettingPositions } from '../entries/server-entry.ts';
import { jsonValueOf, type ParsedJsonText, propertyOf } from '../json/json-text.ts';
import type { RootRemark } from './config-roots.ts';

/** The lists by which a whole file of Gemini or Qwen opens and closes servers, with the older names of both. */
const serverLists = [
  { path: ['mcp', 'allowed'], opens: true },
  { path: ['mcp', 'excluded'], opens: false },
  { path: ['allowMCPServers'], opens: true },
  { path: ['excludeMCPServers'], opens: false },
] as const;

/** The entries, of which those are disabled that a list of the whole file closes. What is not a list of names closes all of them. */
export function applyServerLists(servers: readonly ServerEntry[], document: ParsedJsonText): readonly ServerEntry[] {
  return serverLists.reduce<readonly ServerEntry[]>((entries, { path, opens }) => {
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

/** The key by which Codex asks about every call of a server's tools, and its values that do not. */
const APPROVAL = 'default_tools_approval_mode';
const NOT_ASKING: readonly unknown[] = ['auto', 'approve'];

/** The entries of a file of Codex, of which those are disabled whose calls it would always ask about: the gateway does not ask. */
export function applyApprovals(
  servers: readonly ServerEntry[],
  document: ParsedJsonText,
  root: readonly string[],
): { readonly servers: readonly ServerEntry[]; readonly remarks: readonly RootRemark[] } {
  const remarks: RootRemark[] = [];
  const closed = servers.map((entry) => {
    const path = [...root, entry.name, APPROVAL];
    const at = path.reduce<typeof document.root | undefined>(
      (node, key) => propertyOf(node, key)?.valueNode,
      document.root,
    );
    if (at === undefined || NOT_ASKING.includes(jsonValueOf(at))) return entry;
    const message = `"${APPROVAL}" closes the server ${JSON.stringify(entry.name.slice(0, 60))}, because the gateway does not ask the user. To open it, write "auto" or take the key out. Codex then asks about fewer calls, too.`;
    remarks.push({ code: 'RULE_CLOSES', severity: 'warning', message, at, path });
    return disabled(entry, { pointer: jsonPointer(...path), ...document.positionAt(at.offset) });
  });
  return { servers: closed, remarks };
}

function disabled(entry: ServerEntry, place: PointerPosition): ServerEntry {
  return withLimits(entry, { disabled: true }, { disabled: place });
}

/** An entry with limits that its file has elsewhere, and where they are. */
export function withLimits(
  entry: ServerEntry,
  limits: Partial<Omit<ServerEntryPolicy, 'defaultEnabled' | 'alwaysAllow'>>,
  settingPositions: Partial<SettingPositions>,
): ServerEntry {
  const limited = {
    policy: { ...entry.policy, ...limits },
    settingPositions: { ...entry.settingPositions, ...settingPositions },
  };
  if (entry.state === 'invalid') return { ...entry, ...limited };
  return { ...entry, ...limited, config: { ...entry.config, ...limits } };
}
