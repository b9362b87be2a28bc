import type { RiskDraft } from '../../risks/group-risks.ts';
import { isPersonalPath } from '../../risks/personal-path.ts';
import { quoteText } from '../../risks/quote.ts';
import { lineOfKey, valueAt } from '../read-codex-config.ts';
import { type CodexPlace, commandOf, patternWords, placeOfRule } from './codex-place.ts';

/** @internal Finds rules and writable folders that contain a particular user's home folder. */
export function* findPersonalPaths({ rules, configs }: CodexPlace): Generator<RiskDraft> {
  for (const rule of rules) {
    if (!patternWords(rule).some(isPersonalPath)) continue;
    const message = `The rule for ${quoteText(commandOf(rule))} refers to one person's folder, and matches nothing for anyone else. Keep it in ~/.codex/rules.`;
    yield { rule: 'personal-path', severity: 'info', ...placeOfRule(rule), message, kind: 'rule' };
  }
  for (const config of configs) {
    const path = ['sandbox_workspace_write', 'writable_roots'];
    const roots = valueAt(config.table, path);
    const [personal] = Array.isArray(roots)
      ? roots.filter((root) => typeof root === 'string' && isPersonalPath(root))
      : [];
    if (personal === undefined) continue;
    const message = `The writable folder ${quoteText(String(personal))} belongs to one person. Keep it in ~/.codex/config.toml.`;
    yield {
      rule: 'personal-path',
      severity: 'info',
      file: config.name ?? '',
      line: lineOfKey(config, path),
      written: 'writable_roots',
      message,
      kind: 'root',
    };
  }
}
