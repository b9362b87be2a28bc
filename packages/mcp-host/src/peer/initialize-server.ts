import { isJsonObject, type JsonObject } from '@modegate/json';
import type { PendingRequests } from './pending-requests.ts';
import { versionError } from './upstream-errors.ts';

/** The revision of MCP that we ask for. */
const LATEST_PROTOCOL_VERSION = '2025-11-25';

/** All revisions that we speak, newest first; those before differ in nothing that a client of these messages would notice. */
const SUPPORTED_PROTOCOL_VERSIONS: readonly string[] = [
  LATEST_PROTOCOL_VERSION,
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

/** The answer of a server to `initialize`. */
export interface InitializedServer {
  readonly serverInfo: JsonObject;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  readonly protocolVersion: string;
}

export interface InitializeOptions {
  /** The server's name for messages. */
  readonly name?: string;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly capabilities: JsonObject;
  readonly initializeTimeoutMs: number;
}

const NOTHING: JsonObject = {};

/**
 * Sends `initialize` and reads the answer (MCP 2025-11-25, basic/lifecycle, version negotiation).
 *
 * @throws HostError `UPSTREAM_PROTOCOL` when the server insists on a version that we do not speak, and whatever a request throws.
 */
export async function initializeServer(
  requests: Pick<PendingRequests, 'request'>,
  { name, clientInfo, capabilities, initializeTimeoutMs }: InitializeOptions,
): Promise<InitializedServer> {
  const result = await requests.request(
    'initialize',
    { protocolVersion: LATEST_PROTOCOL_VERSION, capabilities, clientInfo },
    { timeoutMs: initializeTimeoutMs, maxTotalMs: initializeTimeoutMs },
  );
  const { protocolVersion, serverInfo, instructions } = result;
  if (typeof protocolVersion !== 'string' || !SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion)) {
    throw versionError(protocolVersion, name, SUPPORTED_PROTOCOL_VERSIONS);
  }
  return {
    protocolVersion,
    // Both must be there, but nothing is lost when they are not.
    serverInfo: isJsonObject(serverInfo) ? serverInfo : NOTHING,
    capabilities: isJsonObject(result.capabilities) ? result.capabilities : NOTHING,
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}
