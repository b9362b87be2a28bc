import { attempt, isJsonObject } from '@modegate/json';

/** Parses the arguments of a question; empty text means none. Returns undefined for anything but a JSON object. */
export function readArguments(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {};
  const value: unknown = attempt(() => JSON.parse(text));
  return isJsonObject(value) ? value : undefined;
}
