import { isJsonObject, type JsonObject } from '@modegate/json';
import { preview } from '@modegate/json-rpc';
import { LATEST_SESSION_REVISION, SESSION_REVISIONS } from '@modegate/json-rpc/mcp';
import type { DescribedServer } from '../revisions/discover-answer.ts';
import { versionError } from './upstream-errors.ts';
import type { UpstreamOptions } from './upstream-options.ts';
import type { SendRaw } from './upstream-request.ts';

/** This program's identity, and the time limit for the response. */
export type InitializeOptions = Pick<UpstreamOptions, 'name' | 'clientInfo' | 'capabilities' | 'initializeTimeoutMs'>;

const NOTHING: JsonObject = {};

/**
 * Sends `initialize` and reads the response (MCP 2025-11-25, basic/lifecycle, version negotiation).
 *
 * @throws HostError `UPSTREAM_PROTOCOL` if the server insists on an unsupported version, and any error from the
 * request.
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
    const received = `the protocol version ${preview(protocolVersion)}`;
    throw versionError({ method: 'initialize', received }, name, SESSION_REVISIONS);
  }
  return {
    protocolVersion,
    // Both members are required, but nothing breaks if they are missing.
    serverInfo: isJsonObject(serverInfo) ? serverInfo : NOTHING,
    capabilities: isJsonObject(result.capabilities) ? result.capabilities : NOTHING,
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}
