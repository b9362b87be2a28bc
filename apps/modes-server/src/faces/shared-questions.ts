import { type AnswerServer, RpcError } from '@modegate/mcp-host/connections';
import type { ServerQuestions } from '@modegate/tool-gateway';

/** The questions of one gateway. */
export type GatewayQuestions = Pick<ServerQuestions, 'isCalling' | 'answer'>;

/**
 * Answers what a shared server asks: the question goes to the principal whose call is under way, if it is the only one. Asked outside of
 * every call, or while several principals call, it could be meant for any of them, and none gets it.
 */
export function answerShared(all: () => readonly GatewayQuestions[]): AnswerServer {
  return async (...[server, method, params, options]) => {
    const [calling, other] = all().filter((questions) => questions.isCalling(server));
    if (calling !== undefined && other === undefined) return calling.answer(server, method, params, options);
    const why = calling === undefined ? 'No call is under way.' : 'Calls of more than one principal are under way.';
    throw new RpcError(
      INVALID_REQUEST,
      `No client can answer '${method.slice(0, 100)}' of the shared server '${server.slice(0, 100)}'. ${why}`,
      { method },
    );
  };
}

const INVALID_REQUEST = -32_600;
