import { type Implementation, LOG_LEVELS, type LogLevel } from './context.ts';
import { isJsonObject, type JsonObject } from './json-rpc.ts';
import { nearest } from './nearest.ts';
import { invalidParam, objectParam, stringParam } from './params.ts';
import type { ConnectionState, RequestHandlers } from './request-handler.ts';
import { negotiateVersion } from './sdk-server.ts';

/** What `initialize` answers with. */
export interface SessionRequestOptions {
  readonly info: Implementation;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
}

/** Builds the handlers of the session itself: `initialize`, `ping`, `logging/setLevel`. */
export function sessionRequestHandlers(options: SessionRequestOptions): RequestHandlers {
  const { info, capabilities, instructions } = options;
  return {
    initialize: (params, { state }) => {
      const requested = stringParam(params, 'protocolVersion');
      const client = clientInfo(params);
      const clientCapabilities = objectParam(params, 'capabilities');
      startSession(state, { client, clientCapabilities, protocolVersion: negotiateVersion(requested) });
      return {
        protocolVersion: state.protocolVersion,
        capabilities,
        serverInfo: info,
        ...(instructions === undefined ? {} : { instructions }),
      };
    },
    ping: () => ({}),
    ...(capabilities.logging === undefined ? {} : { 'logging/setLevel': setLevel }),
  };
}

// A bridge may hand one stdio process to one client after the other, so a second `initialize` starts afresh.
function startSession(
  state: ConnectionState,
  session: Pick<ConnectionState, 'client' | 'clientCapabilities' | 'protocolVersion'>,
): void {
  state.client = session.client;
  state.clientCapabilities = session.clientCapabilities;
  state.protocolVersion = session.protocolVersion;
  state.logLevel = undefined;
  state.subscriptions.clear();
}

function setLevel(params: JsonObject, { state }: { readonly state: ConnectionState }): JsonObject {
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
  state.logLevel = known;
  return {};
}

function clientInfo(params: JsonObject): Implementation {
  const { clientInfo: info } = params;
  if (!isJsonObject(info)) throw invalidParam('clientInfo', 'an object with name and version', info);
  return { ...info, name: stringParam(info, 'name'), version: stringParam(info, 'version') };
}
