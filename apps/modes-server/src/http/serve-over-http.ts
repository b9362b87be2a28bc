import {
  type Authorise,
  type HttpRefusal,
  type HttpServing,
  isLoopbackHost,
  type ServerFactory,
  serveHttp,
} from '@modegate/mcp-protocol/http';
import type { EndSignal } from '@modegate/mcp-protocol/stdio';
import { type HttpSettings, requireGuard, startHttp } from '@modegate/program-shell';
import type { Relay } from '../instances/open-relay.ts';
import type { Principals } from '../principals/open-principals.ts';
import type { Principal } from '../principals/principal.ts';
import type { Refusal } from '../principals/refusal.ts';
import type { ModesServer } from '../server.ts';
import { serverMode } from '../tool-context.ts';

/**
 * Refuses to let others in than this machine where nobody asks who they are.
 *
 * @throws {AppError} exit code 2, before anything is started.
 */
export function requireDoor(http: HttpSettings, principals: Principals | undefined): void {
  requireGuard(http, {
    isLoopback: isLoopbackHost(http.host),
    guard: {
      isThere: principals !== undefined,
      remedy: 'Give out tokens, or name an issuer of JWTs, in the section auth of the configuration.',
    },
  });
}

/** How modes are served over HTTP. */
export interface ModesHttp {
  readonly http: HttpSettings;
  /** Undefined where nobody is asked. */
  readonly principals: Principals | undefined;
  /** The way to other instances; undefined where there are none. */
  readonly relay?: Relay | undefined;
  /** Those that end it; true for all. */
  readonly signals: true | readonly EndSignal[];
}

/**
 * Serves at `/mcp`, and at `/mcp/<mode>` with a mode that the connection cannot leave, until a signal comes. Says where, on stderr.
 *
 * @throws {AppError} exit code 1 when the address cannot be had.
 */
export async function serveModesOverHttp(
  modesServer: ModesServer,
  { http, principals, relay, signals }: ModesHttp,
): Promise<HttpServing> {
  let isLoaded = false;
  void modesServer.modes.ready.then(() => {
    isLoaded = true;
  });
  const door = principals === undefined ? {} : { authorise: authoriser(principals), pages: metadataPages(principals) };
  const others = relay === undefined ? {} : { relay };
  const serving = await startHttp(http, (options) =>
    serveHttp(openDoor(modesServer, principals), { ...options, ...door, ...others, signals, isReady: () => isLoaded }),
  );
  relay?.serve(serving);
  return serving;
}

/** What a path opens: nothing but the slug of a mode comes after `/mcp/`, as it is, so there is nothing to decode. */
export function openDoor(modesServer: ModesServer, principals: Principals | undefined): ServerFactory {
  const { server, modes, scopes, settings } = modesServer;
  return async ({ subpath, sessionId, principal }) => {
    const who = principal as Principal | undefined;
    if (subpath === '') {
      scopes.set(sessionId, { principal: who });
      return server;
    }
    await modes.ready;
    const slug = subpath.slice(1);
    const exists = modes.current.policy.modes.some(({ config }) => config.slug === slug);
    if (!exists || (serverMode(settings) ?? slug) !== slug) return undefined;
    const refusal = who === undefined ? undefined : principals?.refuseMode(who, slug);
    if (refusal !== undefined) return toHttpRefusal(refusal);
    scopes.set(sessionId, { mode: slug, principal: who });
    return server;
  };
}

export function authoriser(principals: Principals): Authorise {
  return async (headers) => {
    const principal = await principals.authorise(headers);
    if (principal.kind === 'refusal') return toHttpRefusal(principal);
    const place = principals.admit(principal);
    if (place.kind === 'refusal') return toHttpRefusal(place);
    return { kind: 'admitted', principal, release: () => place.release() };
  };
}

function toHttpRefusal({ status, message, headers }: Refusal): HttpRefusal {
  return { kind: 'refused', status, message, headers };
}

function metadataPages(principals: Principals) {
  return (pathname: string) => {
    const metadata = principals.metadataAt(pathname);
    if (metadata === undefined) return undefined;
    return { status: 200, contentType: 'application/json', body: JSON.stringify(metadata) };
  };
}
