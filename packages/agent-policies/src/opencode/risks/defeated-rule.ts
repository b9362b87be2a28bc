import { describeRiskyCall } from '../../risks/describe-call.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { PermissionRule } from '../rules.ts';
import { matchesWildcard } from '../wildcard.ts';
import { type FiledRule, isFiled } from './filed-rule.ts';
import type { OpencodePlace } from './opencode-place.ts';
import { callOfRule, decides, placeOfRule } from './rule-calls.ts';

/** @internal Finds rules that never take effect, because a later rule matches everything that they match. */
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
    const message = `${quoteText(rule.shown)} never takes effect: ${quoteText(winner.shown)}${where} comes after it and matches the same calls, and in ${place.title} the last match wins. ${quoteText(describeRiskyCall(call))} ${loss.sentence}. Write the wider rule first.`;
    const related = [{ message: quoteText(winner.shown), file: winner.file, line: winner.line }];
    const kind = `${winner.file}:${winner.line} ${rule.action}`;
    const { line, written } = placeOfRule(winner);
    const change = { do: 'move behind', line, written } as const;
    const isLimit = winner.action === 'allow' || (winner.action === 'ask' && rule.action === 'deny');
    const repair = winner.file === rule.file && isLimit ? ({ change, isSafe: true } as const) : undefined;
    yield { rule: 'defeated-rule', severity: loss.severity, ...placeOfRule(rule), message, related, kind, repair };
  }
}

/**
 * Returns a rule with another action that comes after the given rule in every agent and covers everything that the
 * given rule covers.
 */
function findWinner({ holders }: OpencodePlace, rule: FiledRule): FiledRule | undefined {
  const [keys, patterns] = [samplesOf(rule.key), samplesOf(rule.pattern)];
  const covers = ({ uncertain, key, pattern }: PermissionRule) =>
    !uncertain && matchesAll(key, keys) && (pattern === '*' || matchesAll(pattern, patterns));
  let winner: FiledRule | undefined;
  for (const {
    rules: { rules },
  } of holders(rule)) {
    const at = rules.findLastIndex((one) => isSame(one, rule));
    const own = rules.slice(at + 1).find((later): later is FiledRule => isFiled(later) && covers(later));
    if (own === undefined || own.action === rule.action || (winner !== undefined && !isSame(own, winner)))
      return undefined;
    winner ??= own;
  }
  return winner;
}

/**
 * Returns strings that a wildcard covers, in which the asterisks are replaced with nothing, with one character, and
 * with several characters.
 */
function samplesOf(wildcard: string): readonly string[] {
  const fill = (star: string) => wildcard.replaceAll('*', star).replaceAll('?', '\u0001');
  return wildcard.includes('*') ? ['', '\u0001', '\u0001/ \u0001'].map(fill) : [fill('')];
}

function matchesAll(wildcard: string, texts: readonly string[]): boolean {
  return texts.every((text) => matchesWildcard(text, wildcard));
}

/** True for the same rule at the same position in a file; Kilo makes copies of rules. */
function isSame(one: PermissionRule, { file, line, shown }: FiledRule): boolean {
  return one.line === line && one.file === file && one.shown === shown && isFiled(one);
}

/** @internal Severity, and a clause about the call. */
export interface DefeatLoss {
  readonly severity: RiskDraft['severity'];
  readonly sentence: string;
}

/**
 * @internal Returns what remains possible, or blocked, because a rule has no effect; undefined if there are no
 * consequences.
 */
export function findLoss({ action }: FiledRule, effect: string): DefeatLoss | undefined {
  if (effect === action || effect === 'unknown') return undefined;
  if (effect === 'allow') return { severity: 'error', sentence: 'runs without asking' };
  if (effect === 'ask') return { severity: 'warning', sentence: 'is asked' };
  if (action === 'deny') return undefined;
  return {
    severity: 'warning',
    sentence: effect === 'deny' ? 'is denied' : 'is not possible, because the tool is not offered',
  };
}
