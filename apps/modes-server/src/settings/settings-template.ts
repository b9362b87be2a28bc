import { httpLimitSettings } from '@modegate/cli-kit';
import { DEFAULT_HTTP_LIMITS } from '@modegate/mcp-protocol/http';
import { authDefaults } from '@modegate/principals';
import { databaseDefaults } from './database-settings.ts';
import { capacitySettings, defaultStorage, principalSettings, type SettingsFile } from './settings-schema.ts';

/** Address of the file's schema. */
const schemaUrl =
  'https://raw.githubusercontent.com/modegate/modegate/main/apps/modes-server/schemas/config.schema.json';

/** The file that `config init` writes: every key with its default. Only that command loads it. */
export const settingsTemplate: SettingsFile = {
  $schema: schemaUrl,
  server: { name: 'modegate-modes-server', description: 'What an agent may do, by mode', tool_errors: 'result' },
  paths: { project_root: null, global_config_dir: '~/.roo-code' },
  sessions: {
    timeout: 3600,
    cleanup_interval: 300,
    max_tasks: capacitySettings.maxTasks.initial,
    max_ended_tasks: capacitySettings.maxEndedTasks.initial,
    max_bytes: capacitySettings.maxSessionBytes.initial,
    max_principals: capacitySettings.maxPrincipals.initial,
    persistence: { enabled: false, storage_path: defaultStorage },
  },
  logging: {
    level: 'INFO',
    file: null,
    format: '%(asctime)s - %(name)s - %(levelname)s - %(message)s',
  },
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
    max_servers_per_principal: principalSettings.maxServersEach.initial,
    max_servers_of_principals: principalSettings.maxServersOfAll.initial,
    principal_idle: principalSettings.idleSeconds.initial,
  },
  database: {
    url: null,
    password_file: null,
    schema: databaseDefaults.schema,
    max_connections: databaseDefaults.maxConnections,
    relay: null,
  },
  http: {
    listen: null,
    allowed_hosts: null,
    allowed_origins: null,
    metrics: true,
    ui: false,
    hook_socket: null,
    limits: Object.fromEntries(
      Object.entries(httpLimitSettings).map(([name, { key }]) => [name, DEFAULT_HTTP_LIMITS[key]]),
    ),
  },
  auth: { tokens_file: null, resource_url: null, jwt: null, limits: authDefaults.limits },
  audit: { file: null, arguments: false, write: 'queue', rotate: null, keep: null },
};
