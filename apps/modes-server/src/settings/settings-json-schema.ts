import { editorSchema } from '@modegate/cli-kit/editor-schema';
import { authKeys } from '@modegate/principals';
import { settingsFileSchema } from './settings-schema.ts';
import { settingsTemplate } from './settings-template.ts';

/** Returns the JSON Schema (draft 2020-12) for the configuration file, for use by editors. */
export function settingsJsonSchema(): object {
  return editorSchema(settingsFileSchema(), {
    title: 'mcp_modes_server_config',
    description: 'Configuration of modes-server. Flags and environment variables take precedence over it.',
    keys: settingsKeys,
    defaults: settingsTemplate,
  });
}

const none = 'Null: none.';

/** Descriptions that editors show for each key. */
const settingsKeys: Readonly<Record<string, string>> = {
  $schema: 'Address of this schema, for editors.',
  server: 'Information that the server gives about itself.',
  'server.name': 'The name that clients see.',
  'server.version': 'The version that clients see. Default: the version of the package.',
  'server.description': 'A one-line description of the server, for clients that display it.',
  'server.tool_errors': 'How failed tool calls are reported: as an error result or as a JSON-RPC error.',
  paths: 'The locations of the project and the global modes.',
  'paths.project_root': 'Project folder. Null: the current folder.',
  'paths.global_config_dir': 'Folder for the global modes and servers.',
  sessions: 'How long tasks are kept, how many can exist, and whether they survive a restart of the server.',
  'sessions.timeout': 'How long an unused session is kept, in seconds.',
  'sessions.cleanup_interval': 'How often to look for expired sessions, in seconds.',
  'sessions.max_tasks': 'How many tasks each principal can have open at a time.',
  'sessions.max_ended_tasks': 'How many ended tasks of each principal remain readable.',
  'sessions.max_bytes':
    'How many bytes the tasks of each principal can use, including their histories. To make room, the server removes ended tasks first, then the oldest entries.',
  'sessions.max_principals':
    'How many principals can have tasks or MCP sessions at a time. Other principals are refused. Principals that already have tasks or sessions can continue.',
  'sessions.persistence': 'Whether and where sessions are kept across restarts.',
  'sessions.persistence.enabled': 'Whether sessions survive a restart of the server.',
  'sessions.persistence.storage_path': 'Folder that contains the stored sessions.',
  logging: 'The server log, which is also written to stderr.',
  'logging.level': 'Minimum log level.',
  'logging.file': `File to which the log is also written. ${none}`,
  'logging.format': "Format of a log line, with the placeholders of Python's logging module.",
  modes: 'Which modes can be used, and which tools are off in every mode.',
  'modes.fixed':
    'Slug of the mode in which connections start. A connection stays in this mode, and so do its tasks, unless `switching` allows a change. Null: tasks choose their mode.',
  'modes.disabled_tools': 'Tools that are disabled in every mode; * and ? are wildcards.',
  'modes.switching': 'Whether tasks may choose their mode. Null: only if no mode is fixed.',
  'modes.condition_env': 'Environment variables that the conditions of modes may read.',
  'modes.shell': 'Shell that runs commands. Null: bash; on Windows, any shell; for a hook, the shell of the agent.',
  hooks: 'Settings for agent hooks that query this server.',
  'hooks.default_mode': `Slug of the mode that applies until a person chooses another. ${none}`,
  'hooks.agents': 'Maps the name of an agent or subagent to the slug of the mode that restricts it.',
  'hooks.tools': 'Maps the name of an agent tool to what the tool does, for tools that Modegate does not know.',
  'hooks.protect': 'Whether hooks prevent every mode from writing to the files that decide what agents may do.',
  gateway: 'The other MCP servers behind this one, and how their tools are offered.',
  'gateway.enabled': 'Whether these servers are offered. auto: only if any are configured.',
  'gateway.servers': 'Files that configure these servers, highest precedence first. Null: the usual files.',
  'gateway.surface':
    'How the tools of these servers are offered: under their own names, through meta-tools, both ways, or (gateway) without the session tools.',
  'gateway.first_list_wait': 'How many seconds the first tool listing waits for servers that are starting.',
  'gateway.toolsets': 'How toolsets are offered: with a configuration mode, flat, or not at all.',
  'gateway.unequipped': 'What is shown while no toolset is equipped.',
  'gateway.equip_toolset': 'The toolset that is equipped at startup. Null: the last one.',
  'gateway.new_tools': 'How new tools are handled.',
  'gateway.changed_tools':
    'How changed tools are handled. Null: flag them if new tools are allowed, otherwise withhold them.',
  'gateway.trust_project': 'Whether servers from the project configuration are started without asking.',
  'gateway.state_dir':
    'Folder for toolsets, known tools and trusted servers. Null: modegate in the global configuration folder.',
  'gateway.max_servers_per_principal': 'How many servers each principal can run at a time.',
  'gateway.max_servers_of_principals': 'How many servers all principals together can run at a time.',
  'gateway.principal_idle': 'How long a principal must be idle to make room for another, in seconds.',
  database: 'The PostgreSQL database that several instances share.',
  'database.url': `URL of the database, preferably without a password. ${none}`,
  'database.password_file': `File that contains the password. ${none}`,
  'database.schema': 'Schema that contains the tables.',
  'database.max_connections': 'Maximum number of connections that an instance opens.',
  'database.relay':
    'Address at which other instances reach this instance, as host:port. Null: requests are not relayed.',
  http: 'How `modes-server serve` listens.',
  'http.listen': 'Where to listen: a port, or host:port. Null: stdin and stdout.',
  'http.allowed_hosts': 'Host names that requests may be addressed to. Null: the loopback names.',
  'http.allowed_origins': 'Origins that browsers may send. Null: the origins of the allowed hosts.',
  'http.metrics': 'Whether /metrics is served.',
  'http.hook_socket': 'A Unix socket on which the server also answers hooks from agents of the same user. Null: none.',
  'http.ui': 'Whether the team page is served to users who have a token.',
  'http.limits': 'Limits on what the server accepts. docs/serving.md explains each limit.',
  auth: 'Who may connect over HTTP.',
  ...Object.fromEntries(Object.entries(authKeys).map(([key, text]) => [`auth.${key}`, text])),
  audit: 'The audit log: a line of JSON for each decision and outcome.',
  'audit.file': `File to which the audit log is appended. ${none}`,
  'audit.arguments': 'Whether the audit log records the arguments of calls.',
  'audit.write':
    'When a line is written: soon, before the answer, or flushed to disk before the answer. With sync and fsync, a call that cannot be recorded is not allowed.',
  'audit.rotate': "When the file is rotated: 'daily', at a size such as '100M', or 'daily,100M'. Null: never.",
  'audit.keep': 'How many rotated files are kept. Null: all.',
};

/** Keys that have a description for editors; used by a test that looks for keys without a description. */
export const describedKeys: readonly string[] = Object.keys(settingsKeys);
