import { RpcError } from '@modegate/json-rpc';
import { backgroundSchedule, waitAtMost } from '@modegate/timing';
import { HostError } from '../host-error.ts';
import type { DescribedServer } from '../revisions/discover-answer.ts';
import type { ProtocolRevision } from '../revisions/protocol-revision.ts';
import { discoverServer, isRefusedRequest } from './discover-server.ts';
import { type InitializeOptions, initializeServer } from './initialize-server.ts';
import { protocolError } from './upstream-errors.ts';
import type { UpstreamOptions } from './upstream-options.ts';
import type { SendRaw } from './upstream-request.ts';

/** Options of {@link negotiateRevision}. */
export interface NegotiateOptions
  extends InitializeOptions,
    Pick<UpstreamOptions, 'revision' | 'revisionSource' | 'schedule'> {
  /** True if the server can send requests once it is initialised. */
  readonly canAsk: () => boolean;
}

/** A server whose revision is known. */
export interface NegotiatedServer extends DescribedServer {
  readonly revision: ProtocolRevision;
}

/**
 * Time reserved for the probe; after that, `initialize` is also sent, so that a server that ignores the probe still
 * starts.
 */
const PROBE_WAIT_MS = 2_000;

/** The server may no longer be stateless, but it is more likely to be merely slow. */
const MODERN_WAIT_MS = 10_000;

/**
 * Determines the revision and identity of a server. If the revision is unknown, sends `server/discover` first; any
 * other response, or no response, leads to `initialize` (MCP 2026-07-28, basic/transports/stdio, Backward
 * Compatibility). A server known to use sessions is probed only if it rejects `initialize`, or if clients need its
 * requests and it has no way to send them. A revision set in the entry is final.
 * @throws any error from the requests; if both are rejected, the error from `initialize`.
 */
export async function negotiateRevision(request: SendRaw, options: NegotiateOptions): Promise<NegotiatedServer> {
  const { schedule = backgroundSchedule } = options;
  const discover = () => discoverServer(request, options);
  if (options.revisionSource === 'entry') return followEntry(request, options);
  if (options.revisionSource === 'clients') return followClientNeeds(request, options);
  if (options.revision === 'legacy') return initialize(request, options, discover);
  const discovering = discover();
  const waitMs = options.revision === 'modern' ? MODERN_WAIT_MS : PROBE_WAIT_MS;
  const isAnswered = await waitAtMost(discovering, { limitMs: waitMs, schedule });
  if (!isAnswered) return initialize(request, options, () => discovering);
  const found = await discovering;
  return found === undefined ? initialize(request, options, undefined) : modern(found);
}

async function followEntry(request: SendRaw, options: NegotiateOptions): Promise<NegotiatedServer> {
  if (options.revision === 'modern') {
    const found = await discoverServer(request, options);
    if (found !== undefined) return modern(found);
    throw protocolError(options.name, 'does not speak MCP 2026-07-28, but its entry says "era": "modern"');
  }
  try {
    return await initialize(request, options, undefined);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw protocolError(options.name, 'refuses "initialize", but its entry says "era": "legacy"');
  }
}

async function followClientNeeds(request: SendRaw, options: NegotiateOptions): Promise<NegotiatedServer> {
  const { schedule = backgroundSchedule } = options;
  const discover = () => discoverServer(request, options);
  const agreed = await initialize(request, options, discover);
  if (agreed.revision === 'modern' || options.canAsk()) return agreed;
  const discovering = discover().catch(() => undefined);
  const isAnswered = await waitAtMost(discovering, { limitMs: PROBE_WAIT_MS, schedule });
  const found = isAnswered ? await discovering : undefined;
  return found === undefined ? agreed : modern(found);
}

async function initialize(
  request: SendRaw,
  options: NegotiateOptions,
  discover: (() => Promise<DescribedServer | undefined>) | undefined,
): Promise<NegotiatedServer> {
  try {
    return { ...(await initializeServer(request, options)), revision: 'legacy' };
  } catch (error) {
    if (discover === undefined || !isRefusal(error)) throw error;
    const found = await discover().catch(() => undefined);
    if (found === undefined) throw error;
    return modern(found);
  }
}

function modern(server: DescribedServer): NegotiatedServer {
  return { ...server, revision: 'modern' };
}

function isRefusal(error: unknown): boolean {
  if (error instanceof RpcError) return true;
  if (!(error instanceof HostError) || !('httpStatus' in error.data)) return false;
  const { httpStatus } = error.data;
  return httpStatus !== undefined && isRefusedRequest(httpStatus);
}
