import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../app-error.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { print } from '../print.ts';
import { settingsFiles } from '../project/family-files.ts';
import { findProject } from '../project/find-project.ts';
import { schemaUrl } from '../settings-schema.ts';
import { writeText } from './write-text.ts';

/** Flags of `modegate init`. */
export interface InitFlags {
  readonly projectRoot?: string;
  readonly force?: boolean;
}

const content = { $schema: schemaUrl, persona: 'default', failOn: 'error', rules: {} };

/** Writes a configuration file; one that is there is kept unless it is forced. */
export async function runInit({ projectRoot, force = false }: InitFlags): Promise<ExitCode> {
  const { root } = findProject(projectRoot ?? '.');
  const existing = settingsFiles.map((name) => join(root, name)).find((file) => existsSync(file));
  if (existing !== undefined && !force) throw new AppError(`${existing} exists already. Use --force to replace it.`);
  const file = existing?.endsWith('.json') ? existing : join(root, settingsFiles[0]);
  await writeText(file, `${JSON.stringify(content, null, 2)}\n`);
  print(`Wrote ${file}`);
  return exitCodes.clean;
}
