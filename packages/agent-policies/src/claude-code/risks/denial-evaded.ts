import { quoteWord } from '@modegate/shell-commands';
import type { AgentAnswer } from '../../agent-answer.ts';
import { startsCommand } from '../../risks/command-clause.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { ClaudeRule } from '../claude-rules.ts';
import type { ClaudePlace } from './claude-risks.ts';
import { anyArgument, bash, decides, placeOfRule, ruledCommand } from './rule-calls.ts';

/** @internal Finds commands that a rule denies or asks about but that still run if another program starts them. */
export function* findEvadedDenials(place: ClaudePlace): Generator<RiskDraft> {
  const rules = [place.list('deny'), place.list('ask')].flatMap((list) => list.slice(0, maxTried));
  // If a wrapper does not run a command that no rule mentions, it does not run these commands either.
  const isOpen = (wrap: (typeof wrappers)[number]) => place.ask(bash(wrap(anyArgument))).effect === 'allow';
  const open = rules.length === 0 ? [] : wrappers.filter(isOpen);
  for (const rule of open.length === 0 ? [] : rules) {
    const command = ruledCommand(rule);
    if (command === undefined) continue;
    const denied = command.isOpen ? `${command.text} x` : command.text;
    if (!decides(rule, place.ask(bash(denied)))) continue;
    for (const wrap of open) {
      const text = wrap(denied);
      const answer = place.ask(bash(text));
      if (answer.effect !== 'allow' || !startsCommand(text, denied)) continue;
      yield draft(rule, { denied, text, answer });
      break;
    }
  }
}

interface Evasion {
  readonly denied: string;
  readonly text: string;
  readonly answer: AgentAnswer;
}

function draft(rule: ClaudeRule, { denied, text, answer: { by, within } }: Evasion): RiskDraft {
  const verb = rule.list === 'deny' ? 'denies' : 'asks about';
  const where = within === undefined ? '' : ' in the sandbox';
  const [cause] = by;
  const because = cause?.file === undefined ? '' : `, because of ${quoteText(cause.rule)}`;
  const message = `${quoteText(rule.text)} ${verb} ${quoteText(denied)}, but ${quoteText(text)} runs it${where} without asking${because}. Rules for Bash match the words of a command, not what its programs start. Allow only the commands that are needed.`;
  const severity = within === undefined ? 'error' : 'warning';
  return { rule: 'denial-evaded', severity, ...placeOfRule(rule), message, kind: rule.list };
}

/** Maximum number of rules to try from a list; the finding reports how many of them can be evaded. */
const maxTried = 50;

/** Programs that start another program, and that Claude Code does not unwrap when it applies deny rules. */
const wrappers: readonly ((command: string) => string)[] = [
  (command) => `bash -c ${quoteWord(command)}`,
  (command) => `find . -maxdepth 0 -exec ${command} \\;`,
  (command) => `echo x | xargs -n1 ${command}`,
];
