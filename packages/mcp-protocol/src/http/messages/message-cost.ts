import { type JsonSize, measureJson } from '@modegate/json';
import type { AuthenticatedRequest, HttpRefusal } from '../auth/authentication.ts';

/** Maximum content of one message. Parsing and checking that much takes about 50 ms. */
export const MESSAGE_BOUNDS: JsonSize = { names: 10_000, values: 50_000 };

/**
 * Charges for a message before it is parsed; resolves with a refusal if the message must not be parsed. @param bytes -
 * Bytes of its text that have not been charged yet.
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
