import type { RiskDraft } from '../../risks/group-risks.ts';
import { isFiled } from './filed-rule.ts';
import type { OpencodePlace } from './opencode-place.ts';
import { bash, fileCall } from './rule-calls.ts';

/** @internal Finds files in a folder in which no rule restricts anything. */
export function* findOpenFolders({ title, first, read, ask }: OpencodePlace): Generator<RiskDraft> {
  if (first.rules.rules.some(isFiled)) return;
  const open = [bash('git push'), fileCall('write', 'src/x')].filter((call) => ask(first, call).effect === 'allow');
  if (open.length === 0) return;
  const what = { bash: 'runs every command', write: 'changes every file' };
  const does = open.map(({ tool }) => what[tool === 'bash' ? 'bash' : 'write']).join(' and ');
  for (const { file, contents } of read) {
    if (!/^0 rules|, 0 rules/.test(contents)) continue;
    const message = `No file here contains 'permission', and without it ${title} ${does} of the project without asking. Add your rules under 'permission'.`;
    yield { rule: 'open-without-a-rule', severity: 'info', file, line: 1, written: '', message, scope: 'project' };
  }
}
