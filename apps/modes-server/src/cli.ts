#!/usr/bin/env node
import { nearestName } from '@modegate/mode-core';
import { Command, CommanderError, Option } from 'commander';
import { AppError } from './app-error.ts';
import type { DoctorFlags } from './commands/doctor.ts';
import type { InstallFlags } from './commands/install.ts';
import { installClients } from './commands/install-clients.ts';
import { printed } from './commands/print.ts';
import type { ToolsFlags } from './commands/tools.ts';
import { serve } from './serve.ts';
import { resolveSettings, type SettingsFlags } from './settings.ts';
import { version } from './version.ts';

process.exitCode = await main(process.argv);
// The client has gone or the command is done; nothing that still waits may keep the process.
process.exit();

async function main(argv: readonly string[]): Promise<number> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 13)) {
    process.stderr.write(`modes-server needs Node 22.13 or later; this is Node ${process.versions.node}.\n`);
    return 1;
  }
  let exitCode = 0;
  const program = createProgram((code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(argv);
    return exitCode;
  } catch (error) {
    return explainFailure(error);
  }
}

function createProgram(setExitCode: (code: number) => void): Command {
  const program = withSettings(new Command('modes-server'))
    .description('An MCP server for agent modes. Without a command it serves on stdin and stdout.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .addOption(
      new Option('--tool-errors <form>', 'how failed tool calls are answered')
        .choices(['result', 'jsonrpc'])
        .default('result'),
    )
    .allowExcessArguments(true)
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    // A pipe takes 64 KiB at once; the process must not end before the rest is taken.
    .hook('postAction', (_program, command) => (command.parent === null ? undefined : printed()))
    .action(async (flags: SettingsFlags & { readonly toolErrors: 'result' | 'jsonrpc' }) => {
      refuseUnknownCommand(program);
      setExitCode(await serve(resolveSettings(flags), { toolErrors: flags.toolErrors }));
    });
  const doctorCommand = withSettings(program.command('doctor'))
    .description('tell what would be loaded from where, and what is wrong with it')
    .option('--json', 'print the report as JSON')
    .option('--offline', 'start no other server')
    .option('--timeout <seconds>', 'how long other servers may take to start (default: 20)')
    .action(async (flags: SettingsFlags & DoctorFlags, command: Command) => {
      const all: SettingsFlags & DoctorFlags = command.optsWithGlobals();
      const { doctor } = await import('./commands/doctor.ts');
      setExitCode(await doctor(resolveSettings({ ...all, ...flags }), flags));
    });
  doctorCommand.exitOverride();
  withSettings(program.command('tools'))
    .description("list the other servers' tools that a mode would see (--mode), with what they cost in tokens")
    .option('--json', 'print the list as JSON')
    .option('--approve <name>', 'approve a new or changed tool as it is now; may be repeated', collect)
    .option('--timeout <seconds>', 'how long other servers may take to start (default: 20)')
    .exitOverride()
    .action(async (flags: SettingsFlags & ToolsFlags, command: Command) => {
      const all: SettingsFlags & ToolsFlags = command.optsWithGlobals();
      const { tools } = await import('./commands/tools.ts');
      setExitCode(await tools(resolveSettings({ ...all, ...flags }), flags, process.env));
    });
  addInstallCommands(program);
  const config = program.command('config').description('manage the configuration file').exitOverride();
  config
    .command('init')
    .description('write a configuration file with every key, ready to edit')
    .option('--file <path>', 'where to write it (default: mcp_modes_server_config.json in the global config folder)')
    .option('--force', 'replace an existing file')
    .exitOverride()
    .action(async (flags: { readonly file?: string; readonly force?: boolean }, command: Command) => {
      const { initConfig } = await import('./commands/config-init.ts');
      initConfig({ ...command.optsWithGlobals<SettingsFlags>(), ...flags });
    });
  return program;
}

/** Serving takes no arguments, so what stands there was meant as a command. */
function refuseUnknownCommand(program: Command): void {
  const [given] = program.args;
  if (given === undefined) return;
  const known = program.commands.map((command) => command.name());
  const nearest = nearestName(given, known);
  const hint = nearest === undefined ? `Known commands: ${known.join(', ')}.` : `Did you mean '${nearest}'?`;
  throw new AppError(`unknown command '${given}'. ${hint}`, 2);
}

