import { isJsonObject, type JsonObject } from '@modegate/json';

/** Format in which a client writes a server's entry. */
export interface EntryFormat {
  /** `type` for a server that the client starts; undefined if such an entry has no type. */
  readonly type: 'stdio' | 'local' | undefined;
  /**
   * `command`, `cmd`: key that contains the command, next to `args`; `list`: command and arguments in one list under
   * `command`.
   */
  readonly command: 'command' | 'cmd' | 'list';
  /** Key for the server's environment variables. */
  readonly env: 'env' | 'environment' | 'envs';
  /** Further fields that the client expects in an entry. */
  readonly more?: (name: string) => JsonObject;
  /** Format for a server that the client reaches by a URL; undefined if the client supports no such servers. */
  readonly remote: RemoteFormat | undefined;
}

/** Format for a server that a client reaches by a URL. */
export interface RemoteFormat {
  /** `type` of the server; undefined if the URL alone suffices. */
  readonly type?: 'http' | 'streamable-http' | 'streamableHttp' | 'streamable_http' | 'remote';
  readonly url: 'url' | 'httpUrl' | 'serverUrl' | 'uri';
  /**
   * Form of a reference to the variable that contains a bearer token: the text around the variable's name in a header,
   * or the key whose value is the name; undefined if neither is possible.
   */
  readonly variable: readonly [before: string, after: string] | 'bearer_token_env_var' | undefined;
}

/** `${env:NAME}`. */
export const envVariable = ['${env:', '}'] as const;

/** `${NAME}`. */
export const bareVariable = ['${', '}'] as const;

/** `command`, `args` and `env`, as in most clients. */
export const commandAndArgs: EntryFormat = { type: undefined, command: 'command', env: 'env', remote: undefined };

/** A `type`, one list under `command`, and `environment`, as in opencode and Kilo. */
export const commandList: EntryFormat = {
  type: 'local',
  command: 'list',
  env: 'environment',
  remote: { type: 'remote', url: 'url', variable: ['{env:', '}'] },
};

/** Goose expects a name and an on/off switch in each entry; its documentation mentions no variables in headers. */
export const gooseWords: EntryFormat = {
  type: 'stdio',
  command: 'cmd',
  env: 'envs',
  more: (name) => ({ enabled: true, name, timeout: 300 }),
  remote: { type: 'streamable_http', url: 'uri', variable: undefined },
};

/** An entry in its client's format. */
export interface WrittenEntry {
  /** Fields to set, in order. */
  readonly fields: JsonObject;
  /** Values to add to the existing values under the same key. */
  readonly map: { readonly key: string; readonly values: Readonly<Record<string, string>> };
  /** Keys that belong to another kind of entry and would make the entry ambiguous. */
  readonly foreign: readonly string[];
  /** Value that an optional `type` must have if it is present. */
  readonly typeIfAny: string;
}

/** Creates the entry for a server that the client starts. */
export function startedEntry(
  { type, command: form, env: envKey, more }: EntryFormat,
  { name, command, args, env }: StartedServer,
): WrittenEntry {
  const line = form === 'list' ? { command: [command, ...args] } : { [form]: command, args: [...args] };
  return {
    fields: { ...(type === undefined ? {} : { type }), ...more?.(name), ...line },
    map: { key: envKey, values: env },
    foreign: [...urlKeys, 'headers', 'bearer_token_env_var'],
    typeIfAny: type ?? 'stdio',
  };
}

/** A server for a client to start. */
export interface StartedServer {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Creates the entry for a server that the client reaches by a URL. @param token - Name of the variable that contains a
 * bearer token.
 */
export function remoteEntry(
  { more }: EntryFormat,
  { type, url: key, variable }: RemoteFormat,
  { name, url, token }: RemoteServer,
): WrittenEntry {
  const isKey = typeof variable === 'string';
  const header = token === undefined || isKey ? undefined : variable?.join(token);
  return {
    fields: {
      ...(type === undefined ? {} : { type }),
      ...more?.(name),
      [key]: url,
      ...(isKey && token !== undefined ? { [variable]: token } : {}),
    },
    map: { key: 'headers', values: header === undefined ? {} : { Authorization: `Bearer ${header}` } },
    foreign: [...startKeys, ...urlKeys.filter((other) => other !== key)],
    typeIfAny: type ?? 'http',
  };
}

/** A server for a client to reach by a URL. */
interface RemoteServer {
  readonly name: string;
  readonly url: string;
  readonly token: string | undefined;
}

const urlKeys = ['url', 'httpUrl', 'serverUrl', 'uri'] as const;
const startKeys = ['command', 'cmd', 'args', 'env', 'envs', 'environment', 'cwd', 'envFile'] as const;

/** Returns the complete value of a new entry. */
export function valueOfEntry({ fields, map }: WrittenEntry): JsonObject {
  return Object.keys(map.values).length === 0 ? fields : { ...fields, [map.key]: map.values };
}

/** Updates the value of an entry; preserves everything that is not mentioned in the new entry. */
export function updatedValue(old: unknown, entry: WrittenEntry): JsonObject {
  if (!isJsonObject(old)) return valueOfEntry(entry);
  const { fields, map, foreign, typeIfAny } = entry;
  const kept = Object.fromEntries(Object.entries(old).filter(([key]) => !foreign.includes(key)));
  const type = old.type === undefined ? {} : { type: typeIfAny };
  const values = old[map.key];
  const given =
    Object.keys(map.values).length === 0
      ? {}
      : { [map.key]: { ...(isJsonObject(values) ? values : {}), ...map.values } };
  return { ...kept, ...type, ...fields, ...given };
}

/** Creates an entry from an existing one, to be written unchanged. */
export function sameEntry(value: JsonObject): WrittenEntry {
  const type = typeof value.type === 'string' ? value.type : 'stdio';
  return { fields: value, map: { key: 'env', values: {} }, foreign: [], typeIfAny: type };
}

/** Returns the arguments of an entry's command, in either format. */
export function argumentsOf({ command, args }: JsonObject): readonly unknown[] {
  const list = Array.isArray(command) ? command.slice(1) : args;
  return Array.isArray(list) ? list : [];
}

/** Replaces the arguments of an entry. */
export function withArguments(entry: JsonObject, args: readonly unknown[]): JsonObject {
  const { command } = entry;
  return Array.isArray(command) ? { ...entry, command: [command[0], ...args] } : { ...entry, args };
}
