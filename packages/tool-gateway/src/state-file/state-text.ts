import { readStoredText, requireSafeFile } from './read-state-file.ts';
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

/**
 * The text of a file; the file and its folder are made when it is first written, for their owner only.
 *
 * @param isGuarded - Whether the file counts only while no other user can have written it: the file and its folders belong to this user or
 *   root, and nobody else may write them. Otherwise it is FILE_UNREADABLE. Default false.
 */
export function stateFile(path: string, { isGuarded = false }: { readonly isGuarded?: boolean } = {}): StateText {
  const check = isGuarded ? () => requireSafeFile(path) : undefined;
  return {
    name: path,
    read: async ({ maxBytes } = {}) => {
      await check?.();
      return readStoredText(path, maxBytes);
    },
    update: (change, limits) => updateJsonFile(path, change, { ...limits, check }),
  };
}
