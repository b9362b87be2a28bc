import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError } from '@modegate/text-files/settings';

/** The variables that settings are read from. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Expands a leading `~` and makes the path absolute.
 *
 * @param place - The flag, variable or key that has the path, for the message.
 * @throws {AppError} exit code 2 for a URL, of which nothing is shown: it may hold a password.
 */
export function expandPath(path: string, place?: string): string {
  const scheme = /^([a-z][a-z0-9+.-]{1,20}):\/\//i.exec(path)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    const hint = /^postgres(?:ql)?$/.test(scheme) ? ' Name a database with --database.' : '';
    throw new AppError(`${place ?? 'A setting'} must be a path on this machine, not a URL.${hint}`, 2);
  }
  return path === '~' || /^~[\\/]/.test(path) ? join(homedir(), path.slice(1)) : resolve(path);
}

/** The parts of a comma-separated list; undefined when there is none. */
export function splitList(text: string | undefined): readonly string[] | undefined {
  return nonEmpty(text)
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A text that says something. */
export function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/**
 * The known value that a text names, whatever its case.
 *
 * @throws {AppError} exit code 2 when it names none; `what` begins the message.
 */
export function readChoice<Choice extends string>(what: string, known: readonly Choice[], text: string): Choice {
  const choice = known.find((each) => each.toLowerCase() === text.toLowerCase());
  if (choice !== undefined) return choice;
  throw new AppError(`${what} must be one of ${known.join(', ')}, not '${text.slice(0, 60)}'.`);
}

/**
 * What a variable says that is `true` or `false`, whatever its case; undefined when it says nothing.
 *
 * @throws {AppError} exit code 2 when it says something else.
 */
export function readSwitch(env: Environment, variable: string): boolean | undefined {
  const value = nonEmpty(env[variable]);
  return value === undefined ? undefined : readChoice(variable, ['true', 'false'], value) === 'true';
}

/** How failed tool calls can be answered: with a result that says so, or with an error of JSON-RPC. */
export const toolErrorForms = ['result', 'jsonrpc'] as const;

/**
 * The form of failed tool calls: the flag wins over `MODEGATE_TOOL_ERRORS`, that over what a file says. Default `result`.
 *
 * @throws {AppError} exit code 2 when the variable names no form.
 */
export function readToolErrors(
  flag: string | undefined,
  env: Environment,
  written?: (typeof toolErrorForms)[number],
): (typeof toolErrorForms)[number] {
  const text = flag ?? nonEmpty(env.MODEGATE_TOOL_ERRORS) ?? written ?? 'result';
  return readChoice(flag === undefined ? 'MODEGATE_TOOL_ERRORS' : '--tool-errors', toolErrorForms, text);
}
