import { type HttpServing, type ServerFactory, serveHttp } from '@modegate/mcp-protocol/http';
import type { EndSignal } from '@modegate/mcp-protocol/stdio';
import type { Principal } from '@modegate/principals';
import { type Principals, principalDoor, toHttpRefusal } from '@modegate/principals/open';
import { type HttpSettings, startHttp } from '@modegate/program-shell';
import type { Telemetry } from '@modegate/telemetry/sdk';
import type { ModesServer } from '../server.ts';
import { observeHttp } from '../telemetry/observe-server.ts';
import { serverMode } from '../tool-context.ts';
import { metricsPage } from './metrics-page.ts';

/** How modes are served over HTTP. */
export interface ModesHttp {
  readonly http: HttpSettings;
  /** Undefined where nobody is asked. */
  readonly principals: Principals | undefined;
  /** Those that end it; true for all. */
  readonly signals: true | readonly EndSignal[];
  /** Counts what is refused, and has the page of metrics. Default: nobody. */
  readonly telemetry?: Telemetry | undefined;
}

/**
 * Serves at `/mcp`, and at `/mcp/<mode>` with a mode that the connection cannot leave, until a signal comes. Says where, on stderr.
 *
 * @throws {AppError} exit code 1 when the address cannot be had.
 */
export async function serveModesOverHttp(
  modesServer: ModesServer,
  { http, principals, signals, telemetry }: ModesHttp,
): Promise<HttpServing> {
  let isLoaded = false;
  void modesServer.modes.ready.then(() => {
    isLoaded = true;
  });
  const door = principals === undefined ? {} : principalDoor(principals);
  const counted = telemetry?.metrics === undefined ? {} : { onRefused: telemetry.metrics.refused };
  const metrics = metricsPage(telemetry, principals);
  const more = { ...door, ...counted, ...metrics, signals, isReady: () => isLoaded };
  const serving = await startHttp(http, (options) =>
    serveHttp(openDoor(modesServer, principals), { ...options, ...more }),
  );
  if (telemetry?.metrics !== undefined) observeHttp(telemetry.metrics, serving);
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
