import type { MatchedRule } from '../agent-answer.ts';
import type { PermissionFileProblem } from '../permission-files.ts';
import { type CodexLayers, findSetting, settingFault, settingRule } from './config-layers.ts';
import { isTable, wordOf } from './read-codex-config.ts';

/** Policy that determines when Codex asks a user. */
export interface CodexApproval {
  readonly policy: 'on-request' | 'never' | 'untrusted' | 'granular';
  /** For `granular`, true if a rule may ask; always true for other policies. */
  readonly rules: boolean;
  /** For `granular`, true if Codex may request permission to leave the sandbox; always true for other policies. */
  readonly sandbox: boolean;
  readonly source: MatchedRule;
}

/** Reads `approval_policy` from the layers; returns undefined if no layer sets it. */
export function readApproval(layers: CodexLayers): CodexApproval | PermissionFileProblem | undefined {
  const setting = findSetting(layers, ['approval_policy']);
  if (setting === undefined) return undefined;
  const source = settingRule(setting, 'ask');
  const { value } = setting;
  const word = wordOf(value);
  // Codex treats `on-failure` as `on-request`.
  if (word === 'on-request' || word === 'on-failure') return plainApproval('on-request', source);
  if (word === 'never') return plainApproval('never', { ...source, effect: 'deny' });
  if (word === 'untrusted') return settingFault(setting, 'The approval policy "untrusted" is no longer supported.');
  const granular = isTable(value) && Object.keys(value).length === 1 ? value.granular : undefined;
  if (!isTable(granular))
    return settingFault(setting, 'approval_policy must be "on-request", "never" or { granular = … }.');
  const part = (key: string) => findSetting(layers, ['approval_policy', 'granular', key])?.value;
  const missing = ['sandbox_approval', 'rules', 'mcp_elicitations'].filter((key) => typeof part(key) !== 'boolean');
  if (missing.length > 0)
    return settingFault(setting, `approval_policy.granular needs true or false for ${missing.join(', ')}.`);
  return { policy: 'granular', rules: part('rules') === true, sandbox: part('sandbox_approval') === true, source };
}

/** Returns an approval policy that is not granular. */
export function plainApproval(policy: 'on-request' | 'never' | 'untrusted', source: MatchedRule): CodexApproval {
  return { policy, rules: true, sandbox: true, source };
}

/** Subject of a question to the user. No granular policy refuses a question about a forced `rm`. */
export type CodexQuestion = 'rules' | 'sandbox' | 'removal';

/** True if a question is refused before a user sees it. */
export function refusesQuestion(approval: CodexApproval, question: CodexQuestion): boolean {
  return approval.policy === 'never' || (question !== 'removal' && !approval[question]);
}
