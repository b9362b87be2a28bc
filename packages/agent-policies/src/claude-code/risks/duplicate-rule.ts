import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { ClaudeRule } from '../claude-rules.ts';
import type { ClaudePlace } from './claude-risks.ts';
import { placeOfRule } from './rule-calls.ts';

/** @internal Finds rules that already occur in their list, in this file or in the folder's other settings file. */
export function* findDuplicateRules({ settings }: ClaudePlace): Generator<RiskDraft> {
  const seen = new Map<string, ClaudeRule>();
  for (const rule of settings.flatMap(({ rules }) => rules)) {
    const key = `${rule.list} ${rule.text}`;
    const before = seen.get(key);
    if (before === undefined) seen.set(key, rule);
    else {
      const message = `The rule ${quoteText(rule.text)} is already under '${rule.list}'. Remove it here.`;
      const repair = { change: { do: 'remove' }, list: rule.list, isSafe: true, isNeutral: true } as const;
      const related = [{ message: 'The first one', ...placeOfRule(before) }];
      yield { rule: 'duplicate-rule', severity: 'info', ...placeOfRule(rule), message, related, repair };
    }
  }
}
