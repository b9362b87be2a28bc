import { jsonPointer } from '@modegate/json';
import type { PointerPosition, ServerEntry, ServerEntryPolicy, SettingPositions } from '../entries/server-entry.ts';
import { jsonValueOf, nodeAt, type ParsedJsonText } from '../json/json-text.ts';
import type { RootRemark } from './config-roots.ts';

/** Key paths, including older ones, to the lists that allow and block servers in a Gemini or Qwen file. */
const serverLists = [
  { path: ['mcp', 'allowed'], opens: true },
  { path: ['mcp', 'excluded'], opens: false },
  { path: ['allowMCPServers'], opens: true },
  { path: ['excludeMCPServers'], opens: false },
] as const;

/** Disables the entries that a file-wide list blocks. A value that is not a list of names blocks all of them. */
export function applyServerLists(servers: readonly ServerEntry[], document: ParsedJsonText): readonly ServerEntry[] {
  return serverLists.reduce<readonly ServerEntry[]>((entries, { path, opens }) => {
    const node = nodeAt(document.root, path);
    if (node === undefined) return entries;
    const names = jsonValueOf(node);
    const isList = Array.isArray(names) && names.every((name) => typeof name === 'string');
    const place = { pointer: jsonPointer(...path), ...document.positionAt(node.offset) };
    return entries.map((entry) => (isList && names.includes(entry.name) === opens ? entry : disabled(entry, place)));
  }, servers);
}

/**
 * Key that makes Codex request approval for every call to a server's tools, and the values that prevent such requests.
 */
const APPROVAL = 'default_tools_approval_mode';
const NOT_ASKING: readonly unknown[] = ['auto', 'approve'];

/**
 * Disables the entries in a Codex file for which Codex would request approval for every call, because the gateway does
 * not request approval.
 */
export function applyApprovals(
  servers: readonly ServerEntry[],
  document: ParsedJsonText,
  root: readonly string[],
): { readonly servers: readonly ServerEntry[]; readonly remarks: readonly RootRemark[] } {
  const remarks: RootRemark[] = [];
  const closed = servers.map((entry) => {
    const path = [...root, entry.name, APPROVAL];
    const at = nodeAt(document.root, path);
    if (at === undefined || NOT_ASKING.includes(jsonValueOf(at))) return entry;
    const message = `"${APPROVAL}" closes the server ${JSON.stringify(entry.name.slice(0, 60))}, because the gateway does not ask the user. To open it, write "auto" or remove the key. This also makes Codex ask about fewer calls.`;
    remarks.push({ code: 'RULE_CLOSES', severity: 'warning', message, at, path });
    return disabled(entry, { pointer: jsonPointer(...path), ...document.positionAt(at.offset) });
  });
  return { servers: closed, remarks };
}

function disabled(entry: ServerEntry, place: PointerPosition): ServerEntry {
  return withLimits(entry, { disabled: true }, { disabled: place });
}

/** Adds restrictions from elsewhere in the file to an entry, with their positions. */
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
