import { isJsonObject, type JsonObject } from '@modegate/json';
import type { ClientQuestion } from '@modegate/mcp-protocol';

/** A client of the gateway. */
export interface GatewayClient {
  readonly connectionId: string;
  /**
   * The client's declared capabilities; if there is no session, the capabilities that the client's requests may
   * declare.
   */
  readonly capabilities: JsonObject;
  /**
   * True if there is no session: the connection may serve many clients, questions can be asked only within its
   * requests, and calls do not change its lists.
   */
  readonly isStateless?: boolean;
  /** Asks the client a question outside the client's requests; aborting the signal withdraws the question. */
  readonly ask: (question: ClientQuestion) => Promise<JsonObject>;
}

/**
 * The capabilities declared to servers for a client without a session. The actual capabilities come with each request
 * (MCP 2026-07-28: roots are deprecated and not offered).
 */
export const STATELESS_CAPABILITIES: JsonObject = { elicitation: { form: {}, url: {} }, sampling: {} };

/** A client of the gateway with its current access. */
export interface AddedClient extends GatewayClient {
  /** True if the client can use any part of a server. */
  readonly maySee: (server: string) => boolean;
  /** Releases the client's references to servers. */
  readonly release: () => Promise<void>;
}

/**
 * True if a client can show a form to its user. An empty declaration means that forms are supported (MCP 2025-11-25,
 * client/elicitation, Capabilities).
 */
export function canAskUser({ elicitation }: JsonObject): boolean {
  return isJsonObject(elicitation) && (elicitation.form !== undefined || elicitation.url === undefined);
}

/**
 * Returns the capability that a client needs to answer a server's request but has not declared; undefined if none is
 * missing.
 */
export function findMissingAbility(method: string, params: JsonObject, capabilities: JsonObject): string | undefined {
  const { sampling, elicitation, roots } = capabilities;
  switch (method) {
    case 'sampling/createMessage': {
      if (!isJsonObject(sampling)) return 'sampling';
      const usesTools = params.tools !== undefined || params.toolChoice !== undefined;
      return usesTools && sampling.tools === undefined ? 'sampling.tools' : undefined;
    }
    case 'elicitation/create':
      if (!isJsonObject(elicitation)) return 'elicitation';
      if (params.mode === 'url') return elicitation.url === undefined ? 'elicitation.url' : undefined;
      return canAskUser(capabilities) ? undefined : 'elicitation.form';
    case 'roots/list':
      return isJsonObject(roots) ? undefined : 'roots';
    default:
      return method;
  }
}
