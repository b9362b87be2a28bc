import { isJsonObject, type JsonObject } from '@modegate/json';
import { preview } from '../preview.ts';

/** A tool argument that is repeated in an HTTP header. */
export interface ParamHeader {
  /** The name of the header, for example `Mcp-Param-Region`. */
  readonly header: string;
  /** The keys that lead from the arguments object to the argument. */
  readonly path: readonly string[];
}

/** The header arguments of an input schema, and the first violation of MCP's rules for them. */
export interface ParamHeaders {
  readonly headers: readonly ParamHeader[];
  /** The first violation, phrased as a clause. Over HTTP, a client must not offer a tool with a violation. */
  readonly problem: string | undefined;
}

const KEY = 'x-mcp-header';
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u;
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean', 'number']);

/** Limits on the search; a larger schema is reported as a problem. */
const MAX_DEPTH = 64;
const MAX_PARTS = 10_000;

/** Finds the arguments that an input schema marks as headers (MCP 2026-07-28, basic/transports/streamable-http, Custom Headers). */
export function readParamHeaders(inputSchema: unknown): ParamHeaders {
  const search: Search = { headers: [], names: new Set(), parts: 0, problem: undefined };
  visit(search, inputSchema, { path: [], isReachable: true, depth: 0 });
  return search;
}

/** Returns the value at a key path; undefined if a key is missing. */
export function valueAtPath(value: unknown, path: readonly string[]): unknown {
  return path.reduce((each, key) => (isJsonObject(each) && Object.hasOwn(each, key) ? each[key] : undefined), value);
}

interface Search {
  readonly headers: ParamHeader[];
  readonly names: Set<string>;
  parts: number;
  problem: string | undefined;
}

interface SchemaPosition {
  readonly path: readonly string[];
  /** True if this schema is reached only through keys of `properties`. */
  readonly isReachable: boolean;
  readonly depth: number;
}

function visit(search: Search, part: unknown, position: SchemaPosition): void {
  if (typeof part !== 'object' || part === null) return;
  search.parts += 1;
  if (position.depth > MAX_DEPTH || search.parts > MAX_PARTS) {
    search.problem ??= 'its schema is too large to search for headers';
    // A server checks the headers for all plain properties, regardless of the size of the rest of the schema.
    if (!position.isReachable || position.depth > MAX_DEPTH) return;
  }
  const below = { path: position.path, isReachable: false, depth: position.depth + 1 };
  if (!Array.isArray(part) && Object.hasOwn(part, KEY)) addHeader(search, part as JsonObject, position);
  for (const [key, value] of Object.entries(part)) {
    if (!Array.isArray(part) && DATA_KEYS.has(key)) continue;
    if (Array.isArray(part) || key !== 'properties' || !isJsonObject(value)) visit(search, value, below);
    else
      for (const [name, property] of Object.entries(value))
        visit(search, property, { ...position, path: [...position.path, name], depth: position.depth + 1 });
  }
}

/** Keys whose values are data, not schemas. */
const DATA_KEYS: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

function addHeader(search: Search, { [KEY]: name, type }: JsonObject, position: SchemaPosition): void {
  const misuse = findMisuse(name, type, position);
  const header = `Mcp-Param-${typeof name === 'string' ? name : ''}`;
  const isRepeated = search.names.has(header.toLowerCase());
  // A server accepts numbers in headers, but a client must not offer such tools.
  const problem =
    misuse ?? (type === 'number' ? WRONG_TYPE : isRepeated ? `is ${preview(name)}, which is already used` : undefined);
  if (problem !== undefined) search.problem ??= `"${KEY}" of ${preview(position.path.join('.'))} ${problem}`;
  if (misuse !== undefined) return;
  search.names.add(header.toLowerCase());
  search.headers.push({ header, path: position.path });
}

const WRONG_TYPE = 'is on a property that is not a string, an integer or a boolean';

function findMisuse(name: unknown, type: unknown, { path, isReachable }: SchemaPosition): string | undefined {
  if (!isReachable || path.length === 0) return 'is not on a plain property';
  if (typeof name !== 'string' || !TOKEN.test(name)) return `is ${preview(name)}, expected the name of a header`;
  return TYPES.has(type) ? undefined : WRONG_TYPE;
}
