import { anyCode, commandClause } from '../../risks/command-clause.ts';
import { extensionsOf, findExtension } from '../../risks/find-extension.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { ClaudeRule } from '../claude-rules.ts';
import type { ClaudePlace } from './claude-risks.ts';
import { bash, decides, placeOfRule, ruledCommand } from './rule-calls.ts';

/**
 * @internal Finds allowed commands whose arguments make them run or write something that is not apparent from the rule.
 */
export function* findFurtherAllows(place: ClaudePlace): Generator<RiskDraft> {
  for (const rule of place.list('allow')) {
    const command = findFurther(place, rule);
    if (command === undefined) continue;
    const clause = commandClause(command);
    const kind = clause === anyCode ? clause : 'options';
    const message = `${quoteText(rule.text)} also allows ${quoteText(command)}, which ${clause}. Allow only the commands that are needed.`;
    yield { rule: 'allow-reaches-further', severity: 'warning', ...placeOfRule(rule), message, kind };
  }
}

function findFurther({ ask }: ClaudePlace, rule: ClaudeRule): string | undefined {
  const command = ruledCommand(rule);
  if (command?.isOpen !== true) return undefined;
  return findExtension(extensionsOf(command.text), (extension) => {
    const answer = ask(bash(extension));
    return answer.effect === 'allow' && decides(rule, answer);
  });
}
