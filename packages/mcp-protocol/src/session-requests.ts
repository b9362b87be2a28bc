import { type ConnectionContext, type Implementation, LOG_LEVELS, type LogLevel } from './context.ts';
import { isJsonObject, type JsonObject } from './json-rpc.ts';
import { nearest } from './nearest.ts';
import { invalidParam, objectParam, stringParam } from './params.ts';
import { negotiateVersion } from './protocol-version.ts';
import { type ConnectionState, contextOf, type RequestHandlers } from './request-handler.ts';

/** What `initialize` answers with. */
export interface SessionRequestOptions {
  readonly info: Implementation;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  /** Told after a client has set its log level. */
  readonly onLogLevel: (context: ConnectionContext) => void;
}

/** Builds the handlers of the session itself: `initialize`, `ping`, `logging/setLevel`. */
export function sessionRequestHandlers(options: SessionRequestOptions): RequestHandlers {
  const { info, capabilities, instructions, onLogLevel } = options;
  return {
    initialize: (params, { state }) => {
      startSession(state, readSession(params));
      return {
        protocolVersion: state.protocolVersion,
        capabilities,
        serverInfo: info,
        ...(instructions === undefined ? {} : { instructions }),
      };
    },
    ping: () => ({}),
    ...(capabilities.logging === undefined
      ? {}
      : {
          'logging/setLevel': (params, { state }) => {
            state.logLevel = levelParam(params);
            onLogLevel(contextOf(state));
            return {};
          },
        }),
  };
}

/** Says what is wrong with the params of `initialize`; undefined when nothing is. */
export function initializeProblem(params: JsonObject): Error | undefined {
  try {
    readSession(params);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

type Session = Pick<ConnectionState, 'client' | 'clientCapabilities' | 'protocolVersion'>;

function readSession(params: JsonObject): Session {
  const requested = stringParam(params, 'protocolVersion');
  return {
    client: clientInfo(params),
    clientCapabilities: objectParam(params, 'capabilities'),
    protocolVersion: negotiateVersion(requested),
  };
}

// A bridge may hand one stdio process to one client after the other, so a second `initialize` starts afresh.
function startSession(state: ConnectionState, session: Session): void {
  state.client = session.client;
  state.clientCapabilities = session.clientCapabilities;
  state.protocolVersion = session.protocolVersion;
  state.logLevel = undefined;
  state.subscriptions.clear();
}

function levelParam(params: JsonObject): LogLevel {
  const level = stringParam(params, 'level');
  const known = LOG_LEVELS.find((each): each is LogLevel => each === level);
  if (known === undefined) {
    const near = nearest(level, LOG_LEVELS);
    throw invalidParam(
      'level',
      `one of ${LOG_LEVELS.join(', ')}${near === undefined ? '' : ` (did you mean '${near}'?)`}`,
      level,
    );
  }
  return known;
}

function clientInfo(params: JsonObject): Implementation {
  const { clientInfo: info } = params;
  if (!isJsonObject(info)) throw invalidParam('clientInfo', 'an object with name and version', info);
  return { ...info, name: stringParam(info, 'name'), version: stringParam(info, 'version') };
}
