import { isJsonObject, type JsonObject } from '@modegate/json';
import { briefly } from '@modegate/json-rpc';
import { headerValue } from './header-value.ts';

/** An argument of a tool that goes into a header too. */
export interface ParamHeader {
  /** Such as `Mcp-Param-Region`. */
  readonly header: string;
  /** The keys that lead to the argument. */
  readonly path: readonly string[];
}

const KEY = 'x-mcp-header';
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u;
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/** A schema that nests deeper, or has more parts, is not looked through to its end. */
const MAX_DEPTH = 64;
const MAX_PARTS = 10_000;

/**
 * Finds the arguments that a tool wants in headers (MCP 2026-07-28, basic/transports/streamable-http, Custom Headers), or says why its schema
 * is not one that MCP allows: such a tool must not be offered over HTTP.
 */
export function readParamHeaders(inputSchema: unknown): readonly ParamHeader[] | string {
  const search: Search = { found: [], names: new Set(), parts: 0 };
  return findMarked(search, inputSchema, { path: [], isReachable: true, depth: 0 }) ?? search.found;
}

/** The headers for the arguments of one call. An argument that is missing or null has none; nor has one of another type than its schema. */
export function paramHeaders(wanted: readonly ParamHeader[], args: unknown): Readonly<Record<string, string>> {
  const headers = wanted.flatMap(({ header, path }) => {
    const text = headerText(valueAt(args, path));
    return text === undefined ? [] : [[header, headerValue(text)] as const];
  });
  return Object.fromEntries(headers);
}

interface Search {
  readonly found: ParamHeader[];
  readonly names: Set<string>;
  parts: number;
}

interface Place {
  readonly path: readonly string[];
  /** Whether only keys of `properties` lead here. */
  readonly isReachable: boolean;
  readonly depth: number;
}

/** Looks at a part of a schema and all below it; returns what is wrong with it. */
function findMarked(search: Search, part: unknown, place: Place): string | undefined {
  if (typeof part !== 'object' || part === null) return undefined;
  search.parts += 1;
  if (place.depth > MAX_DEPTH || search.parts > MAX_PARTS) return 'its schema is too large to look for headers in it';
  if (Array.isArray(part)) return firstProblem(part, (item) => findMarked(search, item, below(place)));
  const schema = part as JsonObject;
  const problem = Object.hasOwn(schema, KEY) ? takeMarked(search, schema, place) : undefined;
  if (problem !== undefined) return problem;
  return firstProblem(Object.entries(schema), ([key, value]) => {
    if (DATA_KEYS.has(key)) return undefined;
    if (key !== 'properties' || !isJsonObject(value)) return findMarked(search, value, below(place));
    return firstProblem(Object.entries(value), ([name, property]) =>
      findMarked(search, property, { ...place, path: [...place.path, name], depth: place.depth + 1 }),
    );
  });
}

/** Keys whose values are data and not schemas. */
const DATA_KEYS: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

function takeMarked(search: Search, schema: JsonObject, { path, isReachable }: Place): string | undefined {
  const name = schema[KEY];
  const shown = `"${KEY}" of ${briefly(path.join('.'))}`;
  if (!isReachable || path.length === 0) return `${shown} is at a place that is not a plain property`;
  if (typeof name !== 'string' || !TOKEN.test(name))
    return `${shown} is ${briefly(name)}, expected the name of a header`;
  if (!TYPES.has(schema.type)) return `${shown} is on a property that is not a string, an integer or a boolean`;
  const header = `Mcp-Param-${name}`;
  if (search.names.has(header.toLowerCase())) return `${shown} is ${briefly(name)}, which another property has too`;
  search.names.add(header.toLowerCase());
  search.found.push({ header, path });
  return undefined;
}

function below({ path, depth }: Place): Place {
  return { path, isReachable: false, depth: depth + 1 };
}

function firstProblem<Item>(items: readonly Item[], check: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = check(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const key of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

function headerText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return Number.isSafeInteger(value) ? String(value) : undefined;
}
