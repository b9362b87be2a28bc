import { isJsonObject, type JsonObject } from '@modegate/json';
import { preview } from '@modegate/json-rpc';
import { META_KEYS, META_PREFIX, STATELESS_REVISION } from '@modegate/json-rpc/mcp';
import type { Implementation } from '../definitions/context.ts';
import { type WireError, wireError } from '../json-rpc/wire-errors.ts';
import type { ClientSession } from '../requests/request-handler.ts';

/**
 * True if the params specify a revision, valid or not. Clients that use revisions up to 2025-11-25 never specify one.
 */
export function namesRevision(params: JsonObject | undefined): boolean {
  return isJsonObject(params?._meta) && META_KEYS.protocolVersion in params._meta;
}

/**
 * Reads the client's identity and capabilities from a request. Nothing is remembered for other requests.
 *
 * @throws {WireError} INVALID_PARAMS for missing or malformed members, UNSUPPORTED_PROTOCOL_VERSION.
 */
export function readStatelessClient(
  params: JsonObject | undefined,
  { connectionId, isShared, subscriptions }: ClientSession,
): ClientSession {
  const meta = isJsonObject(params?._meta) ? params._meta : {};
  const version = meta[META_KEYS.protocolVersion];
  if (typeof version !== 'string') throw invalidMeta('protocolVersion', 'a string', version);
  if (version !== STATELESS_REVISION) throw unsupportedVersion(version);
  const capabilities = meta[META_KEYS.clientCapabilities];
  if (!isJsonObject(capabilities)) throw invalidMeta('clientCapabilities', 'an object', capabilities);
  return {
    connectionId,
    client: readClient(meta[META_KEYS.clientInfo]),
    clientCapabilities: capabilities,
    protocolVersion: version,
    logLevel: undefined,
    subscriptions,
    isStateless: true,
    isShared,
  };
}

/** Creates the error for an unsupported revision. */
export function unsupportedVersion(requested: string): WireError {
  const message = `Protocol version ${preview(requested)} is not supported in _meta; use ${STATELESS_REVISION}. For versions up to 2025-11-25, begin with 'initialize'.`;
  const data = { supported: [STATELESS_REVISION], requested: requested.slice(0, 100) };
  return wireError('UNSUPPORTED_PROTOCOL_VERSION', message, data);
}

function readClient(info: unknown): Implementation | undefined {
  if (info === undefined) return undefined;
  if (!isJsonObject(info)) throw invalidMeta('clientInfo', 'an object with name and version', info);
  const { name, version } = info;
  if (typeof name !== 'string' || typeof version !== 'string')
    throw invalidMeta('clientInfo', 'an object with name and version', info);
  return { ...info, name, version };
}

function invalidMeta(key: keyof typeof META_KEYS, expected: string, received: unknown): WireError {
  const param = `_meta["${META_KEYS[key]}"]`;
  return wireError('INVALID_PARAMS', `Invalid params: ${param} must be ${expected}; received ${preview(received)}.`, {
    param,
    expected,
    received: preview(received),
  });
}

/**
 * Returns the params without the metadata about the client and earlier attempts; another server that received this
 * metadata would assume that it described this server.
 */
export function withoutEnvelope(params: JsonObject): JsonObject {
  const { _meta: meta, requestState: _state, inputResponses: _answers, ...asked } = params;
  if (!isJsonObject(meta)) return asked;
  const kept = Object.entries(meta).filter(([key]) => !key.startsWith(META_PREFIX));
  return kept.length === 0 ? asked : { ...asked, _meta: Object.fromEntries(kept) };
}
