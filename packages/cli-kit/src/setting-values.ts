import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError } from '@modegate/text-files/settings';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Expands a leading `~` and makes the path absolute.
 *
 * @param place - The flag, variable or key with the path, for the message.
 * @throws {AppError} exit code 2 for a URL, which is not shown because it may contain a password.
 */
export function expandPath(path: string, place?: string): string {
  const scheme = /^([a-z][a-z0-9+.-]{1,20}):\/\//i.exec(path)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    const hint = /^postgres(?:ql)?$/.test(scheme) ? ' Name a database with --database.' : '';
    throw new AppError(`${place ?? 'A setting'} must be a path on this machine, not a URL.${hint}`, 2);
  }
  return path === '~' || /^~[\\/]/.test(path) ? join(homedir(), path.slice(1)) : resolve(path);
}

/** The items of a comma-separated list; undefined if there are none. */
export function splitList(text: string | undefined): readonly string[] | undefined {
  return nonEmpty(text)
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The text, unless it is empty. */
export function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/**
 * The known value with this name, ignoring case.
 *
 * @throws {AppError} exit code 2 if there is none; `what` begins the message.
 */
export function readChoice<Choice extends string>(what: string, known: readonly Choice[], text: string): Choice {
  const choice = known.find((each) => each.toLowerCase() === text.toLowerCase());
  if (choice !== undefined) return choice;
  throw new AppError(`${what} must be one of ${known.join(', ')}, not '${text.slice(0, 60)}'.`);
}

/**
 * Reads a variable that is `true` or `false`, ignoring case; undefined if it is unset or empty.
 *
 * @throws {AppError} exit code 2 for any other value.
 */
export function readSwitch(env: Environment, variable: string): boolean | undefined {
  const value = nonEmpty(env[variable]);
  return value === undefined ? undefined : readChoice(variable, ['true', 'false'], value) === 'true';
}

/** Forms of failed tool calls: a result that says so, or a JSON-RPC error. */
export const toolErrorForms = ['result', 'jsonrpc'] as const;

/**
 * Resolves the form of failed tool calls: the flag wins over `MODEGATE_TOOL_ERRORS`, which wins over the file. Default
 * `result`.
 *
 * @throws {AppError} exit code 2 if the variable has an unknown form.
 */
export function readToolErrors(
  flag: string | undefined,
  env: Environment,
  written?: (typeof toolErrorForms)[number],
): (typeof toolErrorForms)[number] {
  const text = flag ?? nonEmpty(env.MODEGATE_TOOL_ERRORS) ?? written ?? 'result';
  return readChoice(flag === undefined ? 'MODEGATE_TOOL_ERRORS' : '--tool-errors', toolErrorForms, text);
}
