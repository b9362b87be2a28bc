import type { SettingsFile } from './settings-schema.ts';

/** Every key of the configuration file with its default, apart from the limits for HTTP and authentication. */
export const settingsDefaults = {
  server: { name: 'modegate-modes-server', description: 'What an agent may do, by mode', tool_errors: 'result' },
  paths: { project_root: null, global_config_dir: '~/.roo-code' },
  sessions: {
    timeout: 3600,
    cleanup_interval: 300,
    max_tasks: 1_000,
    max_ended_tasks: 1_000,
    max_bytes: 16_777_216,
    max_principals: 64,
    persistence: { enabled: false, storage_path: '~/.roo-code/mcp_sessions' },
  },
  logging: { level: 'INFO', file: null, format: '%(asctime)s - %(name)s - %(levelname)s - %(message)s' },
  modes: { fixed: null, disabled_tools: [], switching: null, condition_env: [], shell: null },
  hooks: { default_mode: null, agents: {}, tools: {}, protect: true },
  gateway: {
    enabled: 'auto',
    servers: null,
    surface: 'both',
    first_list_wait: 0.5,
    toolsets: 'modal',
    unequipped: 'all',
    equip_toolset: null,
    new_tools: 'allow',
    changed_tools: null,
    trust_project: false,
    state_dir: null,
    max_servers_per_principal: 32,
    max_servers_of_principals: 256,
    principal_idle: 300,
  },
  database: { url: null, password_file: null, schema: 'modegate', max_connections: 10, relay: null },
  http: { listen: null, allowed_hosts: null, allowed_origins: null, metrics: true, ui: false, hook_socket: null },
  auth: { tokens_file: null, resource_url: null, jwt: null },
  audit: { file: null, arguments: false, write: 'queue', rotate: null, keep: null },
} satisfies SettingsFile;

/** A section of the file, completed with its defaults. */
export function withDefaults<Section extends keyof typeof settingsDefaults>(section: Section, file: SettingsFile) {
  type Complete = Required<NonNullable<SettingsFile[Section]>>;
  return { ...settingsDefaults[section], ...file[section] } as {
    readonly [Key in keyof Complete]: Exclude<Complete[Key], undefined>;
  };
}
