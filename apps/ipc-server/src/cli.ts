#!/usr/bin/env node
import type { Examples } from '@modegate/cli-kit';
import { addHelp, readToolErrors, resolveHttpSettings, runProgram, serverCommand } from '@modegate/cli-kit';
import { addCompletionCommand } from '@modegate/cli-kit/completion';
import type { InstalledServer, InstallFlags } from '@modegate/cli-kit/install';
import { addInstallCommands } from '@modegate/cli-kit/install';
import { addTokenCommands } from '@modegate/principals/commands';
import { Command } from 'commander';
import { type AddressFlags, chooseAddress, withAddress, withAgent } from './address-settings.ts';
import { resolveIpcAuth } from './auth-settings.ts';
import { doctor } from './commands/doctor.ts';
import type { SimulateFlags } from './commands/simulate.ts';
import { serve } from './serve.ts';
import { resolveSettings, type SettingsFlags } from './settings.ts';
import { version } from './version.ts';

/** Examples in the help of each command. */
const examples: Examples = {
  '': 'ipc-server --socket /tmp/roo.sock',
  serve: 'ipc-server serve --http 8081',
  doctor: 'ipc-server doctor --port 7800',
  simulate: 'ipc-server simulate --port 7800',
  install: 'ipc-server install --client claude-code --dry-run',
  uninstall: 'ipc-server uninstall --client claude-code',
  token: 'ipc-server token add laptop --expires 30d',
  'token add': 'ipc-server token add laptop --expires 30d',
  'token list': 'ipc-server token list',
  'token revoke': 'ipc-server token revoke laptop',
  completion: 'ipc-server completion bash',
  help: 'ipc-server help install',
};

/** Settings that the `install` command uses for this server. */
const installedServer: InstalledServer<InstallFlags & SettingsFlags> = {
  packageName: '@modegate/ipc-server',
  version,
  entryName: 'roo-ipc',
  withOptions: withAgent,
  ownArguments: socketArguments,
  ownOptions: ['--socket'],
  pathOptions: ['--log-file'],
  // The entry must work without this shell's variables, so the check assumes that none are set.
  check: (flags) => void resolveSettings(flags, {}),
};

/** Returns the socket arguments with an absolute path, because the client may start the server in another folder. */
function socketArguments(flags: AddressFlags): readonly string[] {
  if (flags.socket === undefined) return [];
  const { address } = chooseAddress(flags, {});
  return ['--socket', address.kind === 'socket' ? address.path : flags.socket];
}

await runProgram({
  name: 'ipc-server',
  create: createProgram,
  knownErrors: ['IpcError', 'ServerConfigError', 'TextFileError'],
  exitCodes: { known: 1, fault: 1 },
});

function createProgram(setExitCode: (code: number) => void): Command {
  const program = serverCommand<SettingsFlags>(withAuth(withSettings(new Command('ipc-server'))), {
    description:
      'An MCP server that drives a coding agent over its IPC. Without a command, it serves MCP on stdin and stdout.',
    version,
    serve: async (flags) => {
      const toolErrors = readToolErrors(flags.toolErrors, process.env);
      setExitCode(await serve(resolveSettings(flags), { toolErrors }));
    },
    serveAsAsked: async (flags) => {
      const toolErrors = readToolErrors(flags.toolErrors, process.env);
      const http = resolveHttpSettings(flags, process.env);
      const web = http && { http, auth: resolveIpcAuth(flags) };
      setExitCode(await serve(resolveSettings(flags), { toolErrors, web }));
    },
  });
  addDoctor(program, setExitCode);
  addSimulate(program);
  addInstallCommands(program, installedServer);
  addTokenCommands(program, {
    withSettings: withAuth,
    tokensFile: (command) => resolveIpcAuth(command.optsWithGlobals<SettingsFlags>()).tokensFile,
    hasModes: false,
  });
  addCompletionCommand(program);
  addHelp(program, examples);
  return program;
}

function withSettings(command: Command): Command {
  return withAgent(command)
    .optionsGroup('Limits:')
    .option('--timeout-ms <ms>', 'override the time-out of every command (env ROO_IPC_TIMEOUT_MS)')
    .option(
      '--ack-timeout-ms <ms>',
      'how long a connected agent may take to introduce itself (env ROO_IPC_ACK_TIMEOUT_MS; default: 10000)',
    )
    .option('--max-events <count>', 'maximum number of events in each queue (env ROO_IPC_MAX_EVENTS; default: 10000)')
    .option(
      '--max-buffer-bytes <bytes>',
      'maximum size of each event queue, in bytes (env ROO_IPC_MAX_BUFFER_BYTES; default: 33554432)',
    )
    .option(
      '--max-frame-bytes <bytes>',
      'maximum size of a message from the agent, in bytes (env ROO_IPC_MAX_FRAME_BYTES; default: 33554432)',
    )
    .optionsGroup('Events:')
    .option('--no-push', 'do not send event notifications (env ROO_IPC_PUSH=false)')
    .optionsGroup('Log:')
    .option('--log-level <level>', 'DEBUG, INFO, WARNING or ERROR (env MODEGATE_LOG_LEVEL; default: INFO)')
    .option('--log-file <file>', 'also log to this file (env MODEGATE_LOG_FILE)')
    .optionsGroup('Options:');
}

function withAuth(command: Command): Command {
  return command
    .optionsGroup('HTTP:')
    .option('--auth <file>', 'who may connect over HTTP: a JSON file (env MODEGATE_IPC_AUTH)')
    .optionsGroup('Options:');
}

function addDoctor(program: Command, setExitCode: (code: number) => void): void {
  withSettings(program.command('doctor'))
    .description('show where the server looks for an agent, and any problems')
    .option('--json', 'print the report as JSON')
    .action(async (flags: SettingsFlags & { readonly json?: boolean }, command: Command) => {
      setExitCode(await doctor(resolveSettings(command.optsWithGlobals<SettingsFlags>()), flags));
    });
}

function addSimulate(program: Command): void {
  withAddress(program.command('simulate'))
    .description('run a simulated agent to try this server out')
    .action(async (_flags: SimulateFlags, command: Command) => {
      const { simulate } = await import('./commands/simulate.ts');
      return simulate(command.optsWithGlobals<SimulateFlags>());
    });
}
