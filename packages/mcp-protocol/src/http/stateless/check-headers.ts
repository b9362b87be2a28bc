import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject, type JsonObject } from '@modegate/json';
import type { JsonRpcNotification, JsonRpcRequest } from '@modegate/json-rpc';
import { briefly } from '@modegate/json-rpc';
import { decodeHeader, META_KEYS, nameOfRequest, STATELESS_REVISION } from '@modegate/json-rpc/mcp';
import { type WireError, wireError } from '../../json-rpc/wire-errors.ts';
import { namesRevision } from '../../stateless/read-stateless-client.ts';

/** Whether a message that came by POST is of revision 2026-07-28 or later, by what it says or by its header. */
export function isStatelessPost(
  { params }: JsonRpcRequest | JsonRpcNotification,
  headers: IncomingHttpHeaders,
): boolean {
  return namesRevision(params) || namesStateless(headers);
}

/** Whether the header of a request names revision 2026-07-28, which has neither GET nor DELETE. */
export function namesStateless(headers: IncomingHttpHeaders): boolean {
  return headerOf(headers, 'mcp-protocol-version') === STATELESS_REVISION;
}

/** Says whether header and body name two versions; one that only the body names is missing from the header, which is for later. */
export function versionMismatch({ params }: JsonRpcRequest, headers: IncomingHttpHeaders): WireError | undefined {
  const given = headerOf(headers, 'mcp-protocol-version');
  const claimed = isJsonObject(params?._meta) ? params._meta[META_KEYS.protocolVersion] : undefined;
  if (given === undefined || typeof claimed !== 'string' || given === claimed) return undefined;
  return mismatch('MCP-Protocol-Version', `is ${briefly(given)}`, claimed);
}

/**
 * Says where the headers of a request differ from its body: what sits between client and server goes by the headers, and this server by the
 * body (MCP 2026-07-28, transports: header validation). The body says its revision by now.
 */
export function headerMismatch(
  { method, params = {} }: JsonRpcRequest,
  headers: IncomingHttpHeaders,
): WireError | undefined {
  const meta = (params._meta ?? {}) as JsonObject;
  const expected = [
    ['MCP-Protocol-Version', meta[META_KEYS.protocolVersion]],
    ['Mcp-Method', method],
    // A body without a name is refused for that.
    ['Mcp-Name', nameOfRequest(method, params)],
  ] as const;
  for (const [name, value] of expected) {
    if (value === undefined) continue;
    const given = headerOf(headers, name.toLowerCase());
    if (given === undefined) return mismatch(name, 'is missing', value);
    const decoded = name === 'Mcp-Name' ? decodeHeader(given) : given;
    if (decoded === undefined) return mismatch(name, 'is not valid Base64', value);
    if (decoded !== value) return mismatch(name, `is ${briefly(decoded)}`, value);
  }
  return undefined;
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value.replace(/^[ \t]+|[ \t]+$/g, '') : undefined;
}

function mismatch(header: string, problem: string, expected: unknown): WireError {
  const message = `The header ${header} ${problem}; the body has ${briefly(expected)}. Send the same value in both.`;
  return wireError('HEADER_MISMATCH', message, { header, expected: briefly(expected) });
}
