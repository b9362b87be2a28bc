import { AppError } from '@modegate/cli-kit';
import { isJsonObject, type JsonObject } from '@modegate/json';

/**
 * Reads the arguments of a call from JSON. Default: no arguments.
 *
 * @throws {AppError} exit code 2 for anything except an object.
 */
export function readArgumentsFlag(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined) return {};
  return parseObject(text, '--args', '--args expects a JSON object, such as {"path":"src/a.ts"}.');
}

/**
 * Reads a JSON object.
 *
 * @param what - The text, as the beginning of a sentence.
 * @param refusal - A sentence for a text that is not an object.
 * @throws {AppError} exit code 2 for anything except an object.
 */
export function parseObject(text: string, what: string, refusal: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch (cause) {
    throw new AppError(`${what} is not valid JSON: ${(cause as Error).message}.`, 2, cause);
  }
  throw new AppError(refusal);
}
