import { isJsonObject, type JsonObject } from '@modegate/json';

/** How a client writes the entry of a server. */
export interface EntryFormat {
  /** What the `type` of a server is that the client starts; undefined where the entry has none. */
  readonly type: 'stdio' | 'local' | undefined;
  /** `command`, `cmd`: the key of the command, beside `args`; `list`: both in one list under `command`. */
  readonly command: 'command' | 'cmd' | 'list';
  /** The key of the variables that the server gets. */
  readonly env: 'env' | 'environment' | 'envs';
  /** What the client wants in an entry besides. */
  readonly more?: (name: string) => JsonObject;
  /** How a server is written that the client reaches by a URL; undefined when the file takes none. */
  readonly remote: RemoteFormat | undefined;
}

/** How a client writes a server that it reaches by a URL. */
export interface RemoteFormat {
  /** What its `type` is; undefined where the URL says it all. */
  readonly type?: 'http' | 'streamable-http' | 'streamableHttp' | 'streamable_http' | 'remote';
  readonly url: 'url' | 'httpUrl' | 'serverUrl' | 'uri';
  /** How the variable with a bearer token is named: what is around its name in a header, or the key that takes the name; undefined where neither is possible. */
  readonly variable: readonly [before: string, after: string] | 'bearer_token_env_var' | undefined;
}

/** `${env:NAME}`. */
export const envVariable = ['${env:', '}'] as const;

/** `${NAME}`. */
export const bareVariable = ['${', '}'] as const;

/** `command`, `args` and `env`, as most clients have them. */
export const commandAndArgs: EntryFormat = { type: undefined, command: 'command', env: 'env', remote: undefined };

/** A `type`, one list under `command` and `environment`, as opencode and Kilo have them. */
export const commandList: EntryFormat = {
  type: 'local',
  command: 'list',
  env: 'environment',
  remote: { type: 'remote', url: 'url', variable: ['{env:', '}'] },
};

/** Goose wants a name, and whether the server is on, in each entry; its documents name no variables in headers. */
export const gooseWords: EntryFormat = {
  type: 'stdio',
  command: 'cmd',
  env: 'envs',
  more: (name) => ({ enabled: true, name, timeout: 300 }),
  remote: { type: 'streamable_http', url: 'uri', variable: undefined },
};

/** An entry in the words of its client. */
export interface WrittenEntry {
  /** What is set, in the order in which it is written. */
  readonly fields: JsonObject;
  /** Values that are set beside those that the entry has under the same key. */
  readonly map: { readonly key: string; readonly values: Readonly<Record<string, string>> };
  /** Keys that belong to another kind of entry, and would make this one ambiguous. */
  readonly foreign: readonly string[];
  /** What a `type` must be that is there although the client needs none. */
  readonly typeIfAny: string;
}

/** The entry of a server that the client starts. */
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

/** A server that a client is to start. */
export interface StartedServer {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The entry of a server that the client reaches by a URL. @param token - The name of the variable with a bearer token. */
export function remoteEntry(
  { more }: EntryFormat,
  { type, url: key, variable }: RemoteFormat,
  { name, url, token }: { readonly name: string; readonly url: string; readonly token: string | undefined },
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

const urlKeys = ['url', 'httpUrl', 'serverUrl', 'uri'] as const;
const startKeys = ['command', 'cmd', 'args', 'env', 'envs', 'environment', 'cwd', 'envFile'] as const;

/** The whole value of a new entry. */
export function valueOfEntry({ fields, map }: WrittenEntry): JsonObject {
  return Object.keys(map.values).length === 0 ? fields : { ...fields, [map.key]: map.values };
}

/** What becomes of the value of an entry when it is brought up to date: what is not named stays. */
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

/** An entry that is there, to be written as it is. */
export function sameEntry(value: JsonObject): WrittenEntry {
  const type = typeof value.type === 'string' ? value.type : 'stdio';
  return { fields: value, map: { key: 'env', values: {} }, foreign: [], typeIfAny: type };
}

/** The arguments of the command that an entry starts, in either form. */
export function argumentsOf({ command, args }: JsonObject): readonly unknown[] {
  const list = Array.isArray(command) ? command.slice(1) : args;
  return Array.isArray(list) ? list : [];
}

/** The entry with other arguments. */
export function withArguments(entry: JsonObject, args: readonly unknown[]): JsonObject {
  const { command } = entry;
  return Array.isArray(command) ? { ...entry, command: [command[0], ...args] } : { ...entry, args };
}
