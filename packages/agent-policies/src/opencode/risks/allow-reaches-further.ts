import { listExtensions } from '@modegate/shell-commands';
import { anyCode, commandClause, plainWords } from '../../risks/command-clause.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { FiledRule } from './filed-rule.ts';
import type { OpencodePlace } from './opencode-place.ts';
import { bash, decides, placeOfRule, ruledCommand } from './rule-calls.ts';

/** @internal Allowed commands whose arguments make them run or write something that the rule does not show. */
export function* findFurtherAllows(place: OpencodePlace): Generator<RiskDraft> {
  for (const rule of place.rules) {
    const command = rule.action === 'allow' ? findExtension(place, rule) : undefined;
    if (command === undefined) continue;
    const clause = commandClause(command);
    const message = `${quoteText(rule.shown)} also allows ${quoteText(command)}, which ${clause}. Allow only the commands that are needed.`;
    const kind = clause === anyCode ? clause : 'options';
    yield { rule: 'allow-reaches-further', severity: 'warning', ...placeOfRule(rule), message, kind };
  }
}

/** Number of commands that are tried for one rule. */
const maxTried = 3;

function findExtension({ holders, ask }: OpencodePlace, rule: FiledRule): string | undefined {
  const command = ruledCommand(rule);
  const words = command?.isOpen === true ? plainWords(command.text) : undefined;
  const [holder] = holders(rule);
  if (words === undefined || holder === undefined) return undefined;
  let tried = 0;
  for (const extension of listExtensions(words)) {
    const answer = ask(holder, bash(extension));
    if (answer.effect === 'allow' && decides(rule, answer)) return extension;
    tried += 1;
    if (tried >= maxTried) return undefined;
  }
  return undefined;
}
