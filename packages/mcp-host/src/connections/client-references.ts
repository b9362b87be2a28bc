import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '@modegate/json';
import type { Schedule } from '@modegate/timing';

/** A client that uses the connections. */
export interface ConnectionsClient {
  /** The capabilities that the client declares as an MCP client. */
  readonly capabilities: JsonObject;
  /**
   * True if the client has no session, so that requests can be sent to it only within its own requests. Default false.
   */
  readonly isStateless?: boolean | undefined;
}

/** One client's claim on the connections. */
export interface ClientReference {
  /**
   * Releases the connections; when called for the last client, resolves once the connections have ended. May be called
   * again.
   */
  readonly release: () => Promise<void>;
}

export interface ClientReferencesOptions {
  readonly idleStopMs: number;
  readonly schedule: Schedule;
  /** Called when the first client arrives. */
  readonly onUsed: () => void;
  /** Called when no client has been present for `idleStopMs`. */
  readonly onUnused: () => Promise<void>;
  /** Called on the arrival of the first client that has a session and can answer requests from servers. */
  readonly onLegacyWanted: () => void;
}

/** Creates a reference counter that starts without any clients. */
export function createClientReferences({
  idleStopMs,
  schedule,
  onUsed,
  onUnused,
  onLegacyWanted,
}: ClientReferencesOptions) {
  const clients = new Map<ClientReference, ConnectionsClient>();
  const wantsSession = () => [...clients.values()].some(needsSession);
  let cancelStop: (() => void) | undefined;
  let isRunning = false;
  const keepRunning = () => {
    cancelStop?.();
    cancelStop = undefined;
    if (isRunning) return;
    isRunning = true;
    onUsed();
  };
  const stop = (): Promise<void> => {
    isRunning = false;
    cancelStop = undefined;
    return onUnused();
  };
  const stopLater = () => {
    cancelStop = schedule(() => void stop(), idleStopMs);
  };
  return {
    acquire(user: ConnectionsClient) {
      const wantedLegacy = wantsSession();
      const reference: ClientReference = {
        async release() {
          if (!clients.delete(reference) || clients.size > 0) return;
          if (idleStopMs > 0) stopLater();
          else await stop();
        },
      };
      clients.set(reference, user);
      keepRunning();
      if (!wantedLegacy && wantsSession()) onLegacyWanted();
      return reference;
    },
    /** Returns the union of the clients' capabilities. */
    capabilities: () => mergeCapabilities([...clients.values()].map(({ capabilities }) => capabilities)),
    /** True if a client with a session can answer requests from servers. */
    wantsSession,
    isUsed: () => isRunning,
    /** Drops all references without calling any callbacks. */
    close() {
      clients.clear();
      cancelStop?.();
      isRunning = false;
    },
  };
}

/** Client capabilities that concern servers (MCP 2025-11-25, basic/lifecycle). */
const PASSED_ON = ['sampling', 'elicitation', 'roots'] as const;

function needsSession({ capabilities, isStateless }: ConnectionsClient): boolean {
  return isStateless !== true && PASSED_ON.some((key) => isJsonObject(own(capabilities, key)));
}

/** Maximum nesting of a declared capability. */
const MAX_DEPTH = 8;

/**
 * Merges the capabilities of several clients into the capabilities declared to a server: the union of `sampling`,
 * `elicitation` and `roots`, unchanged where clients agree, and nothing else. Pure.
 */
function mergeCapabilities(clients: readonly JsonObject[]): JsonObject {
  const merged = PASSED_ON.flatMap((key) => {
    const declared = clients.map((client) => own(client, key)).filter(isJsonObject);
    return declared.length === 0 ? [] : [[key, mergeDeclarations(key, declared)] as const];
  });
  return Object.fromEntries(merged);
}

function mergeDeclarations(key: string, declared: readonly JsonObject[]): JsonObject {
  const [first = {}, ...others] = declared;
  if (others.every((other) => isDeepStrictEqual(other, first))) return first;
  // An empty elicitation capability means that forms are supported (client/elicitation, capabilities); the union with
  // another kind must preserve this meaning.
  const meant = key === 'elicitation' ? declared.map(withForm) : declared;
  return meant.reduce((sum, one) => mergeObjects(sum, one, MAX_DEPTH));
}

function withForm(elicitation: JsonObject): JsonObject {
  return Object.keys(elicitation).length === 0 ? { form: {} } : elicitation;
}

function mergeObjects(one: JsonObject, other: JsonObject, depth: number): JsonObject {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...keys].map((key) => [key, mergeValues(own(one, key), own(other, key), depth)]));
}

function mergeValues(one: unknown, other: unknown, depth: number): unknown {
  if (isJsonObject(one) && isJsonObject(other)) return depth === 0 ? one : mergeObjects(one, other, depth - 1);
  return one === true || other === undefined ? one : other;
}

function own(object: JsonObject, key: string): unknown {
  return isJsonObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}
