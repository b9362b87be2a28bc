import type { Log } from '@modegate/cli-kit';
import type { AuditLog } from '@modegate/cli-kit/audit';
import type { ProtocolServer } from '@modegate/mcp-protocol';
import type { Policy } from '@modegate/mode-core';
import {
  createMemoryStore,
  createSessions,
  type Sessions,
  type SessionsOptions,
  type Store,
  type SweepOptions,
} from '@modegate/session-store';
import type { Telemetry } from '@modegate/telemetry/sdk';
import { createAskUser } from '@modegate/tool-gateway';
import { createAuditTrail } from './audit/audit-trail.ts';
import { gatewayForEveryone, serverForEveryone } from './faces/for-everyone.ts';
import type { GatewayPlace } from './faces/gateway-place.ts';
import { type OpenedFace, openFace } from './faces/open-face.ts';
import { createPrincipalFaces } from './faces/principal-faces.ts';
import { createSharedPlace } from './faces/shared-place.ts';
import type { ModesGateway, OpenGatewayOptions } from './gateway/modes-gateway.ts';
import { announceChanges } from './modes/announcements.ts';
import { createModesState, type ModesState } from './modes/modes-state.ts';
import { createConnectionModes } from './sessions/connection-modes.ts';
import { type ConnectionScopes, createConnectionScopes } from './sessions/connection-scopes.ts';
import { logSessionEvents } from './sessions/log-operations.ts';
import { createSessionsOf } from './sessions/own-sessions.ts';
import { reviewRelatives, reviewSessions } from './sessions/review-sessions.ts';
import { findSession } from './sessions/session-mode.ts';
import { taskLimits } from './sessions/task-limits.ts';
import type { Settings } from './settings/settings.ts';
import { type StateTexts, stateFiles } from './storage/state-texts.ts';
import { measureRequests } from './telemetry/measure-requests.ts';
import { observeServer } from './telemetry/observe-server.ts';

/** What a modes server needs from outside. */
export interface ModesServerOptions {
  readonly settings: Settings;
  readonly log: Log;
  readonly audit?: AuditLog | undefined;
  /** Where tasks and sessions live. Default: in memory. */
  readonly store?: Store | undefined;
  /** Where it is kept what the gateway remembers. Default: in the files of the state folder. */
  readonly texts?: StateTexts | undefined;
  /** How failed tool calls are answered. Default `result`. */
  readonly toolErrors?: 'result' | 'jsonrpc';
  /** Epoch milliseconds. Default `Date.now`. */
  readonly now?: () => number;
  /** The variables that server configurations and started servers may see. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How other servers are reached. Default `createConnections`. */
  readonly connect?: OpenGatewayOptions['connect'];
  /** Whether those who connect show who they are, so that each has its own connections to other servers. Default false. */
  readonly hasPrincipals?: boolean;
  /** Counts, times and traces what the server does. Default: none. */
  readonly telemetry?: Pick<Telemetry, 'metrics' | 'tracing'> | undefined;
}

/** A modes server that may be connected to a transport; requests wait until the modes are loaded, the handshake does not. */
export interface ModesServer {
  readonly server: ProtocolServer;
  readonly modes: ModesState;
  readonly sessions: Sessions;
  readonly settings: Settings;
  /** What connections are confined to. */
  readonly scopes: ConnectionScopes;
  /** Undefined when it is switched off. */
  readonly gateway: ModesGateway | undefined;
  /** The sessions that connections work in, with the version of each that is known here. */
  readonly versions: () => ReadonlyMap<string, number>;
  /** Looks again at sessions that another instance has changed, and at all that connections work in where modes ask about relatives. */
  readonly review: (sessionIds: readonly string[]) => Promise<void>;
  /** The protocol server of a principal, which has its own connections to others; undefined when no more servers may run now. */
  readonly serverOf: (principalId: string) => ProtocolServer | undefined;
  /** The gateway of a principal, if it is open now. */
  readonly gatewayOf: (principalId: string) => ModesGateway | undefined;
  /** Removes expired sessions; connections that worked in one no longer have its mode. */
  readonly sweep: (options?: SweepOptions) => Promise<void>;
}

