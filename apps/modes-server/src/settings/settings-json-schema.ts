import { editorSchema } from '@modegate/cli-kit/editor-schema';
import { authKeys } from '@modegate/principals';
import { settingsFileSchema } from './settings-schema.ts';
import { settingsTemplate } from './settings-template.ts';

/** Returns the schema of the configuration file for editors (JSON Schema, draft 2020-12). */
export function settingsJsonSchema(): object {
  return editorSchema(settingsFileSchema(), {
    title: 'mcp_modes_server_config',
    description: 'Configuration of modes-server. Flags and environment variables take precedence over it.',
    keys: settingsKeys,
    defaults: settingsTemplate,
  });
}

const none = 'Null: none.';

/** Text that editors show for each key. */
const settingsKeys: Readonly<Record<string, string>> = {
  $schema: 'Address of this schema, for editors.',
  server: 'What the server says about itself.',
  'server.name': 'The name that clients see.',
  'server.version': "The version that clients see. Default: the package's.",
  'server.description': 'A line about the server, for clients that show one.',
  'server.tool_errors': 'How failed tool calls are answered: as a result that says so, or as a JSON-RPC error.',
  paths: 'Where the project and the global modes are.',
  'paths.project_root': 'Project folder. Null: the current folder.',
  'paths.global_config_dir': 'Folder for the global modes and servers.',
  sessions: 'How long tasks live, how many there may be, and whether they outlive the server.',
  'sessions.timeout': 'How long an unused session is kept, in seconds.',
  'sessions.cleanup_interval': 'How often to look for expired sessions, in seconds.',
  'sessions.max_tasks': 'How many tasks of each principal may be open at a time.',
  'sessions.max_ended_tasks': 'How many ended tasks of each principal can still be read.',
  'sessions.max_bytes':
    'How many bytes the tasks of each principal may use, with their histories. To make room, ended tasks are removed first, then the oldest entries.',
  'sessions.max_principals':
    'How many principals may have tasks, or MCP sessions, at a time. Any others are refused; those that already have some can continue.',
  'sessions.persistence': 'Whether and where sessions are kept across restarts.',
  'sessions.persistence.enabled': 'Whether sessions outlive the server.',
  'sessions.persistence.storage_path': 'Folder that they are kept in.',
  logging: 'The server log. It also goes to stderr.',
  'logging.level': 'The lowest level that is logged.',
  'logging.file': `File to which the log is also written. ${none}`,
  'logging.format': "The format of a line, with Python's placeholders.",
  modes: 'Which modes may be used, and what is off in all of them.',
  'modes.fixed': 'Slug of the mode to start in, and to stay in unless `switching` allows more. Null: tasks choose.',
  'modes.disabled_tools': 'Tools that are off in every mode; * and ? are wildcards.',
  'modes.switching': 'Whether tasks may choose their mode. Null: never if a mode is fixed, otherwise free.',
  'modes.condition_env': 'Environment variables that conditions of modes may read.',
  'modes.shell': 'Shell that runs commands. Null: bash; on Windows, any; for a hook, the shell of its agent.',
  hooks: 'Settings for the hooks of agents that ask this server.',
  'hooks.default_mode': `Slug of the mode that applies until a person chooses another. ${none}`,
  'hooks.agents': 'For an agent or subagent, by its name: the slug of the mode that restricts it.',
  'hooks.tools': 'For a tool of an agent that Modegate does not know, by its name: what the tool does.',
  'hooks.protect': 'Whether hooks keep every mode from writing the files that decide what agents may do.',
  gateway: 'The other MCP servers behind this one, and how their tools are offered.',
  'gateway.enabled': 'Whether these servers are offered; auto: if there are any.',
  'gateway.servers': 'Files to read them from, highest precedence first. Null: the usual files.',
  'gateway.surface':
    'How their tools are offered: under their own names, behind meta-tools, both, or (gateway) without the session tools.',
  'gateway.first_list_wait': 'How long the first list of tools waits for servers that are starting, in seconds.',
  'gateway.toolsets': 'How toolsets are offered: with a configuration mode, flat, or not at all.',
  'gateway.unequipped': 'What is shown while no toolset is equipped.',
  'gateway.equip_toolset': 'The toolset that is equipped at startup. Null: the last one.',
  'gateway.new_tools': 'What is done with tools not seen before.',
  'gateway.changed_tools':
    'What is done with tools that have changed. Null: flag if new tools are allowed, otherwise withhold.',
  'gateway.trust_project': 'Whether servers that the project names start without asking.',
  'gateway.state_dir':
    'Folder for toolsets, known tools and trusted servers. Null: modegate in the global configuration folder.',
  'gateway.max_servers_per_principal': 'How many servers each principal may have running.',
  'gateway.max_servers_of_principals': 'How many servers all principals together may have running.',
  'gateway.principal_idle': 'How long a principal must be idle to make room for another, in seconds.',
  database: 'The PostgreSQL database that several instances share.',
  'database.url': `Its URL, preferably without a password. ${none}`,
  'database.password_file': `File with the password. ${none}`,
  'database.schema': 'Schema that the tables are in.',
  'database.max_connections': 'Maximum number of connections that an instance opens.',
  'database.relay': 'Where the other instances reach this one, as host:port. Null: requests are not relayed.',
  http: 'How `modes-server serve` listens.',
  'http.listen': 'Where to listen: a port, or host:port. Null: stdin and stdout.',
  'http.allowed_hosts': 'Host names that requests may be addressed to. Null: the loopback names.',
  'http.allowed_origins': 'Origins that browsers may send. Null: those of the allowed hosts.',
  'http.metrics': 'Whether /metrics is served.',
  'http.hook_socket': 'A Unix socket that also answers hooks from agents of the same user. Null: none.',
  'http.ui': 'Whether the team page is served to users who have a token.',
  'http.limits': 'Limits on what is accepted. docs/serving.md explains each.',
  auth: 'Who may connect over HTTP.',
  ...Object.fromEntries(Object.entries(authKeys).map(([key, text]) => [`auth.${key}`, text])),
  audit: 'The audit log: a line of JSON for each decision and outcome.',
  'audit.file': `File that it is appended to. ${none}`,
  'audit.arguments': 'Whether the arguments of calls are recorded in it.',
  'audit.write':
    'When a line is written: soon, before the answer, or flushed to disk before the answer. With sync and fsync, a call that cannot be recorded is not allowed.',
  'audit.rotate': "When the file is rotated: 'daily', at a size such as '100M', or 'daily,100M'. Null: never.",
  'audit.keep': 'How many rotated files are kept. Null: all.',
};

/** Keys that have a text for editors; used by a test that looks for keys without a text. */
export const describedKeys: readonly string[] = Object.keys(settingsKeys);
