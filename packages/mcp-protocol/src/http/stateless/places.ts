import { randomUUID } from 'node:crypto';
import type { ClientConnection, ProtocolServer } from '../../protocol-server.ts';
import type { Principal } from '../admission.ts';
import type { HttpLimits } from '../http-limits.ts';
import { type NoShare, type ShareLimits, shareOf } from '../principal-share.ts';
import { createPlaceChannel, type PlaceChannel } from './place-channel.ts';

/** Where requests without a session come in together: one path, one principal, and what its credential opens. */
export interface Place {
  /** The id of its connection. */
  readonly id: string;
  readonly path: string;
  readonly principal: Principal | undefined;
  /** Undefined until its first request has been admitted. */
  opened: OpenedPlace | undefined;
  /** How many requests are here, one that listens and one that is being admitted included. */
  requests: number;
  usedAt: number;
}

/** The connection of a place. */
export interface OpenedPlace {
  readonly server: ProtocolServer;
  readonly channel: PlaceChannel;
  readonly connection: ClientConnection;
}

/** Who asks for a place. */
export interface PlaceKey {
  readonly path: string;
  readonly principal: Principal | undefined;
  /** What the credential opens, where credentials of one principal differ in that. */
  readonly rights: string | undefined;
}

/** The places of an HTTP server, bounded in number. */
export interface Places {
  readonly size: number;
  /** The place of such a request, which counts as one of its requests from now on; why there is no room for another place of this principal. */
  enter(key: PlaceKey): Place | NoShare;
  /** A request of the place has ended. */
  leave(place: Place): void;
  /** The connection of the place to a server; a place that was connected to another one is given up, and there is none. */
  connect(place: Place, server: ProtocolServer): Promise<OpenedPlace | undefined>;
  /** Ends the places that were not used for too long. */
  endUnused(): void;
  /** Ends those of such credentials. */
  endOf(isEnded: (principal: Principal) => boolean): void;
  /** Resolves once no request is in flight but those that listen. */
  idle(): Promise<void>;
  closeAll(): Promise<void>;
}

/** Starts without a place. */
export function createPlaces(
  options: ShareLimits & Pick<HttpLimits, 'sessionIdleMs' | 'maxUnsentBytes'> & { readonly now: () => number },
): Places {
  const { sessionIdleMs, now } = options;
  const places = new Map<string, Place>();
  const keys = new WeakMap<Place, string>();
  const opening = new WeakMap<Place, Promise<OpenedPlace>>();
  const remove = (place: Place): void => {
    const key = keys.get(place) ?? '';
    if (places.get(key) === place) places.delete(key);
    void place.opened?.connection.close();
  };
  const unused = (): readonly Place[] => [...places.values()].filter(isUnused);
  const makeRoom = (principal: Principal | undefined): NoShare | undefined => {
    const held = [...places.values()].map((place) => ({
      place,
      principal: place.principal,
      usedAt: place.usedAt,
      isUnused: isUnused(place),
    }));
    const share = shareOf(held, principal, options);
    if (typeof share === 'string') return share;
    if (share.ends !== undefined) remove(share.ends.place);
    return undefined;
  };
  const open = async (place: Place, server: ProtocolServer): Promise<OpenedPlace> => {
    const channel = createPlaceChannel(place.id, options);
    const connection = await server.connect(channel);
    place.opened = { server, channel, connection };
    void connection.closed.then(() => remove(place));
    return place.opened;
  };
  return {
    get size() {
      return places.size;
    },
    enter: (key) => {
      const text = JSON.stringify([key.path, key.principal?.id ?? null, key.rights ?? null]);
      const known = places.get(text);
      const refusal = known === undefined ? makeRoom(key.principal) : undefined;
      if (refusal !== undefined) return refusal;
      const { path, principal } = key;
      const place: Place = known ?? {
        id: randomUUID(),
        path,
        principal,
        opened: undefined,
        requests: 0,
        usedAt: now(),
      };
      places.set(text, place);
      keys.set(place, text);
      place.requests++;
      return place;
    },
    leave: (place) => {
      place.requests--;
      place.usedAt = now();
      // No request was admitted.
      if (place.requests === 0 && place.opened === undefined) remove(place);
    },
    connect: async (place, server) => {
      const started = opening.get(place) ?? open(place, server);
      opening.set(place, started);
      const opened = await started;
      if (opened.server === server && places.get(keys.get(place) ?? '') === place) return opened;
      remove(place);
      return undefined;
    },
    endUnused: () => {
      for (const place of unused()) if (now() - place.usedAt >= sessionIdleMs) remove(place);
    },
    endOf: (isEnded) => {
      for (const place of places.values()) if (place.principal !== undefined && isEnded(place.principal)) remove(place);
    },
    idle: async () => {
      await Promise.all([...places.values()].flatMap(({ opened }) => opened?.connection.idle() ?? []));
    },
    closeAll: async () => {
      await Promise.all([...places.values()].flatMap(({ opened }) => opened?.connection.close() ?? []));
    },
  };
}

/** A place where a person is being asked something is in use until they answer. */
function isUnused({ requests, opened }: Place): boolean {
  return requests === 0 && (opened === undefined || opened.connection.inFlight === 0);
}
