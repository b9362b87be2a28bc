import type { ProtocolServer } from '@modegate/mcp-protocol';
import type { Project } from '@modegate/project';
import type { ModesGateway } from '../gateway/modes-gateway.ts';
import type { PrincipalLimits } from '../settings/gateway-settings.ts';
import { type GatewayPlace, isOwn } from './gateway-place.ts';
import { joinConnections } from './join-connections.ts';
import type { SharedPlace } from './shared-place.ts';

/** A protocol server with the gateway behind it. */
export interface Face {
  readonly server: ProtocolServer;
  /** Undefined when it is switched off. */
  readonly gateway: ModesGateway | undefined;
}

/** The faces of principals: each has its own connections to servers, beside those that all share. */
export interface PrincipalFaces {
  /** Those that are open. */
  readonly all: readonly Face[];
  /** That of a principal, if it is open. */
  find(principalId: string): Face | undefined;
  /** That of a principal, opened if need be; undefined when no more servers may run now. */
  take(principalId: string): Face | undefined;
  /** A request of a principal has begun. */
  used(principalId: string): void;
  /** Closes the faces without a connection. */
  sweep(): void;
  close(): Promise<void>;
}

/** What opening faces needs. */
export interface PrincipalFacesOptions {
  readonly shared: SharedPlace;
  readonly open: (place: GatewayPlace) => Face;
  /** The entries of the project. */
  readonly entries: () => Project['servers'];
  readonly limits: PrincipalLimits;
  /** Milliseconds of a clock that is never set back. */
  readonly now: () => number;
  /** Told with a sentence when a principal gets fewer servers than there are. */
  readonly onWithheld: (message: string) => void;
  readonly onError: (error: unknown) => void;
}

interface OpenFace extends Face {
  usedAt: number;
  /** How many servers of its own it may have running while a client is connected to it. */
  allowance: number;
  forget: () => void;
}

/** How long an admitted client may take to connect. */
const CONNECTING_MS = 5_000;

/** How long a face without a connection is kept. */
const EMPTY_MS = 60_000;

/** Starts without a face. */
export function createPrincipalFaces(options: PrincipalFacesOptions): PrincipalFaces {
  const { entries, limits, now } = options;
  const faces = new Map<string, OpenFace>();
  const isInUse = ({ server, usedAt }: OpenFace): boolean =>
    server.connectionCount > 0 || now() - usedAt < CONNECTING_MS;
  const free = (besides: string): number => {
    const taken = [...faces].filter(([id, face]) => id !== besides && isInUse(face));
    return limits.maxServersOfAll - taken.reduce((sum, [, { allowance }]) => sum + allowance, 0);
  };
  const wanted = (): number => Math.min(entries().filter(isOwn).length, limits.maxServersEach);
  const end = (principalId: string, face: OpenFace): void => {
    faces.delete(principalId);
    closeFace(face).catch(options.onError);
  };
  const endOldest = (): boolean => {
    const idle = [...faces].filter(([, face]) => face.server.inFlight === 0 && now() - face.usedAt >= limits.idleMs);
    const [oldest] = idle.sort(([, one], [, other]) => one.usedAt - other.usedAt);
    if (oldest !== undefined) end(...oldest);
    return oldest !== undefined;
  };
  const sweep = (): void => {
    for (const [id, face] of faces)
      if (face.server.connectionCount === 0 && now() - face.usedAt >= EMPTY_MS) end(id, face);
  };
  const open = (principalId: string): OpenFace => {
    const state = { usedAt: now(), allowance: wanted(), forget: (): void => undefined };
    const chooseOwn: GatewayPlace['own'] = (all) => {
      const mine = all.filter(isOwn);
      state.allowance = Math.max(0, Math.min(mine.length, limits.maxServersEach, free(principalId)));
      if (state.allowance < mine.length)
        options.onWithheld(`A principal gets ${state.allowance} of ${mine.length} servers, because no more may run.`);
      return mine.slice(0, state.allowance);
    };
    const face = options.open(placeOf(principalId, { shared: options.shared, chooseOwn, state }));
    const opened: OpenFace = Object.assign(state, face);
    faces.set(principalId, opened);
    return opened;
  };
  return {
    get all() {
      return [...faces.values()];
    },
    find: (principalId) => faces.get(principalId),
    take: (principalId) => {
      sweep();
      const known = faces.get(principalId);
      if (known === undefined || !isInUse(known))
        while (free(principalId) < wanted()) if (!endOldest()) return undefined;
      const face = faces.get(principalId) ?? open(principalId);
      face.usedAt = now();
      return face;
    },
    used: (principalId) => {
      const face = faces.get(principalId);
      if (face !== undefined) face.usedAt = now();
    },
    sweep,
    close: async () => {
      const all = [...faces.values()];
      faces.clear();
      await Promise.all(all.map(closeFace));
    },
  };
}

function placeOf(
  principalId: string,
  parts: {
    readonly shared: SharedPlace;
    readonly chooseOwn: GatewayPlace['own'];
    readonly state: Pick<OpenFace, 'forget'>;
  },
): GatewayPlace {
  const { shared, chooseOwn, state } = parts;
  return {
    principalId,
    own: chooseOwn,
    join: (own) => {
      const common = shared.connections();
      return common === undefined ? own : joinConnections(own, common);
    },
    answer: (answer, questions) => {
      state.forget = shared.addQuestions(questions);
      return answer;
    },
  };
}

async function closeFace({ server, gateway, forget }: OpenFace): Promise<void> {
  await server.close();
  await gateway?.close();
  forget();
}
