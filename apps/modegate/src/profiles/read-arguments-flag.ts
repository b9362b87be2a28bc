import { AppError } from '@modegate/cli-kit';
import { isJsonObject } from '@modegate/json';

/**
 * Reads the arguments of a call from JSON. Default: no arguments.
 *
 * @throws {AppError} exit code 2 for anything except an object.
 */
export function readArgumentsFlag(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch (cause) {
    throw new AppError(`--args is not valid JSON: ${(cause as Error).message}.`, 2, cause);
  }
  throw new AppError('--args expects a JSON object, such as {"path":"src/a.ts"}.');
}
