import { anyCode, commandClause } from '../../risks/command-clause.ts';
import { extensionsOf, findExtension } from '../../risks/find-extension.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { FiledRule } from './filed-rule.ts';
import type { OpencodePlace } from './opencode-place.ts';
import { bash, decides, placeOfRule, ruledCommand } from './rule-calls.ts';

/**
 * @internal Finds allowed commands whose arguments make them run or write something that is not apparent from the rule.
 */
export function* findFurtherAllows(place: OpencodePlace): Generator<RiskDraft> {
  for (const rule of place.rules) {
    const command = rule.action === 'allow' ? findFurther(place, rule) : undefined;
    if (command === undefined) continue;
    const clause = commandClause(command);
    const message = `${quoteText(rule.shown)} also allows ${quoteText(command)}, which ${clause}. Allow only the commands that are needed.`;
    const kind = clause === anyCode ? clause : 'options';
    yield { rule: 'allow-reaches-further', severity: 'warning', ...placeOfRule(rule), message, kind };
  }
}

function findFurther({ holders, ask }: OpencodePlace, rule: FiledRule): string | undefined {
  const command = ruledCommand(rule);
  const [holder] = holders(rule);
  if (command?.isOpen !== true || holder === undefined) return undefined;
  return findExtension(extensionsOf(command.text), (extension) => {
    const answer = ask(holder, bash(extension));
    return answer.effect === 'allow' && decides(rule, answer);
  });
}
