import { isJsonObject, type JsonObject } from '@modegate/json';
import { parseToolset, quoteShort, type Toolset } from './toolset.ts';

/** The content of the toolset file, raw and parsed. */
export interface ToolsetFile {
  /** The complete file, including unknown members. */
  readonly raw: JsonObject;
  /** The readable toolsets by name, in the order of the file. */
  readonly toolsets: ReadonlyMap<string, Toolset>;
  /** The unreadable toolsets, with the reasons; they remain unchanged in the file. */
  readonly unreadable: ReadonlyMap<string, string>;
  /** The last equipped set for each project, by project root. */
  readonly lastEquipped: ReadonlyMap<string, string>;
}

/** A parsed file, or the reason why it is unusable. */
export type ParsedToolsetFile =
  | { readonly ok: true; readonly file: ToolsetFile }
  | { readonly ok: false; readonly reason: string };

/** A change to the file, as data. */
export interface ToolsetFileChange {
  /** Adds or replaces a toolset. */
  readonly put?: Toolset | undefined;
  /** The name of a toolset to remove. */
  readonly remove?: string | undefined;
  /** The equipped set for a project; no set is equipped if `name` is undefined. */
  readonly equipped?: { readonly projectRoot: string; readonly name: string | undefined } | undefined;
}

/** Parses a file's text; missing text is treated as an empty file. Never throws. */
export function parseToolsetFile(text: string | undefined): ParsedToolsetFile {
  if (text === undefined) return { ok: true, file: understand({}, {}, {}) };
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (cause) {
    return { ok: false, reason: `it is not JSON (${cause instanceof Error ? cause.message : String(cause)})` };
  }
  if (!isJsonObject(raw)) return { ok: false, reason: 'it is not a JSON object' };
  const toolsets = Object.hasOwn(raw, 'toolsets') ? raw.toolsets : {};
  if (!isJsonObject(toolsets)) return { ok: false, reason: "its member 'toolsets' is not a JSON object" };
  const lastEquipped = Object.hasOwn(raw, 'lastEquipped') ? raw.lastEquipped : {};
  if (!isJsonObject(lastEquipped)) return { ok: false, reason: "its member 'lastEquipped' is not a JSON object" };
  return { ok: true, file: understand(raw, toolsets, lastEquipped) };
}

/** Returns the file's text after a change. Everything else remains unchanged. */
export function changeToolsetFile(file: ToolsetFile, change: ToolsetFileChange): string {
  const { raw } = file;
  const toolsets = new Map(entriesOf(raw, 'toolsets'));
  if (change.remove !== undefined) toolsets.delete(change.remove);
  if (change.put !== undefined) toolsets.set(change.put.name, change.put);
  const lastEquipped = new Map(entriesOf(raw, 'lastEquipped'));
  if (change.equipped !== undefined) rememberEquipped(lastEquipped, change.equipped);
  const members = new Map(Object.entries(raw));
  members.set('toolsets', Object.fromEntries(toolsets));
  members.set('lastEquipped', Object.fromEntries(lastEquipped));
  return `${JSON.stringify(Object.fromEntries(members), undefined, 2)}\n`;
}

/** True if the file contains an entry with that name, whether readable or not. */
export function hasToolset(file: ToolsetFile, name: string): boolean {
  return file.toolsets.has(name) || file.unreadable.has(name);
}

// Enough for all of a user's projects; the file must not grow with each folder that a test run creates.
const MAX_PROJECTS = 1_000;

function rememberEquipped(
  lastEquipped: Map<string, unknown>,
  { projectRoot, name }: { readonly projectRoot: string; readonly name: string | undefined },
): void {
  // The entry is removed before it is added again, so that the most recent entry comes last.
  lastEquipped.delete(projectRoot);
  if (name === undefined) return;
  lastEquipped.set(projectRoot, name);
  for (const oldest of lastEquipped.keys()) {
    if (lastEquipped.size <= MAX_PROJECTS) break;
    lastEquipped.delete(oldest);
  }
}

function entriesOf(raw: JsonObject, member: 'toolsets' | 'lastEquipped'): [string, unknown][] {
  const value = Object.hasOwn(raw, member) ? raw[member] : undefined;
  return isJsonObject(value) ? Object.entries(value) : [];
}

function understand(raw: JsonObject, toolsets: JsonObject, lastEquipped: JsonObject): ToolsetFile {
  const readable = new Map<string, Toolset>();
  const unreadable = new Map<string, string>();
  for (const [name, value] of Object.entries(toolsets)) {
    const parsed = parseToolset(name, value);
    if (parsed.ok) readable.set(name, parsed.toolset);
    else unreadable.set(name, `The saved toolset ${quoteShort(name)} cannot be read: ${parsed.reason}.`);
  }
  const equipped = new Map<string, string>();
  for (const [projectRoot, name] of Object.entries(lastEquipped)) {
    if (typeof name === 'string') equipped.set(projectRoot, name);
  }
  return { raw, toolsets: readable, unreadable, lastEquipped: equipped };
}
