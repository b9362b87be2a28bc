import { statSync } from 'node:fs';
import { AppError } from '@modegate/cli-kit';
import type { Settings } from './settings.ts';

/**
 * Checks that the project folder exists. @throws {AppError} exit code 2 if it does not, because every file would
 * otherwise be reported as missing.
 */
export function requireProjectFolder({ projectRoot }: Pick<Settings, 'projectRoot'>): void {
  if (statSync(projectRoot, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const hint = /\$\{.*\}/.test(projectRoot) ? ' The client did not expand the variable. Write the path itself.' : '';
  throw new AppError(`The project folder ${projectRoot} (--project-root) does not exist.${hint}`);
}
