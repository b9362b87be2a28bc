import type { RuleReference } from '@modegate/mode-core';
import type { ExportedAccess } from './exported-access.ts';
import type { ServerGrant } from './mode-grants.ts';

/**
 * How much of a rule a file says: `exact`; `narrower`, which closes more than the mode does; or `not-expressible`, which leaves open what
 * the mode closes.
 */
export type ExportOutcome = 'exact' | 'narrower' | 'not-expressible';

/** The outcome of one rule of a mode in the file of another agent. */
export interface ExportedRule {
  /** What the rule is about, such as `edit files` or `tools of github`. */
  readonly subject: string;
  readonly outcome: ExportOutcome;
  /** The rule of the mode. */
  readonly by: RuleReference;
  /** Why the file does not say the rule exactly; absent where it does. */
  readonly reason?: string;
}

/** A rule that the file says as the mode has it, but for what the access itself has lost. */
export function describeRule(subject: string, access: ExportedAccess, lost?: string): ExportedRule {
  const reason = lost ?? (access.state === 'closed' ? access.lost : undefined);
  return { subject, by: access.by, outcome: reason === undefined ? 'exact' : 'narrower', ...(reason && { reason }) };
}

/** A rule of which the agent leaves open what the mode closes, if it closes anything. */
export function leaveOpen(subject: string, access: ExportedAccess, reason: string): ExportedRule {
  if (access.state === 'open') return describeRule(subject, access);
  return { subject, by: access.by, outcome: 'not-expressible', reason };
}

/** What the agent closes although the mode opens it. */
export function closeRule(subject: string, access: ExportedAccess, reason: string): ExportedRule {
  return describeRule(subject, access, access.state === 'closed' ? undefined : reason);
}

/** The rule on the tools of a server. */
export function describeServerTools({ server, others, resources }: ServerGrant, lost: readonly string[]): ExportedRule {
  const by = others.by ?? resources.by;
  const [reason] = lost;
  return {
    subject: `tools of ${server}`,
    by,
    outcome: reason === undefined ? 'exact' : 'narrower',
    ...(reason === undefined ? {} : { reason: [...new Set(lost)].join('; ') }),
  };
}

/** One thing that an agent opens or closes as a whole. */
export interface WholeSubject {
  readonly subject: string;
  readonly access: ExportedAccess;
  /** Why the agent closes it although the mode opens some of it. */
  readonly lost?: string | undefined;
}

/** Whether a thing that can only be open or closed is open, and the rule on it. */
export function describeWholeSubject({ subject, access, lost }: WholeSubject): {
  readonly isOpen: boolean;
  readonly rule: ExportedRule;
} {
  const isOpen = access.state === 'open' && lost === undefined;
  return { isOpen, rule: lost === undefined ? describeRule(subject, access) : closeRule(subject, access, lost) };
}
