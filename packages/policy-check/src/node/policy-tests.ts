import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { readTextFile } from '@modegate/text-files';
import { AppError } from '@modegate/text-files/settings';
import type { PolicyTestFile } from '../policy-test/policy-test-case.ts';
import { readPolicyTests } from '../policy-test/read-policy-tests.ts';
import type { CheckSettings } from './check-settings.ts';
import { isPolicyTestFile } from './family-files.ts';
import { showPath } from './find-project.ts';

/** Location of a project. */
type Placed = Pick<CheckSettings, 'place'>;

/** Known files of a project. */
interface Listed {
  readonly projectFiles: readonly string[] | undefined;
}

/**
 * Finds the files that contain expectations, as absolute paths: the files below the project that git lists or, without
 * git, the files in folders created by people.
 */
export async function findPolicyTests({ place }: Placed, { projectFiles }: Listed): Promise<readonly string[]> {
  const names = projectFiles ?? (await listFolder(place.root));
  return names.filter(isPolicyTestFile).map((name) => join(place.root, name));
}

/**
 * Reads expectations.
 *
 * @throws {AppError} exit code 2 if a file cannot be read.
 */
export async function loadPolicyTests({ place }: Placed, paths: readonly string[]): Promise<readonly PolicyTestFile[]> {
  return Promise.all(
    paths.map(async (path) => {
      const reading = await readTextFile(resolve(path));
      if (reading.state === 'read')
        return readPolicyTests(reading.text, { file: showPath(place.repository, resolve(path)) });
      throw new AppError(
        `${path} could not be read: ${reading.state === 'missing' ? 'it does not exist' : reading.reason}.`,
      );
    }),
  );
}

/** Returns the slugs mentioned in expectations; undefined if there are no expectations at all. */
export async function findTestedModes(settings: Placed, project: Listed): Promise<readonly string[] | undefined> {
  const paths = await findPolicyTests(settings, project);
  if (paths.length === 0) return undefined;
  const files = await loadPolicyTests(settings, paths);
  return [...new Set(files.flatMap(({ cases }) => cases.map(({ request }) => request.mode)))];
}

const maxDepth = 6;
const skipped = new Set(['node_modules', '.git', 'dist', 'build', 'target', 'vendor']);

async function listFolder(root: string, folder = root, depth = 0): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const below = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isFile()) return [relative(root, path).replaceAll(sep, '/')];
      return entry.isDirectory() && depth < maxDepth && !skipped.has(entry.name)
        ? listFolder(root, path, depth + 1)
        : [];
    }),
  );
  return below.flat();
}
