import { isJsonObject, type JsonObject } from '@modegate/json';
import type { ClientQuestion } from '@modegate/mcp-protocol';

/** A client in front of the gateway. */
export interface GatewayClient {
  readonly connectionId: string;
  /** What it said it can do; where it has no session, what its requests may say. */
  readonly capabilities: JsonObject;
  /** Whether it has no session: perhaps many clients, that can be asked nothing outside of their requests and whose lists no call changes. */
  readonly isStateless?: boolean;
  /** Asks it something outside of any of its requests; aborting the signal withdraws the question. */
  readonly ask: (question: ClientQuestion) => Promise<JsonObject>;
}

/**
 * What servers hear of a client without a session: that it can be asked. Whether it can shows with each of its requests (MCP 2026-07-28:
 * roots are deprecated, and not offered).
 */
export const STATELESS_CAPABILITIES: JsonObject = { elicitation: { form: {}, url: {} }, sampling: {} };

/** A client that has been added, with what its mode lets it use at this moment. */
export interface AddedClient extends GatewayClient {
  /** Whether anything of a server is open to it. */
  readonly maySee: (server: string) => boolean;
  /** Lets the servers go that run for it alone. */
  readonly release: () => Promise<void>;
}

/** Whether a client can put a form before its user. An empty declaration means forms (MCP 2025-11-25, client/elicitation, Capabilities). */
export function canAskUser({ elicitation }: JsonObject): boolean {
  return isJsonObject(elicitation) && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** The capability that a client would need, and has not declared, to answer a server's request; undefined when it can answer. */
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
