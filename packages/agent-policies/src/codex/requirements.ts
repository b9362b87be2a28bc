import type { PermissionFileProblem } from '../permission-files.ts';
import { type CodexApproval, readApproval } from './approval-policy.ts';
import { type CodexConfigFile, type CodexPrefixRule, type CodexTable, effectOf } from './codex-rules.ts';
import { flagLayer, settingFault, settingRule } from './config-layers.ts';
import { builtInSandbox, type CodexPlaces } from './permission-profile.ts';
import { isTable, lineOfKey, wordOf } from './read-codex-config.ts';
import type { CodexSandbox } from './sandbox.ts';

/** An administrator's requirements for every session. */
export interface CodexRequirements {
  readonly config: CodexConfigFile;
  /** Rules that apply in addition to those from the files, even if the files cannot be loaded. */
  readonly rules: readonly CodexPrefixRule[];
  /** Settings that no other file or flag can change. */
  readonly settings: CodexTable;
  /** Sentence about the points that the requirements leave unsettled here. */
  readonly unsettled: string | undefined;
}

/** Path of the file with a machine's requirements. */
export const requirementsPath = '/etc/codex/requirements.toml';

/** Keys whose effect on a call has not been observed. */
const openKeys = `
  allowed_approvals_reviewers auto_review experimental_network guardian_policy_config network permissions
  remote_sandbox_config`
  .trim()
  .split(/\s+/);

/** Reads the requirements, or returns the fault that prevents Codex from starting. */
export function readRequirements(config: CodexConfigFile): CodexRequirements | PermissionFileProblem {
  if (config.fault !== undefined) return config.fault;
  const fault = findFault(config);
  if (fault !== undefined) return fault;
  const { features } = config.table;
  const open = openKeys.find((key) => Object.hasOwn(config.table, key));
  return {
    config,
    rules: prefixRulesOf(config).map((rule) => toPrefixRule(config, rule)),
    settings: isTable(features) ? { features } : {},
    unsettled: open && `There is no record of what Codex does with "${open}" in ${config.name}.`,
  };
}

/** Returns a session's approval policy if it is allowed; otherwise the first allowed policy. */
export function restrictApproval(approval: CodexApproval, { config }: CodexRequirements): CodexApproval {
  const allowed = listAt(config, 'allowed_approval_policies');
  const names = allowed.map((one) => (wordOf(one) === 'on-failure' ? 'on-request' : wordOf(one)));
  if (allowed.length === 0 || names.includes(approval.policy)) return approval;
  const source = settingRule({ value: allowed, path: ['allowed_approval_policies'], config }, 'ask');
  if (names[0] === 'untrusted') return { policy: 'untrusted', rules: true, sandbox: true, source };
  const first = readApproval([flagLayer({ approval_policy: allowed[0] })]);
  return first === undefined || 'code' in first ? approval : { ...first, source };
}

/** Returns a session's sandbox or its replacement; undefined if the replacement has not been observed. */
export function restrictSandbox(
  sandbox: CodexSandbox,
  { config }: CodexRequirements,
  places: CodexPlaces,
): CodexSandbox | undefined {
  const replace = (key: string, name: string) =>
    builtInSandbox(name, settingRule({ value: config.table[key], path: [key], config }, 'allow'), places);
  const profiles = config.table.allowed_permission_profiles;
  if (isTable(profiles) && profiles[sandbox.name] !== true)
    return replace('allowed_permission_profiles', String(config.table.default_permissions ?? ':workspace'));
  const modes = listAt(config, 'allowed_sandbox_modes');
  if (modes.length === 0) return sandbox;
  const mode = modeNames[sandbox.name];
  if (mode === undefined) return undefined;
  return modes.includes(mode) ? sandbox : replace('allowed_sandbox_modes', ':read-only');
}

const modeNames: Readonly<Record<string, string>> = {
  ':read-only': 'read-only',
  ':workspace': 'workspace-write',
  ':danger-full-access': 'danger-full-access',
};

