import { listExtensions } from '@modegate/shell-commands';
import { anyCode, commandClause } from '../../risks/command-clause.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { CodexPrefixRule } from '../codex-rules.ts';
import { type CodexPlace, commandOf, decides, placeOfRule, run, wordsOf } from './codex-place.ts';

/** @internal Allowed commands whose arguments make them run or write something that the rule does not show. */
export function* findFurtherAllows(place: CodexPlace): Generator<RiskDraft> {
  for (const rule of place.rules) {
    const found = rule.decision === 'allow' ? findExtension(place, rule) : undefined;
    if (found === undefined) continue;
    const clause = commandClause(found.command);
    const where = found.isOutside ? ', outside the sandbox' : '';
    const message = `The rule for ${quoteText(commandOf(rule))} also allows ${quoteText(found.command)}${where}, which ${clause}. Add more words to the pattern, or use the decision "prompt".`;
    const kind = clause === anyCode ? clause : 'options';
    yield { rule: 'allow-reaches-further', severity: 'warning', ...placeOfRule(rule), message, kind };
  }
}

/** Number of commands that are tried for one rule. */
const maxTried = 3;

function findExtension(
  { ask }: CodexPlace,
  rule: CodexPrefixRule,
): { readonly command: string; readonly isOutside: boolean } | undefined {
  let tried = 0;
  for (const command of listExtensions(wordsOf(rule))) {
    const answer = ask(run(command));
    if (answer.effect === 'allow' && decides(rule, answer)) return { command, isOutside: answer.within === undefined };
    tried += 1;
    if (tried >= maxTried) return undefined;
  }
  return undefined;
}
