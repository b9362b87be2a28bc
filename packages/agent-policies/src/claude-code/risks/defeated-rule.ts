import type { AgentAnswer, AgentToolCall } from '../../agent-answer.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { ClaudeRule } from '../claude-rules.ts';
import type { ClaudePlace } from './claude-risks.ts';
import { callsOfRule, decides, placeOfRule, ruledCommand } from './rule-calls.ts';

/** @internal Rules to allow or to ask that never decide, because a wider rule of a stricter list comes first. */
export function* findDefeatedRules(place: ClaudePlace): Generator<RiskDraft> {
  const denials = place.list('deny');
  for (const rule of denials.length === 0 ? [] : place.list('ask')) yield* findDefeat(place, rule, denials);
  const stricter = [...denials, ...place.list('ask')];
  for (const rule of stricter.length === 0 ? [] : place.list('allow')) yield* findDefeat(place, rule, stricter);
}

function* findDefeat(place: ClaudePlace, rule: ClaudeRule, stricter: readonly ClaudeRule[]): Generator<RiskDraft> {
  const calls = callsOfRule(rule);
  const [call] = calls;
  if (call === undefined || !stricter.some((one) => mayDefeat(one, rule))) return;
  const winners = calls.map((one) => findWinner(stricter, place.ask(one)));
  const [winner] = winners;
  if (winner === undefined || winners.includes(undefined)) return;
  const verb = winner.list === 'deny' ? 'denies' : 'asks about';
  const where = winner.file === rule.file ? '' : ` in ${winner.file}`;
  const shown = quoteText(describeCall(call));
  const message = `The rule ${quoteText(rule.text)} under '${rule.list}' never decides: ${quoteText(winner.text)} under '${winner.list}'${where} ${verb} ${shown} first. In Claude Code a denial counts before a question and a question before an allowance, however narrow they are. Remove one of the two.`;
  const related = [
    { message: `${quoteText(winner.text)} under '${winner.list}'`, file: winner.file ?? '', line: winner.line ?? 1 },
  ];
  yield {
    rule: 'defeated-rule',
    severity: 'warning',
    ...placeOfRule(rule),
    message,
    related,
    kind: `${rule.list} ${winner.list}`,
    // Someone may have meant to allow it.
    repair: { change: { do: 'remove' }, list: rule.list, isSafe: false, isNeutral: true },
  };
}

/** False if a stricter rule certainly does not reach what another one names. */
function mayDefeat(stricter: ClaudeRule, rule: ClaudeRule): boolean {
  const [one, other] = [ruledCommand(stricter), ruledCommand(rule)];
  if (one !== undefined && other !== undefined) return other.text.startsWith(one.text);
  const isSameTool = stricter.tool === rule.tool || stricter.tool.includes('*');
  return isSameTool || rule.tool.startsWith(`${stricter.tool}__`) || (rule.tool === 'Edit' && stricter.tool === 'Read');
}

/** The rule of a stricter list for which a call is denied or asked. */
function findWinner(stricter: readonly ClaudeRule[], answer: AgentAnswer): ClaudeRule | undefined {
  if (answer.effect !== 'deny' && answer.effect !== 'ask' && answer.effect !== 'not offered') return undefined;
  return stricter.find((one) => decides(one, answer));
}

/** @internal A call as people write it: its command, or its tool and main argument. */
export function describeCall({ tool, arguments: given }: AgentToolCall): string {
  const [value] = Object.values(given);
  if (tool === 'Bash') return String(value);
  return value === undefined ? tool : `${tool} ${String(value)}`;
}
