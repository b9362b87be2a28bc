import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { ClaudePlace } from './claude-risks.ts';

/** @internal Settings of one person among the files of the project. */
export function* findSharedLocalSettings({ settings }: ClaudePlace): Generator<RiskDraft> {
  for (const { scope, file, rules } of settings) {
    const allows = rules.filter(({ list, ignored }) => list === 'allow' && ignored === undefined);
    const [first] = allows;
    if (scope !== 'local' || first === undefined) continue;
    const count =
      allows.length === 1 ? quoteText(first.text) : `${quoteText(first.text)} and ${allows.length - 1} more`;
    const message = `This file contains one person's answers, and git does not ignore it: anyone else who trusts the folder is not asked about ${count} either. Remove it from git ('git rm --cached ${file}'), and keep the rules that everyone needs in settings.json.`;
    yield { rule: 'local-settings-shared', severity: 'warning', file, line: 1, written: '', message };
  }
}
