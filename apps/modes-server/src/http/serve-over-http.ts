import { startHttp } from '@modegate/cli-kit';
import type { AuditLog } from '@modegate/cli-kit/audit';
import {
  type HttpCalls,
  type HttpRefusal,
  type HttpServing,
  isLoopbackHost,
  type ServeHttpOptions,
  type ServerFactory,
  serveHttp,
} from '@modegate/mcp-protocol/http';
import type { EndSignal } from '@modegate/mcp-protocol/stdio';
import type { Principal } from '@modegate/principals';
import { type Authenticator, httpAuth, toHttpRefusal } from '@modegate/principals/open';
import type { Telemetry } from '@modegate/telemetry/sdk';
import type { Relay } from '../instances/open-relay.ts';
import type { ModesServer } from '../server.ts';
import type { ConnectionScope } from '../sessions/connection-scopes.ts';
import type { ModesHttpSettings } from '../settings/http-settings.ts';
import { observeHttp } from '../telemetry/observe-server.ts';
import { serverMode } from '../tool-context.ts';
import { hookCalls } from './hook-calls.ts';
import { metricsPage } from './metrics-page.ts';
import type { ServedPage } from './ui-page.ts';

/** Options for {@link serveModesOverHttp}. */
export interface ModesHttpOptions {
  readonly http: ModesHttpSettings;
  /** Authenticator; undefined if authentication is disabled. */
  readonly principals: Authenticator | undefined;
  /** Relay to other instances; undefined if there are none. */
  readonly relay?: Relay | undefined;
  /** Signals that end the server; true stands for all signals. */
  readonly signals: true | readonly EndSignal[];
  /** Audit log for agents' calls. Default: none. */
  readonly audit?: AuditLog | undefined;
  /** Called with failures that were not caused by a request. */
  readonly onProblem: (error: unknown) => void;
  /** Counts refusals, and renders the metrics page. Default: none. */
  readonly telemetry?: Telemetry | undefined;
}

/**
 * Serves MCP at `/mcp` and, with a mode that the connection cannot leave, at `/mcp/<mode>`, and responds to agents'
 * hooks at `/hooks/<agent>`, until a signal arrives. Prints the address to stderr.
 *
 * @throws {AppError} exit code 1 if the address is not available.
 */
export async function serveModesOverHttp(
  modesServer: ModesServer,
  { http, principals, relay, signals, audit, telemetry, onProblem }: ModesHttpOptions,
): Promise<HttpServing> {
  let isLoaded = false;
  void modesServer.modes.ready.then(() => {
    isLoaded = true;
  });
  const door = principals === undefined ? {} : httpAuth(principals);
  const counted = telemetry?.metrics === undefined ? {} : { onRefused: telemetry.metrics.refused };
  const metrics = metricsPage(telemetry, principals);
  const others = relay === undefined ? {} : { relay };
  // Hooks depend on the symbolic links and folders of this machine, so the server can respond only to agents on this
  // machine.
  const hooks = isLoopbackHost(http.host) ? hookCalls(modesServer, { principals, audit }) : undefined;
  const page = http.hasUi ? await openPage(modesServer, { http, audit, onProblem }) : undefined;
  const beside = combinePages({ metrics, hooks, page });
  const { hookSocket: path } = http;
  // Only the user who runs this server can connect to the socket, so no credential is needed.
  const socket =
    path === undefined
      ? {}
      : { callsSocket: { path, calls: hookCalls(modesServer, { principals: undefined, audit }) } };
  const more = { ...door, ...others, ...counted, ...beside, ...socket, signals, isReady: () => isLoaded };
  const serving = await startHttp(http, (options) =>
    serveHttp(createServerFactory(modesServer, principals), { ...options, ...more }),
  );
  if (telemetry?.metrics !== undefined) observeHttp(telemetry.metrics, serving);
  relay?.serve(serving);
  if (page !== undefined) serving.closed.then(() => page.close()).catch(onProblem);
  return serving;
}

/** Imported on demand, because it contains the checker. */
async function openPage(
  modesServer: ModesServer,
  { http, audit, onProblem }: Pick<ModesHttpOptions, 'http' | 'audit' | 'onProblem'>,
): Promise<ServedPage> {
  await modesServer.modes.ready;
  const { openUiPage } = await import('./ui-page.ts');
  return openUiPage(modesServer, { audit, onProblem, allowedOrigins: http.allowedOrigins });
}

interface ExtraPages {
  readonly metrics: ReturnType<typeof metricsPage>;
  readonly hooks: HttpCalls | undefined;
  readonly page: ServedPage | undefined;
}

function combinePages({ metrics, hooks, page }: ExtraPages): Pick<ServeHttpOptions, 'protectedPages' | 'calls'> {
  const calls = [hooks, page?.calls].filter((one) => one !== undefined);
  return {
    protectedPages: (pathname, headers) => {
      const file = page?.file(pathname);
      return file === undefined ? metrics.protectedPages?.(pathname, headers) : Promise.resolve(file);
    },
    calls: {
      has: (pathname) => calls.some((one) => one.has(pathname)),
      maxBodyBytes: (pathname) => calls.find((one) => one.has(pathname))?.maxBodyBytes?.(pathname) ?? 0,
      refuse: async (call, refusal) =>
        (await calls.find((one) => one.has(call.pathname))?.refuse?.(call, refusal)) ?? refusal,
      answer: async (call) => calls.find((one) => one.has(call.pathname))?.answer(call) ?? notFound,
    },
  };
}

const notFound: HttpRefusal = { kind: 'refused', status: 404, message: 'Nothing is here' };

/** Creates a server for a request path: `/mcp/` may be followed only by a mode's slug, so nothing needs decoding. */
export function createServerFactory(modesServer: ModesServer, principals: Authenticator | undefined): ServerFactory {
  const { modes, scopes, settings } = modesServer;
  const open = (sessionId: string, scope: ConnectionScope & { readonly principal: Principal | undefined }) => {
    const { principal } = scope;
    const server = modesServer.serverOf(principal?.id);
    if (server !== undefined) scopes.set(sessionId, scope);
    return server ?? tooManyServers;
  };
  return async ({ subpath, sessionId, principal }) => {
    const who = principal as Principal | undefined;
    if (subpath === '') return open(sessionId, { principal: who });
    await modes.ready;
    const slug = subpath.slice(1);
    const exists = modes.current.policy.modes.some(({ config }) => config.slug === slug);
    if (!exists || (serverMode(settings) ?? slug) !== slug) return undefined;
    const refusal = who === undefined ? undefined : principals?.refuseMode(who, slug);
    if (refusal !== undefined) return toHttpRefusal(refusal);
    return open(sessionId, { mode: slug, principal: who });
  };
}

const tooManyServers: HttpRefusal = {
  kind: 'refused',
  status: 503,
  reason: 'too_many_servers',
  message: 'The servers of other principals currently use all the available capacity',
  headers: { 'Retry-After': '30' },
};
