import type { RiskDraft } from '../../risks/group-risks.ts';
import { isPersonalPath } from '../../risks/personal-path.ts';
import { quoteText } from '../../risks/quote.ts';
import type { OpencodePlace } from './opencode-place.ts';
import { placeOfRule } from './rule-calls.ts';

/** @internal Finds patterns that contain a particular user's home folder. */
export function* findPersonalPaths({ rules }: OpencodePlace): Generator<RiskDraft> {
  for (const rule of rules) {
    const { written } = placeOfRule(rule);
    if (!isPersonalPath(written)) continue;
    const what = rule.action === 'allow' ? 'allows nothing' : 'protects nothing';
    const message = `${quoteText(rule.shown)} refers to one person's folder, and ${what} for everyone else. Use a path in the project, or '~/' for each person's home folder.`;
    yield { rule: 'personal-path', severity: 'info', ...placeOfRule(rule), message, kind: rule.action };
  }
}
