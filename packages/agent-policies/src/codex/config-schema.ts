/** Types that Codex accepts for the value of a key. */
export type ConfigType =
  | 'boolean'
  | 'string'
  | 'integer'
  | 'number'
  | 'array'
  | 'feature'
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'list'; readonly item: ConfigType }
  | ConfigTable;

/** Types of the keys in a table; `*` stands for any other key. Keys without a type are not checked. */
export interface ConfigTable {
  readonly kind: 'table';
  readonly keys: Readonly<Record<string, ConfigType>>;
  readonly required: readonly string[];
}

const strings = list('string');
const texts = table({ '*': 'string' });
const approvalMode = words('auto prompt writes approve');
const reviewer = words('user auto_review guardian_subagent');
const sandboxMode = words('read-only workspace-write danger-full-access');
const allowDeny = table({ '*': words('allow deny') });
const serverTools = table({ '*': table({ approval_mode: approvalMode }) });

const server = table({
  ...each('args disabled_tools enabled_tools scopes', strings),
  auth: words('oauth chatgpt ema_auth'),
  ...each('bearer_token bearer_token_env_var command cwd environment_id http_headers_helper name', 'string'),
  ...each('oauth_resource url', 'string'),
  default_tools_approval_mode: approvalMode,
  ...each('enabled required supports_parallel_tool_calls', 'boolean'),
  ...each('env env_http_headers http_headers', texts),
  env_vars: 'array',
  oauth: table({}),
  startup_timeout_ms: 'integer',
  ...each('startup_timeout_sec tool_timeout_sec', 'number'),
  tools: serverTools,
});

const hook = table({ type: words('command mcp_tool prompt agent'), command: 'string', timeout: 'integer' }, 'type');
const hookGroups = list(table({ matcher: 'string', hooks: list(hook) }));
const hookEvents =
  'Interrupt PreModelRequest PostModelRequest PreToolUse PostToolUse PermissionRequest SessionStart SessionEnd UserPromptSubmit Stop SubagentStart SubagentStop PreCompact PostCompact';

const permissionProfile = table({
  ...each('description extends', 'string'),
  filesystem: table({ glob_scan_max_depth: 'integer' }),
  network: table({
    allow_local_binding: 'boolean',
    ...each('domains unix_sockets', allowDeny),
    enabled: 'boolean',
    mode: words('limited full'),
    proxy_url: 'string',
  }),
  workspace_roots: table({ '*': 'boolean' }),
});

/** Features that also accept a table. */
const wideFeatures =
  'apps_mcp_path_override async_compaction code_mode code_mode_host context_management current_time_reminder guardianv2 ' +
  'guardianv3 multi_agent_v2 network_proxy non_prefixed_mcp_tool_names rollout_budget runtime_agent_instances sleep_tool ' +
  'token_budget';

