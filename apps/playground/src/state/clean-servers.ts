import { jsonPointer } from '@modegate/json';
import { findPackage } from '@modegate/policy-check';
import { readServerConfig, type ServerEntry } from '@modegate/server-config';
import { type JSONPath, type ParseOptions, visit } from 'jsonc-parser';
import { cleanValue, mask } from './clean-value.ts';
import { holdsSecrets } from './secret-keys.ts';

/** A server file in the form that a link may contain. */
export interface CleanServers {
  /**
   * The cleaned text. The text that remains keeps its original lines and columns, so that rules and findings have the
   * same positions.
   */
  readonly text: string;
  readonly removed: readonly RemovedValue[];
}

/** A value omitted from the link. */
export interface RemovedValue {
  /**
   * Keys and indices that lead to the value, such as `mcpServers.github.env.TOKEN`; `''` for a comment or the whole
   * file.
   */
  readonly place: string;
  readonly value: string;
}

/**
 * Deliberately not valid JSON, like the text that it replaces, because the servers in an unreadable file are refused
 * and the link must behave in the same way.
 */
const unreadable = '{ // This file could not be read, so its content is not in the link.\n';

/**
 * Removes from a server file everything that is, or may be, a secret: values in `env`, headers, arguments, addresses
 * and comments, and values under unknown keys.
 */
export function cleanServers(text: string, file: string): CleanServers {
  if (text === '') return { text, removed: [] };
  const reading = readServerConfig(text, { file });
  if (reading.problems.some(({ code }) => unwalkableCodes.has(code))) return leftOut(text);
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const rewritten = rewrite(text.slice(mark.length), listPlaces(reading.servers));
  return rewritten === undefined ? leftOut(text) : { ...rewritten, text: mark + rewritten.text };
}

/** JSON pointers into the file. */
interface KnownPlaces {
  /** Server entries, whose own names say nothing about their contents. */
  readonly entries: ReadonlySet<string>;
  /** Arguments that specify the package run by a launcher. */
  readonly packages: ReadonlySet<string>;
}

function listPlaces(servers: readonly ServerEntry[]): KnownPlaces {
  const packages = servers.flatMap((server) => {
    const index = findPackage(server)?.index;
    return index === undefined ? [] : [`${server.pointer}/args/${index}`];
  });
  return { entries: new Set(servers.map(({ pointer }) => pointer)), packages: new Set(packages) };
}

function leftOut(text: string): CleanServers {
  return { text: unreadable, removed: [{ place: '', value: text }] };
}

/** Problems with files that are too large or too deeply nested to traverse. */
const unwalkableCodes: ReadonlySet<string> = new Set(['FILE_TOO_LARGE', 'NESTING_TOO_DEEP']);

const parseOptions: ParseOptions = { allowTrailingComma: true };

/**
 * Rewrites the text. Returns undefined if the text is not JSON, because anything that could not be parsed may contain a
 * secret.
 */
function rewrite(text: string, places: KnownPlaces): CleanServers | undefined {
  const parts: string[] = [];
  const removed: RemovedValue[] = [];
  let done = 0;
  let previous: string | undefined;
  let isJson = true;
  const replace = (at: { readonly offset: number; readonly length: number }, by: string) => {
    parts.push(text.slice(done, at.offset), by);
    done = at.offset + at.length;
  };
  visit(
    text,
    {
      onError() {
        isJson = false;
      },
      onArrayBegin() {
        previous = undefined;
      },
      onLiteralValue(...[value, offset, length, , , pathSupplier]) {
        const path = pathSupplier();
        const before = previous;
        previous = typeof value === 'string' ? value : undefined;
        const isPackage = places.packages.has(jsonPointer(...path));
        const clean = cleanLiteral(value, { path: belowEntry(path, places), previous: before, isPackage });
        if (clean === value) return;
        removed.push({ place: path.join('.'), value: String(value) });
        replace({ offset, length }, JSON.stringify(clean));
      },
      onComment(offset, length) {
        const comment = text.slice(offset, offset + length);
        const clean = cleanComment(comment);
        if (clean === comment) return;
        removed.push({ place: '', value: comment });
        replace({ offset, length }, clean);
      },
    },
    parseOptions,
  );
  return isJson ? { text: parts.join('') + text.slice(done), removed } : undefined;
}

/** Returns the part of a path below a server entry; in a file, servers are one to three keys below the root. */
function belowEntry(path: JSONPath, { entries }: KnownPlaces): JSONPath {
  const depth = [1, 2, 3].find((keys) => entries.has(jsonPointer(...path.slice(0, keys))));
  return depth === undefined ? path : path.slice(depth);
}

interface LiteralContext {
  readonly path: readonly (string | number)[];
  readonly previous: string | undefined;
  readonly isPackage: boolean;
}

function cleanLiteral(value: unknown, at: LiteralContext): unknown {
  if (typeof value === 'string') return cleanValue({ ...at, value });
  if (typeof value !== 'number') return value;
  return at.path.some((key) => typeof key === 'string' && holdsSecrets(key)) ? 0 : value;
}

/**
 * Keeps the part of a comment that suppresses a rule, but none of its other words; keeps only the line breaks of other
 * comments.
 */
function cleanComment(comment: string): string {
  const [silenced] = /^\/\/[ \t]*modegate-ignore(?:-file)?[ \t]+(?:M\d{3}[ \t,]*){1,20}(?=:)/.exec(comment) ?? [];
  if (silenced !== undefined) return `${silenced}: ${mask}`;
  return comment.startsWith('//') ? '//' : `/*${comment.replaceAll(/[^\r\n]/g, '')}*/`;
}
