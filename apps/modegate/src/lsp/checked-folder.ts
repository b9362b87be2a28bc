import { AppError } from '@modegate/cli-kit';
import { readTextFile } from '@modegate/text-files';
import { type CheckedProject, checkProject } from '../commands/check-project.ts';
import { listGitFiles } from '../project/git.ts';
import type { ListedFiles } from '../project/listed-files.ts';
import { withUnsavedTexts } from '../project/unsaved-texts.ts';
import { resolveSettings, type SettingsFlags } from '../settings.ts';
import type { OpenTexts } from './open-texts.ts';

/** Result of checking a project. */
export type CheckOutcome =
  | { readonly state: 'checked'; readonly checked: CheckedProject }
  /** The settings, the lock or the baseline are unusable; the message is for the user. */
  | { readonly state: 'failed'; readonly message: string; readonly isFault: boolean };

/** The project in a folder, which is checked again after each change. */
export interface CheckedFolder {
  /** Absolute path of the project folder. */
  readonly root: string;
  /** Returns the latest outcome; undefined before the first check has finished. */
  readonly latest: () => CheckOutcome | undefined;
  /** Schedules a check. If `isSaved` is true, files may have been created or deleted. */
  readonly touch: (isSaved: boolean) => void;
  /** Returns the outcome of a check that includes every change so far. */
  readonly fresh: () => Promise<CheckOutcome>;
  /** Checks the project with replacement text for some of its files; does not store the result. */
  readonly checkWith: (openTexts: OpenTexts) => Promise<CheckedProject>;
  /** Stops checking. */
  readonly end: () => void;
}

/** Options for `followFolder`. */
export interface CheckedFolderOptions {
  readonly flags: SettingsFlags;
  readonly openTexts: OpenTexts;
  /** Called with the outcome of each check that was not superseded. */
  readonly onChecked: (folder: CheckedFolder, outcome: CheckOutcome) => void;
}

/** Longer than the usual interval between keystrokes; a check between two keystrokes would be wasted. */
const restMs = 120;

/** Monitors the project in a folder; the first check starts when `touch` is called. */
export function followFolder(root: string, { flags, openTexts, onChecked }: CheckedFolderOptions): CheckedFolder {
  let latest: CheckOutcome | undefined;
  let [changes, seen, isEnded] = [0, -1, false];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let listed: ReturnType<typeof listGitFiles> | undefined;
  const list = () => (listed ??= listGitFiles(root));
  const checkWith = (texts: OpenTexts) => checkFolder(root, { flags, openTexts: texts, list });
  const run = async () => {
    const target = changes;
    const outcome = await outcomeOf(() => checkWith(openTexts));
    [latest, seen] = [outcome, target];
    if (target === changes && !isEnded) onChecked(folder, outcome);
  };
  const runOnce = () => {
    clearTimeout(timer);
    running ??= run().finally(() => {
      running = undefined;
      // Something changed during the check; the timer for that change may have fired already.
      if (seen !== changes && !isEnded) schedule();
    });
    return running;
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void runOnce(), restMs);
  };
  const folder: CheckedFolder = {
    root,
    latest: () => latest,
    touch(isSaved) {
      changes++;
      if (isSaved) listed = undefined;
      schedule();
    },
    async fresh() {
      let outcome = latest;
      while (outcome === undefined || seen !== changes) {
        await runOnce();
        outcome = latest;
      }
      return outcome;
    },
    checkWith,
    end() {
      isEnded = true;
      clearTimeout(timer);
    },
  };
  return folder;
}

type FolderSources = Pick<CheckedFolderOptions, 'flags' | 'openTexts'> & Pick<ListedFiles, 'list'>;

async function checkFolder(root: string, given: FolderSources): Promise<CheckedProject> {
  const { flags, openTexts, list } = given;
  const textOf = (path: string) => openTexts(path)?.text;
  const settings = await resolveSettings({ ...flags, projectRoot: root }, root, async (path, options) => {
    const text = textOf(path);
    return text === undefined ? readTextFile(path, options) : { state: 'read', text };
  });
  return checkProject(settings, { source: withUnsavedTexts(settings.place, { textOf, list }) });
}

async function outcomeOf(check: () => Promise<CheckedProject>): Promise<CheckOutcome> {
  try {
    return { state: 'checked', checked: await check() };
  } catch (error) {
    const isFault = !(error instanceof AppError);
    const message = error instanceof Error ? ((isFault ? error.stack : undefined) ?? error.message) : String(error);
    return { state: 'failed', message, isFault };
  }
}