/** True if the requirements allow a server from the settings to run; if there is no list, all servers are allowed. */
export function allowsServer({ config }: CodexRequirements, id: string, server: CodexTable): boolean {
  const allowed = config.table.mcp_servers;
  if (!isTable(allowed)) return true;
  const entry = allowed[id];
  const identity = isTable(entry) && isTable(entry.identity) ? entry.identity : {};
  return (['command', 'url'] as const).some((key) => identity[key] !== undefined && identity[key] === server[key]);
}

function findFault(config: CodexConfigFile): PermissionFileProblem | undefined {
  const fault = (key: string, message: string) =>
    settingFault({ value: config.table[key], path: [key], config }, `${config.name}: ${message}`);
  const { allowed_sandbox_modes: modes, allowed_approval_policies: policies } = config.table;
  const known = [...Object.values(modeNames), 'external-sandbox'];
  if (modes !== undefined && !(Array.isArray(modes) && modes.every((one) => known.includes(one))))
    return fault('allowed_sandbox_modes', `allowed_sandbox_modes must be a list of "${known.join('", "')}".`);
  if (modes !== undefined && !listAt(config, 'allowed_sandbox_modes').includes('read-only'))
    return fault('allowed_sandbox_modes', 'allowed_sandbox_modes lacks "read-only".');
  const policyNames = ['untrusted', 'on-failure', 'on-request', 'granular', 'never'];
  const isPolicy = (one: unknown) => policyNames.includes(wordOf(one) ?? '');
  if (policies !== undefined && !(Array.isArray(policies) && policies.length > 0 && policies.every(isPolicy)))
    return fault('allowed_approval_policies', 'allowed_approval_policies must be a list of approval policies.');
  const { allowed_permission_profiles: profiles, default_permissions: preset } = config.table;
  if (preset !== undefined && profiles === undefined)
    return fault('default_permissions', 'default_permissions needs allowed_permission_profiles.');
  const hasBoth = isTable(profiles) && profiles[':workspace'] === true && profiles[':read-only'] === true;
  if (profiles !== undefined && preset === undefined && !hasBoth)
    return fault('allowed_permission_profiles', 'allowed_permission_profiles needs default_permissions.');
  if (prefixRulesOf(config).some((rule) => !isRule(rule)))
    return fault(
      'rules',
      'a prefix rule has no pattern of tokens, or has a decision other than "prompt" or "forbidden".',
    );
  return undefined;
}

interface WrittenRule {
  readonly pattern: readonly { readonly token?: string; readonly any_of?: readonly string[] }[];
  readonly decision: 'prompt' | 'forbidden';
  readonly justification?: string;
}

function isRule(rule: unknown): rule is WrittenRule {
  if (!isTable(rule) || !Array.isArray(rule.pattern) || rule.pattern.length === 0) return false;
  const isToken = (one: unknown) => isTable(one) && (typeof one.token === 'string' || Array.isArray(one.any_of));
  return rule.pattern.every(isToken) && (rule.decision === 'prompt' || rule.decision === 'forbidden');
}

function prefixRulesOf({ table }: CodexConfigFile): readonly unknown[] {
  const rules = isTable(table.rules) ? table.rules.prefix_rules : undefined;
  return Array.isArray(rules) ? rules : [];
}

function toPrefixRule(config: CodexConfigFile, rule: unknown): CodexPrefixRule {
  const { pattern, decision, justification } = rule as WrittenRule;
  const words = pattern.map(({ token, any_of: alternatives = [] }) => (token === undefined ? alternatives : [token]));
  const text = `prefix_rule(${JSON.stringify(words.map((one) => (one.length === 1 ? one[0] : one)))}, "${decision}")`;
  const place = { file: config.name ?? '', line: lineOfKey(config, ['rules', 'prefix_rules']) };
  const source = { rule: text, effect: effectOf[decision], ...place };
  return { pattern: words, decision, isDecided: true, justification, canonical: false, source };
}

function listAt({ table }: CodexConfigFile, key: string): readonly unknown[] {
  const list = table[key];
  return Array.isArray(list) ? list : [];
}
