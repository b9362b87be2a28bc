import { isJsonObject } from '@modegate/json';

/** Parses the arguments of a question; empty text means none. Returns undefined for anything but a JSON object. */
export function readArguments(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
