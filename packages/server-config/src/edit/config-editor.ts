import type { WrittenEntry } from '../clients/entry-format.ts';
import type { EditedEntry } from './editable-config.ts';

/**
 * Edits the servers in a client's file. All members except `shown` throw a `ServerConfigError` CONFIG_INVALID for text
 * that cannot be edited safely.
 */
export interface ConfigEditor {
  /** True if the text is empty. */
  readonly isBlank: (text: string) => boolean;
  /** Returns the value of an entry; undefined if the entry is missing. */
  readonly entryIn: (text: string, target: EditedEntry) => unknown;
  /** Adds a server, or updates it and preserves its other settings. */
  readonly withServer: (original: string | undefined, target: EditedEntry, entry: WrittenEntry) => string;
  /** Adds a server under an unused name. */
  readonly withNewServer: (original: string | undefined, target: EditedEntry, value: unknown) => string;
  readonly withoutServer: (text: string, target: EditedEntry) => string;
  /**
   * Returns the text for display, line by line, with every secret masked except in one entry, which is shown in full.
   */
  readonly shown: (text: string, target: Omit<EditedEntry, 'file'>) => string;
}
