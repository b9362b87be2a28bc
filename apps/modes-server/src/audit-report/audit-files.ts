import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError } from '@modegate/cli-kit';

/**
 * Finds a log and its rotated files, oldest first: `<file>.<anything that begins with a digit>` and `<file>-<the
 * same>`, compressed or not.
 *
 * @throws {AppError} exit code 1 if none of these files exists, or the given file is not a regular file.
 */
export function findAuditFiles(file: string): readonly string[] {
  const found = [...asideOf(file), file].flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? [{ path, time: path === file ? Number.POSITIVE_INFINITY : stats.mtimeMs }] : [];
  });
  if (found.length > 0) return found.toSorted((one, other) => one.time - other.time).map(({ path }) => path);
  const folder = statSync(file, { throwIfNoEntry: false });
  const reason = folder === undefined ? 'The file does not exist' : 'It is not a regular file';
  throw new AppError(
    `The audit log ${file} could not be read: ${reason}. To make modes-server write an audit log, use --audit-log <file>.`,
    1,
  );
}

function asideOf(file: string): readonly string[] {
  const name = basename(file);
  try {
    return readdirSync(dirname(file))
      .filter((other) => other.startsWith(name) && /^[.-]\d[\w.-]*$/.test(other.slice(name.length)))
      .toSorted()
      .map((other) => join(dirname(file), other));
  } catch {
    // Any problem here is covered by the message about the file itself.
    return [];
  }
}
