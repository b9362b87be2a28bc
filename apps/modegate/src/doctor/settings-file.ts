import { isJsonObject, type JsonObject } from '@modegate/json';
import { readTextFile } from '@modegate/text-files';
import { readJsonSettings } from '@modegate/text-files/settings';

/** Reads an agent's settings file; returns an empty object if the file does not exist or cannot be read. */
export async function readHookSettings(file: string): Promise<JsonObject> {
  const reading = await readTextFile(file);
  try {
    const { value } = reading.state === 'read' ? readJsonSettings(reading.text, file) : { value: {} };
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