/** Begins to load the modes and builds the server over them. Starts no timer, no watcher and no transport. */
export function createModesServer(options: ModesServerOptions): ModesServer {
  const { settings, log, now = Date.now } = options;
  const onLoad = (changed: readonly string[]): void => {
    gateway?.useServers(modes.current.servers).catch((error: unknown) => {
      log.error('The servers could not be updated', error);
    });
    gateway?.gateway.refresh();
    // Only now a mode may ask about tasks.
    reviewRelatives(context).catch((error: unknown) => log.error('The tasks could not be checked again', error));
    gateway?.reportNames();
    if (changed.length === 0) return;
    announceChanges(server, changed);
    log.info(describeChanges(changed, modes.current.policy));
  };
  const modes = createModesState(settings, onLoad, { now, env: options.env });
  const scopes = createConnectionScopes();
  const store = options.store ?? createMemoryStore();
  const logged = logSessionEvents(log);
  const measures = options.telemetry && measureRequests(options.telemetry);
  const openSessions = (own: Pick<SessionsOptions, 'createId' | 'owner'> = {}): Sessions =>
    createSessions({
      ...own,
      store,
      clock: now,
      ttlMs: settings.sessionTimeoutMs,
      limits: { ...taskLimits, ...settings.sessionRoom },
      onEvent: (event) => {
        logged(event);
        measures?.taskEvent(event);
      },
      modeExists: (slug) => modes.current.policy.modes.some((mode) => mode.config.slug === slug),
    });
  const sessions = openSessions();
  const connectionModes = createConnectionModes({
    initial: (connectionId) => scopes.of(connectionId).mode ?? settings.mode,
    needsConsent: settings.gateway.modeSwitching === 'ask',
    onChange: (connectionId) => gatewayBehind(connectionId)?.gateway.refresh(connectionId),
  });
  // One of many principals concerns none of the others.
  const gatewayBehind = (connectionId: string): ModesGateway | undefined => {
    const owner = scopes.of(connectionId).principal?.id;
    return (owner === undefined ? undefined : faces?.find(owner)?.gateway) ?? base.gateway;
  };
  const trail =
    options.audit &&
    createAuditTrail({
      log: options.audit,
      now,
      principalOf: scopes.principalOf,
      findSession: (sessionId) => findSession(() => sessions.peek(sessionId)),
      connectionModes,
      keepsArguments: settings.audit?.keepsArguments === true,
    });
  const audit = measures?.throughTrail(trail) ?? trail;
  const { enabled, isInsideGateway } = settings.gateway;
  const hasGateway = enabled !== 'off' && !isInsideGateway;
  const { texts = stateFiles(settings.gateway) } = options;
  const common = {
    modes,
    sessions,
    sessionsOf: createSessionsOf(openSessions, sessions, scopes),
    scopes,
    settings,
    connectionModes,
    askUser: createAskUser(),
    audit,
    log,
    now,
  };
  const open = (place?: GatewayPlace): OpenedFace => {
    const owner = place?.principalId;
    return openFace({
      common,
      hasGateway,
      place,
      measures,
      env: options.env ?? {},
      connect: options.connect,
      texts,
      toolErrors: options.toolErrors,
      onUse: owner === undefined ? undefined : () => faces?.used(owner),
    });
  };
  const shared = options.hasPrincipals === true && hasGateway ? createSharedPlace() : undefined;
  const base = open(shared?.place);
  const { context } = base;
  const faces =
    shared &&
    createPrincipalFaces({
      shared,
      open,
      entries: () => modes.current.servers,
      limits: settings.gateway.principals,
      now: () => performance.now(),
      onWithheld: (message) => log.warning(message),
      onError: (error) => log.error('The servers of a principal could not be stopped', error),
    });
  const server = faces === undefined ? base.server : serverForEveryone(base.server, faces);
  const gateway = base.gateway && faces ? gatewayForEveryone(base.gateway, faces) : base.gateway;
  const sweep = async (options?: SweepOptions): Promise<void> => {
    const { expired } = await sessions.sweep(options);
    if (expired > 0) log.info(`Cleaned up ${expired} expired ${expired === 1 ? 'session' : 'sessions'}`);
    await reviewSessions(context);
    faces?.sweep();
  };
  const review = (sessionIds: readonly string[]): Promise<void> =>
    reviewSessions(context, modes.current.policy.needs.task ? connectionModes.sessions : sessionIds);
  if (options.telemetry?.metrics !== undefined) observeServer(options.telemetry.metrics, { server, gateway, store });
  const serverOf: ModesServer['serverOf'] = (principalId) =>
    faces === undefined ? server : faces.take(principalId)?.server;
  return {
    server,
    serverOf,
    gatewayOf: (principalId) => (faces === undefined ? gateway : faces.find(principalId)?.gateway),
    modes,
    sessions,
    scopes,
    settings,
    gateway,
    versions: () => connectionModes.versions,
    review,
    sweep,
  };
}

function describeChanges(changed: readonly string[], { modes }: Policy): string {
  const isThere = (slug: string) => modes.some(({ config }) => config.slug === slug);
  const removed = changed.filter((slug) => !isThere(slug));
  const others = changed.filter(isThere);
  const parts = [
    ...(others.length === 0 ? [] : [`new or different: ${others.join(', ')}`]),
    ...(removed.length === 0 ? [] : [`removed: ${removed.join(', ')}`]),
  ];
  return `The modes have changed: ${parts.join('; ')}`;
}
