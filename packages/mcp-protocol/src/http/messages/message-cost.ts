import { type JsonSize, measureJson } from '@modegate/json';
import type { AuthenticatedRequest, HttpRefusal } from '../auth/authentication.ts';

/** Maximum amount of content in one message. Parsing and checking this amount takes about 50 ms. */
export const MESSAGE_BOUNDS: JsonSize = { names: 10_000, values: 50_000 };

/**
 * Charges the cost of a message before it is parsed; resolves to a refusal if the message must not be parsed. @param
 * bytes - Bytes of the message text that have not been charged yet.
 */
export async function costRefusal(
  text: string,
  charge: AuthenticatedRequest['charge'],
  bytes = text.length,
): Promise<HttpRefusal | undefined> {
  const cost = { bytes, ...measureJson(text, MESSAGE_BOUNDS) };
  const refusal = await charge?.(cost);
  if (refusal !== undefined) return refusal;
  const isTooMuch = cost.names > MESSAGE_BOUNDS.names || cost.values > MESSAGE_BOUNDS.values;
  return isTooMuch ? tooMuch : undefined;
}

const tooMuch: HttpRefusal = {
  kind: 'refused',
  status: 413,
  reason: 'body_too_large',
  message: `The message contains more than ${MESSAGE_BOUNDS.names} names or ${MESSAGE_BOUNDS.values} values`,
};
