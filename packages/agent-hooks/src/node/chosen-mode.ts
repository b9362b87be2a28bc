import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, isJsonObject } from '@modegate/json';
import { readTextFileSync } from '@modegate/text-files';
import { AppError } from '@modegate/text-files/settings';

/** Returns the path of the file that stores the mode that a user has chosen for a project. */
export function chosenModeFile(state: string, root: string): string {
  // Two long paths may share a file name; the file's content distinguishes them.
  return join(state, 'modes', `${encodeURIComponent(realpathSync(root)).slice(-maxNameLength)}.json`);
}

const maxNameLength = 200;

/** Returns the content to store in the file: the mode for this project. */
export function chosenModeText(root: string, mode: string): string {
  return `${JSON.stringify({ project: realpathSync(root), mode }, null, 2)}\n`;
}

/**
 * Reads the mode chosen for a project; returns undefined if none has been chosen.
 *
 * @throws {AppError} if the choice cannot be read, because another mode may allow more.
 */
export function readChosenMode(state: string, root: string): string | undefined {
  const file = chosenModeFile(state, root);
  const reading = readTextFileSync(file, { maxBytes: 64 * 1024 });
  if (reading.state === 'missing') return undefined;
  const content = reading.state === 'read' ? attempt((): unknown => JSON.parse(reading.text)) : undefined;
  if (isJsonObject(content) && content.project === realpathSync(root) && typeof content.mode === 'string')
    return content.mode;
  throw new AppError(`The chosen mode in ${file} cannot be read. Run \`modegate mode use <slug>\` again.`);
}

/** True if a user has chosen a mode for a folder; an unreadable choice is also treated as a choice. */
export function hasChosenMode(state: string, folder: string): boolean {
  // A folder that does not exist has no file.
  return attempt(() => lstatSync(chosenModeFile(state, folder), { throwIfNoEntry: false })) !== undefined;
}
