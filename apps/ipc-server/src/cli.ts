#!/usr/bin/env node
import { Command, CommanderError, Option } from 'commander';
import { AppError } from './app-error.ts';
import { doctor } from './commands/doctor.ts';
import { type InstallFlags, install, installClients, uninstall } from './commands/install.ts';
import { printed } from './commands/print.ts';
import { type SimulateFlags, simulate } from './commands/simulate.ts';
import { serve } from './serve.ts';
import { resolveSettings, type SettingsFlags } from './settings.ts';
import { version } from './version.ts';

process.exitCode = await main(process.argv);
// The client has gone or the command is done; nothing that still waits may keep the process.
process.exit();

async function main(argv: readonly string[]): Promise<number> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 13)) {
    process.stderr.write(`ipc-server needs Node 22.13 or later; this is Node ${process.versions.node}.\n`);
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
  const program = withSettings(new Command('ipc-server'))
    .description(
      'An MCP server that drives a coding agent over its IPC. Without a command it serves on stdin and stdout.',
    )
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
  addDoctor(program, setExitCode);
  addSimulate(program);
  addInstallCommands(program);
  return program;
}

/** Serving takes no arguments, so what stands there was meant as a command. */
function refuseUnknownCommand(program: Command): void {
  const [given] = program.args;
  if (given === undefined) return;
  const known = program.commands.map((command) => command.name());
  throw new AppError(`unknown command '${given.slice(0, 60)}'. Known commands: ${known.join(', ')}.`, 2);
}

function withAddress(command: Command): Command {
  return command
    .option('--socket <path>', "the agent's socket or pipe (env ROO_CODE_IPC_SOCKET_PATH, KILO_IPC_SOCKET_PATH)")
    .option('--host <host>', "the agent's TCP host (env ROO_IPC_HOST; default: localhost)")
    .option('--port <port>', "the agent's TCP port (env ROO_IPC_PORT; default: 7800)")
    .option('--dialect <dialect>', 'official, fork, zoo or detect (env ROO_IPC_DIALECT; default: detect)');
}

function withSettings(command: Command): Command {
  return withAddress(command)
    .option('--timeout-ms <ms>', "replaces every command's own time-out (env ROO_IPC_TIMEOUT_MS)")
    .option(
      '--ack-timeout-ms <ms>',
      'how long a connected agent may take to introduce itself (env ROO_IPC_ACK_TIMEOUT_MS; default: 10000)',
    )
    .option('--max-events <count>', 'how many events each queue holds (env ROO_IPC_MAX_EVENTS; default: 10000)')
    .option(
      '--max-buffer-bytes <bytes>',
      'how many bytes of events each queue holds (env ROO_IPC_MAX_BUFFER_BYTES; default: 33554432)',
    )
    .option(
      '--max-frame-bytes <bytes>',
      'the longest message of the agent (env ROO_IPC_MAX_FRAME_BYTES; default: 33554432)',
    )
    .option('--no-push', 'send no notifications of events (env ROO_IPC_PUSH=false)')
    .option('--log-level <level>', 'DEBUG, INFO, WARNING or ERROR (env MODEGATE_LOG_LEVEL; default: INFO)')
    .option('--log-file <file>', 'also log to this file (env MODEGATE_LOG_FILE)');
}

function addDoctor(program: Command, setExitCode: (code: number) => void): void {
  withSettings(program.command('doctor'))
    .description('tell where an agent is looked for, whether it is there, and what is wrong')
    .option('--json', 'print the report as JSON')
    .exitOverride()
    .action(async (flags: SettingsFlags & { readonly json?: boolean }, command: Command) => {
      setExitCode(await doctor(resolveSettings(command.optsWithGlobals<SettingsFlags>()), flags));
    });
}

function addSimulate(program: Command): void {
  withAddress(program.command('simulate'))
    .description('run a simulated agent that answers commands, works on tasks and asks follow-up questions')
    .exitOverride()
    .action((_flags: SimulateFlags, command: Command) => simulate(command.optsWithGlobals<SimulateFlags>()));
}

function addInstallCommands(program: Command): void {
  const commands = [
    {
      name: 'install',
      run: install,
      description: "add this server to a client's configuration; shows the change and keeps a backup",
    },
    { name: 'uninstall', run: uninstall, description: "take this server out of a client's configuration" },
  ];
  for (const { name, run, description } of commands) {
    withAddress(program.command(name))
      .description(description)
      .addOption(new Option('--client <client>', 'the client').choices(installClients).makeOptionMandatory())
      .addOption(new Option('--scope <scope>', "which of the client's files").choices(['project', 'global']))
      .option('--project-root <dir>', 'folder of the project (default: the current folder)')
      .option('--name <name>', 'name of the entry', 'roo-ipc')
      .option('--dry-run', 'show the change and write nothing')
      .option('--local', 'start this copy of the server instead of the published package')
      .exitOverride()
      .action((_flags: InstallFlags, command: Command) => run(command.optsWithGlobals<InstallFlags>()));
  }
}

/** 0 for help and version, 2 for wrong usage and unreadable input, 1 for anything else. */
function explainFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`ipc-server: ${message}\n`);
  if (error instanceof AppError) return error.exitCode;
  const isKnown =
    error instanceof Error &&
    'code' in error &&
    ['IpcError', 'ServerConfigError', 'TextFileError'].includes(error.name);
  if (!isKnown && error instanceof Error && error.stack !== undefined) process.stderr.write(`${error.stack}\n`);
  return 1;
}
