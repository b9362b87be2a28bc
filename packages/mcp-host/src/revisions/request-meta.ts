import { isJsonObject, type JsonObject } from '@modegate/json';
import { META_KEYS, STATELESS_REVISION } from '@modegate/json-rpc/mcp';

/** The sender of a stateless request. */
export interface RequestSender {
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** Capabilities for this request. */
  readonly capabilities: JsonObject;
  /** Minimum level of log lines to receive; undefined if no log lines are to be received. */
  readonly logLevel?: string | undefined;
}

/** Adds the protocol metadata to the params of a stateless request, replacing any protocol metadata already present. */
export function withRequestMeta(
  params: JsonObject | undefined,
  { clientInfo, capabilities, logLevel }: RequestSender,
): JsonObject {
  const own = isJsonObject(params?._meta) ? params._meta : {};
  const { [META_KEYS.logLevel]: _level, ...kept } = own;
  return {
    ...params,
    _meta: {
      ...kept,
      [META_KEYS.protocolVersion]: STATELESS_REVISION,
      [META_KEYS.clientInfo]: clientInfo,
      [META_KEYS.clientCapabilities]: capabilities,
      ...(logLevel === undefined ? {} : { [META_KEYS.logLevel]: logLevel }),
    },
  };
}

/** Returns the stateless revision specified in a message; undefined for a message within a session. */
export function claimedVersion({ params }: JsonObject): string | undefined {
  const meta = isJsonObject(params) && isJsonObject(params._meta) ? params._meta : undefined;
  const version = meta?.[META_KEYS.protocolVersion];
  return typeof version === 'string' ? version : undefined;
}
