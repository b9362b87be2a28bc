import { plainWords } from '../../risks/command-clause.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import { respellCommand } from '../../risks/respell-command.ts';
import { type CodexPlace, commandOf, decides, describeRun, placeOfRule, run } from './codex-place.ts';

/** @internal Finds `forbidden` and `prompt` rules whose commands can be written differently. */
export function* findShortDenials(place: CodexPlace): Generator<RiskDraft> {
  for (const rule of place.rules) {
    const command = commandOf(rule);
    if (rule.decision === 'allow' || !decides(rule, place.ask(run(command)))) continue;
    for (const text of respellCommand(plainWords(command))) {
      const answer = place.ask(run(text));
      if (answer.effect !== 'allow') continue;
      const { severity, where } = describeRun(answer);
      const verb = rule.decision === 'forbidden' ? 'forbid' : 'ask about';
      const message = `The rule for ${quoteText(command)} does not ${verb} ${quoteText(text)}, which does the same and runs ${where}. A pattern is compared word by word, starting with the program.`;
      yield { rule: 'denial-reaches-less', severity, ...placeOfRule(rule), message, kind: rule.decision };
      break;
    }
  }
}
