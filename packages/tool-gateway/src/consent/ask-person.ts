import { isJsonObject, type JsonObject } from '@modegate/json';
import { readWireFailure } from '@modegate/mcp-protocol';
import type { ClientRequest } from '../clients/client-request.ts';
import { safeLine } from '../trust/safe-text.ts';
import type { ConsentAnswer } from './consent-record.ts';

const requestedSchema = {
  type: 'object',
  properties: {
    allow: {
      type: 'boolean',
      title: 'Allow this one call',
      description: 'Consent applies only to this call, exactly as shown, and is valid for five minutes.',
      default: false,
    },
  },
  required: ['allow'],
};

/**
 * Asks the person using the client that sent a request. Only an acceptance with `allow: true` is treated as consent.
 * Never rejects.
 */
export async function askPerson(request: ClientRequest, message: string, timeoutMs: number): Promise<ConsentAnswer> {
  try {
    return readAnswer(await request.request('elicitation/create', { message, requestedSchema }, { timeoutMs }));
  } catch (error) {
    if (request.signal.aborted) return { outcome: 'withdrawn', sentence: 'The call ended before anyone answered.' };
    if (readWireFailure(error)?.data?.timeoutMs !== undefined)
      return { outcome: 'timed_out', sentence: `Nobody answered within ${timeoutMs / 1_000} seconds.` };
    const why = safeLine(error instanceof Error ? error.message : String(error), 300);
    return { outcome: 'failed', sentence: `The question failed: ${why}` };
  }
}

function readAnswer({ action, content }: JsonObject): ConsentAnswer {
  const allow = isJsonObject(content) ? content.allow : undefined;
  if (action === 'accept' && allow === true) return { outcome: 'accepted', sentence: 'The person consented.' };
  if (action === 'decline' || (action === 'accept' && allow === false))
    return { outcome: 'declined', sentence: 'The person who was asked declined. Do not repeat the call.' };
  if (action === 'cancel')
    return { outcome: 'cancelled', sentence: 'The person who was asked closed the question without answering.' };
  return { outcome: 'failed', sentence: "The client's answer could not be read, so nobody has consented." };
}
