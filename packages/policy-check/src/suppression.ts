import type { Finding, FoundProblem } from './finding.ts';
import type { Rule } from './rule.ts';
import type { Workspace } from './workspace.ts';

/** What suppressions are held against. */
export interface SuppressionContext {
  /** The rules that ran: a suppression of any other cannot be called unused. */
  readonly rules: readonly Rule[];
  readonly fingerprint: (rule: Rule, problem: FoundProblem) => string;
}

/** The findings, those that a comment or a key of their file asks to hide suppressed, and what is wrong with such comments. */
export function applySuppressions(
  _workspace: Workspace,
  findings: readonly Finding[],
  _context: SuppressionContext,
): readonly Finding[] {
  return findings;
}
