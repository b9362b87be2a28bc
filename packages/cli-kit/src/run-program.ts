import { AppError } from '@modegate/text-files/settings';
import { type Command, CommanderError } from 'commander';

/** One program: its commands, and what its failures look like. */
export interface Program {
  /** As it is called; begins each message of a failure. */
  readonly name: string;
  /** Makes the commands. A command that ends with another code than 0 hands it to `finish`. */
  readonly create: (finish: (exitCode: number) => void) => Command;
  /** Names of the errors of our packages: their messages are for the user, and need no stack. */
  readonly knownErrors: readonly string[];
  /** What such an error ends with, and what a fault of the program ends with. */
  readonly exitCodes: { readonly known: 1 | 2; readonly fault: 1 | 3 };
  /** The line above the stack of a fault. Default: the message of the error. */
  readonly faultLine?: string;
  /** Makes a message that quotes others fit to be shown. Default: as it is. */
  readonly printable?: (message: string) => string;
}

/** Runs a program to its end, and ends the process: 0 for help and version, 2 for wrong usage, and what a command or a failure says. */
export async function runProgram(program: Program, argv: readonly string[] = process.argv): Promise<void> {
  process.exitCode = await exitCodeOf(program, argv);
  // The client has gone or the command is done; nothing that still waits may keep the process.
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

/** Lines about wrong usage begin as all others do, and end with the way to the help. */
function nameFaults(command: Command, name: string): void {
  command.configureOutput({
    outputError: (text, write) => write(`${text.replace(/^error: /, `${name}: `)}${hintOnOption(text, command)}`),
  });
  command.showHelpAfterError(`See '${name} --help'.`);
  for (const inner of command.commands) nameFaults(inner, name);
}

/** A line for an option that other programs have. */
function hintOnOption(text: string, { options }: Command): string {
  const [, option = ''] = /unknown option '(--[a-z-]+)'/.exec(text) ?? [];
  if (/^--(no-)?colou?rs?$/.test(option)) return '(Set NO_COLOR=1 or FORCE_COLOR=1 instead.)\n';
  const hasJson = options.some(({ long, argChoices }) => long === '--format' && argChoices?.includes('json') === true);
  return option === '--json' && hasJson ? '(Use --format json.)\n' : '';
}

/** A program may take arguments that it knows nothing of, to say which command was meant; its commands inherit that, and must not. */
function refuseExcessArguments(parent: Command): void {
  for (const command of parent.commands) refuseExcessArguments(command.allowExcessArguments(false));
}

/** What is expected to go wrong has a message for the user; anything else is a fault and shows where. */
function explainFailure(error: unknown, program: Program): number {
  const { name, knownErrors, exitCodes, printable = (text: string) => text } = program;
  // It has printed what it has to say.
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
