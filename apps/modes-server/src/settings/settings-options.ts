import { collectValues } from '@modegate/cli-kit';
import type { Command } from 'commander';

/** Adds the options for the settings to a command, grouped by their headings in the help. */
export function withServerSettings(command: Command): Command {
  for (const [heading, options] of Object.entries(settingsOptions)) {
    command.optionsGroup(heading);
    for (const [option, text] of Object.entries(options))
      if (repeated.includes(option)) command.option(option, text, collectValues);
      else command.option(option, text);
  }
  return command.optionsGroup('Options:');
}

const repeated: readonly string[] = ['--servers <file>', '--disable-tool <name>', '--condition-env <name>'];

const settingsOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Project:': {
    '--config <file>': 'configuration file (env MODEGATE_CONFIG)',
    '--project-root <dir>': 'project folder (env ROO_PROJECT_ROOT; default: the current folder)',
    '--global-config-dir <dir>': 'folder for the global modes (env ROO_CONFIG_DIR; default: ~/.roo-code)',
  },
  'Modes:': {
    '--mode <slug>': 'start in this mode, and stay in it unless --mode-switching allows a change (env MODEGATE_MODE)',
    '--mode-switching <policy>':
      'whether tasks may choose their mode: free, ask or never (env MODEGATE_MODE_SWITCHING; default: never with --mode, else free)',
    '--disable-tool <name>': 'switch a tool off in every mode; may be repeated (env MODEGATE_DISABLED_TOOLS)',
    '--condition-env <name>':
      'let the conditions in modes read this environment variable; may be repeated (env MODEGATE_CONDITION_ENV)',
    '--shell <name>':
      'shell that runs commands: bash, sh, zsh, fish, powershell, cmd or unknown (env MODEGATE_SHELL; default: bash, or unknown on Windows)',
  },
  'Other servers:': {
    '--gateway <when>': 'offer the tools of other servers: on, off or auto (env MODEGATE_GATEWAY_MODE; default: auto)',
    '--servers <file>': 'read other servers from this file only; may be repeated (env MODEGATE_SERVERS)',
    '--surface <surface>':
      'how to offer the tools of other servers: as tools, behind meta-tools (meta), both, or without the session tools (gateway) (env MODEGATE_SURFACE; default: both)',
    '--first-list-wait <seconds>':
      'how long the first tool list waits for servers that are still starting, in seconds (env MODEGATE_FIRST_LIST_WAIT; default: 0.5)',
  },
  'Toolsets:': {
    '--toolsets <way>':
      'offer toolsets with a configuration mode (modal), flat, or off (env MODEGATE_TOOLSETS; default: modal)',
    '--unequipped <what>':
      'which tools are shown while no toolset is equipped: all or none (env MODEGATE_UNEQUIPPED; default: all)',
    '--equip-toolset <name>': 'equip this toolset at startup (env MODEGATE_EQUIP_TOOLSET; default: the last one)',
  },
  'Trust:': {
    '--new-tools <policy>': 'how to treat new tools: allow, deny or ask (env MODEGATE_NEW_TOOLS; default: allow)',
    '--changed-tools <policy>':
      'how to treat changed tools: flag or withhold (env MODEGATE_CHANGED_TOOLS; default: flag with --new-tools allow, else withhold)',
    '--trust-project': 'start the servers that the project defines, without asking (env MODEGATE_TRUST_PROJECT)',
    '--state-dir <dir>':
      'folder for toolsets, known tools and trusted servers (env MODEGATE_STATE_DIR; default: modegate in the global config folder)',
  },
  'Sessions:': {
    '--session-timeout <seconds>':
      'how long an unused session is kept, in seconds (env MODEGATE_SESSION_TIMEOUT; default: 3600)',
    '--max-tasks <n>': 'how many tasks each principal may have open at a time (env MODEGATE_MAX_TASKS; default: 1000)',
    '--max-ended-tasks <n>':
      'how many ended tasks of each principal can still be read (env MODEGATE_MAX_ENDED_TASKS; default: 1000)',
    '--session-storage <dir>':
      'keep sessions across restarts, in this folder (env MODEGATE_SESSION_STORAGE; default: in memory)',
    '--database <url>':
      'keep sessions, toolsets, known tools and trusted servers in this PostgreSQL database, so that several instances can share them; leave out the password (env MODEGATE_DATABASE, PGPASSWORD)',
    '--database-password-file <file>':
      'read the database password from this file (env MODEGATE_DATABASE_PASSWORD_FILE)',
    '--relay <host:port>':
      'address where other instances reach this one to relay requests for its MCP sessions (env MODEGATE_RELAY)',
    '--max-session-bytes <n>':
      'how many bytes the tasks of each principal may use, including their histories (env MODEGATE_MAX_SESSION_BYTES; default: 16777216)',
    '--max-principals <n>': 'how many principals may have tasks at a time (env MODEGATE_MAX_PRINCIPALS; default: 64)',
  },
  'Logs:': {
    '--log-level <level>': 'DEBUG, INFO, WARNING or ERROR (env MODEGATE_LOG_LEVEL; default: INFO)',
    '--log-file <file>': 'also log to this file (env MODEGATE_LOG_FILE)',
    '--audit-log <file>': 'append each decision to this file as a JSON line (env MODEGATE_AUDIT_LOG)',
    '--audit-arguments': 'record the arguments of calls in the audit log',
    '--audit <when>':
      'when audit log lines are written: queue (soon), sync (before the answer) or fsync (flushed to disk before the answer); with sync and fsync, a call that cannot be recorded is not allowed (env MODEGATE_AUDIT; default: queue)',
    '--audit-rotate <when>':
      "rotate the audit log: 'daily', at a size such as '100M', or 'daily,100M' (env MODEGATE_AUDIT_ROTATE; default: never)",
    '--audit-keep <files>': 'how many rotated audit logs to keep (env MODEGATE_AUDIT_KEEP; default: all)',
  },
};
