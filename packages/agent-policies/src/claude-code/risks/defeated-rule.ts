import type { AgentAnswer } from '../../agent-answer.ts';
import { describeRiskyCall } from '../../risks/describe-call.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { ClaudeRule } from '../claude-rules.ts';
import type { ClaudePlace } from './claude-risks.ts';
import { callsOfRule, decides, placeOfRule, ruledCommand } from './rule-calls.ts';

/** @internal Finds allow and ask rules that never take effect, because a wider rule in a stricter list comes first. */
export function* findDefeatedRules(place: ClaudePlace): Generator<RiskDraft> {
  const read = (list: ClaudeRule['list']) =>
    place.list(list).map((rule): ReadRule => ({ rule, command: ruledCommand(rule)?.text }));
  const [denials, questions] = [read('deny'), read('ask')];
  for (const one of denials.length === 0 ? [] : questions) yield* findDefeat(place, one, denials);
  const stricter = [...denials, ...questions];
  for (const one of stricter.length === 0 ? [] : read('allow')) yield* findDefeat(place, one, stricter);
}

/** A rule, and the command that it specifies. */
interface ReadRule {
  readonly rule: ClaudeRule;
  readonly command: string | undefined;
}

function* findDefeat(place: ClaudePlace, one: ReadRule, others: readonly ReadRule[]): Generator<RiskDraft> {
  const { rule } = one;
  const stricter = others.filter((other) => mayDefeat(other, one)).map((other) => other.rule);
  const calls = stricter.length === 0 ? [] : callsOfRule(rule);
  const [call] = calls;
  if (call === undefined) return;
  const winners = calls.map((one) => findWinner(stricter, place.ask(one)));
  const [winner] = winners;
  if (winner === undefined || winners.includes(undefined)) return;
  const verb = winner.list === 'deny' ? 'denies' : 'asks about';
  const where = winner.file === rule.file ? '' : ` in ${winner.file}`;
  const shown = quoteText(describeRiskyCall(call));
  const message = `The rule ${quoteText(rule.text)} under '${rule.list}' never takes effect: ${quoteText(winner.text)} under '${winner.list}'${where} ${verb} ${shown} first. In Claude Code, deny rules take precedence over ask rules, and ask rules over allow rules, however narrow they are. Remove one of the two.`;
  const related = [{ message: `${quoteText(winner.text)} under '${winner.list}'`, ...placeOfRule(winner) }];
  yield {
    rule: 'defeated-rule',
    severity: 'warning',
    ...placeOfRule(rule),
    message,
    related,
    kind: `${rule.list} ${winner.list}`,
    // The author may have intended to allow the command.
    repair: { change: { do: 'remove' }, list: rule.list, isNeutral: true },
  };
}

/** Returns false if a stricter rule certainly does not match the command that another rule specifies. */
function mayDefeat({ rule: stricter, command }: ReadRule, { rule, command: named }: ReadRule): boolean {
  if (command !== undefined && named !== undefined) return named.startsWith(command);
  const isSameTool = stricter.tool === rule.tool || stricter.tool.includes('*');
  return isSameTool || rule.tool.startsWith(`${stricter.tool}__`) || (rule.tool === 'Edit' && stricter.tool === 'Read');
}

/** Returns the rule from a stricter list that causes a call to be denied, or the user to be asked about it. */
function findWinner(stricter: readonly ClaudeRule[], answer: AgentAnswer): ClaudeRule | undefined {
  if (answer.effect !== 'deny' && answer.effect !== 'ask' && answer.effect !== 'not offered') return undefined;
  return stricter.find((one) => decides(one, answer));
}
