import * as z from 'zod';

/** No name that anything has is longer; what is done for each letter of one has to end somewhere. */
const MAX_LENGTH = 1_000;

/** The name or the id of something. The bound is not in the schema that clients are shown. */
export const nameText = (): z.ZodString =>
  z.string().refine((text) => text.length <= MAX_LENGTH, `Too long: expected at most ${MAX_LENGTH} characters`);
