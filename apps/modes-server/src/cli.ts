#!/usr/bin/env node
import { addHelp, runProgram, serverCommand } from '@modegate/cli-kit';
import { addCompletionCommand } from '@modegate/cli-kit/completion';
import { addAdoptCommand, addInstallCommands } from '@modegate/cli-kit/install';
import { addTokenCommands } from '@modegate/principals/commands';
import { Command } from 'commander';
import type { AuditReportFlags } from './commands/audit.ts';
import type { DoctorFlags } from './commands/doctor.ts';
import { installedServer } from './commands/installed-server.ts';
import type { ToolsFlags } from './commands/tools.ts';
import type { TrustFlags } from './commands/trust.ts';
import { examples } from './examples.ts';
import { addLoginCommands } from './login-commands.ts';
import { serve } from './serve.ts';
import { addSessionCommands } from './session-commands.ts';
import { settingsOf } from './settings/command-settings.ts';
import { type ModesHttpFlags, resolveModesHttp } from './settings/http-settings.ts';
import { resolveSettings, type SettingsFlags } from './settings/settings.ts';
import { addUiCommand } from './ui-command.ts';
import { version } from './version.ts';

await runProgram({
  name: 'modes-server',
  create: createProgram,
  knownErrors: ['GatewayError', 'HostError', 'ServerConfigError', 'SessionError', 'TextFileError'],
  exitCodes: { known: 1, fault: 1 },
});

function createProgram(setExitCode: (code: number) => void): Command {
  const program = serverCommand<SettingsFlags & ModesHttpFlags>(withSettings(new Command('modes-server')), {
    description: 'An MCP server for agent modes. Without a command, it serves MCP on stdin and stdout.',
    version,
    serve: async (flags) => {
      const settings = resolveSettings(flags);
      setExitCode(await serve(settings, { toolErrors: settings.toolErrors }));
    },
    serveAsAsked: async (flags) => {
      const settings = resolveSettings(flags);
      const http = resolveModesHttp(flags, process.env, settings.http);
      setExitCode(await serve(settings, { toolErrors: settings.toolErrors, http }));
    },
  });
  program.commands
    .find((command) => command.name() === 'serve')
    ?.option('--no-metrics', 'no /metrics (env MODEGATE_HTTP_METRICS=false)')
    .option('--ui', 'serve the page /ui/ (env MODEGATE_HTTP_UI)')
    .option('--hook-socket <path>', 'also answer hooks here (env MODEGATE_HOOK_SOCKET)');
  addServerCommands(program, setExitCode);
  addAuditCommand(program, setExitCode);
  addInstallCommands(program, installedServer);
  addAdoptCommand(program, installedServer);
  addTokenCommands(program, { withSettings, tokensFile, hasModes: true });
  addSessionCommands(program, { withSettings, setExitCode });
  addCompletionCommand(program);
  addLoginCommands(program, withSettings);
  addUiCommand(program, { withSettings, setExitCode });
  addConfigCommand(program);
  addHelp(program, examples);
  return program;
}

/** Adds `doctor`, `tools` and `trust`, which examine other servers. */
function addServerCommands(program: Command, setExitCode: (code: number) => void): void {
  const doctorCommand = withSettings(program.command('doctor'))
    .description('show what is loaded and from where, and any problems')
    .option('--json', 'print the report as JSON')
    .option('--offline', 'do not start other servers')
    .option('--timeout <seconds>', 'how long other servers may take to start (default: 20)')
    .action(async (flags: SettingsFlags & DoctorFlags, command: Command) => {
      const all: SettingsFlags & DoctorFlags = command.optsWithGlobals();
      const { doctor } = await import('./commands/doctor.ts');
      setExitCode(await doctor(resolveSettings({ ...all, ...flags }), flags));
    });
  doctorCommand.exitOverride();
  withSettings(program.command('tools'))
    .description('list the tools of other servers that each mode sees, and their token costs')
    .option('--json', 'print the list as JSON')
    .option('--approve <name>', 'approve a new or changed tool as it is now; may be repeated', collect)
    .option('--approve-instructions <server>', 'approve the instructions of a server; may be repeated', collect)
    .option('--show <name>', 'print the full definition of a tool, or the instructions of a server')
    .option('--timeout <seconds>', 'how long other servers may take to start (default: 20)')
    .exitOverride()
    .action(async (flags: SettingsFlags & ToolsFlags, command: Command) => {
      const all: SettingsFlags & ToolsFlags = command.optsWithGlobals();
      const { tools } = await import('./commands/tools.ts');
      setExitCode(await tools(resolveSettings({ ...all, ...flags }), flags, process.env));
    });
  withSettings(program.command('trust'))
    .argument('[names...]', 'names of servers to trust without being asked')
    .description("show what the project's servers would run, and trust them")
    .option('--list', 'only list the servers and whether you trust them')
    .option('--revoke', 'withdraw trust from all servers of this project, or only from the named ones')
    .option('--yes', 'trust all servers without being asked')
    .exitOverride()
    .action(async (names: readonly string[], flags: SettingsFlags & Omit<TrustFlags, 'names'>, command: Command) => {
      const all: SettingsFlags = command.optsWithGlobals();
      const { trust } = await import('./commands/trust.ts');
      setExitCode(await trust(resolveSettings({ ...all, ...flags }), { ...flags, names }));
    });
}

