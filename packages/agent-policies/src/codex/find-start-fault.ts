import type { PermissionFileProblem } from '../permission-files.ts';
import { readApproval } from './approval-policy.ts';
import { type CodexLayers, findSetting, flagLayer, keysAt, settingFault } from './config-layers.ts';
import type { CodexFlags } from './flags.ts';
import { isTable, startFault } from './read-codex-config.ts';
import { checkSandboxMode } from './session-sandbox.ts';

/** @internal Keys at the top of the settings; below them no key is checked here. */
export const topKeys = new Set(
  (
    'agents allow_login_shell analytics approval_policy approvals_reviewer apps audio background_terminal_max_timeout ' +
    'chatgpt_base_url check_for_update_on_startup cli_auth_credentials_store commit_attribution compact_prompt ' +
    'default_permissions desktop developer_instructions disable_paste_burst experimental_compact_prompt_file features ' +
    'feedback file_opener forced_chatgpt_workspace_id forced_login_method ghost_snapshot hide_agent_reasoning history ' +
    'hooks instructions log_dir marketplaces mcp_oauth_callback_port mcp_oauth_callback_url ' +
    'mcp_oauth_credentials_store mcp_servers memories model model_auto_compact_token_limit model_catalog_json ' +
    'model_context_window model_instructions_file model_provider model_providers model_reasoning_effort ' +
    'model_reasoning_summary model_supports_reasoning_summaries model_verbosity notice notify openai_base_url oss_provider ' +
    'otel permissions personality plan_mode_reasoning_effort plugins profile profiles project_doc_fallback_filenames ' +
    'project_doc_max_bytes project_root_markers projects realtime review_model sandbox_mode sandbox_workspace_write ' +
    'service_tier shell_environment_policy show_raw_agent_reasoning skills sqlite_home suppress_unstable_features_warning ' +
    'tool_output_token_limit tool_suggest tools tui web_search windows zsh_path'
  ).split(' '),
);

const approvalModes = ['auto', 'prompt', 'writes', 'approve'];

const reviewers = ['user', 'auto_review', 'guardian_subagent'];

/** Finds the first value for which Codex does not start, in any layer. */
export function findStartFault(layers: CodexLayers, flags: CodexFlags): PermissionFileProblem | undefined {
  if (flags.fault !== undefined)
    return startFault(flagLayer({}), { line: 1, message: `${flags.fault} It does not start.` });
  const approval = readApproval(layers);
  if (approval !== undefined && 'code' in approval) return approval;
  const unknown = flags.strict === true ? keysAt(layers, []).find((key) => !topKeys.has(key)) : undefined;
  const strict = unknown === undefined ? undefined : findSetting(layers, [unknown]);
  if (strict !== undefined)
    return settingFault(strict, `With --strict-config the unknown key "${unknown}" is an error.`);
  const reviewer = findSetting(layers, ['approvals_reviewer']);
  if (reviewer !== undefined && !isOneOf(reviewer.value, reviewers))
    return settingFault(reviewer, `approvals_reviewer is none of "${reviewers.join('", "')}".`);
  return (
    checkSandboxMode(layers) ??
    checkTrust(layers) ??
    checkAccess(layers) ??
    checkServers(layers) ??
    checkLegacyProfile(layers, flags)
  );
}

function checkTrust(layers: CodexLayers): PermissionFileProblem | undefined {
  for (const folder of keysAt(layers, ['projects'])) {
    const level = findSetting(layers, ['projects', folder, 'trust_level']);
    if (level !== undefined && level.value !== 'trusted' && level.value !== 'untrusted')
      return settingFault(level, 'trust_level is neither "trusted" nor "untrusted".');
  }
  return undefined;
}

/** Checks the accesses of all profiles, of those that are not in use too. */
function checkAccess(layers: CodexLayers): PermissionFileProblem | undefined {
  for (const name of keysAt(layers, ['permissions'])) {
    const files = ['permissions', name, 'filesystem'];
    const paths = keysAt(layers, files).map((key) => [...files, key]);
    const inner = paths.flatMap((path) => keysAt(layers, path).map((key) => [...path, key]));
    for (const path of [...paths, ...inner]) {
      const setting = findSetting(layers, path);
      if (setting === undefined || path.at(-1) === 'glob_scan_max_depth') continue;
      if (isTable(setting.value) && path.length === 4) continue;
      if (!isOneOf(setting.value, ['read', 'write', 'deny', 'none']))
        return settingFault(setting, 'The access to a path is none of "read", "write" and "deny".');
    }
  }
  return undefined;
}

function checkServers(layers: CodexLayers): PermissionFileProblem | undefined {
  for (const id of keysAt(layers, ['mcp_servers'])) {
    const server = ['mcp_servers', id];
    for (const key of ['enabled_tools', 'disabled_tools']) {
      const list = findSetting(layers, [...server, key]);
      const names = list?.value ?? [];
      if (list !== undefined && !(Array.isArray(names) && names.every((one) => typeof one === 'string')))
        return settingFault(list, `${key} is not a list of names.`);
    }
    const tools = keysAt(layers, [...server, 'tools']).map((tool) => [...server, 'tools', tool, 'approval_mode']);
    for (const path of [[...server, 'default_tools_approval_mode'], ...tools]) {
      const mode = findSetting(layers, path);
      if (mode !== undefined && !isOneOf(mode.value, approvalModes))
        return settingFault(mode, `${path.at(-1)} is none of "${approvalModes.join('", "')}".`);
    }
  }
  return undefined;
}

/** A table `[profiles.x]` stands for nothing any more, and with the name in use Codex does not start. */
function checkLegacyProfile(layers: CodexLayers, { profile }: CodexFlags): PermissionFileProblem | undefined {
  const named = findSetting(layers, ['profile']);
  if (named !== undefined)
    return settingFault(
      named,
      'A profile is no longer chosen by the key "profile", but by --profile and a file NAME.config.toml.',
    );
  const legacy = profile === undefined ? undefined : findSetting(layers, ['profiles', profile]);
  return (
    legacy && settingFault(legacy, `--profile ${profile} cannot be used together with the table [profiles.${profile}].`)
  );
}

function isOneOf(value: unknown, words: readonly string[]): boolean {
  return typeof value === 'string' && words.includes(value);
}
