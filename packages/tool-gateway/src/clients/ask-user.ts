import type { ClientRequest } from './client-request.ts';

/**
 * Asks the user of the client whose request needs the answer. Resolves to the action (`accept` for consent), or to the
 * reason why there is no answer; rejects if the request is cancelled. On a connection with a session, identical
 * questions from parallel requests are asked only once.
 */
export type AskUser = (request: ClientRequest, message: string) => Promise<string>;

// Users need time to answer.
const ANSWER_TIMEOUT_MS = 600_000;

/** Creates the function that asks users. */
export function createAskUser(): AskUser {
  const running = new Map<string, Promise<string>>();
  return async (request, message) => {
    // Two requests on such a connection may come from different users; one user must not answer for another.
    if (request.isStateless) return ask(request, message);
    const key = JSON.stringify([request.connectionId, message]);
    for (;;) {
      const known = running.get(key);
      if (known === undefined) {
        const asking = ask(request, message).finally(() => running.delete(key));
        running.set(key, asking);
        return asking;
      }
      try {
        return await known;
      } catch (error) {
        // The request that asked the question was cancelled, and the question with it; this request continues.
        if (request.signal.aborted) throw error;
      }
    }
  };
}

async function ask(request: ClientRequest, message: string): Promise<string> {
  const params = { message, requestedSchema: { type: 'object', properties: {} } };
  try {
    return String((await request.request('elicitation/create', params, { timeoutMs: ANSWER_TIMEOUT_MS })).action);
  } catch (error) {
    if (request.signal.aborted) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}
