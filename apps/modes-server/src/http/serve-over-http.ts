import { type HttpServing, type ServerFactory, serveHttp } from '@modegate/mcp-protocol/http';
import type { EndSignal } from '@modegate/mcp-protocol/stdio';
import type { Principal } from '@modegate/principals';
import { type Principals, principalDoor, toHttpRefusal } from '@modegate/principals/open';
import { type HttpSettings, startHttp } from '@modegate/program-shell';
import type { ModesServer } from '../server.ts';
import { serverMode } from '../tool-context.ts';

/** How modes are served over HTTP. */
export interface ModesHttp {
  readonly http: HttpSettings;
  /** Undefined where nobody is asked. */
  readonly principals: Principals | undefined;
  /** Those that end it; true for all. */
  readonly signals: true | readonly EndSignal[];
}

/**
 * Serves at `/mcp`, and at `/mcp/<mode>` with a mode that the connection cannot leave, until a signal comes. Says where, on stderr.
 *
 * @throws {AppError} exit code 1 when the address cannot be had.
 */
export function serveModesOverHttp(
  modesServer: ModesServer,
  { http, principals, signals }: ModesHttp,
): Promise<HttpServing> {
  let isLoaded = false;
  void modesServer.modes.ready.then(() => {
    isLoaded = true;
  });
  const door = principals === undefined ? {} : principalDoor(principals);
  return startHttp(http, (options) =>
    serveHttp(openDoor(modesServer, principals), { ...options, ...door, signals, isReady: () => isLoaded }),
  );
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
