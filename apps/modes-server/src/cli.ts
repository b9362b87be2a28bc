#!/usr/bin/env node
import { addHelp, collectValues, runProgram, serverCommand } from '@modegate/cli-kit';
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
import { resolveSettings } from './settings/settings.ts';
import { withServerSettings } from './settings/settings-options.ts';
import type { SettingsFlags } from './settings/settings-reader.ts';
import { addUiCommand } from './ui-command.ts';
import { version } from './version.ts';

await runProgram({
  name: 'modes-server',
  create: createProgram,
  knownErrors: ['GatewayError', 'HostError', 'ServerConfigError', 'SessionError', 'TextFileError'],
  exitCodes: { known: 1, fault: 1 },
});

function createProgram(setExitCode: (code: number) => void): Command {
  const program = serverCommand<SettingsFlags & ModesHttpFlags>(withServerSettings(new Command('modes-server')), {
    description: 'An MCP server for agent modes. Without a command, it serves MCP on stdin and stdout.',
    version,
    serve: async (flags) => {
      setExitCode(await serve(resolveSettings(flags)));
    },
    serveAsAsked: async (flags) => {
      const settings = resolveSettings(flags);
      setExitCode(await serve(settings, resolveModesHttp(flags, process.env, settings.http)));
    },
  });
  program.commands
    .find((command) => command.name() === 'serve')
    ?.option('--no-metrics', 'no /metrics (env MODEGATE_HTTP_METRICS=false)')
    .option('--ui', 'serve the page /ui/ (env MODEGATE_HTTP_UI)')
    .option('--hook-socket <path>', 'also answer hooks on this Unix socket (env MODEGATE_HOOK_SOCKET)');
  addServerCommands(program, setExitCode);
  addAuditCommand(program, setExitCode);
  addInstallCommands(program, installedServer);
  addAdoptCommand(program, installedServer);
  addTokenCommands(program, {
    withSettings: withServerSettings,
    tokensFile: (command) => settingsOf(command).auth.tokensFile,
    hasModes: true,
  });
  addSessionCommands(program, setExitCode);
  addCompletionCommand(program);
  addLoginCommands(program);
  addUiCommand(program, setExitCode);
  addConfigCommand(program);
  addHelp(program, examples);
  return program;
}

/** Adds `doctor`, `tools` and `trust`, which examine other servers. */
function addServerCommands(program: Command, setExitCode: (code: number) => void): void {
  withServerSettings(program.command('doctor'))
    .description('show what is loaded and from where, and any problems')
    .option('--json', 'print the report as JSON')
    .option('--offline', 'do not start other servers')
    .option('--timeout <seconds>', 'how long other servers may take to start (default: 20)')
    .action(async (flags: DoctorFlags, command: Command) => {
      const { doctor } = await import('./commands/doctor.ts');
      setExitCode(await doctor(settingsOf(command), flags));
    });
  withServerSettings(program.command('tools'))
    .description('list the tools that each mode sees from other servers, with their token costs')
    .option('--json', 'print the list as JSON')
    .option('--approve <name>', 'approve a new or changed tool as it is now; may be repeated', collectValues)
    .option('--approve-instructions <server>', 'approve the instructions of a server; may be repeated', collectValues)
    .option('--show <name>', 'print the full definition of a tool, or the instructions of a server')
    .option('--timeout <seconds>', 'how long other servers may take to start (default: 20)')
    .action(async (flags: ToolsFlags, command: Command) => {
      const { tools } = await import('./commands/tools.ts');
      setExitCode(await tools(settingsOf(command), flags, process.env));
    });
  withServerSettings(program.command('trust'))
    .argument('[names...]', 'names of servers to trust without being asked')
    .description("show what the project's servers would run, and trust them")
    .option('--list', 'only list the servers and whether you trust them')
    .option('--revoke', 'withdraw trust from all servers of this project, or only from the named ones')
    .option('--yes', 'trust all servers without being asked')
    .action(async (names: readonly string[], flags: Omit<TrustFlags, 'names'>, command: Command) => {
      const { trust } = await import('./commands/trust.ts');
      setExitCode(await trust(settingsOf(command), { ...flags, names }));
    });
}

function addConfigCommand(program: Command): void {
  const config = program.command('config').description('manage the configuration file');
  config
    .command('init')
    .description('write a configuration file with every key, ready to edit')
    .option(
      '--file <path>',
      'output file, or - for stdout (default: mcp_modes_server_config.json in the global config folder)',
    )
    .option('--force', 'replace an existing file')
    .action(async (flags: { readonly file?: string; readonly force?: boolean }, command: Command) => {
      const { initConfig } = await import('./commands/config-init.ts');
      initConfig({ ...command.optsWithGlobals<SettingsFlags>(), ...flags });
    });
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
    .action(async (file: string | undefined, flags: AuditReportFlags, command: Command) => {
      const all: SettingsFlags & AuditReportFlags = { ...command.optsWithGlobals(), ...flags };
      const { audit } = await import('./commands/audit.ts');
      setExitCode(await audit(file ?? resolveSettings(all).audit?.file, all));
    });
}
