import { isJsonObject, type JsonObject, numberLiteral } from '@modegate/json';
import { briefly } from '@modegate/json-rpc';
import { wireError } from '../json-rpc/wire-errors.ts';
import { decodeHeader } from './header-value.ts';

/** An argument that a client repeats in the header `Mcp-Param-<name>`, as the schema of its tool asks for (MCP 2026-07-28, transports). */
interface ParamHeader {
  readonly name: string;
  readonly path: readonly string[];
}

const TOKEN = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean']);

// Schemas are written by people, and come from servers.
const MAX_DEPTH = 32;
const known = new WeakMap<JsonObject, readonly ParamHeader[]>();

/**
 * Holds the arguments of a call against the headers that repeat them: what sits between client and server may have judged the headers.
 *
 * @throws {WireError} HEADER_MISMATCH.
 */
export function checkParamHeaders(
  schema: JsonObject,
  args: JsonObject,
  header: (name: string) => string | undefined,
): void {
  for (const { name, path } of declaredIn(schema)) {
    const value = textOf(valueAt(args, path));
    if (value === undefined) continue;
    const given = header(`mcp-param-${name.toLowerCase()}`);
    const decoded = given === undefined ? undefined : decodeHeader(given);
    if (decoded !== undefined && isSame(decoded, value)) continue;
    const problem = given === undefined ? 'is missing' : decoded === undefined ? 'is not valid Base64' : 'differs';
    const message = `The header Mcp-Param-${name} ${problem}; the argument '${path.join('.')}' is ${briefly(value)}. Send the same value in both.`;
    throw wireError('HEADER_MISMATCH', message, { header: `Mcp-Param-${name}`, expected: briefly(value) });
  }
}

function declaredIn(schema: JsonObject): readonly ParamHeader[] {
  const found = known.get(schema) ?? find(schema, []);
  known.set(schema, found);
  return found;
}

/** Only what a chain of `properties` leads to counts; a client leaves out a tool that declares one elsewhere. */
function find(schema: JsonObject, path: readonly string[]): readonly ParamHeader[] {
  const { 'x-mcp-header': name, type, properties } = schema;
  const isDeclared = path.length > 0 && typeof name === 'string' && TOKEN.test(name) && TYPES.has(type);
  const own = isDeclared ? [{ name, path }] : [];
  if (!isJsonObject(properties) || path.length >= MAX_DEPTH) return own;
  const inner = Object.entries(properties).flatMap(([key, each]) =>
    isJsonObject(each) ? find(each, [...path, key]) : [],
  );
  return [...own, ...inner];
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  return path.reduce((value, key) => (isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), args);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return String(value);
  return numberLiteral(value);
}

/** Two spellings of one number are the same. */
function isSame(header: string, value: string): boolean {
  if (header === value) return true;
  const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);
  return isNumber(header) && isNumber(value) && Number(header) === Number(value) && Number.isSafeInteger(Number(value));
}
