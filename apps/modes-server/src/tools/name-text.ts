import * as z from 'zod';

/** No real name is longer; this limit bounds the work done per character. */
const MAX_LENGTH = 1_000;

/** Schema of a name or id. The schema shown to clients omits the maximum length. */
export const nameText = (): z.ZodString =>
  z.string().refine((text) => text.length <= MAX_LENGTH, `Too long: expected at most ${MAX_LENGTH} characters`);
