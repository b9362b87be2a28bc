import * as z from 'zod';

/** No existing name is longer; work per letter must be limited. */
const MAX_LENGTH = 1_000;

/** Schema for a name or an id. The bound is not in the schema that clients see. */
export const nameText = (): z.ZodString =>
  z.string().refine((text) => text.length <= MAX_LENGTH, `Too long: expected at most ${MAX_LENGTH} characters`);
