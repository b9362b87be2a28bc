import { isJsonObject, type JsonObject } from '@modegate/json';
import { briefly } from '@modegate/json-rpc';
import { LATEST_SESSION_REVISION, SESSION_REVISIONS } from '@modegate/json-rpc/mcp';
import type { DescribedServer } from '../revisions/discover-answer.ts';
import { versionError } from './upstream-errors.ts';
import type { SendRaw } from './upstream-request.ts';

/** How we introduce ourselves to a server, and how long it may take to answer. */
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
  request: SendRaw,
  { name, clientInfo, capabilities, initializeTimeoutMs }: InitializeOptions,
): Promise<DescribedServer> {
  const result = await request(
    'initialize',
    { protocolVersion: LATEST_SESSION_REVISION, capabilities, clientInfo },
    { timeoutMs: initializeTimeoutMs, maxTotalMs: initializeTimeoutMs },
  );
  const { protocolVersion, serverInfo, instructions } = result;
  if (typeof protocolVersion !== 'string' || !SESSION_REVISIONS.includes(protocolVersion)) {
    const received = `the protocol version ${briefly(protocolVersion)}`;
    throw versionError({ method: 'initialize', received }, name, SESSION_REVISIONS);
  }
  return {
    protocolVersion,
    // Both must be there, but nothing is lost when they are not.
    serverInfo: isJsonObject(serverInfo) ? serverInfo : NOTHING,
    capabilities: isJsonObject(result.capabilities) ? result.capabilities : NOTHING,
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}
