// Everything here is public API: add with care.

export { type AppliedChange, applyFileChange, type ChangeOptions, type FileChange } from './apply-file-change.ts';
export { type FileLock, type LockLimits, withFileLock, withPathLock } from './file-lock.ts';
export { isInside, staysInside } from './is-inside.ts';
export { runExclusive } from './keyed-mutex.ts';
export {
  type ReadTextOptions,
  readPlainFileSync,
  readTextFile,
  readTextFileSync,
  requireTextFile,
  type TextReadResult,
} from './read-text-file.ts';
export { removeTemporaryFiles, replaceTextFile, type WriteTextOptions } from './replace-text-file.ts';
export { RollbackFailed, runWithRollback, type UndoableStep } from './run-with-rollback.ts';
export { type StateText, stateFile } from './state-file/state-text.ts';
export { type UpdatedFile, type UpdateLimits, updateTextFile } from './state-file/update-text-file.ts';
export { errorCode } from './system-error.ts';
export { TextFileError, type TextFileErrorCode, type TextFileErrorData } from './text-file-error.ts';
export { findUnsafeWriter, unsafeWriter } from './unsafe-writer.ts';
export { type PathsWatch, type PathsWatching, watchPaths } from './watch-paths.ts';
