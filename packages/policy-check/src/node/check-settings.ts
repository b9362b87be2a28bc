import { dirname, join, resolve } from 'node:path';
import type { CommandShell } from '@modegate/mode-core/commands';
import { readTextFile } from '@modegate/text-files';
import { AppError } from '@modegate/text-files/settings';
import type { CheckOptions } from '../check/check.ts';
import type { RulePreset, Severity } from '../source/finding.ts';
import type { ToolBudget } from '../workspace/workspace.ts';
import { defaultLockFile, settingsFiles } from './family-files.ts';
import { type ProjectFolders, pathExists } from './find-project.ts';
import type { CheckSettingsFile } from './settings-schema.ts';

/**
 * Options for a check from the command line; omitted values come from the configuration file or, failing that, from the
 * defaults.
 */
export interface CheckSettingsFlags {
  readonly config?: string | undefined;
  readonly lock?: string | undefined;
  readonly persona?: RulePreset | undefined;
  readonly failOn?: Severity | 'never' | undefined;
  readonly baseline?: string | undefined;
}

/** Check settings for a project; paths are absolute. */
export interface CheckSettings {
  readonly place: ProjectFolders;
  /** The configuration file that was read, if any. */
  readonly file: string | undefined;
  /** Text of the configuration file. */
  readonly text: string | undefined;
  readonly persona: RulePreset;
  readonly failOn: Severity | 'never';
  readonly rules: CheckOptions['rules'];
  readonly baselineFile: string | undefined;
  /**
   * File that contains the lock; `isAsked` is true if the lock file was specified explicitly, in which case it must
   * exist.
   */
  readonly lock: { readonly file: string; readonly isAsked: boolean };
  readonly serverFiles: readonly string[] | undefined;
  readonly disabledTools: readonly string[] | undefined;
  /** Shell that runs commands. Default: unspecified. */
  readonly shell: CommandShell | undefined;
  /** Settings for agents' hooks. Default: none. */
  readonly hooks: CheckSettingsFile['hooks'];
  readonly budget: ToolBudget;
}

/** Source of the configuration file. Default: the file as saved on disk. */
export interface SettingsFileAccess {
  readonly read?: typeof readTextFile;
  /** Finds the project's configuration file if none is specified. */
  readonly find?: (place: ProjectFolders) => string | undefined;
}

/**
 * Resolves the check settings of a project.
 *
 * @throws {AppError} exit code 2 if the configuration file does not exist or one of its values is unusable.
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
    shell: content.shell,
    hooks: content.hooks,
    budget: { tools: content.budget?.tools ?? 128, tokens: content.budget?.tokens },
  };
}

/** Finds the nearest settings file, searching upwards from the project to the root of the repository. */
export function findSettingsFile({ root, repository }: ProjectFolders): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const found = settingsFiles.map((name) => join(folder, name)).find(pathExists);
    if (found !== undefined || folder === repository || folder === dirname(folder)) return found;
  }
}

/**
 * Reads the text of a configuration file.
 *
 * @throws {AppError} exit code 2 if the file does not exist or cannot be read.
 */
export async function readSettings(file: string, read = readTextFile): Promise<string> {
  const reading = await read(file);
  if (reading.state === 'read') return reading.text;
  const reason = reading.state === 'missing' ? 'it does not exist; run `modegate init` to create it' : reading.reason;
  throw new AppError(`The configuration file ${file} could not be read: ${reason}.`);
}
