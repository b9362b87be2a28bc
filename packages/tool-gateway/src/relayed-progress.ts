import type { Connections } from '@modegate/mcp-host/connections';
import { isJsonObject, type JsonObject } from './json-object.ts';

/** The progress that clients report on the questions of upstreams. */
export interface RelayedProgress {
  /** Gives a question a token of our own in the place of the upstream's, since two upstreams may choose the same. */
  begin(
    server: string,
    connectionId: string,
    params: JsonObject,
  ): { readonly params: JsonObject; readonly end: () => void };
  /** Passes a client's progress on to the upstream that asked; progress of anything else is dropped. */
  progressed(connectionId: string, params: JsonObject): void;
}

/** Starts without a question. */
export function createRelayedProgress(connections: Connections): RelayedProgress {
  const questions = new Map<
    string,
    { readonly server: string; readonly connectionId: string; readonly token: unknown }
  >();
  let last = 0;
  return {
    begin: (server, connectionId, params) => {
      const meta = isJsonObject(params._meta) ? params._meta : {};
      const { progressToken: token } = meta;
      if (token === undefined) return { params, end: () => undefined };
      last += 1;
      const progressToken = `upstream-${last}`;
      questions.set(progressToken, { server, connectionId, token });
      const end = () => void questions.delete(progressToken);
      return { params: { ...params, _meta: { ...meta, progressToken } }, end };
    },
    progressed: (connectionId, params) => {
      const question = typeof params.progressToken === 'string' ? questions.get(params.progressToken) : undefined;
      if (question?.connectionId !== connectionId) return;
      const { server, token } = question;
      connections.notify(server, 'notifications/progress', { ...params, progressToken: token }).catch(() => undefined);
    },
  };
}
