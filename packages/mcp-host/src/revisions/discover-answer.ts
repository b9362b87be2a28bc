import { isJsonObject, type JsonObject } from '@modegate/json';
import { META_KEYS, SESSION_REVISIONS, STATELESS_REVISION } from '@modegate/json-rpc/mcp';

/** The identity and capabilities of a server, in either revision. */
export interface DescribedServer {
  readonly serverInfo: JsonObject;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  readonly protocolVersion: string;
}

/** The revision indicated by a response to `server/discover`. */
export type DiscoverVerdict =
  | { readonly revision: 'modern'; readonly server: DescribedServer }
  | { readonly revision: 'legacy' }
  /** The server lists the requested revision but rejected the request, so one more attempt is worthwhile. */
  | { readonly revision: 'again' }
  /** The server supports none of this program's revisions. */
  | { readonly revision: 'none'; readonly supported: readonly string[] };

/** Error code defined in MCP 2026-07-28, basic/index, Error Codes. */
const UNSUPPORTED_VERSION = -32_022;

/**
 * Reads a result. A result without a list of versions comes from a server with sessions, which may answer any request
 * with an object.
 */
export function readDiscoverResult(result: JsonObject): DiscoverVerdict {
  const { supportedVersions, capabilities, instructions } = result;
  const supported = versionsOf(supportedVersions);
  if (supported === undefined || !isJsonObject(capabilities)) return { revision: 'legacy' };
  if (!supported.includes(STATELESS_REVISION)) return withoutOurs(supported);
  const meta = isJsonObject(result._meta) ? result._meta : {};
  const serverInfo = meta[META_KEYS.serverInfo] ?? result.serverInfo;
  return {
    revision: 'modern',
    server: {
      protocolVersion: STATELESS_REVISION,
      serverInfo: isJsonObject(serverInfo) ? serverInfo : {},
      capabilities,
      instructions: typeof instructions === 'string' ? instructions : undefined,
    },
  };
}

/**
 * Reads an error. Only an unsupported-version error indicates a stateless server; other servers may answer unknown
 * requests in any way.
 */
export function readDiscoverError({ code, data }: { readonly code: number; readonly data?: unknown }): DiscoverVerdict {
  const supported = code === UNSUPPORTED_VERSION && isJsonObject(data) ? versionsOf(data.supported) : undefined;
  if (supported === undefined) return { revision: 'legacy' };
  return supported.includes(STATELESS_REVISION) ? { revision: 'again' } : withoutOurs(supported);
}

/** True if an error means that the server does not support the stateless revision, or no longer does. */
export function refusesVersion({ code }: { readonly code: number }): boolean {
  return code === UNSUPPORTED_VERSION;
}

function withoutOurs(supported: readonly string[]): DiscoverVerdict {
  return supported.some((version) => SESSION_REVISIONS.includes(version))
    ? { revision: 'legacy' }
    : { revision: 'none', supported };
}

function versionsOf(value: unknown): readonly string[] | undefined {
  const isList = Array.isArray(value) && value.length > 0 && value.every((version) => typeof version === 'string');
  return isList ? value : undefined;
}
