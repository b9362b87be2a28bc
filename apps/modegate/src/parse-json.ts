import { AppError } from '@modegate/cli-kit';
import { isJsonObject, type JsonObject } from '@modegate/json';

/**
 * Parses a JSON text.
 *
 * @param what - The text, as the beginning of a sentence.
 * @throws {AppError} exit code 2 if the text is not JSON.
 */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError(`${what} is not valid JSON: ${(cause as Error).message}.`, 2, cause);
  }
}

/**
 * Parses a JSON object.
 *
 * @param refusal - A sentence for any other value.
 * @throws {AppError} exit code 2 for anything except an object.
 */
export function parseJsonObject(text: string, what: string, refusal: string): JsonObject {
  const value = parseJson(text, what);
  if (isJsonObject(value)) return value;
  throw new AppError(refusal);
}
