import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { restrictionTemplates } from '@modegate/policy-check';
import { AppError, print } from '@modegate/program-shell';
import { projectModeFiles } from '@modegate/project';
import { loadProject, saveMode } from '@modegate/project/node';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { settingsFiles } from '../project/family-files.ts';
import { findProject } from '../project/find-project.ts';
import { schemaUrl } from '../settings-schema.ts';
import { writeText } from './write-text.ts';

/** Flags of `modegate init`. */
export interface InitFlags {
  readonly projectRoot?: string;
  readonly force?: boolean;
  readonly template?: string;
}

const content = { $schema: schemaUrl, persona: 'default', failOn: 'error', rules: {} };

/** Writes a configuration file, which is kept when it is there unless it is forced; or with `template` a mode. */
export async function runInit({ projectRoot, force = false, template }: InitFlags): Promise<ExitCode> {
  const place = findProject(projectRoot ?? '.');
  const { root } = place;
  if (template !== undefined) return addTemplate(root, template);
  const existing = settingsFiles.map((name) => join(root, name)).find((file) => existsSync(file));
  if (existing !== undefined && !force) throw new AppError(`${existing} exists already. Use --force to replace it.`);
  const file = existing?.endsWith('.json') ? existing : join(root, settingsFiles[0]);
  await writeText(file, `${JSON.stringify(content, null, 2)}\n`, place);
  print(`Wrote ${file}`);
  return exitCodes.clean;
}

async function addTemplate(root: string, id: string): Promise<ExitCode> {
  const template = restrictionTemplates.find((one) => one.id === id);
  if (template === undefined) {
    const known = restrictionTemplates.map((one) => one.id);
    throw new AppError(`There is no template '${id}'. Expected one of ${known.join(', ')}.`);
  }
  const { slugs, file: existing } = await findModes(root);
  const { mode, placeholders, limits } = template;
  if (slugs.includes(mode.slug))
    throw new AppError(`The project has a mode '${mode.slug}' already; it was left as it is.`);
  const file = existing ?? join(root, projectModeFiles[0]);
  await saveMode({ file, within: root, mode: { ...mode } });
  print(`Wrote the mode '${mode.slug}' to ${file}`);
  if (placeholders.length > 0) print(`Put your own servers in place of: ${placeholders.join(', ')}`);
  for (const limit of limits) print(`Note: ${limit}`);
  return exitCodes.clean;
}

/** The modes that the project has, and their file. */
async function findModes(
  projectRoot: string,
): Promise<{ readonly slugs: readonly string[]; readonly file: string | undefined }> {
  const { modes, sources } = await loadProject({ projectRoot });
  if (modes.project?.unreadable !== undefined) throw new AppError(modes.project.unreadable);
  const found = sources.find(({ what, layer, state }) => what === 'modes' && layer === 'project' && state === 'read');
  return {
    slugs: modes.project?.modes.map(({ config }) => config.slug) ?? [],
    file: found && join(projectRoot, found.path),
  };
}
