import type { WrittenEntry } from '../clients/entry-format.ts';
import type { EditedEntry } from './editable-config.ts';

/** How the servers of a client's file are edited. All but `shown` throw a `ServerConfigError` CONFIG_INVALID for a text that cannot be edited safely. */
export interface ConfigEditor {
  /** Whether a text holds nothing. */
  readonly isBlank: (text: string) => boolean;
  /** The value of an entry; undefined where it is not there. */
  readonly entryIn: (text: string, target: EditedEntry) => unknown;
  /** The text with the server in it: added, or brought up to date with everything else of it kept. */
  readonly withServer: (original: string | undefined, target: EditedEntry, entry: WrittenEntry) => string;
  /** The text with one more server, whose name is not taken. */
  readonly withNewServer: (original: string | undefined, target: EditedEntry, value: unknown) => string;
  readonly withoutServer: (text: string, target: EditedEntry) => string;
  /** The text for display, line for line, with every secret masked and one entry in clear. */
  readonly shown: (text: string, target: Omit<EditedEntry, 'file'>) => string;
}
