import { dirname, join, resolve } from 'node:path';
import { readTextFile } from '@modegate/text-files';
import { AppError } from '@modegate/text-files/settings';
import type { CheckOptions } from '../check/check.ts';
import type { RulePreset, Severity } from '../source/finding.ts';
import type { ToolBudget } from '../workspace/workspace.ts';
import { defaultLockFile, settingsFiles } from './family-files.ts';
import { type ProjectFolders, pathExists } from './find-project.ts';
import type { SettingsFile } from './settings-schema.ts';

/** What a command line can say about how to check; what it leaves out comes from the file, then from the defaults. */
export interface CheckSettingsFlags {
  readonly config?: string | undefined;
  readonly lock?: string | undefined;
  readonly persona?: RulePreset | undefined;
  readonly failOn?: Severity | 'never' | undefined;
  readonly baseline?: string | undefined;
}

/** How a project wants to be checked; paths are absolute. */
export interface CheckSettings {
  readonly place: ProjectFolders;
  /** The file that was read, if there was one. */
  readonly file: string | undefined;
  /** Its text. */
  readonly text: string | undefined;
  readonly persona: RulePreset;
  readonly failOn: Severity | 'never';
  readonly rules: CheckOptions['rules'];
  readonly baselineFile: string | undefined;
  /** `isAsked`: it was named, so it must exist. */
  readonly lock: { readonly file: string; readonly isAsked: boolean };
  readonly serverFiles: readonly string[] | undefined;
  readonly disabledTools: readonly string[] | undefined;
  /** What it says of hooks of agents. Default: nothing. */
  readonly hooks: SettingsFile['hooks'];
  readonly budget: ToolBudget;
}

/** Where the configuration file is. Default: as it is saved. */
export interface SettingsFileAccess {
  readonly read?: typeof readTextFile;
  /** The file of the project, where none is named. */
  readonly find?: (place: ProjectFolders) => string | undefined;
}

/**
 * Resolves how a project wants to be checked.
 *
 * @throws {AppError} exit code 2, when the configuration file does not exist or a value of it is not usable.
 */
export async function resolveCheckSettings(
  place: ProjectFolders,
  flags: CheckSettingsFlags = {},
  { read = readTextFile, find = findSettingsFile }: SettingsFileAccess = {},
): Promise<CheckSettings> {
  const file = flags.config === undefined ? find(place) : resolve(flags.config);
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
    persona: flags.persona ?? content.persona ?? 'default',
    failOn: flags.failOn ?? content.failOn ?? 'error',
    rules: content.rules,
    baselineFile: given(flags.baseline, content.baseline),
    lock: { file: lock ?? join(place.root, defaultLockFile), isAsked: lock !== undefined },
    serverFiles: content.servers?.map(from),
    disabledTools: content.disabledTools,
    hooks: content.hooks,
    budget: { tools: content.budget?.tools ?? 128, tokens: content.budget?.tokens },
  };
}

/** The nearest settings from the project up to the root of the repository. */
export function findSettingsFile({ root, repository }: ProjectFolders): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const found = settingsFiles.map((name) => join(folder, name)).find(pathExists);
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
