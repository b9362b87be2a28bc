import { defined, isJsonObject } from '@modegate/json';
import type { ConfigFileKind } from './server-entry.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Translations of other clients' entries, except for their restrictions. */
const translations: Readonly<Partial<Record<ConfigFileKind, (entry: Entry) => Entry>>> = {
  gemini: fromGemini,
  cline: (entry) => (entry.type === 'streamableHttp' ? { ...entry, type: 'streamable-http' } : entry),
  windsurf: (entry) => withUrl(entry, 'serverUrl'),
  zed: (entry) => (entry.url === undefined ? entry : { type: 'streamable-http', ...entry }),
  opencode: fromOpencode,
  'kilo-config': fromOpencode,
  codex: fromCodex,
  goose: fromGoose,
};

/** Other clients' keys that {@link translateEntry} understands, by kind of file. */
export const foreignKeys: Readonly<Partial<Record<ConfigFileKind, readonly string[]>>> = {
  gemini: ['httpUrl'],
  windsurf: ['serverUrl'],
  zed: ['source'],
  opencode: ['environment'],
  'kilo-config': ['environment'],
  codex: [
    'env_vars',
    'bearer_token_env_var',
    'http_headers',
    'env_http_headers',
    'startup_timeout_sec',
    'tool_timeout_sec',
    'default_tools_approval_mode',
  ],
  goose: ['name', 'cmd', 'envs', 'uri', 'bundled', 'description'],
};

/** Translates an entry to `command`, `args` and `env`, or `url` with a `type`. */
export function translateEntry(entry: Entry, kind: ConfigFileKind): Entry {
  return translations[kind]?.(entry) ?? entry;
}

/** In Gemini and Qwen, a `url` without a type means the older transport, which uses server-sent events. */
function fromGemini(entry: Entry): Entry {
  if (entry.httpUrl !== undefined) return withUrl(entry, 'httpUrl');
  return entry.url === undefined || entry.type !== undefined ? entry : { ...entry, type: 'sse' };
}

/** As in the client, the client's own key takes precedence over `url`. */
function withUrl(entry: Entry, key: string): Entry {
  const { [key]: url, ...rest } = entry;
  return url === undefined ? entry : { type: 'streamable-http', ...rest, url };
}

function fromOpencode(entry: Entry): Entry {
  const { command, args, environment, type, url, headers, ...rest } = entry;
  const [program, ...more]: readonly unknown[] = Array.isArray(command) ? command : [command];
  const started = { command: program, args: args ?? more, env: environment };
  return {
    ...rest,
    ...defined({ type: opencodeTypes.get(type) ?? type }),
    ...withVariables(defined({ ...(command === undefined ? {} : started), url, headers })),
  };
}

const opencodeTypes = new Map<unknown, string>([
  ['local', 'stdio'],
  ['remote', 'streamable-http'],
]);

/** Headers may be literal, or may be specified by the names of the variables that contain them. */
function fromCodex(entry: Entry): Entry {
  const { bearer_token_env_var: token, http_headers: headers, env_http_headers: named, ...rest } = entry;
  if (rest.url === undefined) return rest;
  const fromVariables = Object.entries(isJsonObject(named) ? named : {}).map(([key, name]) => [key, variable(name)]);
  return {
    type: 'streamable-http',
    ...rest,
    headers: {
      ...(isJsonObject(headers) ? headers : {}),
      ...Object.fromEntries(fromVariables),
      ...(token === undefined ? {} : { Authorization: `Bearer ${variable(token)}` }),
    },
  };
}

function variable(name: unknown): string {
  return `\${env:${String(name)}}`;
}

/** A built-in extension of Goose has no command and is not an MCP server that another program could start. */
function fromGoose({ cmd, envs, uri, type, ...rest }: Entry): Entry {
  const types = new Map<unknown, string>([['streamable_http', 'streamable-http']]);
  return defined({ ...rest, type: types.get(type) ?? type, command: cmd, env: envs, url: uri });
}

/** Replaces `{env:NAME}` with the variable syntax used here. */
function withVariables(entry: Entry): Entry {
  return JSON.parse(JSON.stringify(entry), (_, member: unknown) =>
    typeof member === 'string' ? member.replaceAll(/\{env:(\w+)\}/g, (_match, name) => `\${env:${name}}`) : member,
  ) as Entry;
}
