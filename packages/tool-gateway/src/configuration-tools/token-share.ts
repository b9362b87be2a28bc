import * as z from 'zod';

/** What a part of a list costs a client, and which part of the whole that is. */
export interface TokenShare {
  tokens: number;
  /** 0 to 1; null for the whole. */
  percentTotal: number | null;
}

/** The schema of {@link TokenShare}. */
export const tokenShareSchema: z.ZodType<TokenShare, TokenShare> = z.strictObject({
  tokens: z.number().int().min(0),
  percentTotal: z.number().min(0).max(1).nullable().describe('Share of the whole, 0 to 1; null for the whole itself.'),
});

/** The share of some tokens in all, to four decimals. */
export function shareOf(tokens: number, total: number): TokenShare {
  return { tokens, percentTotal: total === 0 ? 0 : Math.round((tokens / total) * 10_000) / 10_000 };
}