function addConfigCommand(program: Command): void {
  const config = program.command('config').description('manage the configuration file').exitOverride();
  config
    .command('init')
    .description('write a configuration file with every key, ready to edit')
    .option(
      '--file <path>',
      'output file, or - for stdout (default: mcp_modes_server_config.json in the global config folder)',
    )
    .option('--force', 'replace an existing file')
    .exitOverride()
    .action(async (flags: { readonly file?: string; readonly force?: boolean }, command: Command) => {
      const { initConfig } = await import('./commands/config-init.ts');
      initConfig({ ...command.optsWithGlobals<SettingsFlags>(), ...flags });
    });
}

function tokensFile(command: Command): string {
  return settingsOf(command).auth.tokensFile;
}

function addAuditCommand(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('audit')
    .argument('[file]', 'the audit log (default: the configured one)')
    .description('summarise an audit log, list its lines, or follow it')
    .option('--mode <slug>', 'only lines for this mode; * in a name matches anything')
    .option('--server <name>', 'only lines for this MCP server')
    .option('--tool <name>', 'only lines for this tool')
    .option('--session <id>', 'only lines for this session')
    .option('--denied', 'only refusals')
    .option('--since <time>', 'only lines since this time, such as 2026-11-22T10:00Z or 2h')
    .option('--until <time>', 'only lines up to this time')
    .option('--lines', 'list the lines instead of summarising them')
    .option('-f, --follow', 'show new lines as they are written, until Ctrl-C')
    .option('--json', 'print the summary as JSON, or the lines unchanged')
    .option('--schema', 'print the JSON Schema of an audit log line')
    .exitOverride()
    .action(async (file: string | undefined, flags: AuditReportFlags, command: Command) => {
      const all: SettingsFlags & AuditReportFlags = { ...command.optsWithGlobals(), ...flags };
      const { audit } = await import('./commands/audit.ts');
      setExitCode(await audit(file ?? resolveSettings(all).audit?.file, all));
    });
}

