import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject, type JsonObject } from '@modegate/json';
import type { JsonRpcNotification, JsonRpcRequest } from '@modegate/json-rpc';
import { preview } from '@modegate/json-rpc';
import { decodeHeader, META_KEYS, nameOfRequest, STATELESS_REVISION } from '@modegate/json-rpc/mcp';
import { type WireError, wireError } from '../../json-rpc/wire-errors.ts';
import { namesRevision } from '../../stateless/read-stateless-client.ts';

/** True if a POST message belongs to revision 2026-07-28 or later, according to its body or header. */
export function isStatelessPost(
  { params }: JsonRpcRequest | JsonRpcNotification,
  headers: IncomingHttpHeaders,
): boolean {
  return namesRevision(params) || namesStateless(headers);
}

/** True if a header specifies revision 2026-07-28, which supports neither GET nor DELETE. */
export function namesStateless(headers: IncomingHttpHeaders): boolean {
  return headerOf(headers, 'mcp-protocol-version') === STATELESS_REVISION;
}

/** Returns the error if the header and the body specify different versions; a missing header is checked later. */
export function versionMismatch({ params }: JsonRpcRequest, headers: IncomingHttpHeaders): WireError | undefined {
  const given = headerOf(headers, 'mcp-protocol-version');
  const claimed = isJsonObject(params?._meta) ? params._meta[META_KEYS.protocolVersion] : undefined;
  if (given === undefined || typeof claimed !== 'string' || given === claimed) return undefined;
  return mismatch('MCP-Protocol-Version', `is ${preview(given)}`, claimed);
}

/**
 * Returns the error if a header differs from the body: intermediaries read the headers, whereas this server reads the
 * body (MCP 2026-07-28, transports: header validation). The revision in the body has already been checked.
 */
export function headerMismatch(
  { method, params = {} }: JsonRpcRequest,
  headers: IncomingHttpHeaders,
): WireError | undefined {
  const meta = (params._meta ?? {}) as JsonObject;
  const expected = [
    ['MCP-Protocol-Version', meta[META_KEYS.protocolVersion]],
    ['Mcp-Method', method],
    // A body that contains no name is rejected because its name is missing.
    ['Mcp-Name', nameOfRequest(method, params)],
  ] as const;
  for (const [name, value] of expected) {
    if (value === undefined) continue;
    const given = headerOf(headers, name.toLowerCase());
    if (given === undefined) return mismatch(name, 'is missing', value);
    const decoded = name === 'Mcp-Name' ? decodeHeader(given) : given;
    if (decoded === undefined) return mismatch(name, 'is invalid Base64', value);
    if (decoded !== value) return mismatch(name, `is ${preview(decoded)}`, value);
  }
  return undefined;
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value.replace(/^[ \t]+|[ \t]+$/g, '') : undefined;
}

function mismatch(header: string, problem: string, expected: unknown): WireError {
  const message = `The header ${header} ${problem}; the body has ${preview(expected)}. Send the same value in both.`;
  return wireError('HEADER_MISMATCH', message, { header, expected: preview(expected) });
}
