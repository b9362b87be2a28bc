import { isAbsolute, join } from 'node:path';
import type { CheckedProject } from '../commands/check-project.ts';

/** Returns the absolute path of a file, given the file's name in reports. */
export function pathOfFile({ project, settings }: Pick<CheckedProject, 'project' | 'settings'>, file: string): string {
  return project.paths.get(file) ?? (isAbsolute(file) ? file : join(settings.place.repository, file));
}
