import type { Schedule } from '@modegate/timing';

/** Watches files and folders, given by absolute paths, also while they are absent; the returned function ends that. */
export type WatchFiles = (
  paths: readonly string[],
  watching: { readonly onChange: () => void; readonly onError: (error: unknown) => void },
) => () => Promise<void>;

/** A running watch. */
export interface LaunchFilesWatch {
  readonly paths: readonly string[];
  /** Resolves when nothing is watched any more; nothing is called from the moment of the call on. Never rejects. */
  readonly close: () => Promise<void>;
}

export interface WatchLaunchFilesOptions {
  /** Absolute. */
  readonly paths: readonly string[];
  readonly watchFiles: WatchFiles;
  readonly schedule: Schedule;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/** How long files have to be still, so that a build restarts a server once and not with each file that it writes. */
const STILL_MS = 500;

/** Calls `onChange` when files that changed have been still for half a second. */
export function watchLaunchFiles({
  paths,
  watchFiles,
  schedule,
  onChange,
  onError,
}: WatchLaunchFilesOptions): LaunchFilesWatch {
  let cancelTimer = () => {};
  let isClosed = false;
  const notice = () => {
    cancelTimer();
    if (!isClosed) cancelTimer = schedule(onChange, STILL_MS);
  };
  const closeFiles = watchFiles(paths, { onChange: notice, onError: (error) => !isClosed && onError(error) });
  return {
    paths,
    async close() {
      isClosed = true;
      cancelTimer();
      // What cannot be closed is still no longer listened to.
      await closeFiles().catch(() => undefined);
    },
  };
}
