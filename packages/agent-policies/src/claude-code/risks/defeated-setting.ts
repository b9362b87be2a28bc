import type { RiskDraft } from '../../risks/group-risks.ts';
import type { ClaudeMode, ClaudeSetting, ClaudeSettings } from '../claude-rules.ts';
import type { ClaudePlace } from './claude-risks.ts';

/**
 * @internal Finds restrictions in `settings.json` that never take effect, because the project's `settings.local.json`
 * lifts them.
 */
export function* findDefeatedSettings({ settings }: ClaudePlace): Generator<RiskDraft> {
  const [shared, local] = ['project', 'local'].map((scope) => settings.find((one) => one.scope === scope));
  if (shared === undefined || local === undefined) return;
  for (const { written, pair, severity, effect } of [
    ...liftedModes(shared, local),
    ...liftedSandboxes(shared, local),
  ]) {
    const [here, there] = pair;
    const other = `'${written}: ${there.value}'`;
    const message = `'${written}: ${here.value}' never takes effect: ${local.file} has ${other}, and that file takes precedence. ${effect}. Remove the setting from one of the two files.`;
    const related = [{ message: other, file: local.file, line: there.line ?? 1 }];
    const place = { file: shared.file, line: here.line ?? 1, written };
    yield { rule: 'defeated-rule', severity, ...place, message, related, kind: written };
  }
}

interface LiftedLimit extends Pick<RiskDraft, 'written' | 'severity'> {
  /** The setting in each of the two files. */
  readonly pair: readonly [shared: ClaudeSetting<string | boolean>, local: ClaudeSetting<string | boolean>];
  readonly effect: string;
}

/** Permissiveness of each mode: a mode with a higher number allows more. */
const openness: Partial<Readonly<Record<ClaudeMode, number>>> = { plan: 0, dontAsk: 0, default: 1, acceptEdits: 2 };

function liftedModes(
  { defaultMode: here }: ClaudeSettings,
  { defaultMode: there }: ClaudeSettings,
): readonly LiftedLimit[] {
  if (here === undefined || there === undefined) return [];
  if ((openness[there.value] ?? 0) <= (openness[here.value] ?? 0)) return [];
  const found = { written: 'defaultMode', pair: [here, there] } as const;
  return there.value === 'acceptEdits'
    ? [{ ...found, severity: 'error', effect: 'Claude Code edits files without asking' }]
    : [{ ...found, severity: 'warning', effect: 'Claude Code asks about calls that it should refuse' }];
}

/** A restriction mentioned in only one of the files may still apply. */
function liftedSandboxes(
  { sandbox: here }: ClaudeSettings,
  { sandbox: there }: ClaudeSettings,
): readonly LiftedLimit[] {
  if (here?.value.enabled !== true || there?.value.enabled !== false) return [];
  const pair = [
    { ...here, value: true },
    { ...there, value: false },
  ] as const;
  return [{ written: 'sandbox.enabled', pair, severity: 'warning', effect: 'Commands run without the sandbox' }];
}