// oxlint-disable-next-line max-lines-per-function -- lists every option of the settings once, in the order of the help
function withSettings(command: Command): Command {
  return command
    .optionsGroup('Project:')
    .option('--config <file>', 'configuration file (env MODEGATE_CONFIG)')
    .option('--project-root <dir>', 'project folder (env ROO_PROJECT_ROOT; default: the current folder)')
    .option('--global-config-dir <dir>', 'folder for the global modes (env ROO_CONFIG_DIR; default: ~/.roo-code)')
    .optionsGroup('Modes:')
    .option(
      '--mode <slug>',
      'start in this mode, and stay in it unless --mode-switching allows a change (env MODEGATE_MODE)',
    )
    .option(
      '--mode-switching <policy>',
      'whether tasks may choose their mode: free, ask or never (env MODEGATE_MODE_SWITCHING; default: never with --mode, else free)',
    )
    .optionsGroup('Other servers:')
    .option(
      '--gateway <when>',
      'offer the tools of other servers: on, off or auto (env MODEGATE_GATEWAY_MODE; default: auto)',
    )
    .option(
      '--servers <file>',
      'read other servers from this file only; may be repeated (env MODEGATE_SERVERS)',
      collect,
    )
    .option(
      '--surface <surface>',
      'how to offer the tools of other servers: as tools, behind meta-tools (meta), both, or without the session tools (gateway) (env MODEGATE_SURFACE; default: both)',
    )
    .option(
      '--first-list-wait <seconds>',
      'how long the first tool list waits for servers that are still starting, in seconds (env MODEGATE_FIRST_LIST_WAIT; default: 0.5)',
    )
    .optionsGroup('Toolsets:')
    .option(
      '--toolsets <way>',
      'offer toolsets with a configuration mode (modal), flat, or off (env MODEGATE_TOOLSETS; default: modal)',
    )
    .option(
      '--unequipped <what>',
      'which tools are shown while no toolset is equipped: all or none (env MODEGATE_UNEQUIPPED; default: all)',
    )
    .option(
      '--equip-toolset <name>',
      'equip this toolset at startup (env MODEGATE_EQUIP_TOOLSET; default: the last one)',
    )
    .optionsGroup('Trust:')
    .option(
      '--new-tools <policy>',
      'how to treat new tools: allow, deny or ask (env MODEGATE_NEW_TOOLS; default: allow)',
    )
    .option(
      '--changed-tools <policy>',
      'how to treat changed tools: flag or withhold (env MODEGATE_CHANGED_TOOLS; default: flag with --new-tools allow, else withhold)',
    )
    .option(
      '--trust-project',
      'start the servers that the project defines, without asking (env MODEGATE_TRUST_PROJECT)',
    )
    .option(
      '--state-dir <dir>',
      'folder for toolsets, known tools and trusted servers (env MODEGATE_STATE_DIR; default: modegate in the global config folder)',
    )
    .optionsGroup('Modes:')
    .option(
      '--disable-tool <name>',
      'switch a tool off in every mode; may be repeated (env MODEGATE_DISABLED_TOOLS)',
      collect,
    )
    .option(
      '--condition-env <name>',
      'let the conditions in modes read this environment variable; may be repeated (env MODEGATE_CONDITION_ENV)',
      collect,
    )
    .option(
      '--shell <name>',
      'shell that runs commands: bash, sh, zsh, fish, powershell, cmd or unknown (env MODEGATE_SHELL; default: bash, on Windows unknown)',
    )
    .optionsGroup('Sessions:')
    .option(
      '--session-timeout <seconds>',
      'how long an unused session is kept, in seconds (env MODEGATE_SESSION_TIMEOUT; default: 3600)',
    )
    .option(
      '--max-tasks <n>',
      'how many tasks each principal may have open at a time (env MODEGATE_MAX_TASKS; default: 1000)',
    )
    .option(
      '--max-ended-tasks <n>',
      'how many ended tasks of each principal can still be read (env MODEGATE_MAX_ENDED_TASKS; default: 1000)',
    )
    .option(
      '--session-storage <dir>',
      'keep sessions across restarts, in this folder (env MODEGATE_SESSION_STORAGE; default: in memory)',
    )
    .option(
      '--database <url>',
      'keep sessions, toolsets, known tools and trusted servers in this PostgreSQL database, so that several instances can share them; leave out the password (env MODEGATE_DATABASE, PGPASSWORD)',
    )
    .option(
      '--database-password-file <file>',
      'read the database password from this file (env MODEGATE_DATABASE_PASSWORD_FILE)',
    )
    .option(
      '--relay <host:port>',
      'address where other instances reach this one to relay requests for its MCP sessions (env MODEGATE_RELAY)',
    )
    .option(
      '--max-session-bytes <n>',
      'how many bytes the tasks of each principal may use, with their histories (env MODEGATE_MAX_SESSION_BYTES; default: 16777216)',
    )
    .option(
      '--max-principals <n>',
      'how many principals may have tasks at a time (env MODEGATE_MAX_PRINCIPALS; default: 64)',
    )
    .optionsGroup('Logs:')
    .option('--log-level <level>', 'DEBUG, INFO, WARNING or ERROR (env MODEGATE_LOG_LEVEL; default: INFO)')
    .option('--log-file <file>', 'also log to this file (env MODEGATE_LOG_FILE)')
    .option('--audit-log <file>', 'append each decision to this file as a JSON line (env MODEGATE_AUDIT_LOG)')
    .option('--audit-arguments', 'record the arguments of calls in the audit log')
    .option(
      '--audit <when>',
      'when audit log lines are written: queue (soon), sync (before the answer) or fsync (flushed to disk before the answer); with sync and fsync, a call that cannot be recorded is not allowed (env MODEGATE_AUDIT; default: queue)',
    )
    .option(
      '--audit-rotate <when>',
      "rotate the audit log: 'daily', at a size such as '100M', or 'daily,100M' (env MODEGATE_AUDIT_ROTATE; default: never)",
    )
    .option('--audit-keep <files>', 'how many rotated audit logs to keep (env MODEGATE_AUDIT_KEEP; default: all)')
    .optionsGroup('Options:');
}

function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}
