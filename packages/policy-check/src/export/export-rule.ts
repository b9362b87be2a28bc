import type { RuleReference } from '@modegate/mode-core';
import type { ExportedAccess } from './exported-access.ts';
import type { ServerGrant } from './mode-grants.ts';

/**
 * Degree to which a file expresses a rule: `exact`; `narrower`, in which case the file denies more than the mode; or
 * `not-expressible`, in which case the file allows something that the mode denies.
 */
export type ExportOutcome = 'exact' | 'narrower' | 'not-expressible';

/** The outcome for one rule of a mode in the file for another agent. */
export interface ExportedRule {
  /** Subject of the rule, such as `edit files` or `tools of github`. */
  readonly subject: string;
  readonly outcome: ExportOutcome;
  /** The rule of the mode. */
  readonly by: RuleReference;
  /** Reason why the file does not express the rule exactly; absent if it does. */
  readonly reason?: string;
}

/** Reports a rule that the file expresses exactly as in the mode, apart from any losses in the access itself. */
export function describeRule(subject: string, access: ExportedAccess, lost?: string): ExportedRule {
  const reason = lost ?? (access.state === 'closed' ? access.lost : undefined);
  return { subject, by: access.by, outcome: reason === undefined ? 'exact' : 'narrower', ...(reason && { reason }) };
}

/** Reports a rule under which the agent allows something that the mode denies, if the mode denies anything. */
export function leaveOpen(subject: string, access: ExportedAccess, reason: string): ExportedRule {
  if (access.state === 'open') return describeRule(subject, access);
  return { subject, by: access.by, outcome: 'not-expressible', reason };
}

/** Reports a rule under which the agent denies something that the mode allows. */
export function closeRule(subject: string, access: ExportedAccess, reason: string): ExportedRule {
  return describeRule(subject, access, access.state === 'closed' ? undefined : reason);
}

/** Reports the rule for the tools on a server. */
export function describeServerTools({ server, others, resources }: ServerGrant, lost: readonly string[]): ExportedRule {
  const access = { state: 'open', by: others.by ?? resources.by } as const;
  return describeRule(`tools of ${server}`, access, lost.length === 0 ? undefined : [...new Set(lost)].join('; '));
}

/** A subject that an agent can only allow or deny as a whole. */
export interface WholeSubject {
  readonly subject: string;
  readonly access: ExportedAccess;
  /** The reason why the agent denies the subject although the mode allows part of it. */
  readonly lost?: string | undefined;
}

/**
 * Decides whether a subject that can only be allowed or denied as a whole is allowed, and returns the rule that applies
 * to it.
 */
export function describeWholeSubject({ subject, access, lost }: WholeSubject): {
  readonly isOpen: boolean;
  readonly rule: ExportedRule;
} {
  const isOpen = access.state === 'open' && lost === undefined;
  return { isOpen, rule: lost === undefined ? describeRule(subject, access) : closeRule(subject, access, lost) };
}
