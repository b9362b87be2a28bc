import { errorCode } from '../system-error.ts';
import { TextFileError } from '../text-file-error.ts';
import { findUnsafeWriter } from '../unsafe-writer.ts';
import { readStoredText, type UpdatedFile, type UpdateLimits, updateTextFile } from './update-text-file.ts';

/** Text that outlives the process and that several processes can share: a file, or a record in a database. */
export interface StateText {
  /** Name of the file or record, used in messages. */
  readonly name: string;
  /** Reads the text; `undefined` if no text has been stored yet. @throws {@link TextFileError} FILE_UNREADABLE */
  read(limits?: Pick<UpdateLimits, 'maxBytes'>): Promise<string | undefined>;
  /**
   * Reads, changes and replaces the text in one step that excludes other processes, in the same way as {@link
   * updateTextFile}.
   *
   * @throws {@link TextFileError} FILE_UNREADABLE, FILE_LOCKED or FILE_WRITE_FAILED; the text is then unchanged. Also
   * throws errors from `change`.
   */
  update(change: (text: string | undefined) => string | undefined, limits?: UpdateLimits): Promise<UpdatedFile>;
}

/**
 * Creates access to the text of a file. The first write creates the file and its folder with access for their owner
 * only.
 *
 * @param isGuarded - True to refuse a file that another user could have written: the file and its folders must belong
 * to this user or   root, and nobody else may have write access to them. Otherwise, reading fails with FILE_UNREADABLE.
 * Default false.
 */
export function stateFile(path: string, { isGuarded = false }: { readonly isGuarded?: boolean } = {}): StateText {
  const check = isGuarded ? () => requireSafeFile(path) : undefined;
  return {
    name: path,
    read: async ({ maxBytes } = {}) => {
      await check?.();
      return readStoredText(path, maxBytes);
    },
    update: (change, limits) => updateTextFile(path, change, { ...limits, check }),
  };
}

async function requireSafeFile(file: string): Promise<void> {
  const reason = await findUnsafeWriter(file).catch((error: unknown) => `it cannot be examined (${errorCode(error)})`);
  if (reason === undefined) return;
  const message = `${file} is not used, because another user may have changed it: ${reason}.`;
  throw new TextFileError('FILE_UNREADABLE', message, { data: { file, reason } });
}
