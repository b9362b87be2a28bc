import { readStoredText } from './read-state-file.ts';
import { type UpdatedFile, type UpdateLimits, updateJsonFile } from './update-state-file.ts';

/** A text that outlives the process and that several processes may share: a file, or something that does as one does. */
export interface StateText {
  /** Where it is, for messages. */
  readonly name: string;
  /** `undefined` when there is none yet. @throws {@link GatewayError} FILE_UNREADABLE */
  read(limits?: Pick<UpdateLimits, 'maxBytes'>): Promise<string | undefined>;
  /**
   * Reads, changes and replaces it in one step that no other process can come between, as {@link updateJsonFile} does.
   *
   * @throws {@link GatewayError} FILE_UNREADABLE, FILE_LOCKED or FILE_WRITE_FAILED; it is then as it was. What `change` throws.
   */
  update(change: (text: string | undefined) => string | undefined, limits?: UpdateLimits): Promise<UpdatedFile>;
}

/** The text of a file; the file and its folder are made when it is first written. */
export function stateFile(path: string): StateText {
  return {
    name: path,
    read: ({ maxBytes } = {}) => readStoredText(path, maxBytes),
    update: (change, limits) => updateJsonFile(path, change, limits),
  };
}
