import { startsCommand } from '../../risks/command-clause.ts';
import { evasionsOf } from '../../risks/evasions.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import { type CodexPlace, commandOf, decides, describeRun, placeOfRule, run, verbOf } from './codex-place.ts';

/**
 * @internal Finds `forbidden` and `prompt` rules whose commands still run if they have a redirection or follow a
 * wrapper.
 */
export function* findEvadedDenials(place: CodexPlace): Generator<RiskDraft> {
  for (const rule of place.rules) {
    const command = commandOf(rule);
    if (rule.decision === 'allow' || !decides(rule, place.ask(run(command)))) continue;
    const redirected = `${command} 2>&1`;
    for (const text of [redirected, ...evasionsOf(command)]) {
      const answer = place.ask(run(text));
      if (answer.effect !== 'allow' || !startsCommand(text, command)) continue;
      const { severity, where } = describeRun(answer);
      const program = text === redirected ? 'bash' : (text.split(' ')[0] ?? '');
      const advice = `prefix_rule(pattern = ["${program}"], decision = "prompt") makes Codex ask about lines like this.`;
      const message = `The rule ${verbOf(rule)} ${quoteText(command)}, but ${quoteText(text)} runs ${where}: Codex splits only lines of plain words, and does not look inside wrappers. ${advice}`;
      yield { rule: 'denial-evaded', severity, ...placeOfRule(rule), message, kind: rule.decision };
      break;
    }
  }
}
