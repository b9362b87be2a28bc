import * as z from 'zod';

/** No real name is longer; this bounds the work per letter. */
const MAX_LENGTH = 1_000;

/** Schema of a name or id. The schema for clients does not show the bound. */
export const nameText = (): z.ZodString =>
  z.string().refine((text) => text.length <= MAX_LENGTH, `Too long: expected at most ${MAX_LENGTH} characters`);
