import { isAbsolute, join } from 'node:path';
import { AppError, printError } from '@modegate/cli-kit';
import { extend } from '@modegate/json';
import { loadLock, showPath } from '@modegate/policy-check/node';
import type { ServerInventory } from '@modegate/policy-check/permissions';
import { escapeControls } from '@modegate/policy-check/reporters';
import { type Project, type ProjectSource, readProject } from '@modegate/project';
import { defaultShell, globalFilesSync } from '@modegate/project/node';
import type { Settings } from '../settings.ts';
import { type ListedFiles, workingFiles } from './listed-files.ts';

/** A project with all the information about it that commands may use. */
export interface LoadedProject extends Project {
  /** Name used in messages: the folder or the revision. */
  readonly name: string;
  /** Tools that the servers offer, as reported by the servers themselves, a file or the lock. */
  readonly inventory: readonly ServerInventory[] | undefined;
  /** Tools that the servers offer according to the lock, if they are known in addition to the current tools. */
  readonly lockedInventory: readonly ServerInventory[] | undefined;
  /** True if `inventory` comes from servers that were started in order to query them. */
  readonly isLive: boolean;
  /** Names of the servers that were queried but did not answer. */
  readonly unanswered: readonly string[];
  readonly projectFiles: readonly string[] | undefined;
  /** Absolute paths of the existing files, keyed by their names in reports. */
  readonly paths: ReadonlyMap<string, string>;
  /** The file that contained the settings. */
  readonly settingsFile: { readonly file: string; readonly text: string } | undefined;
}

/**
 * Reads all of a project's modes and servers files. Does not start anything or use the network, unless `live` is set in
 * the settings. The policy refuses everything that an unreadable file defines; the file is listed among the problems.
 *
 * @throws {AppError} exit code 4 when a requested lock does not exist; also in the same cases as {@link
 * loadLiveInventory}.
 */
export async function loadCheckedProject(settings: Settings, source?: ListedFiles): Promise<LoadedProject> {
  return addLive(settings, await readFiles(settings, source));
}

/**
 * Loads the project so that it can be compared, tested or rewritten.
 *
 * @throws {AppError} exit code 2 also when a file is broken, because its content is unknown and a comparison would be
 * misleading.
 */
export async function loadReadableProject(settings: Settings, source?: ListedFiles): Promise<LoadedProject> {
  const project = await readFiles(settings, source);
  requireKnownTools(project);
  const [broken] = describeBroken(project);
  if (broken === undefined) return addLive(settings, project);
  const where = source?.kind === 'revision' ? ` (revision ${source.name})` : '';
  throw new AppError(`${broken}${where} Run \`modegate check\` for details.`);
}

/**
 * Refuses to answer while the settings disable a tool that does not exist, because every answer would treat the
 * intended tool as enabled.
 *
 * @throws {AppError} exit code 2 with the nearest name.
 */
export function requireKnownTools({ policy, settingsFile }: Pick<LoadedProject, 'policy' | 'settingsFile'>): void {
  const unknown = policy.problems.find(({ code }) => code === 'DISABLED_TOOL_UNKNOWN');
  if (unknown !== undefined) throw new AppError(`${settingsFile?.file ?? 'disabledTools'}: ${unknown.message}`);
}

/**
 * Loads the project for a question that the policy can answer (with a refusal) even if a file is broken. Reports each
 * broken file on stderr.
 *
 * @throws {AppError} in the same cases as {@link loadReadableProject} if servers would have to be started, because no
 * server is started for a broken project.
 */
export async function loadReachableProject(settings: Settings): Promise<LoadedProject> {
  if (settings.live !== undefined) return loadReadableProject(settings);
  const project = await loadCheckedProject(settings);
  requireKnownTools(project);
  for (const broken of describeBroken(project)) printError(escapeControls(broken));
  return project;
}

/** Describes, in one sentence each, the existing files that are entirely unusable. */
function describeBroken({ sources }: Project): readonly string[] {
  return sources
    .filter(({ state }) => state === 'unreadable')
    .map((source) => `${source.file} cannot be used: ${reasonOf(source).replace(/\.$/, '')}.`);
}

function reasonOf(source: ProjectSource): string {
  if (source.what === 'modes') return source.parsed?.unreadable ?? 'It could not be read.';
  return source.problems[0]?.message ?? 'It is not valid JSON.';
}

async function readFiles(settings: Settings, source?: ListedFiles): Promise<LoadedProject> {
  const { place, inventoryFile } = settings;
  const files = source ?? workingFiles(place);
  // Git runs while the files are being read.
  const listing = files.list();
  const [projectFiles, project] = await Promise.all([listing, readListed(settings, files, listing)]);
  const lock = await loadLock(settings, files);
  const given =
    inventoryFile === undefined ? undefined : await (await import('./inventory.ts')).loadInventory(inventoryFile);
  return extend(project, {
    name: files.name,
    inventory: given ?? lock?.inventory,
    // The current and the locked tools are compared only if both are known; otherwise a lock would be compared with
    // itself.
    lockedInventory: given === undefined ? undefined : lock?.inventory,
    isLive: false,
    unanswered: [],
    projectFiles,
    paths: new Map(project.sources.flatMap((one) => pathOf(one, settings))),
    settingsFile: settingsFileOf(settings),
  });
}

async function readListed(
  { place, globalConfigDir, serverFiles, disabledTools, shell }: Settings,
  files: ListedFiles,
  listing: ReturnType<ListedFiles['list']>,
): Promise<Project> {
  const named = serverFiles?.map((path) => showPath(place.root, path));
  // A revision may lack the files that the current settings specify.
  const listed = files.kind === 'folder' ? named : await listing;
  return readProject(files, {
    root: place.root,
    global: globalConfigDir === undefined ? undefined : (files.global ?? globalFilesSync)(globalConfigDir),
    serverFiles: named?.filter((path) => isAbsolute(path) || listed?.includes(path)),
    disabledTools,
    shell: shell ?? defaultShell(),
  });
}

function settingsFileOf({ place, file, text }: Settings): LoadedProject['settingsFile'] {
  return file === undefined || text === undefined ? undefined : { file: showPath(place.repository, file), text };
}

function pathOf(
  { state, layer, path, file }: ProjectSource,
  { place, globalConfigDir }: Settings,
): readonly (readonly [string, string])[] {
  if (state === 'missing') return [];
  const folder = layer === 'project' ? place.root : (globalConfigDir ?? '');
  return [[file, isAbsolute(path) ? path : join(folder, path)]];
}

/** Replaces the servers' known tools with those in the servers' current responses. */
async function addLive({ live, place }: Settings, project: LoadedProject): Promise<LoadedProject> {
  if (live === undefined) return project;
  const { loadLiveInventory } = await import('./live/live-inventory.ts');
  const { inventory, unanswered } = await loadLiveInventory({ entries: project.servers, live, root: place.root });
  if (inventory === undefined) return project;
  // Without a file or live responses, the lock is the only source.
  return { ...project, inventory, lockedInventory: project.inventory, isLive: true, unanswered };
}
