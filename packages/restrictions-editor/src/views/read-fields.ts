import { attempt, isJsonObject } from '@modegate/json';

/**
 * Parses the arguments of a question; empty text means no arguments. Returns undefined for anything other than a JSON
 * object.
 */
export function readArguments(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {};
  const value: unknown = attempt(() => JSON.parse(text));
  return isJsonObject(value) ? value : undefined;
}
