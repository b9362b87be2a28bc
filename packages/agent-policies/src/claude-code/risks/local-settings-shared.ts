import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { ClaudePlace } from './claude-risks.ts';

/** @internal Finds an individual user's settings among the project's files. */
export function* findSharedLocalSettings({ settings, isIgnored }: ClaudePlace): Generator<RiskDraft> {
  for (const { scope, file, rules } of settings) {
    const allows = rules.filter(({ list, ignored }) => list === 'allow' && ignored === undefined);
    const [first] = allows;
    const isOwn = isIgnored(file);
    if (scope !== 'local' || first === undefined || isOwn === true) continue;
    const count =
      allows.length === 1 ? quoteText(first.text) : `${quoteText(first.text)} and ${allows.length - 1} more`;
    const [where, advice] =
      isOwn === undefined
        ? ['it is in the project', 'Do not include the file when you share the project']
        : ['git does not ignore it', `Make git ignore it, and if it is committed, run 'git rm --cached ${file}'`];
    const message = `This file contains one person's answers, and ${where}: anyone else who gets the file and trusts the folder is not asked about ${count}. ${advice}. Keep the rules that everyone needs in settings.json.`;
    yield { rule: 'local-settings-shared', severity: 'warning', file, line: 1, written: '', message };
  }
}
