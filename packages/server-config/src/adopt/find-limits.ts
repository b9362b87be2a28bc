import { isJsonObject, jsonPointer } from '@modegate/json';
import type { ClientName } from '../clients/client-files.ts';
import type { ConfigSource } from '../entries/server-entry.ts';
import { isBlankJson, jsonValueOf, parseJsonText } from '../json/json-text.ts';
import { type LimitForm, type LimitKey, limitsByClient } from './limits-by-client.ts';

/** A file in which a client may restrict servers. */
export interface LimitText {
  /** Name that messages use for the file. */
  readonly file: string;
  /** Undefined if the file exists but cannot be read. */
  readonly text: string | undefined;
}

/** Servers to check, with their client and scope. */
export interface LimitedServers {
  readonly client: ClientName;
  readonly scope: ConfigSource;
  readonly projectRoot: string | undefined;
  readonly names: readonly string[];
}

/** Location of a restriction. */
export type FoundLimit = readonly [
  name: string,
  limit: { readonly file: string; readonly pointer: string | undefined },
];

/**
 * Finds servers that their client's files restrict outside the entries, each with the first such restriction. An
 * unreadable file may restrict every server; `pointer` is then undefined. A value of an unexpected type restricts every
 * server.
 */
export function findLimits(texts: readonly LimitText[], servers: LimitedServers): readonly FoundLimit[] {
  const read = texts.filter(({ text }) => text === undefined || !isBlankJson(text)).map(readValue);
  const broken = read.find(({ value }) => value === undefined);
  if (broken !== undefined) return servers.names.map((name) => [name, { file: broken.file, pointer: undefined }]);
  const keys = limitsByClient[servers.client].elsewhere.filter(({ scope = servers.scope }) => scope === servers.scope);
  const files = read.map(({ file, value }) => ({ file, value: value?.json }));
  return servers.names.flatMap((name): readonly FoundLimit[] => {
    for (const key of keys) {
      const file = limitingFile(files, inPlace(key, servers), name);
      if (file !== undefined) return [[name, { file, pointer: jsonPointer(...inPlace(key, servers).path) }]];
    }
    return [];
  });
}

interface ReadFile {
  readonly file: string;
  readonly value: unknown;
}

function readValue({ file, text }: LimitText) {
  const document = text === undefined ? undefined : parseJsonText(text);
  return { file, value: document?.state === 'parsed' ? { json: jsonValueOf(document.root) } : undefined };
}

function inPlace({ path, ...key }: LimitKey, { projectRoot = '' }: LimitedServers): LimitKey {
  // On Windows, Claude Code writes project paths with forward slashes.
  const project = /^[a-z]:\\/i.test(projectRoot) ? projectRoot.replaceAll('\\', '/') : projectRoot;
  return { ...key, path: path.map((part) => (part === '<project>' ? project : part)) };
}

function limitingFile(files: readonly ReadFile[], { path, form }: LimitKey, name: string): string | undefined {
  const having = files.flatMap(({ file, value }) => {
    const found = path.reduce<unknown>((parent, key) => memberOf(parent, key), value);
    return found === undefined ? [] : [{ file, found }];
  });
  if (form !== 'approved-names') return having.find(({ found }) => isLimited[form](found, name))?.file;
  const isOpen = files.some(({ value }) => memberOf(value, 'enableAllProjectMcpServers') === true);
  return isOpen || having.some(({ found }) => listOf(found)?.some((one) => isSameServer(one, name)) === true)
    ? undefined
    : having[0]?.file;
}

function memberOf(value: unknown, key: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

type Judge = (value: unknown, server: string) => boolean;

const isLimited: Readonly<Record<Exclude<LimitForm, 'approved-names'>, Judge>> = {
  'closed-names': (value, server) => listOf(value)?.some((name) => isSameServer(name, server)) ?? true,
  'open-names': (value, server) => listOf(value)?.includes(server) !== true,
  'closed-entries': (value, server) =>
    !Array.isArray(value) ||
    value.some((entry: unknown) => {
      const name = memberOf(entry, 'serverName');
      // Entries that block a server by its command or address are not compared, so they are assumed to apply to every
      // server.
      return typeof name !== 'string' || isSameServer(name, server);
    }),
  'mcp-rules': (value, server) => listOf(value)?.some((rule) => mayConcern(rule, `mcp__${server}`, '__')) ?? true,
  'mcp-tools': (value, server) => listOf(value)?.some((tool) => mayConcern(tool, `mcp_${server}`, '_')) ?? true,
  'open-tools': () => true,
  'mcp-calls': (value, server) =>
    listOf(value)?.some((rule) => {
      const called = /^\s*Mcp\s*(?:\(([^:,)]*)|$)/u.exec(rule);
      return called !== null && mayConcern(called[1]?.trim() ?? '*', server, ':');
    }) ?? true,
  'tool-defaults': (value, server) =>
    !isJsonObject(value) ||
    Object.entries(value).some(
      ([tool, rule]) => tool.startsWith(`mcp:${server}:`) && memberOf(rule, 'default') !== 'allow',
    ),
  profiles: (value, server) =>
    !isJsonObject(value) ||
    Object.values(value).some((profile) => {
      const tools = memberOf(memberOf(memberOf(profile, 'context_servers'), server), 'tools');
      const isToolOff = isJsonObject(tools) && Object.values(tools).some((isOn) => isOn !== true);
      return isToolOff || memberOf(profile, 'enable_all_context_servers') === false;
    }),
  // These rules are read together with the file that contains the servers.
  'merged-rules': () => false,
};

/** Returns a list of strings, or a single string as a list; undefined for any other value. */
function listOf(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

/** Compares names as they appear in tool names, as Claude Code does. */
function isSameServer(one: string, other: string): boolean {
  return one === other || asInTools(one) === asInTools(other);
}

function asInTools(name: string): string {
  return name.replaceAll(/[^\w-]/g, '_');
}

/** True if a rule may apply to a server or one of its tools; compares the rule only up to its first wildcard. */
function mayConcern(rule: string, start: string, separator: string): boolean {
  const [pattern = ''] = rule.split('(');
  const [literal = '', ...rest] = pattern.trim().split('*');
  return [start, asInTools(start)].some((server) => {
    if (rest.length > 0)
      return `${server}${separator}`.startsWith(literal) || literal.startsWith(`${server}${separator}`);
    return literal === server || literal.startsWith(`${server}${separator}`);
  });
}
