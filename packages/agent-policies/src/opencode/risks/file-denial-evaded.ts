import type { AgentProfile, AgentToolCall } from '../../agent-answer.ts';
import { touchesFile } from '../../risks/command-clause.ts';
import { describeRiskyCall } from '../../risks/describe-call.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { OpencodeRules } from '../agent-rules.ts';
import { type FiledRule, isFiled } from './filed-rule.ts';
import type { OpencodePlace } from './opencode-place.ts';
import { bash, callOfRule, decides, placeOfRule, ruledCommand } from './rule-calls.ts';

/** @internal Finds files that must not be read or changed, but that an allowed command can still read or change. */
export function* findEvadedFileDenials(place: OpencodePlace): Generator<RiskDraft> {
  for (const rule of place.rules) {
    if (rule.action === 'allow' || (rule.key !== 'edit' && rule.key !== 'read')) continue;
    const call = callOfRule(rule);
    const holder = call && place.holders(rule).find((one) => isRestricted(place, { rule, holder: one, call }));
    if (call === undefined || holder === undefined) continue;
    const path = String(Object.values(call.arguments)[0]);
    if (!/^[\w./-]+$/.test(path)) continue;
    const command = commandsFor(rule.key, path, allowedCommands(holder)).find(
      (text) => place.ask(holder, bash(text)).effect === 'allow' && touchesFile(text, path),
    );
    if (command === undefined) continue;
    const verb = rule.action === 'deny' ? 'denies' : 'asks about';
    const does = rule.key === 'read' ? 'reads' : 'writes';
    const message = `${quoteText(rule.shown)} ${verb} ${quoteText(describeRiskyCall(call))}, but the command ${quoteText(command)} ${does} it without asking: rules for '${rule.key}' do not apply to commands. Restrict 'bash' as well.`;
    const severity = rule.action === 'deny' ? 'error' : 'warning';
    yield { rule: 'file-denial-evaded', severity, ...placeOfRule(rule), message, kind: `${rule.key} ${rule.action}` };
  }
}

interface Holding {
  readonly rule: FiledRule;
  readonly holder: AgentProfile<OpencodeRules>;
  readonly call: AgentToolCall;
}

/** True if a call is refused, or requires a question, because of this rule. */
function isRestricted({ ask }: OpencodePlace, { rule, holder, call }: Holding): boolean {
  const answer = ask(holder, call);
  return decides(rule, answer) && answer.effect !== 'allow' && answer.effect !== 'unknown';
}

/** Returns the beginnings of commands that rules from files allow. */
function allowedCommands({ rules: { rules } }: AgentProfile<OpencodeRules>): readonly string[] {
  const own = rules.filter(isFiled).filter(({ action }) => action === 'allow');
  return own.flatMap((rule) => ruledCommand(rule)?.text ?? []).slice(0, maxTried);
}

/** Maximum number of allowed commands to try. */
const maxTried = 5;

function commandsFor(key: string, path: string, allowed: readonly string[]): readonly string[] {
  if (key === 'read') return [`cat ${path}`, `head ${path}`, `grep '' ${path}`, `rg '' ${path}`];
  return [`echo x > ${path}`, `touch ${path}`, ...allowed.map((text) => `${text} > ${path}`)];
}
