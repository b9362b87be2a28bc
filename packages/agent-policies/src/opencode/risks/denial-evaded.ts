import type { AgentProfile } from '../../agent-answer.ts';
import { unnamedText } from '../../probes/probe-pattern.ts';
import { startsCommand } from '../../risks/command-clause.ts';
import { evasionsOf } from '../../risks/evasions.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { OpencodeRules } from '../agent-rules.ts';
import type { OpencodePlace } from './opencode-place.ts';
import { bash, decides, placeOfRule, ruledCommand } from './rule-calls.ts';

/**
 * @internal Finds `deny` and `ask` rules whose commands still run in a wrapper or with the program spelt differently.
 */
export function* findEvadedDenials(place: OpencodePlace): Generator<RiskDraft> {
  const open = new Map<AgentProfile<OpencodeRules>, readonly boolean[]>();
  const isOpen = (holder: AgentProfile<OpencodeRules>, text: string) =>
    place.ask(holder, bash(text)).effect === 'allow';
  for (const rule of place.rules) {
    const command = rule.action === 'allow' ? undefined : ruledCommand(rule);
    const [holder] = place.holders(rule);
    if (command === undefined || holder === undefined) continue;
    // If a command that no rule mentions does not run in such a form, neither does this command.
    const forms = open.get(holder) ?? evasionsOf(unnamedText).map((text) => isOpen(holder, text));
    open.set(holder, forms);
    const denied = command.isOpen ? `${command.text} x` : command.text;
    if (!forms.includes(true) || !decides(rule, place.ask(holder, bash(denied)))) continue;
    const evasion = evasionsOf(denied).find(
      (text, index) => forms[index] === true && isOpen(holder, text) && startsCommand(text, denied),
    );
    if (evasion === undefined) continue;
    const verb = rule.action === 'deny' ? 'denies' : 'asks about';
    const message = `${quoteText(rule.shown)} ${verb} ${quoteText(denied)}, but ${quoteText(evasion)} runs it without asking: ${place.title} compares the text of a command and does not look inside wrappers. Allow only the commands that are needed, with "*": "ask" or "deny" first.`;
    yield { rule: 'denial-evaded', severity: 'error', ...placeOfRule(rule), message, kind: rule.action };
  }
}
