import type { RiskDraft } from '../../risks/group-risks.ts';
import { isPersonalPath } from '../../risks/personal-path.ts';
import { quoteText } from '../../risks/quote.ts';
import type { ClaudePlace } from './claude-risks.ts';
import { placeOfRule } from './rule-calls.ts';

/** @internal Finds rules that contain a path in a particular user's home folder. */
export function* findPersonalPaths({ settings }: ClaudePlace): Generator<RiskDraft> {
  for (const rule of settings.flatMap(({ rules }) => rules)) {
    if (rule.ignored !== undefined || !isPersonalPath(rule.specifier ?? '')) continue;
    const what = rule.list === 'allow' ? 'allows nothing' : 'protects nothing';
    const message = `${quoteText(rule.text)} refers to one person's folder, and ${what} for anyone else. Use a path in the project, or '~/' for each person's home folder.`;
    yield { rule: 'personal-path', severity: 'info', ...placeOfRule(rule), message, kind: rule.list };
  }
}
