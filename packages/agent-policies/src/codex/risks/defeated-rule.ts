import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import { type CodexPlace, commandOf, decides, placeOfRule, run, verbOf } from './codex-place.ts';
import { removeRuleStatement } from './statement-edits.ts';

/** @internal Finds rules that never take effect, because a stricter rule matches everything that they match. */
export function* findDefeatedRules(place: CodexPlace): Generator<RiskDraft> {
  for (const rule of place.rules) {
    if (rule.decision === 'forbidden') continue;
    const command = commandOf(rule);
    const answers = [command, `${command} zz`].map((text) => place.ask(run(text)));
    if (answers.some((answer) => decides(rule, answer))) continue;
    const winner = place.rules.find((other) => answers.every((answer) => decides(other, answer)));
    if (winner === undefined) continue;
    const where = winner.source.file === rule.source.file ? '' : ` in ${winner.source.file}`;
    const name = `rule that ${verbOf(winner)} ${quoteText(commandOf(winner))}`;
    const message = `The rule that ${verbOf(rule)} ${quoteText(command)} never takes effect: the ${name}${where} matches the same commands, and in Codex the strictest rule wins, not the longest. Remove one of the two.`;
    const related = [{ message: `The ${name}`, ...placeOfRule(winner) }];
    const repair = removeRuleStatement(place.statementOf(rule), false);
    const found = { ...placeOfRule(rule), message, related, repair };
    yield { rule: 'defeated-rule', severity: 'warning', ...found, kind: rule.decision };
  }
}
