import { nearestName } from '@modegate/nearest-name';
import { AppError } from '@modegate/text-files/settings';
import { type Command, Option } from 'commander';
import { collectValues } from './collect-values.ts';
import type { HttpFlags } from './http-settings.ts';
import { flushOutput } from './print.ts';
import { toolErrorForms } from './setting-values.ts';

/**
 * The flag that sets the form of the response to a failed tool call: a result that reports the failure, or a JSON-RPC
 * error.
 */
export interface ServeFlags {
  readonly toolErrors?: (typeof toolErrorForms)[number];
}

/** The additional flags of the command `serve`. */
export interface ServeCommandFlags extends ServeFlags, HttpFlags {}

/** Options for a program that serves on stdin and stdout unless a command is given. */
export interface ServerCommandOptions<Flags> {
  readonly description: string;
  readonly version: string;
  readonly serve: (flags: Flags & ServeFlags) => Promise<void>;
  /**
   * Serves as requested by the `serve` command: over HTTP if a flag, the environment or the configuration requests it.
   */
  readonly serveAsAsked: (flags: Flags & ServeCommandFlags) => Promise<void>;
}

/** Completes a command that already has the program's own options. */
export function serverCommand<Flags>(command: Command, options: ServerCommandOptions<Flags>): Command {
  const program = describeProgram(command, options);
  program
    .command('serve')
    .description('serve over HTTP (--http), or on stdin and stdout')
    .option('--http <[host:]port>', 'where to listen; port 0 selects a free port (env MODEGATE_HTTP; host: 127.0.0.1)')
    .option(
      '--allowed-host <name>',
      'a host name to accept in requests; may be repeated (env MODEGATE_HTTP_ALLOWED_HOSTS; default: loopback names)',
      collectValues,
    )
    .option(
      '--allowed-origin <origin>',
      'an origin to accept from browsers; may be repeated (env MODEGATE_HTTP_ALLOWED_ORIGINS; default: the origins of the allowed hosts)',
      collectValues,
    )
    .option(
      '--http-limit <name=number>',
      'a server limit, such as max_sessions=100; may be repeated (env MODEGATE_HTTP_LIMITS)',
      collectValues,
    )
    .action((_flags: HttpFlags, serve: Command) =>
      options.serveAsAsked(serve.optsWithGlobals<Flags & ServeCommandFlags>()),
    );
  return program;
}

function describeProgram<Flags>(command: Command, options: ServerCommandOptions<Flags>): Command {
  return (
    command
      .description(options.description)
      .version(options.version, '-V, --version', 'print the version')
      .helpOption('-h, --help', 'show this help')
      .addOption(
        new Option(
          '--tool-errors <form>',
          'how to answer failed tool calls (env MODEGATE_TOOL_ERRORS; default: result)',
        )
          .choices(toolErrorForms)
          .helpGroup('Protocol:'),
      )
      .allowExcessArguments(true)
      .showSuggestionAfterError()
      .exitOverride()
      // A pipe accepts 64 KiB in one write; the process must not end before the pipe has accepted the rest.
      .hook('postAction', (_program, { parent }) => (parent === null ? undefined : flushOutput()))
      .action(async (flags: Flags & ServeFlags) => {
        refuseUnknownCommand(command);
        await options.serve(flags);
      })
  );
}

/** Rejects arguments: serving takes none, so an argument must have been intended as a command. */
function refuseUnknownCommand({ args: [given], commands }: Command) {
  if (given === undefined) return;
  const known = commands.map((command) => command.name());
  const meant = nearestName(given, known);
  const hint = meant === undefined ? `Known commands: ${known.join(', ')}.` : `Did you mean '${meant}'?`;
  throw new AppError(`unknown command '${given.slice(0, 60)}'. ${hint}`);
}
