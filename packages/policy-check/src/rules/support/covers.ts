import { compileNamePattern } from '@modegate/mode-core';

/** Whether every name that `narrow` matches is matched by `wide`, too; both may hold wildcards. */
export function covers(wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  const matches = compileNamePattern(wide);
  if (!/[*?]/.test(narrow)) return matches(narrow);
  // A stretch that no pattern spells out, empty and longer than `wide` could match without a `*` of its own.
  const long = '\uFFFF'.repeat(wide.length + 1);
  const single = narrow.replaceAll('?', '\uFFFF');
  return matches(single.replaceAll('*', '')) && matches(single.replaceAll('*', long));
}
