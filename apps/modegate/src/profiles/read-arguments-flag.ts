import { parseJsonObject } from '../parse-json.ts';

/**
 * Reads the arguments of a call from JSON. Default: no arguments.
 *
 * @throws {AppError} exit code 2 for anything except an object.
 */
export function readArgumentsFlag(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined) return {};
  return parseJsonObject(text, '--args', '--args expects a JSON object, such as {"path":"src/a.ts"}.');
}
