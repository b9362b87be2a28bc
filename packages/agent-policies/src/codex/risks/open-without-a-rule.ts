import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import { type CodexPlace, commandOf, decides, placeOfRule, run } from './codex-place.ts';

/** @internal Finds rules that have no decision and therefore allow their commands. */
export function* findUndecidedRules(place: CodexPlace): Generator<RiskDraft> {
  for (const rule of place.rules) {
    if (rule.isDecided) continue;
    const answer = place.ask(run(commandOf(rule)));
    if (answer.effect !== 'allow' || !decides(rule, answer)) continue;
    const where = answer.within === undefined ? ', outside the sandbox' : '';
    const message = `A rule without a 'decision' allows its command: ${quoteText(commandOf(rule))} runs without asking${where}. If this is intended, write decision = "allow". Otherwise, write "prompt".`;
    yield { rule: 'open-without-a-rule', severity: 'warning', ...placeOfRule(rule), message };
  }
}
