import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type PermissionAgentName, permissionAgentNames } from '@modegate/agent-policies';
import { AppError, confirm, print, processTerminal } from '@modegate/cli-kit';
import { restrictionTemplates } from '@modegate/policy-check';
import { findProject, type ProjectFolders, schemaUrl, settingsFiles } from '@modegate/policy-check/node';
import { projectModeFiles } from '@modegate/project';
import { loadProject, saveMode } from '@modegate/project/node';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { workingFiles } from '../project/listed-files.ts';
import { agentTemplates } from './agent-templates.ts';
import { loadUsedAgents } from './check-project.ts';
import { writeText } from './write-text.ts';

/** Flags for `modegate init`. */
interface InitFlags {
  readonly projectRoot?: string;
  readonly force?: boolean;
  readonly template?: string;
  /** The agent whose own permission file is written instead of a configuration file. */
  readonly agent?: PermissionAgentName;
}

const content = { $schema: schemaUrl, persona: 'default', failOn: 'error', rules: {} };

/**
 * Writes a configuration file, leaving an existing one unchanged unless forced; with `template`, writes a mode instead,
 * and with `agent`, that agent's permissions. A project with nothing to check also gets a first mode, so that `check`
 * accepts the result; on a terminal, the user is asked first.
 */
export async function runInit({ projectRoot, force = false, template, agent }: InitFlags): Promise<ExitCode> {
  const place = findProject(projectRoot ?? '.');
  const { root } = place;
  if (agent !== undefined) return addAgentFile(place, agent);
  if (template !== undefined) return addTemplate(root, template);
  const existing = settingsFiles.map((name) => join(root, name)).find((file) => existsSync(file));
  const wantsMode = await hasNothingToCheck(place);
  if (existing === undefined || force) {
    const file = existing?.endsWith('.json') ? existing : join(root, settingsFiles[0]);
    await writeText(file, `${JSON.stringify(content, null, 2)}\n`, place);
    print(`Wrote ${file}`);
  } else if (!wantsMode) throw new AppError(`${existing} already exists. Use --force to replace it.`);
  if (wantsMode) await addFirstMode(root);
  return exitCodes.clean;
}

async function hasNothingToCheck(place: ProjectFolders): Promise<boolean> {
  const { sources } = await loadProject({ projectRoot: place.root });
  const agents = await loadUsedAgents(place, workingFiles(place));
  return agents.length === 0 && sources.every(({ state }) => state === 'missing');
}

async function addAgentFile(place: ProjectFolders, agent: PermissionAgentName): Promise<ExitCode> {
  const { file, text } = agentTemplates[agent];
  const path = join(place.root, file);
  if (existsSync(path)) throw new AppError(`${path} already exists, and was left unchanged.`);
  await writeText(path, text, place);
  print(`Wrote ${path}`);
  print(`\`modegate why ${agent} <tool> <text>\` shows how ${agent} handles a call.`);
  return exitCodes.clean;
}

const firstTemplate = 'docs-writer';

async function addFirstMode(root: string): Promise<void> {
  const summary = restrictionTemplates.find(({ id }) => id === firstTemplate)?.summary ?? '';
  const question = `This project has no modes or MCP servers yet. Add a first mode, '${firstTemplate}'? ${summary}`;
  if (!processTerminal.isAttended || (await confirm(processTerminal, question))) await addTemplate(root, firstTemplate);
  const others = restrictionTemplates.map(({ id }) => id).join(', ');
  print(`\`modegate init --template <id>\` adds a mode: ${others}.`);
  print(`\`modegate init --agent <name>\` writes an agent's own permissions: ${permissionAgentNames.join(', ')}.`);
}

async function addTemplate(root: string, id: string): Promise<ExitCode> {
  const template = restrictionTemplates.find((one) => one.id === id);
  if (template === undefined) {
    const known = restrictionTemplates.map((one) => one.id);
    throw new AppError(`Unknown template '${id}'. Expected one of ${known.join(', ')}.`);
  }
  const { modes, sources } = await loadProject({ projectRoot: root });
  if (modes.project?.unreadable !== undefined) throw new AppError(modes.project.unreadable);
  const { mode, placeholders, limits } = template;
  if (modes.project?.modes.some(({ config }) => config.slug === mode.slug) === true)
    throw new AppError(`The project already has a mode '${mode.slug}', which was left unchanged.`);
  const found = sources.find(({ what, layer, state }) => what === 'modes' && layer === 'project' && state === 'read');
  const file = join(root, found?.path ?? projectModeFiles[0]);
  await saveMode({ file, within: root, mode: { ...mode } });
  print(`Wrote the mode '${mode.slug}' to ${file}`);
  if (placeholders.length > 0) print(`Replace these placeholders with your own servers: ${placeholders.join(', ')}`);
  for (const limit of limits) print(`Note: ${limit}`);
  return exitCodes.clean;
}
