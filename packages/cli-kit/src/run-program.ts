import { AppError } from '@modegate/text-files/settings';
import { type Command, CommanderError } from 'commander';

/** A program: its commands, and the form in which it reports failures. */
export interface Program {
  /** The name of the command, with which each failure message begins. */
  readonly name: string;
  /** Creates the commands. A command that ends with an exit code other than 0 passes the code to `finish`. */
  readonly create: (finish: (exitCode: number) => void) => Command;
  /** Names of this project's error classes, whose messages are intended for the user and need no stack trace. */
  readonly knownErrors: readonly string[];
  /** The exit codes for an error of a known class and for a fault in the program. */
  readonly exitCodes: { readonly known: 1 | 2; readonly fault: 1 | 3 };
  /** The line above the stack trace of a fault. Default: the error's message. */
  readonly faultLine?: string;
  /** Makes a message safe to display if it quotes other parties. Default: leaves the message unchanged. */
  readonly printable?: (message: string) => string;
}

/**
 * Runs a program to completion and ends the process: with 0 for help and version, with 2 for incorrect usage, or
 * otherwise with the code from a command or failure.
 */
export async function runProgram(program: Program, argv: readonly string[] = process.argv): Promise<void> {
  process.exitCode = await exitCodeOf(program, argv);
  // The client has disconnected or the command is done; pending work must not keep the process alive.
  process.exit();
}

async function exitCodeOf(program: Program, argv: readonly string[]): Promise<number> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 13)) {
    process.stderr.write(`${program.name} needs Node 22.13 or later; this is Node ${process.versions.node}.\n`);
    return 2;
  }
  let exitCode = 0;
  try {
    const commands = program.create((code) => {
      exitCode = code;
    });
    refuseExcessArguments(commands);
    nameFaults(commands, program.name);
    await commands.parseAsync(argv);
    return exitCode;
  } catch (error) {
    return explainFailure(error, program);
  }
}

/** Makes usage error messages begin like all others and end with a reference to the help text. */
function nameFaults(command: Command, name: string): void {
  command.configureOutput({
    outputError: (text, write) => write(`${text.replace(/^error: /, `${name}: `)}${hintOnOption(text, command)}`),
  });
  command.showHelpAfterError(`See '${name} --help'.`);
  for (const inner of command.commands) nameFaults(inner, name);
}

/** Returns a line that suggests a replacement for an option that only other programs have. */
function hintOnOption(text: string, { options }: Command): string {
  const [, option = ''] = /unknown option '(--[a-z-]+)'/.exec(text) ?? [];
  if (/^--(no-)?colou?rs?$/.test(option)) return '(Set NO_COLOR=1 or FORCE_COLOR=1 instead.)\n';
  const hasJson = options.some(({ long, argChoices }) => long === '--format' && argChoices?.includes('json') === true);
  return option === '--json' && hasJson ? '(Use --format json.)\n' : '';
}

/**
 * A program may accept unknown arguments in order to suggest the intended command; its commands inherit this setting,
 * but must not accept any unknown arguments.
 */
function refuseExcessArguments(parent: Command): void {
  for (const command of parent.commands) refuseExcessArguments(command.allowExcessArguments(false));
}

/**
 * Explains a failure: an expected error has a message for the user; any other error is a fault and is reported with its
 * location.
 */
function explainFailure(error: unknown, program: Program): number {
  const { name, knownErrors, exitCodes, printable = (text: string) => text } = program;
  // Commander has already printed the message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof AppError || (error instanceof Error && knownErrors.includes(error.name))) {
    process.stderr.write(`${name}: ${printable(message)}\n`);
    return error instanceof AppError ? error.exitCode : exitCodes.known;
  }
  const { faultLine = message } = program;
  const detail = error instanceof Error ? (error.stack ?? message) : message;
  process.stderr.write(`${name}: ${faultLine}\n${detail === faultLine ? '' : `${detail}\n`}`);
  return exitCodes.fault;
}
