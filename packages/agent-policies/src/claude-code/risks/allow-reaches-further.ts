import { listExtensions } from '@modegate/shell-commands';
import { anyCode, commandClause, plainWords } from '../../risks/command-clause.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { ClaudeRule } from '../claude-rules.ts';
import type { ClaudePlace } from './claude-risks.ts';
import { bash, decides, placeOfRule, ruledCommand } from './rule-calls.ts';

/** @internal Allowed commands whose arguments make them run or write something that the rule does not show. */
export function* findFurtherAllows(place: ClaudePlace): Generator<RiskDraft> {
  for (const rule of place.list('allow')) {
    const command = findExtension(place, rule);
    if (command === undefined) continue;
    const clause = commandClause(command);
    const kind = clause === anyCode ? clause : 'options';
    const message = `${quoteText(rule.text)} also allows ${quoteText(command)}, which ${clause}. Allow only the commands that are needed.`;
    yield { rule: 'allow-reaches-further', severity: 'warning', ...placeOfRule(rule), message, kind };
  }
}

/** Number of commands that are tried for one rule. */
const maxTried = 3;

function findExtension({ ask }: ClaudePlace, rule: ClaudeRule): string | undefined {
  const command = ruledCommand(rule);
  const words = command?.isOpen === true ? plainWords(command.text) : undefined;
  if (words === undefined) return undefined;
  let tried = 0;
  for (const extension of listExtensions(words)) {
    const answer = ask(bash(extension));
    if (answer.effect === 'allow' && decides(rule, answer)) return extension;
    tried += 1;
    if (tried >= maxTried) return undefined;
  }
  return undefined;
}
