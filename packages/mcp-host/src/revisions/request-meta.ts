import { isJsonObject, type JsonObject } from '@modegate/json';
import { META_KEYS, STATELESS_REVISION } from '@modegate/json-rpc/mcp';

/** Who sends a modern request. */
export interface RequestSender {
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** What may be asked of us for this one request. */
  readonly capabilities: JsonObject;
  /** The least level of log lines that are wanted; undefined for none. */
  readonly logLevel?: string | undefined;
}

/** The params of a request with what every modern request says of itself; what they said of it before is replaced. */
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

/** The modern revision that a message claims to be of; undefined for a legacy one. */
export function claimedVersion({ params }: JsonObject): string | undefined {
  const meta = isJsonObject(params) && isJsonObject(params._meta) ? params._meta : undefined;
  const version = meta?.[META_KEYS.protocolVersion];
  return typeof version === 'string' ? version : undefined;
}
