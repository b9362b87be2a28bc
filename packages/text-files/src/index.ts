// Everything here is public API: add with care.
export { allOrNone, type Doing, HalfDone } from './all-or-none.ts';
export { type AppliedChange, applyFileChange, type ChangeOptions, type FileChange } from './apply-file-change.ts';
export { type FileLock, type LockLimits, withFileLock, withPathLock } from './file-lock.ts';
export { inTurn } from './in-turn.ts';
export {
  type ReadTextOptions,
  readTextFile,
  readTextFileAtOnce,
  readTextFileNow,
  requireTextFile,
  type TextReading,
} from './read-text-file.ts';
export { removeTemporaryFiles, replaceTextFile, type WriteTextOptions } from './replace-text-file.ts';
export { type StateText, stateFile } from './state-file/state-text.ts';
export { type UpdatedFile, type UpdateLimits, updateTextFile } from './state-file/update-text-file.ts';
export { errorCode } from './system-error.ts';
export { TextFileError, type TextFileErrorCode, type TextFileErrorData } from './text-file-error.ts';
export { findUnsafeWriter, unsafeWriter } from './unsafe-writer.ts';
export { type PathsWatch, type PathsWatching, watchPaths } from './watch-paths.ts';
export { isInside, staysWithin } from './within.ts';
