import { type JsonObject, numberLiteral } from '@modegate/json';
import { preview } from '@modegate/json-rpc';
import { decodeHeader, type ParamHeader, readParamHeaders, valueAtPath } from '@modegate/json-rpc/mcp';
import { wireError } from '../json-rpc/wire-errors.ts';

const known = new WeakMap<JsonObject, readonly ParamHeader[]>();

/**
 * Checks the arguments of a call against the headers that repeat them, because proxies may have based decisions on
 * those headers.
 *
 * @throws {WireError} HEADER_MISMATCH.
 */
export function checkParamHeaders(
  schema: JsonObject,
  args: JsonObject,
  header: (name: string) => string | undefined,
): void {
  for (const { header: name, path } of headersOf(schema)) {
    const value = textOf(valueAtPath(args, path));
    if (value === undefined) continue;
    const given = header(name.toLowerCase());
    const decoded = given === undefined ? undefined : decodeHeader(given);
    if (decoded !== undefined && isSame(decoded, value)) continue;
    const problem = given === undefined ? 'is missing' : decoded === undefined ? 'is invalid Base64' : 'differs';
    const message = `The header ${name} ${problem}; the argument '${path.join('.')}' is ${preview(value)}. Send the same value in both.`;
    throw wireError('HEADER_MISMATCH', message, { header: name, expected: preview(value) });
  }
}

function headersOf(schema: JsonObject): readonly ParamHeader[] {
  const headers = known.get(schema) ?? readParamHeaders(schema).headers;
  known.set(schema, headers);
  return headers;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return String(value);
  return numberLiteral(value);
}

/** True if two values are equal, including two spellings of the same number. */
function isSame(header: string, value: string): boolean {
  if (header === value) return true;
  const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);
  return isNumber(header) && isNumber(value) && Number(header) === Number(value) && Number.isSafeInteger(Number(value));
}
