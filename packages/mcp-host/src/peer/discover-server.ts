import { RpcError } from '@modegate/json-rpc';
import { SESSION_REVISIONS, STATELESS_REVISION } from '@modegate/json-rpc/mcp';
import { hasCode } from '../host-error.ts';
import {
  type DescribedServer,
  type DiscoverVerdict,
  readDiscoverError,
  readDiscoverResult,
} from '../revisions/discover-answer.ts';
import { withRequestMeta } from '../revisions/request-meta.ts';
import type { InitializeOptions } from './initialize-server.ts';
import { versionError } from './upstream-errors.ts';
import type { SendRaw } from './upstream-request.ts';

/**
 * Probes the revision of a server (MCP 2026-07-28, basic/versioning, Backward Compatibility). Resolves with the
 * description of a stateless server, or with undefined for any other server.
 * @throws HostError `UPSTREAM_PROTOCOL` for a server without a supported revision; any error that does not reveal the
 * revision: a link that ended, a missing login, an internal HTTP error.
 */
export async function discoverServer(
  request: SendRaw,
  options: InitializeOptions,
): Promise<DescribedServer | undefined> {
  // A server that lists the requested revision but rejects the request is asked once more; its second response is
  // final.
  let verdict = await ask(request, options);
  if (verdict.revision === 'again') verdict = await ask(request, options);
  if (verdict.revision === 'modern') return verdict.server;
  if (verdict.revision === 'legacy') return undefined;
  const supported = verdict.revision === 'none' ? verdict.supported : [STATELESS_REVISION];
  const received = `the protocol versions ${supported.slice(0, 10).join(', ').slice(0, 200)}`;
  throw versionError({ method: 'server/discover', received }, options.name, [STATELESS_REVISION, ...SESSION_REVISIONS]);
}

async function ask(
  request: SendRaw,
  { clientInfo, capabilities, initializeTimeoutMs: timeoutMs }: InitializeOptions,
): Promise<DiscoverVerdict> {
  const params = withRequestMeta(undefined, { clientInfo, capabilities });
  try {
    return readDiscoverResult(await request('server/discover', params, { timeoutMs, maxTotalMs: timeoutMs }));
  } catch (error) {
    if (error instanceof RpcError) return readDiscoverError(error);
    if (isLegacyAnswer(error)) return { revision: 'legacy' };
    throw error;
  }
}

/**
 * Treats a missing response, a response other than JSON-RPC, or an HTTP rejection of the request (not of the
 * credentials) as a sign of a server with sessions.
 */
function isLegacyAnswer(error: unknown): boolean {
  if (hasCode(error, 'REQUEST_TIMEOUT')) return true;
  if (!hasCode(error, 'UPSTREAM_PROTOCOL')) return false;
  const { httpStatus } = error.data;
  return httpStatus === undefined || isRefusedRequest(httpStatus);
}

/** True if an HTTP status means that the server does not know the request. */
export function isRefusedRequest(httpStatus: number): boolean {
  return httpStatus >= 400 && httpStatus < 500 && ![401, 403, 408, 429].includes(httpStatus);
}
