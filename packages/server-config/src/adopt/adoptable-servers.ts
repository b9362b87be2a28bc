import { writtenServers } from '../clients/client-texts.ts';
import { startsModesServer } from '../clients/starts-modes-server.ts';
import type { ConfigFileKind, ServerEntry, ValidServerEntry } from '../entries/server-entry.ts';
import type { ResolvedTarget } from '../install/install-target.ts';
import { isBlankJson, parseJsonText } from '../json/json-text.ts';
import { applyToolRules, hasToolRules, limitedForAgents } from '../reading/apply-tool-rules.ts';
import { readServers } from '../reading/read-server-config.ts';
import { substituteVariables } from '../reading/substitute-variables.ts';
import type { AdoptTarget, SkippedServer } from './adopt-plan.ts';
import { findLimits, type LimitText } from './find-limits.ts';

/** Servers from a client's file, grouped by how they are treated. */
export interface SortedServers {
  /** Entries that start modes-server, as written. */
  readonly own: ReadonlyMap<string, unknown>;
  /** Servers that the gateway can start in the same way as the client does; their entries are as written. */
  readonly movable: ReadonlyMap<string, unknown>;
  readonly left: readonly SkippedServer[];
}

/** Keys for methods of starting or signing in that only the client supports. */
const CLIENT_ONLY_KEYS = ['envFile', 'headersHelper', 'oauth', 'auth', 'sandbox', 'sandboxEnabled', 'dev'];

/**
 * Sorts the servers in a client's file.
 *
 * @param include - Names of remote servers that need no sign-in, although they have no headers. Default none.
 * @param others - Further files in which the client may restrict these servers. Default none.
 */
export function sortServers(
  text: string,
  resolved: ResolvedTarget,
  options: AdoptTarget & {
    readonly include?: readonly string[] | undefined;
    readonly others?: readonly LimitText[] | undefined;
  },
): SortedServers {
  const { file, clientFile } = resolved;
  const written = writtenServers(text, clientFile.rootKey);
  const entries = readServers(text, { file, kind: clientFile.kind }).servers.filter(({ name }) => written.has(name));
  const isOwn = (entry: ServerEntry): boolean => isModesServer(entry, options);
  const others = entries.filter((entry) => !isOwn(entry));
  const { others: texts = [] } = options;
  const names = others.map(({ name }) => name);
  const limited = findLimits([{ file: 'The file', text }, ...texts], {
    ...resolved,
    projectRoot: options.projectRoot,
    names,
  });
  const merged = hasToolRules(clientFile.kind) ? texts : [];
  const limits = new Map([
    ...limited.map(([name, { file: other, pointer }]) => [name, because(other, pointer)] as const),
    ...merged.flatMap((other) => [...limitedByOther(others, other, clientFile.kind)]),
    ...limitedElsewhere(others, text, clientFile.kind),
  ]);
  const left = others.flatMap((entry) => {
    const reason = whyLeft(entry, limits.get(entry.name), options);
    return reason === undefined ? [] : [{ name: entry.name, reason }];
  });
  const pick = (names: readonly ServerEntry[]) => new Map(names.map(({ name }) => [name, written.get(name)]));
  return {
    own: pick(entries.filter(isOwn)),
    movable: pick(others.filter(({ name }) => !left.some((one) => one.name === name))),
    left,
  };
}

/** True if an entry starts modes-server. */
export function isModesServer(entry: ServerEntry, { ownScripts = [] }: Pick<AdoptTarget, 'ownScripts'>): boolean {
  return entry.state === 'valid' && entry.config.type === 'stdio' && startsModesServer(entry.config, ownScripts);
}

function whyLeft(
  entry: ServerEntry,
  limit: string | undefined,
  options: Parameters<typeof sortServers>[2],
): string | undefined {
  if (entry.state === 'invalid' && entry.switches !== undefined)
    return `It has no command or URL, so there is nothing to move.`;
  if (entry.state === 'invalid') return `It cannot be read: ${entry.problems[0]?.message ?? 'it has errors.'}`;
  if (limit !== undefined) return limit;
  const key = CLIENT_ONLY_KEYS.find((name) => Object.hasOwn(entry.extra, name));
  if (key !== undefined) return `It has "${key}", which the gateway does not support.`;
  return unfilledVariable(entry, options) ?? needsSignIn(entry, options.include ?? []);
}

/**
 * Finds servers that the client's file restricts outside their entries; returns them by name, each with a sentence
 * about one restriction.
 */
function limitedElsewhere(
  servers: readonly ServerEntry[],
  text: string,
  kind: ConfigFileKind,
): ReadonlyMap<string, string> {
  const document = hasToolRules(kind) ? parseJsonText(text) : undefined;
  const forAgents = document?.state === 'parsed' ? limitedForAgents(servers, document) : [];
  return limitsOf('The file', [...forAgents, ...limitedForAll(servers)]);
}

/** Finds servers that are restricted by the rules or switches in another opencode or Kilo file. */
function limitedByOther(
  servers: readonly ServerEntry[],
  { file, text = '' }: LimitText,
  kind: ConfigFileKind,
): ReadonlyMap<string, string> {
  if (isBlankJson(text)) return new Map();
  const document = parseJsonText(text);
  // An unreadable file has already been handled.
  if (document.state === 'broken') return new Map();
  const ruled = applyToolRules(servers, document).servers;
  const switches = readServers(text, { file, kind }).servers.flatMap((entry) =>
    entry.state === 'invalid' && entry.switches !== undefined
      ? [[entry.name, `${entry.pointer}/enabled`] as const]
      : [],
  );
  return limitsOf(file, [...limitedForAgents(servers, document), ...limitedForAll(ruled), ...switches]);
}

function limitsOf(file: string, limits: readonly (readonly [name: string, pointer: string])[]) {
  return new Map(limits.map(([name, pointer]) => [name, because(file, pointer)]));
}

function because(file: string, pointer: string | undefined): string {
  if (pointer === undefined) return `${file} may restrict the server but cannot be read.`;
  return `${file} restricts the server at ${pointer}. This restriction would not apply if the server were moved.`;
}

/**
 * Finds servers that are restricted outside their entries; returns each with the JSON pointer of the first such
 * restriction.
 */
function limitedForAll(servers: readonly ServerEntry[]): readonly (readonly [name: string, pointer: string])[] {
  return servers.flatMap(({ name, pointer, settingPositions: { disabled, enabledTools, disabledTools } }) => {
    const limit = [disabled, enabledTools, ...disabledTools].find(
      (place) => place !== undefined && !place.pointer.startsWith(`${pointer}/`),
    );
    return limit === undefined ? [] : [[name, limit.pointer] as const];
  });
}

function unfilledVariable({ config, kind }: ValidServerEntry, options: AdoptTarget): string | undefined {
  const { env, projectRoot, homeDir, platform } = options;
  const pathSeparator = platform === 'win32' ? '\\' : '/';
  const values = { env, workspaceFolder: projectRoot, userHome: homeDir, pathSeparator, kind } as const;
  return substituteVariables(config, values).problems[0]?.message;
}

/**
 * Returns the reason why a server may require a login: only a connection would show it, so a remote server without
 * credentials is assumed to require one.
 */
function needsSignIn({ name, config }: ValidServerEntry, include: readonly string[]): string | undefined {
  if (config.type === 'stdio' || Object.keys(config.headers).length > 0 || include.includes(name)) return undefined;
  if (/^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/i.test(config.url)) return undefined;
  return `It is remote and has no headers, so it may require a login. To move it, add --include ${name}; if it requires a login, run 'modes-server login ${name}' afterwards.`;
}
