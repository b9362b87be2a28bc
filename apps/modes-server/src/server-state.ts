import { EventEmitter } from 'node:events';
import type { Log } from '@modegate/cli-kit';
import type { AuditLog } from '@modegate/cli-kit/audit';
import {
  createMemoryStore,
  createSessions,
  type Sessions,
  type SessionsOptions,
  type Store,
} from '@modegate/session-store';
import type { Telemetry } from '@modegate/telemetry/sdk';
import { createAskUser } from '@modegate/tool-gateway';
import { createAuditTrail } from './audit/audit-trail.ts';
import { type GatewayState, type GatewayStateOptions, openGatewayState } from './gateway/gateway-state.ts';
import { createModesState } from './modes/modes-state.ts';
import { createConnectionModes } from './sessions/connection-modes.ts';
import { createConnectionScopes } from './sessions/connection-scopes.ts';
import { logSessionEvents } from './sessions/log-operations.ts';
import { createSessionLookup } from './sessions/scoped-sessions.ts';
import { findIfPresent } from './sessions/session-mode.ts';
import { taskLimits } from './sessions/task-limits.ts';
import type { Settings } from './settings/settings.ts';
import { type StateTexts, stateFiles } from './storage/state-texts.ts';
import { measureRequests, type RequestMeasures } from './telemetry/measure-requests.ts';
import type { ServerContext } from './tool-context.ts';

/** Options for {@link createServerState}. */
export interface ServerStateOptions {
  readonly settings: Settings;
  readonly log: Log;
  readonly audit?: AuditLog | undefined;
  /** Storage for tasks and sessions. Default: in memory. */
  readonly store?: Store | undefined;
  /** Storage for the gateway's state. Default: the files in the state folder. */
  readonly texts?: StateTexts | undefined;
  /** Clock that returns epoch milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
  /** Environment variables that are visible to server configurations and started servers. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Opens the connections to other servers. Default `createConnections`. */
  readonly connect?: GatewayStateOptions['connect'];
  /** True if clients are authenticated, so that each principal has its own connections to other servers. Default false. */
  readonly hasPrincipals?: boolean;
  /** Counts, times and traces requests. Default: none. */
  readonly telemetry?: Pick<Telemetry, 'metrics' | 'tracing'> | undefined;
}

/** Events of a {@link ServerState}, with the arguments of their listeners. */
export interface ServerEvents {
  /** The project was read; the argument lists the slugs of new, changed and removed modes. */
  modesLoaded: [changed: readonly string[]];
  /** A connection has changed its mode. */
  modeChanged: [connectionId: string];
  /** System prompts may have changed, because they mention rules and the tools of other servers. */
  promptsChanged: [];
  /** A schedule or a mode condition may have changed what is allowed. */
  permissionsChanged: [];
}

/** State shared by the servers of all principals. */
export interface ServerState extends ServerContext {
  readonly events: EventEmitter<ServerEvents>;
  readonly store: Store;
  readonly measures: RequestMeasures | undefined;
  /** State of the gateway; undefined when the gateway is disabled. */
  readonly gateway: GatewayState | undefined;
}

/** Starts loading the modes. Does not start any timers, watchers or other servers. */
export function createServerState(options: ServerStateOptions): ServerState {
  const { settings, log, now = Date.now, env = {}, store = createMemoryStore() } = options;
  const events = new EventEmitter<ServerEvents>().setMaxListeners(0);
  const modes = createModesState(settings, (changed) => void events.emit('modesLoaded', changed), { now, env });
  const scopes = createConnectionScopes();
  const measures = options.telemetry && measureRequests(options.telemetry);
  const openSessions = createSessionFactory({ settings, log, now, store, modes, measures });
  const sessions = openSessions();
  const connectionModes = createConnectionModes({
    initial: (connectionId) => scopes.of(connectionId).mode ?? settings.mode,
    needsConsent: settings.gateway.modeSwitching === 'ask',
    onChange: (connectionId) => void events.emit('modeChanged', connectionId),
  });
  const trail =
    options.audit &&
    createAuditTrail({
      log: options.audit,
      now,
      principalOf: scopes.principalOf,
      findIfPresent: (sessionId) => findIfPresent(() => sessions.peek(sessionId)),
      connectionModes,
      recordsArguments: settings.audit?.recordsArguments === true,
    });
  const { enabled, isInsideGateway } = settings.gateway;
  return {
    events,
    store,
    measures,
    modes,
    sessions,
    sessionsOf: createSessionLookup(openSessions, sessions, scopes),
    scopes,
    settings,
    connectionModes,
    askUser: createAskUser(),
    audit: measures?.throughTrail(trail) ?? trail,
    log,
    now,
    gateway:
      enabled === 'off' || isInsideGateway
        ? undefined
        : openGatewayState({
            settings,
            log,
            now,
            env,
            texts: options.texts ?? stateFiles(settings.gateway),
            connect: options.connect,
            requestMiddleware: measures?.aroundServer,
            hasPrincipals: options.hasPrincipals === true,
          }),
  };
}

type SessionFactoryOptions = Pick<ServerState, 'settings' | 'log' | 'now' | 'store' | 'modes' | 'measures'>;

/** Returns a function that opens the sessions of one owner, or of all owners. */
function createSessionFactory({ settings, log, now, store, modes, measures }: SessionFactoryOptions) {
  const logEvent = logSessionEvents(log);
  return (owner: Pick<SessionsOptions, 'createId' | 'owner'> = {}): Sessions =>
    createSessions({
      ...owner,
      store,
      clock: now,
      ttlMs: settings.sessionTimeoutMs,
      limits: { ...taskLimits, ...settings.sessionCapacity },
      onEvent: (event) => {
        logEvent(event);
        measures?.taskEvent(event);
      },
      modeExists: (slug) => modes.current.policy.modes.some((mode) => mode.config.slug === slug),
    });
}
