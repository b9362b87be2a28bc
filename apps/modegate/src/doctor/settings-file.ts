import { isJsonObject, type JsonObject } from '@modegate/json';
import { readTextFile } from '@modegate/text-files';
import { readJsonSettings } from '@modegate/text-files/settings';
import { type DoctorFinding, failed } from './finding.ts';

/** Content of an agent's settings file, or the reason why it cannot be read. Undefined if the file does not exist. */
export type AgentSettingsReading =
  | { readonly file: string; readonly settings: JsonObject }
  | { readonly file: string; readonly fault: DoctorFinding };

/** Reads settings files, which may contain comments, in the given order; skips missing files. */
export async function readSettingsFiles(files: readonly string[]): Promise<readonly AgentSettingsReading[]> {
  const readings = await Promise.all(files.map(readOne));
  return readings.filter((reading) => reading !== undefined);
}

/** Returns the object at a key; returns an empty object if the value is not an object. */
export function objectAt(value: unknown, key: string): JsonObject {
  const child = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(child) ? child : {};
}

async function readOne(file: string): Promise<AgentSettingsReading | undefined> {
  const reading = await readTextFile(file);
  if (reading.state === 'missing') return undefined;
  const settings = reading.state === 'read' ? parse(reading.text, file) : undefined;
  if (settings !== undefined) return { file, settings };
  return { file, fault: failed(`${file} cannot be read, so it may contain settings that switch off hooks.`) };
}

/** The file belongs to the agent, which reports any faults in the file itself. */
function parse(text: string, file: string): JsonObject | undefined {
  try {
    const { value = {} } = readJsonSettings(text, file);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
