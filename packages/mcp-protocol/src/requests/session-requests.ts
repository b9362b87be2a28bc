import { defined, isJsonObject, type JsonObject } from '@modegate/json';
import { LATEST_SESSION_REVISION, LOG_LEVELS, type LogLevel, SESSION_REVISIONS } from '@modegate/json-rpc/mcp';
import { nearestName } from '@modegate/nearest-name';
import type { ConnectionContext, Implementation } from '../definitions/context.ts';
import { invalidParam, objectParam, stringParam } from './params.ts';
import { type ClientSession, type RequestHandlers, sessionContext } from './request-handler.ts';

export interface SessionRequestOptions {
  readonly info: Implementation;
  readonly capabilities: JsonObject;
  readonly instructions: string | ((context: ConnectionContext) => string) | undefined;
  /** Called after a client has set its log level. */
  readonly onLogLevel: (context: ConnectionContext) => void;
}

/** Builds the handlers for the session itself: `initialize`, `ping`, `logging/setLevel`. */
export function sessionRequestHandlers(options: SessionRequestOptions): RequestHandlers {
  const { info, capabilities, instructions, onLogLevel } = options;
  return {
    initialize: (params, { session }) => {
      startSession(session, readHandshake(params));
      return {
        protocolVersion: session.protocolVersion,
        capabilities,
        serverInfo: info,
        ...defined({
          instructions: typeof instructions === 'function' ? instructions(sessionContext(session)) : instructions,
        }),
      };
    },
    ping: () => ({}),
    ...(capabilities.logging === undefined
      ? {}
      : {
          'logging/setLevel': (params, { session }) => {
            session.logLevel = levelParam(params);
            onLogLevel(sessionContext(session));
            return {};
          },
        }),
  };
}

/** Describes a problem in the params of `initialize`; returns undefined if there is no problem. */
export function initializeProblem(params: JsonObject): Error | undefined {
  try {
    readHandshake(params);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

type Handshake = Pick<ClientSession, 'client' | 'clientCapabilities' | 'protocolVersion'>;

function readHandshake(params: JsonObject): Handshake {
  const requested = stringParam(params, 'protocolVersion');
  return {
    client: clientInfo(params),
    clientCapabilities: objectParam(params, 'capabilities'),
    protocolVersion: SESSION_REVISIONS.includes(requested) ? requested : LATEST_SESSION_REVISION,
  };
}

// The client's revision if supported, otherwise the server's latest (MCP 2025-11-25, lifecycle, Version Negotiation). A
// bridge may use one stdio process for several clients, one after another, so a second `initialize` resets the session.
function startSession(session: ClientSession, handshake: Handshake): void {
  Object.assign(session, handshake, { isStateless: false, logLevel: undefined });
  session.subscriptions.clear();
}

function levelParam(params: JsonObject): LogLevel {
  const level = stringParam(params, 'level');
  const known = LOG_LEVELS.find((each): each is LogLevel => each === level);
  if (known !== undefined) return known;
  const near = nearestName(level, LOG_LEVELS);
  const hint = near === undefined ? '' : ` (did you mean '${near}'?)`;
  throw invalidParam('level', `one of ${LOG_LEVELS.join(', ')}${hint}`, level);
}

function clientInfo(params: JsonObject): Implementation {
  const { clientInfo: info } = params;
  if (!isJsonObject(info)) throw invalidParam('clientInfo', 'an object with name and version', info);
  return { ...info, name: stringParam(info, 'name'), version: stringParam(info, 'version') };
}