/** Types of the keys in `config.toml`, according to the error messages of Codex 0.169.0. */
export const configSchema: ConfigTable = table({
  agents: table({
    '*': table({ config_file: 'string', description: 'string', nickname_candidates: strings }),
    ...each('default_subagent_model default_subagent_reasoning_effort', 'string'),
    ...each('enabled interrupt_message', 'boolean'),
    ...each('job_max_runtime_seconds max_concurrent_threads_per_session max_depth max_threads', 'integer'),
  }),
  analytics: table({ enabled: 'boolean' }),
  apps: table({
    '*': table({
      approvals_reviewer: reviewer,
      default_tools_approval_mode: approvalMode,
      ...each('destructive_enabled enabled', 'boolean'),
      tools: serverTools,
    }),
  }),
  approvals_reviewer: reviewer,
  auto_review: table({ policy: 'string' }),
  cli_auth_credentials_store: words('file keyring auto ephemeral'),
  feedback: table({ enabled: 'boolean' }),
  features: table({ '*': 'boolean', ...each(wideFeatures, 'feature') }),
  file_opener: words('vscode vscode-insiders windsurf cursor none'),
  forced_login_method: words('chatgpt api'),
  ghost_snapshot: table({ disable_warnings: 'boolean', ignore_large_untracked_files: 'integer' }),
  history: table({ max_bytes: 'integer', persistence: words('save-all none') }),
  hooks: table({
    ...each(hookEvents, hookGroups),
    state: table({ '*': table({ enabled: 'boolean', trusted_hash: 'string' }) }),
  }),
  js_repl_node_module_dirs: strings,
  marketplaces: table({
    '*': table({ last_updated: 'string', ref: 'string', source: 'string', source_type: words('git local') }),
  }),
  mcp_oauth_credentials_store: words('auto file keyring'),
  mcp_servers: table({ '*': server }),
  memories: table({
    ...each('disable_on_external_context generate_memories use_memories', 'boolean'),
    extract_model: 'string',
    max_rollouts_per_startup: 'integer',
  }),
  model_auto_compact_token_limit_scope: words('total body_after_prefix'),
  model_providers: table({
    '*': table({
      ...each('base_url env_key name', 'string'),
      ...each('http_headers query_params', texts),
      request_max_retries: 'integer',
      requires_openai_auth: 'boolean',
      wire_api: words('responses'),
    }),
  }),
  model_reasoning_summary: words('auto concise detailed none'),
  model_verbosity: words('low medium high'),
  notice: table({
    ...each('hide_full_access_warning hide_rate_limit_model_nudge hide_world_writable_warning', 'boolean'),
    model_migrations: texts,
  }),
  notify: strings,
  otel: table({
    environment: 'string',
    log_user_prompt: 'boolean',
    ...each('exporter metrics_exporter trace_exporter', words('none statsig otlp-http otlp-grpc')),
  }),
  permissions: table({ '*': permissionProfile }),
  personality: words('none friendly pragmatic'),
  plugins: table({
    '*': table({
      enabled: 'boolean',
      mcp_servers: table({
        '*': table({ default_tools_approval_mode: approvalMode, enabled: 'boolean', enabled_tools: strings }),
      }),
    }),
  }),
  profiles: table({ '*': table({ model: 'string', sandbox_mode: sandboxMode }) }),
  ...each('project_doc_fallback_filenames project_root_markers', strings),
  projects: table({ '*': table({ trust_level: words('trusted untrusted') }) }),
  sandbox_mode: sandboxMode,
  sandbox_workspace_write: table({
    ...each('exclude_slash_tmp exclude_tmpdir_env_var network_access', 'boolean'),
    writable_roots: strings,
  }),
  shell_environment_policy: table({
    ...each('exclude include_only', strings),
    ...each('experimental_use_profile ignore_default_excludes', 'boolean'),
    inherit: words('core all none'),
    set: texts,
  }),
  skills: table({
    bundled: table({}),
    config: list(table({ enabled: 'boolean' }, 'enabled')),
    include_instructions: 'boolean',
  }),
  tool_suggest: table({ discoverables: 'array' }),
  tools: table({}),
  tui: table({
    alternate_screen: words('auto always never'),
    ...each('animations raw_output_mode show_tooltips vim_mode_default', 'boolean'),
    keymap: table({}),
    model_availability_nux: table({ '*': 'integer' }),
    notification_condition: words('unfocused always'),
    notification_method: words('auto osc9 osc777 bel'),
    ...each('pet theme', 'string'),
    session_picker_view: words('comfortable dense'),
    ...each('status_line terminal_title', strings),
  }),
  web_search: words('disabled cached indexed live'),
  windows: table({ sandbox: words('elevated unelevated mxc') }),
  ...each(
    'allow_login_shell check_for_update_on_startup disable_paste_burst experimental_use_unified_exec_tool ' +
      'hide_agent_reasoning include_apps_instructions include_environment_context include_permissions_instructions ' +
      'show_raw_agent_reasoning suppress_unstable_features_warning',
    'boolean',
  ),
  ...each(
    'chatgpt_base_url compact_prompt default_permissions developer_instructions experimental_compact_prompt_file ' +
      'instructions js_repl_node_path log_dir mcp_oauth_callback_url model model_catalog_json model_instructions_file ' +
      'model_provider model_reasoning_effort openai_base_url oss_provider plan_mode_reasoning_effort profile ' +
      'review_model service_tier sqlite_home',
    'string',
  ),
  ...each(
    'background_terminal_max_timeout mcp_oauth_callback_port model_auto_compact_token_limit model_context_window ' +
      'project_doc_max_bytes tool_output_token_limit',
    'integer',
  ),
  ...each('audio browser_use cloud computer_use desktop goals orchestrator realtime', table({})),
});

/** @internal Top-level keys of the settings. */
export const knownKeys: readonly string[] = [
  ...Object.keys(configSchema.keys),
  'approval_policy',
  'forced_chatgpt_workspace_id',
];

/** True for a top-level settings key; keys without a type are not checked here. */
export function isKnownKey(key: string): boolean {
  return knownKeys.includes(key);
}

function words(text: string): ConfigType {
  return { kind: 'words', words: text.split(' ') };
}

function list(item: ConfigType): ConfigType {
  return { kind: 'list', item };
}

function table(keys: ConfigTable['keys'], ...required: readonly string[]): ConfigTable {
  return { kind: 'table', keys, required };
}

/** Assigns the same type to several keys. */
function each(keys: string, type: ConfigType): ConfigTable['keys'] {
  return Object.fromEntries(keys.split(' ').map((key) => [key, type]));
}
