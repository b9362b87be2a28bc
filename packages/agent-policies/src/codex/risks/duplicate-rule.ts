import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { CodexPrefixRule } from '../codex-rules.ts';
import { type CodexPlace, commandOf, placeOfRule, verbOf } from './codex-place.ts';
import { removeRuleStatement } from './statement-edits.ts';

/** @internal Finds rules with the same pattern and decision as an earlier rule. */
export function* findDuplicateRules({ rules, statementOf }: CodexPlace): Generator<RiskDraft> {
  const seen = new Map<string, CodexPrefixRule>();
  for (const rule of rules) {
    const key = JSON.stringify([rule.pattern, rule.decision]);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, rule);
    else {
      const message = `An earlier rule already ${verbOf(rule)} ${quoteText(commandOf(rule))}. Remove this rule.`;
      const related = [{ message: 'The first one', ...placeOfRule(before) }];
      const repair = removeRuleStatement(statementOf(rule), true);
      yield { rule: 'duplicate-rule', severity: 'info', ...placeOfRule(rule), message, related, repair };
    }
  }
}
