import type { Rule } from '../../workspace/rule.ts';

/** Numbers of files in public repositories that each rule reports, by its name; a test counts them again. */
export const publicFiles: Readonly<Record<string, NonNullable<Rule['publicFiles']>>> = {};
