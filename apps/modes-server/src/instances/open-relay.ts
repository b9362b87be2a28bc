import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, type ClientRequest } from 'node:http';
import type { HttpRelay, HttpServing, RelayOutcome } from '@modegate/mcp-protocol/http';
import type { Instances } from '@modegate/session-store/postgres';
import type { RelayAddress } from '../settings/database-settings.ts';
import { forwardRequest } from './forward-request.ts';
import { createInstanceDirectory } from './instance-directory.ts';
import { listenForRelays } from './relay-listener.ts';
import { relayHeader, relayToken } from './relay-token.ts';

/** Relays requests to other instances, and answers the requests that they relay. */
export interface Relay extends HttpRelay {
  /** Address of this instance as seen by other instances. */
  readonly address: string;
  /** Starts answering relayed requests, which receive 503 until then. */
  readonly serve: (serving: Pick<HttpServing, 'answerRelayed'>) => void;
  /** Announces that this instance is ending. Never rejects. */
  readonly close: () => Promise<void>;
}

/** Options for {@link openRelay}. */
export interface RelayOptions {
  readonly at: RelayAddress;
  readonly instances: Instances;
  /** Called with failures that occur in the background. */
  readonly onError: (error: unknown) => void;
}

/** The id of an MCP session ends with the id of its instance; other ids have no owner. */
const sessionIdForm = /^[\da-f-]{36}\.([\da-f]{24})$/;

/**
 * Announces this instance to the other instances. The id of an MCP session ends with the id of its instance, so every
 * instance can identify the owner of a request; the store contains the owner's address and shows whether the owner is
 * running.
 *
 * @throws {AppError} exit code 1 if the address is not available.
 */
export async function openRelay({ at, instances, onError }: RelayOptions): Promise<Relay> {
  const ownId = randomBytes(12).toString('hex');
  const secret = await instances.secret('relay', randomBytes(32).toString('base64url'));
  const agent = new Agent({ keepAlive: true });
  const pending = createPendingRequests();
  const directory = createInstanceDirectory({ id: ownId, instances, onGone: pending.end, onError });
  let serving: Pick<HttpServing, 'answerRelayed'> | undefined;
  const listener = await listenForRelays({
    at,
    token: relayToken(secret, ownId),
    answer: async (request, response) => {
      if (serving === undefined) response.writeHead(503, { 'Retry-After': '1' }).end();
      else await serving.answerRelayed(request, response);
    },
  });
  const ownerOf = (sessionId: string): string | undefined => sessionIdForm.exec(sessionId)?.[1];
  const forward = async (exchange: Parameters<HttpRelay['forward']>[0]): Promise<RelayOutcome> => {
    const owner = ownerOf(exchange.sessionId) ?? '';
    const address = await directory.find(owner);
    if (address === undefined) return 'gone';
    const outcome = await forwardRequest(exchange, {
      address,
      agent,
      headers: { [relayHeader]: relayToken(secret, owner) },
      onOpen: (sent) => pending.add(owner, sent),
    });
    // If nothing listens at that address any longer, the session no longer exists.
    return outcome === 'refused' ? 'gone' : outcome;
  };
  try {
    await directory.start(listener.address);
  } catch (error) {
    listener.close();
    throw error;
  }
  return {
    address: listener.address,
    createSessionId: () => `${randomUUID()}.${ownId}`,
    isRemoteSession: (sessionId) => ![undefined, ownId].includes(ownerOf(sessionId)),
    forward: (exchange) =>
      forward(exchange).catch((error: unknown): RelayOutcome => {
        onError(error);
        return 'unreachable';
      }),
    serve: (made) => {
      serving = made;
    },
    close: async () => {
      await directory.stop();
      listener.close();
      agent.destroy();
    },
  };
}

/** Tracks the requests that other instances are currently answering. */
function createPendingRequests() {
  const all = new Map<string, Set<ClientRequest>>();
  return {
    add: (instanceId: string, sent: ClientRequest): void => {
      const own = all.get(instanceId) ?? new Set<ClientRequest>();
      all.set(instanceId, own.add(sent));
      sent.once('close', () => {
        own.delete(sent);
        if (own.size === 0 && all.get(instanceId) === own) all.delete(instanceId);
      });
    },
    /** Connections to a crashed machine never report that they have ended. */
    end: (instanceId: string): void => {
      for (const sent of all.get(instanceId) ?? []) sent.destroy(new Error('The instance has ended'));
    },
  };
}
