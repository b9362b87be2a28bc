import { type ModeConfig, ModeError, type ModeProblem, type ModeSource } from '@modegate/mode-core';
import type { LoadedMode } from '@modegate/mode-core/modes';
import { editModesText, parseModesText } from '@modegate/mode-core/text';
import { toAllowedMcpServers, toRestrictions } from './migrate-mode.ts';

/** Options of `migrateModes`. */
export interface MigrateOptions {
  /**
   * `mcpRestrictions`: migrate to `mcpRestrictions.allowedServers`. `allowedMcpServers`: migrate to Zoo Code's field.
   */
  readonly to: 'mcpRestrictions' | 'allowedMcpServers';
  /** File name used in problems; the extension `.json` does not change the format. */
  readonly file?: string | undefined;
  /** Source of the modes. Default `project`. */
  readonly source?: ModeSource | undefined;
}

/** A change, or a setting that could not be moved. */
export interface MigrationNote {
  readonly mode: string;
  readonly message: string;
  /** JSON pointer into the given text. */
  readonly pointer: string;
  readonly line?: number;
}

/** The text of a modes file after migration to the other field. */
export interface ModesMigration {
  /** The resulting text, or the original text if nothing changed. */
  readonly text: string;
  readonly isChanged: boolean;
  readonly changes: readonly MigrationNote[];
  /**
   * Settings that the other field cannot express. They stay in place, so Modegate's decisions do not change, but a
   * program that reads only the other field may decide differently.
   */
  readonly losses: readonly MigrationNote[];
  /** Problems reported while reading the text; if the text is unreadable, the result contains nothing else. */
  readonly problems: readonly ModeProblem[];
}

/**
 * Moves the list of allowed servers between `allowedMcpServers` and `mcpRestrictions.allowedServers`, mode by mode,
 * preserving the comments and order of the text. No decision changes. Never throws; modes that cannot be moved are
 * listed among the losses.
 */
export function migrateModes(text: string, options: MigrateOptions): ModesMigration {
  const { to, file, source = 'project' } = options;
  const parsed = parseModesText(text, { source, file });
  const done: Progress = { text, changes: [], losses: [] };
  if (parsed.unreadable === undefined)
    for (const mode of parsed.modes) {
      const locate = (pointer: string) => parsed.locate?.(pointer)?.line;
      migrateMode(mode, done, { to, file, locate });
    }
  return { ...done, isChanged: done.text !== text, problems: parsed.problems };
}

interface Progress {
  text: string;
  readonly changes: MigrationNote[];
  readonly losses: MigrationNote[];
}

interface MigrationTarget {
  readonly to: MigrateOptions['to'];
  readonly file: string | undefined;
  readonly locate: (pointer: string) => number | undefined;
}

function migrateMode(mode: LoadedMode, done: Progress, target: MigrationTarget): void {
  const { slug } = mode.config;
  const note = (message: string, tail = ''): MigrationNote => {
    const pointer = `${mode.pointer}${tail}`;
    const line = target.locate(pointer);
    return { mode: slug, message, pointer, ...(line === undefined ? {} : { line }) };
  };
  const fault = mode.invalid ?? mode.restrictionsInvalid;
  if (fault !== undefined) {
    done.losses.push(note(`The mode has an error, so it was left unchanged. ${fault}`));
    return;
  }
  const moved = target.to === 'mcpRestrictions' ? toRestrictions(mode.config) : toAllowedMcpServers(mode.config);
  done.losses.push(...moved.losses.map(({ message, pointer }) => note(message, pointer)));
  if (moved.config === undefined) return;
  const failure = write(moved.config, done, target.file);
  if (failure === undefined) done.changes.push(note(moved.change));
  else done.losses.push(note(`The text could not be changed, so the mode was left unchanged. ${failure}`));
}

function write(config: ModeConfig, done: Progress, file: string | undefined): string | undefined {
  try {
    done.text = editModesText(done.text, { kind: 'save', mode: { ...config } }, { file }).text;
    return undefined;
  } catch (error) {
    if (error instanceof ModeError) return error.message;
    throw error;
  }
}
