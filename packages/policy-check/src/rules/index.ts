import type { Rule } from '../rule.ts';

/** Every rule, by id. */
export const rules: readonly Rule[] = [];
