import { describeRiskyCall } from '../../risks/describe-call.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import { findLoss } from './defeated-rule.ts';
import { type FiledRule, isFiled } from './filed-rule.ts';
import type { OpencodePlace } from './opencode-place.ts';
import { callOfRule, placeOfRule } from './rule-calls.ts';

/** @internal Finds rules in a file that never take effect, because a later file has the same key. */
export function* findOverwrittenRules(place: OpencodePlace): Generator<RiskDraft> {
  for (const rule of place.overwritten) {
    const call = callOfRule(rule);
    const winner = findWinner(place, rule);
    if (call === undefined || winner === undefined) continue;
    const loss = findLoss(rule, place.ask(place.first, call).effect);
    if (loss === undefined) continue;
    const what =
      winner.pattern === rule.pattern ? 'has a rule for the same calls' : `also has the key ${quoteText(rule.key)}`;
    const message = `${quoteText(rule.shown)} never takes effect: ${winner.file} ${what}, and ${place.title} uses ${quoteText(winner.shown)} from that file. ${quoteText(describeRiskyCall(call))} ${loss.sentence}. Keep the rules for ${quoteText(rule.key)} in one of the two files.`;
    const related = [{ message: quoteText(winner.shown), file: winner.file, line: winner.line }];
    const kind = `${winner.file} ${rule.action}`;
    yield { rule: 'defeated-rule', severity: loss.severity, ...placeOfRule(rule), message, related, kind };
  }
}

/**
 * Returns the rule in another file that treats the pattern differently; otherwise, returns any rule in that file for
 * the same key.
 */
function findWinner({ first }: OpencodePlace, rule: FiledRule): FiledRule | undefined {
  const others = first.rules.rules.filter(isFiled).filter(({ key, file }) => key === rule.key && file !== rule.file);
  const winner = others.findLast(({ pattern }) => pattern === rule.pattern) ?? others.at(-1);
  return winner?.pattern === rule.pattern && winner.action === rule.action ? undefined : winner;
}