function withSettings(command: Command): Command {
  return command
    .option('--config <file>', 'configuration file (env MODEGATE_CONFIG)')
    .option('--project-root <dir>', 'folder of the project (env ROO_PROJECT_ROOT; default: the current folder)')
    .option('--global-config-dir <dir>', 'folder of the global modes (env ROO_CONFIG_DIR; default: ~/.roo-code)')
    .option(
      '--mode <slug>',
      'start in this mode, and stay in it unless --mode-switching allows more (env MODEGATE_MODE)',
    )
    .option(
      '--mode-switching <policy>',
      'whether tasks may choose their mode: free, ask or never (env MODEGATE_MODE_SWITCHING; default: never with --mode, else free)',
    )
    .option(
      '--gateway <when>',
      "offer the other servers' tools: on, off or auto (env MODEGATE_GATEWAY_MODE; default: auto)",
    )
    .option(
      '--servers <file>',
      'read the other servers from this file only; may be repeated (env MODEGATE_SERVERS)',
      collect,
    )
    .option(
      '--surface <surface>',
      'offer them as tools, behind meta-tools (meta), or both (env MODEGATE_SURFACE; default: both)',
    )
    .option(
      '--toolsets <way>',
      'offer toolsets with a configuration mode (modal), flat, or off (env MODEGATE_TOOLSETS; default: modal)',
    )
    .option(
      '--unequipped <what>',
      'what is shown while no toolset is equipped: all or none (env MODEGATE_UNEQUIPPED; default: all)',
    )
    .option(
      '--equip-toolset <name>',
      'equip this toolset at the start (env MODEGATE_EQUIP_TOOLSET; default: the last one)',
    )
    .option(
      '--new-tools <policy>',
      'tools not seen before: allow, deny or ask (env MODEGATE_NEW_TOOLS; default: allow)',
    )
    .option(
      '--changed-tools <policy>',
      'tools that have changed: flag or withhold (env MODEGATE_CHANGED_TOOLS; default: flag with --new-tools allow, else withhold)',
    )
    .option(
      '--state-dir <dir>',
      'folder of toolsets and known tools (env MODEGATE_STATE_DIR; default: modegate in the global config folder)',
    )
    .option(
      '--disable-tool <name>',
      'switch a tool off in every mode; may be repeated (env MODEGATE_DISABLED_TOOLS)',
      collect,
    )
    .option(
      '--condition-env <name>',
      'let conditions of modes ask for this variable; may be repeated (env MODEGATE_CONDITION_ENV)',
      collect,
    )
    .option(
      '--session-timeout <seconds>',
      'how long an unused session lives (env MODEGATE_SESSION_TIMEOUT; default: 3600)',
    )
    .option('--log-level <level>', 'DEBUG, INFO, WARNING or ERROR (env MODEGATE_LOG_LEVEL; default: INFO)')
    .option('--log-file <file>', 'also log to this file (env MODEGATE_LOG_FILE)')
    .option('--audit-log <file>', 'append each decision to this file as a JSON line (env MODEGATE_AUDIT_LOG)')
    .option('--audit-arguments', "keep the calls' arguments in the audit log");
}

// Serving is what most starts are for; what a command needs is loaded when it is called.
function addInstallCommands(program: Command): void {
  const commands = [
    {
      name: 'install',
      description: "add this server to a client's configuration; shows the change and keeps a backup",
    },
    { name: 'uninstall', description: "take this server out of a client's configuration" },
  ];
  for (const { name, description } of commands) {
    program
      .command(name)
      .description(description)
      .addOption(new Option('--client <client>', 'the client').choices(installClients).makeOptionMandatory())
      .addOption(new Option('--scope <scope>', "which of the client's files").choices(['project', 'global']))
      .option('--name <name>', 'name of the entry', 'modegate')
      .option('--dry-run', 'show the change and write nothing')
      .option('--local', 'start this copy of the server instead of the published package')
      .exitOverride()
      .action(async (flags: InstallFlags, command: Command) => {
        const { install, uninstall } = await import('./commands/install.ts');
        const run = name === 'install' ? install : uninstall;
        await run({ ...command.optsWithGlobals<InstallFlags>(), ...flags });
      });
  }
}

function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

/** 0 for help and version, 2 for wrong usage and unreadable input, 1 for anything else. */
function explainFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`modes-server: ${message}\n`);
  if (error instanceof AppError) return error.exitCode;
  const isKnown =
    error instanceof Error &&
    'code' in error &&
    ['HostError', 'ServerConfigError', 'TextFileError'].includes(error.name);
  if (!isKnown && error instanceof Error && error.stack !== undefined) process.stderr.write(`${error.stack}\n`);
  return 1;
}
