import type { Schedule } from '@modegate/timing';

/**
 * Watches files and folders by absolute path, including paths that do not yet exist; the returned function stops
 * watching.
 */
export type WatchFiles = (
  paths: readonly string[],
  watching: { readonly onChange: () => void; readonly onError: (error: unknown) => void },
) => () => Promise<void>;

/** A running watch. */
export type LaunchFilesWatch = ReturnType<typeof watchLaunchFiles>;

export interface WatchLaunchFilesOptions {
  /** Absolute paths to watch. */
  readonly paths: readonly string[];
  readonly watchFiles: WatchFiles;
  readonly schedule: Schedule;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/** Quiet period, so that a build restarts a server once rather than once per file. */
const STILL_MS = 500;

/** Watches files and calls `onChange` half a second after the last change. */
export function watchLaunchFiles({ paths, watchFiles, schedule, onChange, onError }: WatchLaunchFilesOptions) {
  let cancelTimer = () => {};
  let isClosed = false;
  const notice = () => {
    cancelTimer();
    if (!isClosed) cancelTimer = schedule(onChange, STILL_MS);
  };
  const closeFiles = watchFiles(paths, { onChange: notice, onError: (error) => !isClosed && onError(error) });
  return {
    paths,
    /** Resolves once nothing is being watched. No callbacks follow this call. Never rejects. */
    async close() {
      isClosed = true;
      cancelTimer();
      // Even if closing fails, further changes are ignored.
      await closeFiles().catch(() => undefined);
    },
  };
}
