import { RpcError } from '@modegate/json-rpc';
import { backgroundSchedule, type Schedule, waitAtMost } from '@modegate/timing';
import { HostError } from '../host-error.ts';
import type { DescribedServer } from '../revisions/discover-answer.ts';
import type { ProtocolRevision, RevisionSource } from '../revisions/protocol-revision.ts';
import { discoverServer, isRefusedRequest } from './discover-server.ts';
import { type InitializeOptions, initializeServer } from './initialize-server.ts';
import { protocolError } from './upstream-errors.ts';
import type { SendRaw } from './upstream-request.ts';

/** What is known and wanted of a server's revision before it is asked. */
export interface NegotiateOptions extends InitializeOptions {
  readonly revision?: ProtocolRevision | undefined;
  readonly revisionSource?: RevisionSource | undefined;
  /** Whether a server that has been initialised can ask anything. */
  readonly canAsk: () => boolean;
  readonly schedule?: Schedule | undefined;
}

/** A server whose revision is known now. */
export interface NegotiatedServer extends DescribedServer {
  readonly revision: ProtocolRevision;
}

/** How long an answer is waited for alone; after that `initialize` goes out too, so that a server that ignores the question starts anyway. */
const PROBE_WAIT_MS = 2_000;

/** A modern server may have forgotten who it was, but is more likely to be slow. */
const MODERN_WAIT_MS = 10_000;

/**
 * Finds out how a server speaks, and who it is. One whose revision is unknown is asked `server/discover` first; anything but a modern answer, or
 * silence, leads to `initialize` (MCP 2026-07-28, basic/transports/stdio, Backward Compatibility). One that is known to be legacy is asked
 * only when it refuses `initialize`, or when clients want its questions and it has no way to ask them. The revision of an entry is not left.
 *
 * @throws whatever the requests throw; of two refusals, the one of `initialize`.
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
    throw protocolError(options.name, 'does not speak MCP 2026-07-28, and its entry says "era": "modern"');
  }
  try {
    return await initialize(request, options, undefined);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw protocolError(options.name, 'refuses "initialize", and its entry says "era": "legacy"');
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
