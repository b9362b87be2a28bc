import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { CheckOptions, Persona, Severity, ToolBudget } from '@modegate/policy-check';
import { AppError } from '@modegate/program-shell';
import { readTextFile } from '@modegate/text-files';
import { defaultLockFile, settingsFiles } from './project/family-files.ts';
import { findProject, isThere, type ProjectPlace } from './project/find-project.ts';
import { type LiveFlags, type LiveSettings, readLive } from './project/live/live-settings.ts';

/** What the command line can say about where to look and how to judge; what it leaves out comes from the file, then from the defaults. */
export interface SettingsFlags extends LiveFlags {
  readonly projectRoot?: string;
  readonly config?: string;
  readonly global?: boolean;
  readonly globalConfigDir?: string;
  readonly inventory?: string;
  readonly lock?: string;
  readonly persona?: Persona;
  readonly failOn?: Severity | 'never';
  readonly baseline?: string;
}

/** Everything that decides what is looked at and how it is judged; paths are absolute. */
export interface Settings {
  readonly place: ProjectPlace;
  /** The file that was read, if there was one. */
  readonly file: string | undefined;
  /** Its text. */
  readonly text: string | undefined;
  /** Folder of the user's own modes and servers; undefined when they are left out. */
  readonly globalConfigDir: string | undefined;
  readonly persona: Persona;
  readonly failOn: Severity | 'never';
  readonly rules: CheckOptions['rules'];
  readonly baselineFile: string | undefined;
  /** `isAsked`: somebody named it, so that it must be there. */
  readonly lock: { readonly file: string; readonly isAsked: boolean };
  readonly inventoryFile: string | undefined;
  /** Undefined when no server is started, which is the rule. */
  readonly live: LiveSettings | undefined;
  readonly serverFiles: readonly string[] | undefined;
  readonly disabledTools: readonly string[] | undefined;
  readonly budget: ToolBudget;
}

/**
 * Resolves the settings of the project around a path.
 *
 * @param read - Reads the configuration file. Default: as it is saved.
 *
 * @throws {AppError} exit code 2, when the path or the configuration file does not exist, or a value of it or a flag is not usable.
 */
export async function resolveSettings(flags: SettingsFlags, path = '.', read = readTextFile): Promise<Settings> {
  const place = flags.projectRoot === undefined ? findProject(path) : placeAt(flags.projectRoot);
  const file = flags.config === undefined ? findSettingsFile(place) : resolve(flags.config);
  const text = file === undefined ? undefined : await readSettings(file, read);
  const content =
    file === undefined || text === undefined ? {} : (await import('./parse-settings.ts')).parseSettings(text, file);
  const from = (name: string) => resolve(file === undefined ? place.root : dirname(file), name);
  const given = (flag: string | undefined, value: string | undefined) =>
    flag === undefined ? value && from(value) : resolve(flag);
  const lock = given(flags.lock, content.lock);
  return {
    place,
    file,
    text,
    globalConfigDir: wantedGlobalFolder(flags),
    persona: flags.persona ?? content.persona ?? 'default',
    failOn: flags.failOn ?? content.failOn ?? 'error',
    rules: content.rules,
    baselineFile: given(flags.baseline, content.baseline),
    lock: { file: lock ?? join(place.root, defaultLockFile), isAsked: lock !== undefined },
    inventoryFile: flags.inventory === undefined ? undefined : resolve(flags.inventory),
    live: readLive(flags, join(stateDir(flags), 'trusted-servers.json')),
    serverFiles: content.servers?.map(from),
    disabledTools: content.disabledTools,
    budget: { tools: content.budget?.tools ?? 128, tokens: content.budget?.tokens },
  };
}

/** Which of the user's own files are read. */
export interface GlobalFlags {
  readonly global?: boolean | undefined;
  readonly globalConfigDir?: string | undefined;
}

/** Folder of the user's own modes and servers; undefined when they are not asked for. */
export function wantedGlobalFolder(flags: GlobalFlags): string | undefined {
  return flags.global === true || flags.globalConfigDir !== undefined ? globalFolder(flags) : undefined;
}

function globalFolder({ globalConfigDir }: GlobalFlags): string {
  return resolve(globalConfigDir ?? (process.env.ROO_CONFIG_DIR || join(homedir(), '.roo-code')));
}

/** Where modes-server keeps its state unless its own flags or file say otherwise. */
export function stateDir(flags: GlobalFlags = {}): string {
  return resolve(process.env.MODEGATE_STATE_DIR || join(globalFolder(flags), 'modegate'));
}

/**
 * The project in a folder that somebody named.
 *
 * @throws {AppError} exit code 2 when the folder does not exist.
 */
export function placeAt(folder: string): ProjectPlace {
  const { repository } = findProject(folder);
  return { root: resolve(folder), repository };
}

/** The nearest settings from the project up to the root of the repository. */
export function findSettingsFile({ root, repository }: ProjectPlace): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const found = settingsFiles.map((name) => join(folder, name)).find(isThere);
    if (found !== undefined || folder === repository || folder === dirname(folder)) return found;
  }
}

/**
 * The text of a configuration file.
 *
 * @throws {AppError} exit code 2 when it is not there or cannot be read.
 */
export async function readSettings(file: string, read = readTextFile): Promise<string> {
  const reading = await read(file);
  if (reading.state === 'read') return reading.text;
  const reason = reading.state === 'missing' ? 'it does not exist; `modegate init` writes one' : reading.reason;
  throw new AppError(`The configuration file ${file} could not be read: ${reason}.`);
}
