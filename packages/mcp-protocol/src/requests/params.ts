import { isJsonObject, type JsonObject } from '@modegate/json';
import { preview } from '@modegate/json-rpc';
import type { ConnectionContext } from '../definitions/context.ts';
import type { Listing } from '../definitions/tool.ts';
import { type WireError, wireError } from '../json-rpc/wire-errors.ts';

const NO_PARAMS: JsonObject = {};

/** Reads a required string from the params. @throws {WireError} INVALID_PARAMS */
export function stringParam(params: JsonObject, key: string): string {
  const value = params[key];
  if (typeof value === 'string') return value;
  throw invalidParam(key, 'a string', value);
}

/** Reads an optional object from the params; empty if absent. @throws {WireError} INVALID_PARAMS */
export function objectParam(params: JsonObject, key: string): JsonObject {
  const value = params[key];
  if (value === undefined) return NO_PARAMS;
  if (isJsonObject(value)) return value;
  throw invalidParam(key, 'an object', value);
}

/** Reads an optional object with string values; empty if absent. @throws {WireError} INVALID_PARAMS */
export function stringsParam(params: JsonObject, key: string): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(objectParam(params, key))) {
    if (typeof value !== 'string') throw invalidParam(`${key}.${preview(name, 40).slice(1, -1)}`, 'a string', value);
    values[name] = value;
  }
  return values;
}

/**
 * Accepts only the cursor for the first page, because every list has only one page. @throws {WireError} INVALID_PARAMS
 * for any other cursor.
 */
export function checkCursor(params: JsonObject): void {
  const { cursor } = params;
  if (cursor === undefined || cursor === '') return;
  throw invalidParam('cursor', 'absent, because this list has only one page', cursor);
}

/** Creates the error for an invalid member in the params. */
export function invalidParam(key: string, expected: string, received: unknown): WireError {
  return wireError('INVALID_PARAMS', `Invalid params: "${key}" must be ${expected}; received ${preview(received)}.`, {
    param: key,
    expected,
    received: preview(received),
  });
}

/** The current items of a list that may depend on the client. */
export async function currentItems<Item>(listing: Listing<Item>, context: ConnectionContext): Promise<readonly Item[]> {
  return typeof listing === 'function' ? listing(context) : listing;
}

/** @throws {TypeError} if two definitions have the same key. */
export function checkUnique<Item>(what: string, items: readonly Item[], keyOf: (item: Item) => string): void {
  const seen = new Set<string>();
  for (const key of items.map(keyOf)) {
    if (seen.has(key)) throw new TypeError(`${what} '${key}' is defined twice`);
    seen.add(key);
  }
}
