import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError } from '@modegate/text-files/settings';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Expands a leading `~` and makes the path absolute.
 *
 * @param place - The flag, variable or key that contains the path, for the message.
 * @throws {AppError} exit code 2 for a URL; the message does not show the URL, because it may contain a password.
 */
export function expandPath(path: string, place?: string): string {
  const scheme = /^([a-z][a-z0-9+.-]{1,20}):\/\//i.exec(path)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    const hint = /^postgres(?:ql)?$/.test(scheme) ? ' Specify a database with --database.' : '';
    throw new AppError(`${place ?? 'A setting'} must be a path on this machine, not a URL.${hint}`);
  }
  return path === '~' || /^~[\\/]/.test(path) ? join(homedir(), path.slice(1)) : resolve(path);
}

/** Returns the parts of a comma-separated list; undefined if there is no list. */
export function splitList(text: string | undefined): readonly string[] | undefined {
  return nonEmpty(text)
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Returns the text if it is not empty; otherwise undefined. */
export function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/**
 * Returns the known value that matches the given text, ignoring case.
 *
 * @throws {AppError} exit code 2 if the text matches no known value; the message begins with `what`.
 */
export function readChoice<Choice extends string>(what: string, known: readonly Choice[], text: string): Choice {
  const choice = known.find((each) => each.toLowerCase() === text.toLowerCase());
  if (choice !== undefined) return choice;
  throw new AppError(`${what} must be one of ${known.join(', ')}, not '${text.slice(0, 60)}'.`);
}

/**
 * Reads a variable that is `true` or `false`, ignoring case; returns undefined if the variable is not set.
 *
 * @throws {AppError} exit code 2 for any other value.
 */
export function readSwitch(env: Environment, variable: string): boolean | undefined {
  const value = nonEmpty(env[variable]);
  return value === undefined ? undefined : readChoice(variable, ['true', 'false'], value) === 'true';
}

/** The forms in which failed tool calls can be answered: a result that reports the failure, or a JSON-RPC error. */
export const toolErrorForms = ['result', 'jsonrpc'] as const;

/**
 * Resolves the form in which failed tool calls are answered: the flag overrides `MODEGATE_TOOL_ERRORS`, which overrides
 * the file. Default: `result`.
 *
 * @throws {AppError} exit code 2 if the value of the variable is not a known form.
 */
export function readToolErrors(
  flag: string | undefined,
  env: Environment,
  written?: (typeof toolErrorForms)[number],
): (typeof toolErrorForms)[number] {
  const text = flag ?? nonEmpty(env.MODEGATE_TOOL_ERRORS) ?? written ?? 'result';
  return readChoice(flag === undefined ? 'MODEGATE_TOOL_ERRORS' : '--tool-errors', toolErrorForms, text);
}
