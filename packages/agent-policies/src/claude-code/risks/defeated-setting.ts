import type { RiskDraft } from '../../risks/group-risks.ts';
import type { ClaudeMode, ClaudeSettings } from '../claude-rules.ts';
import type { ClaudePlace } from './claude-risks.ts';

/** @internal Limits of `settings.json` that never count, because `settings.local.json` of the project says otherwise. */
export function* findDefeatedSettings({ settings }: ClaudePlace): Generator<RiskDraft> {
  const [shared, local] = ['project', 'local'].map((scope) => settings.find((one) => one.scope === scope));
  if (shared === undefined || local === undefined) return;
  for (const { written, line = 1, here, there, severity, then } of [
    ...modes(shared, local),
    ...sandboxes(shared, local),
  ]) {
    const message = `'${written}: ${here.value}' never takes effect: ${local.file} says '${there.value}', and that file wins. ${then}. Remove the setting from one of the two files.`;
    const related = [{ message: `'${written}: ${there.value}'`, file: local.file, line: there.line ?? 1 }];
    yield { rule: 'defeated-rule', severity, file: shared.file, line, written, message, related, kind: written };
  }
}

interface Defeat {
  readonly written: string;
  readonly line: number | undefined;
  readonly here: { readonly value: string };
  readonly there: { readonly value: string; readonly line?: number };
  readonly severity: RiskDraft['severity'];
  readonly then: string;
}

/** How much each mode lets through. */
const openness: Partial<Readonly<Record<ClaudeMode, number>>> = { plan: 0, dontAsk: 0, default: 1, acceptEdits: 2 };

function modes({ defaultMode: here }: ClaudeSettings, { defaultMode: there }: ClaudeSettings): readonly Defeat[] {
  if (here === undefined || there === undefined) return [];
  const [own, other] = [openness[here.value] ?? 0, openness[there.value] ?? 0];
  if (other <= own) return [];
  const isOpen = there.value === 'acceptEdits';
  const then = isOpen ? 'Edits run without asking' : 'What should be refused is asked';
  return [{ written: 'defaultMode', line: here.line, here, there, severity: isOpen ? 'error' : 'warning', then }];
}

/** Only what both files say is sure. */
function sandboxes({ sandbox: here }: ClaudeSettings, { sandbox: there }: ClaudeSettings): readonly Defeat[] {
  if (here?.value.enabled !== true || there?.value.enabled !== false) return [];
  const [own, other] = [here, there].map((one) => ({ ...one, value: String(one.value.enabled) }));
  const then = 'Commands run without the sandbox';
  if (own === undefined || other === undefined) return [];
  return [{ written: 'sandbox.enabled', line: here.line, here: own, there: other, severity: 'warning', then }];
}
