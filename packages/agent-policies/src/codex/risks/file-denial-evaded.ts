import type { AgentToolCall } from '../../agent-answer.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import { type CodexPlace, commandOf, decides, patternWords, placeOfRule, run, verbOf } from './codex-place.ts';

const deletion: AgentToolCall = {
  tool: 'apply_patch',
  arguments: { patch: '*** Begin Patch\n*** Delete File: src/x\n*** End Patch' },
};

/** @internal Finds rules that guard against the deletion of files, even though a patch can also delete the files. */
export function* findPatchedDenials(place: CodexPlace): Generator<RiskDraft> {
  for (const rule of place.rules) {
    const [program] = patternWords(rule);
    if (rule.decision === 'allow' || program !== 'rm' || !decides(rule, place.ask(run(commandOf(rule))))) continue;
    if (place.ask(deletion).effect !== 'allow') continue;
    const message = `The rule ${verbOf(rule)} ${quoteText(commandOf(rule))}, but Codex deletes workspace files with 'apply_patch' without asking: command rules do not cover patches. The sandbox "read-only" covers them.`;
    yield { rule: 'file-denial-evaded', severity: 'warning', ...placeOfRule(rule), message };
  }
}
