import { type Decision, formatRule, needsConsent } from '@modegate/mode-core';
import { escapeControls } from '@modegate/policy-check/reporters';
import { inlineCode } from './inline-code.ts';

/** Describes the decision on a tool or a command as an item in a Markdown list. */
export function describeJudgedCall(name: string, decision: Decision): string {
  const shown = inlineCode(name);
  const rule = inlineCode(formatRule(decision.by));
  if (decision.allowed) return `- ✓ ${shown} allowed by ${rule}`;
  if (needsConsent(decision)) return `- ! ${shown} asks a person, by ${rule}`;
  return `- ✗ ${shown} refused (${decision.code}): ${inlineCode(escapeControls(decision.reason))}`;
}
