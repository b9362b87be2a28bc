import { listExtensions } from '@modegate/shell-commands';
import { anyCode, commandClause } from '../../risks/command-clause.ts';
import { findExtension } from '../../risks/find-extension.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import { type CodexPlace, commandOf, decides, patternWords, placeOfRule, run } from './codex-place.ts';

/**
 * @internal Finds allowed commands whose arguments make them run or write something that is not apparent from the rule.
 */
export function* findFurtherAllows(place: CodexPlace): Generator<RiskDraft> {
  for (const rule of place.rules) {
    if (rule.decision !== 'allow') continue;
    const command = findExtension(listExtensions(patternWords(rule)), (extension) => {
      const answer = place.ask(run(extension));
      return answer.effect === 'allow' && decides(rule, answer);
    });
    if (command === undefined) continue;
    const clause = commandClause(command);
    const where = place.ask(run(command)).within === undefined ? ', outside the sandbox' : '';
    const message = `The rule for ${quoteText(commandOf(rule))} also allows ${quoteText(command)}${where}, which ${clause}. Add more words to the pattern, or use the decision "prompt".`;
    const kind = clause === anyCode ? clause : 'options';
    yield { rule: 'allow-reaches-further', severity: 'warning', ...placeOfRule(rule), message, kind };
  }
}
