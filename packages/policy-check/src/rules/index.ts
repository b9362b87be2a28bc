import type { Rule } from '../workspace/rule.ts';
import * as everyRule from './every-rule.ts';

/** All rules, in the order of their ids. */
export const rules: readonly Rule[] = Object.values(everyRule).toSorted((a, b) => (a.id < b.id ? -1 : 1));
