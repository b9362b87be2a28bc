import type { Rule } from '../workspace/rule.ts';
import * as everyRule from './every-rule.ts';

/** Every rule, by id. */
export const rules: readonly Rule[] = Object.values(everyRule).toSorted((a, b) => (a.id < b.id ? -1 : 1));
