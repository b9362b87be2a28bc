import { extend, jsonPointer, lazy } from '@modegate/json';
import type { ConfigProblem, ConfigProblemCode } from '../config-problem.ts';
import { isRooFamily } from '../entries/entry-transport.ts';
import type { ConfigFileKind, ConfigSource, ServerEntry } from '../entries/server-entry.ts';
import { type BrokenJsonText, type ParsedJsonText, propertiesOf } from '../json/json-text.ts';
import { applyToolRules, hasToolRules } from './apply-tool-rules.ts';
import { configFileKind, configSourceOf } from './config-file-kind.ts';
import { findServersRoot, quoteName, type RootRemark, type ServersRoot } from './config-roots.ts';
import { parseConfigText } from './config-text.ts';
import { nameCollisions } from './name-collisions.ts';
import { type EntryContext, readServerEntry } from './read-server-entry.ts';
import { applyApprovals, applyServerLists } from './server-lists.ts';
import { misspeltRules } from './tool-rules.ts';

/** Information on the origin of the text. */
export interface ReadServerConfigOptions {
  /** Mentioned in problems and entries; determines the kind if no kind is given. */
  readonly file: string;
  readonly kind?: ConfigFileKind | undefined;
  /** Owner of the file. Default: `global` for `mcp_settings.json` and Claude Desktop's file, otherwise `project`. */
  readonly source?: ConfigSource | undefined;
  /** Keys that lead to the map of servers. Default: the keys for the file's kind. */
  readonly keyPath?: readonly string[] | undefined;
}

/** Content of a configuration file. Its entries are read when `servers` or `problems` is first used. */
export interface ServerConfigContent {
  /** Servers in file order; if a name is duplicated, only its last entry is included. */
  readonly servers: readonly ServerEntry[];
  readonly problems: readonly ConfigProblem[];
  /**
   * True if the text could not be read, so `servers` is empty. A caller must then fail closed: the text may have
   * restricted any server in any file of lower precedence.
   */
  readonly unreadable: boolean;
}

/**
 * Reads a server configuration in the form in which people write it: JSON with comments, trailing commas and a byte
 * order mark, and servers under `mcpServers`, `servers`, `mcp.servers` or at the root; also Codex's TOML and Goose's
 * YAML. Pure function; never throws. A faulty entry never affects the others.
 */
export function readServerConfig(text: string, options: ReadServerConfigOptions): ServerConfigContent {
  const reading = readServers(text, options);
  const problems = lazy(() => [...reading.problems, ...nameCollisions(reading.servers)]);
  return extend(reading, {
    get problems() {
      return problems();
    },
  });
}

/** Works like {@link readServerConfig}, but does not compare names; for callers that read several files. */
export function readServers(text: string, options: ReadServerConfigOptions): ServerConfigContent {
  const { file } = options;
  const kind = options.kind ?? configFileKind(file);
  const document = parseConfigText(text, kind);
  if (document.state === 'broken') return { servers: [], problems: brokenText(document, file), unreadable: true };
  const root = findServersRoot(document.root, kind, options.keyPath);
  const source = options.source ?? configSourceOf(kind, file);
  const entries = lazy(() => readEntries(root, { document, file, kind, source, path: root.path }));
  return {
    unreadable: root.unreadable,
    get servers() {
      return entries().servers;
    },
    get problems() {
      return entries().problems;
    },
  };
}

/** Reads the entries in a file, the restrictions that apply to all of them, and every problem in the file. */
function readEntries(root: ServersRoot, context: EntryContext): Pick<ServerConfigContent, 'servers' | 'problems'> {
  const { document, file, kind } = context;
  const servers = new Map<string, ServerEntry>();
  const problems: ConfigProblem[] = [];
  for (const property of propertiesOf(root.servers)) {
    const { key, keyNode } = property;
    if (root.path.length === 0 && /^[$_]/.test(key)) continue;
    if (servers.delete(key)) {
      const message = `The server name ${quoteName(key)} occurs twice; the last one counts.`;
      const pointer = jsonPointer(...root.path, key);
      const place = document.positionAt(keyNode.offset);
      problems.push({ code: 'DUPLICATE_KEY', severity: 'warning', message, file, pointer, ...place, server: key });
    }
    const read = readServerEntry(context, property);
    servers.set(key, read.entry);
    problems.push(...read.problems);
  }
  const limited = withLimitsOfFile([...servers.values()], context);
  return {
    servers: limited.servers,
    problems: [
      ...plainJsonProblem(document, file, kind),
      ...rootProblems([...root.remarks, ...limited.remarks], document, file),
      ...problems,
    ],
  };
}

/** Applies the restrictions that a file contains outside its entries, with remarks about them. */
function withLimitsOfFile(servers: readonly ServerEntry[], { document, kind }: EntryContext) {
  if (kind === 'gemini') return { servers: applyServerLists(servers, document), remarks: [] };
  if (kind === 'codex') return applyApprovals(servers, document, ['mcp_servers']);
  if (!hasToolRules(kind)) return { servers, remarks: [] };
  const ruled = applyToolRules(servers, document);
  return { servers: ruled.servers, remarks: [...misspeltRules(document.root), ...ruled.remarks] };
}

const BROKEN_TEXT_MESSAGES: Readonly<Record<BrokenJsonText['code'], string>> = {
  FILE_EMPTY: 'The file is empty. A file without servers is written { "mcpServers": {} }.',
  FILE_TOO_LARGE: 'The file is larger than 4 MiB, the limit for server files.',
  NESTING_TOO_DEEP: 'The file is nested more than 100 levels deep.',
  SYNTAX_ERROR: 'The file is not valid',
};

function brokenText({ code, errors, format = 'JSON' }: BrokenJsonText, file: string): readonly ConfigProblem[] {
  return errors.map(({ detail, line, column }) => {
    const message =
      BROKEN_TEXT_MESSAGES[code] + (code === 'SYNTAX_ERROR' ? ` ${format} (${detail}); nothing in it is used.` : '');
    return { code, severity: 'error', message, file, pointer: '', line, column };
  });
}

function plainJsonProblem(document: ParsedJsonText, file: string, kind: ConfigFileKind): readonly ConfigProblem[] {
  if (document.notPlainAt === undefined || !isRooFamily(kind)) return [];
  const code: ConfigProblemCode = 'PLAIN_JSON_REQUIRED';
  const what = document.byteOrderMark ? 'starts with a byte order mark' : 'has a comment or a trailing comma';
  const message = `The file ${what}. It is read here, but Roo reads only plain JSON and would refuse it.`;
  return [{ code, severity: 'warning', message, file, pointer: '', ...document.positionAt(document.notPlainAt) }];
}

function rootProblems(
  remarks: readonly RootRemark[],
  document: ParsedJsonText,
  file: string,
): readonly ConfigProblem[] {
  return remarks.map(({ code, severity, message, at, path }) => {
    const pointer = jsonPointer(...path);
    return { code, severity, message, file, pointer, ...document.positionAt(at.offset) };
  });
}
