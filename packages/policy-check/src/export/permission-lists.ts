import { describeRule, describeWholeSubject, type ExportedRule, type WholeSubject } from './export-rule.ts';
import type { ExportedAccess } from './exported-access.ts';
import { writeFilePatterns } from './file-patterns.ts';
import { toGitignore } from './path-globs.ts';

/** Rules of an agent that has one list of rules to allow and one to deny. */
export interface PermissionLists {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly rules: readonly ExportedRule[];
}

/** Allows or denies tools as a whole; `tools` are separated by spaces. */
export function listWholeTools(one: WholeSubject, tools: string): PermissionLists {
  const names = tools.split(' ');
  const { isOpen, rule } = describeWholeSubject(one);
  return { allow: isOpen ? names : [], deny: isOpen ? [] : names, rules: [rule] };
}

/** Allows and denies edits by patterns as in a `.gitignore`, or as a whole if no pattern can be written. */
export function listEdits(
  access: ExportedAccess,
  say: (pattern: string) => string,
  whole: (one: WholeSubject) => PermissionLists,
): PermissionLists {
  const subject = 'edit files';
  const patterns = writeFilePatterns(access, toGitignore);
  if (patterns === undefined || patterns.allow.length === 0) return whole({ subject, access, lost: patterns?.lost });
  const rules = [describeRule(subject, access, patterns.lost)];
  return { allow: patterns.allow.map(say), deny: patterns.deny.map(say), rules };
}
