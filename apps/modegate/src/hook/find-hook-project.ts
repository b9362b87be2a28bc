import { dirname, join, resolve } from 'node:path';
import type { AgentName } from '@modegate/agent-hooks';
import { hasChosenMode, type JudgedProject } from '@modegate/agent-hooks/node';
import { AppError } from '@modegate/cli-kit';
import type { CircumstanceSources } from '@modegate/mode-core';
import type { CheckSettingsFile } from '@modegate/policy-check/node';
import {
  findProject,
  findSessionProject,
  findSettingsFile,
  listAncestors,
  type ProjectFolders,
  settingsFiles,
  showPath,
  usesModegate,
} from '@modegate/policy-check/node';
import { type PolicySources, type ProjectSource, readPolicySources } from '@modegate/project';
import { folderFilesSync, globalFilesSync, readCallContext } from '@modegate/project/node';
import { readTextFileSync } from '@modegate/text-files';
import { projectFoldersAt, stateDir } from '../settings.ts';

/** Location of a hook's project. */
export interface HookProjectOptions {
  /** Folder specified in the installed command. Default: found by searching upwards from `cwd`. */
  readonly projectRoot: string | undefined;
  readonly cwd: string;
  /** Folder of the user's own modes and servers. By default, these are ignored. */
  readonly globalConfigDir: string | undefined;
}

/** A project that has been read, with every location that was checked. */
export interface ReadHookProject extends JudgedProject {
  readonly settings: CheckSettingsFile;
  readonly sources: readonly Pick<ProjectSource, 'layer' | 'path'>[];
}

/** Returns the checked locations that are the project's own files, and all locations of its settings. */
export function ownFiles({ root, sources }: Pick<ReadHookProject, 'root' | 'sources'>): readonly string[] {
  const settings = listAncestors(root).flatMap((folder) => settingsFiles.map((name) => join(folder, name)));
  return [...sources.filter(({ layer }) => layer === 'project').map(({ path }) => path), ...settings];
}

/**
 * Loads a project for an agent's calls. The project's policy need not be able to evaluate commands if the call does not
 * run one.
 */
export type LoadProject = (
  place: HookProjectOptions,
  agent: AgentName,
  runsCommand: boolean,
) => Promise<ReadHookProject>;

/** A project that was found, with the text of its settings. */
export interface FoundHookProject extends ProjectFolders {
  readonly globalConfigDir: string | undefined;
  readonly settingsFile: string | undefined;
  readonly settingsText: string | undefined;
}

/**
 * Finds the project to which a hook belongs.
 *
 * @throws {AppError} if the folder does not exist or its settings cannot be read.
 */
export function findHookProject({ projectRoot, cwd, globalConfigDir }: HookProjectOptions): FoundHookProject {
  const root = projectRoot ?? findProjectOf([cwd]);
  const found = root === undefined ? findProject(cwd) : projectFoldersAt(root);
  const settingsFile = findSettingsFile(found);
  const settingsText = settingsFile === undefined ? undefined : readSettingsNow(settingsFile);
  return { ...found, globalConfigDir, settingsFile, settingsText };
}

/**
 * Returns the project folder for a session, even if the folder is considered a project only because a user has selected
 * a mode for it.
 *
 * @throws {AppError} in the same cases as {@link findSessionProject}.
 */
export function findProjectOf(folders: readonly string[], state = stateDir()): string | undefined {
  return findSessionProject(folders, (folder) => usesModegate(folder) || hasChosenMode(state, folder));
}

/** Reads all locations of a project in parallel. */
export function readHookSources(
  { root, repository, globalConfigDir, settingsFile }: FoundHookProject,
  settings: CheckSettingsFile,
): Promise<PolicySources> {
  const files = folderFilesSync(root, { shownFrom: repository });
  const global = globalConfigDir === undefined ? undefined : globalFilesSync(globalConfigDir);
  const from = dirname(settingsFile ?? root);
  const serverFiles = settings.servers?.map((path) => showPath(root, resolve(from, path)));
  return readPolicySources(files, { global, serverFiles });
}

/** Returns the sources for the time and environment of calls. */
export function circumstanceSources(root: string): CircumstanceSources & { readonly root: string } {
  return { root, now: Date.now, context: () => readCallContext(root, process.env) };
}

function readSettingsNow(file: string): string {
  const reading = readTextFileSync(file);
  if (reading.state === 'read') return reading.text;
  const reason = reading.state === 'missing' ? 'it does not exist' : reading.reason;
  throw new AppError(`The configuration file ${file} could not be read: ${reason}.`);
}
