import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import { matchesWildcard } from '../wildcard.ts';
import { type FiledRule, isFiled, keyOf, type OpencodePlace } from './opencode-place.ts';
import { callOfRule, decides, describeCall, placeOfRule } from './rule-calls.ts';

/** @internal Rules that never decide, because a later one matches all that they match. */
export function* findDefeatedRules(place: OpencodePlace): Generator<RiskDraft> {
  for (const rule of place.rules) {
    const winner = findWinner(place, rule);
    const call = callOfRule(rule);
    if (winner === undefined || call === undefined) continue;
    const answers = place.holders(rule).map((holder) => place.ask(holder, call));
    const [answer] = answers;
    if (answer === undefined || answers.some((one) => decides(rule, one))) continue;
    const loss = findLoss(rule, answer.effect);
    if (loss === undefined) continue;
    const where = winner.file === rule.file ? '' : ` in ${winner.file}`;
    const message = `${quoteText(rule.shown)} never decides: ${quoteText(winner.shown)}${where} comes after it and matches the same, and in ${place.title} the last match wins. ${quoteText(describeCall(call))} ${loss.sentence}. Write the wider rule first.`;
    const related = [{ message: quoteText(winner.shown), file: winner.file, line: winner.line }];
    const kind = `${winner.file}:${winner.line} ${rule.action}`;
    const { line, written } = placeOfRule(winner);
    const change = { do: 'move behind', line, written } as const;
    const isLimit = winner.action === 'allow' || (winner.action === 'ask' && rule.action === 'deny');
    const repair =
      winner.file === rule.file && isLimit ? ({ change, isSafe: true, isNeutral: false } as const) : undefined;
    yield { rule: 'defeated-rule', severity: loss.severity, ...placeOfRule(rule), message, related, kind, repair };
  }
}

/** A rule with another action that comes later in every agent and covers a rule. */
function findWinner({ holders }: OpencodePlace, rule: FiledRule): FiledRule | undefined {
  const [winner, ...others] = holders(rule).map(({ rules: { rules } }) =>
    rules
      .slice(rules.findLastIndex((one) => isFiled(one) && keyOf(one) === keyOf(rule)) + 1)
      .find((later): later is FiledRule => isFiled(later) && covers(later, rule)),
  );
  if (winner === undefined || winner.action === rule.action) return undefined;
  return others.some((other) => other === undefined || keyOf(other) !== keyOf(winner)) ? undefined : winner;
}

/** True if a wildcard matches whatever another one matches: tried with stars of no, one and several characters. */
function covers(later: FiledRule, rule: FiledRule): boolean {
  if (later.uncertain) return false;
  const isWider = (wide: string, narrow: string) =>
    ['', '\u0001', '\u0001/ \u0001'].every((star) =>
      matchesWildcard(narrow.replaceAll('*', star).replaceAll('?', '\u0001'), wide),
    );
  return isWider(later.key, rule.key) && (later.pattern === '*' || isWider(later.pattern, rule.pattern));
}

/** @internal Severity, and a clause about the call. */
export interface DefeatLoss {
  readonly severity: RiskDraft['severity'];
  readonly sentence: string;
}

/** @internal What a rule that does not decide leaves open or shuts; undefined if nothing comes of it. */
export function findLoss({ action }: FiledRule, effect: string): DefeatLoss | undefined {
  if (effect === action || effect === 'unknown') return undefined;
  if (effect === 'allow') return { severity: 'error', sentence: 'runs without a question' };
  if (effect === 'ask') return { severity: 'warning', sentence: 'is asked' };
  if (action === 'deny') return undefined;
  return { severity: 'warning', sentence: effect === 'deny' ? 'is denied' : 'is not possible: the tool is taken away' };
}
