import { join, relative, resolve, sep } from 'node:path';
import type { PermissionFile, PermissionFiles, PermissionPlaces } from '@modegate/agent-policies';
import type { ProjectFiles } from '../project-files.ts';
import { folderFiles, globalFiles } from './folder-files.ts';
import { listRuleFiles } from './list-rule-files.ts';
import { isAtPlace } from './permission-places.ts';

/** Locations in which to look for agents' permission files. */
export interface PermissionFilesRequest {
  /** Folder of the repository. */
  readonly projectRoot: string;
  /** Reads the project files, for example from a revision. Default: reads them from the folder. */
  readonly files?: ProjectFiles | undefined;
  /**
   * Project files, relative to the project folder; the files that belong to further start folders are also looked for
   * among these. Default: only the project folder is searched.
   */
  readonly listed?: readonly string[] | undefined;
  /** True to omit project files that are not among `listed`, such as those that git ignores. Default false. */
  readonly onlyListed?: boolean | undefined;
  /** Home folder. Default: the user's and the machine's files are not read. */
  readonly home?: string | undefined;
}

/** Permission files with their text, and files that cannot be read. */
export interface FoundPermissionFiles {
  readonly files: PermissionFiles;
  /** Sentences, each about an existing file or folder. */
  readonly unreadable: readonly string[];
}

/** Maximum number of files for one agent. */
const maxFiles = 5000;

/** Finds and reads the files for one agent. Links in the project must not lead out of the project. Never rejects. */
export async function findPermissionFiles(
  { project, user, machine }: PermissionPlaces,
  { projectRoot, files: source, listed, onlyListed = false, home }: PermissionFilesRequest,
): Promise<FoundPermissionFiles> {
  const root = resolve(projectRoot);
  const search = new PermissionSearch();
  await search.read(source ?? folderFiles(root), {
    root,
    paths: [
      ...(onlyListed && listed !== undefined ? [] : await search.expand(root, project)),
      ...(listed ?? []).filter(isAtPlace(project)),
    ],
    show: (path) => path,
    listed: listed && new Set(listed),
  });
  if (home !== undefined) {
    await search.read(globalFiles(home), {
      root: home,
      paths: await search.expand(home, user, false),
      show: (path) => `~/${path}`,
    });
    const drive = sep === '\\' ? 'C:/' : '/';
    const own = machine.filter((path) => path.startsWith(drive)).map((path) => path.slice(drive.length));
    await search.read(globalFiles(drive), {
      root: drive,
      paths: await search.expand(drive, own, false),
      show: (path) => `${drive}${path}`,
    });
  }
  const files = { project: slashed(root), home: home === undefined ? undefined : slashed(resolve(home)) };
  return { files: { ...files, files: [...search.found.values()] }, unreadable: search.unreadable };
}

interface Reading {
  readonly root: string;
  /** Relative to the root, with forward slashes. */
  readonly paths: readonly string[];
  readonly show: (path: string) => string;
  /** Files that git does not ignore. Default: unknown. */
  readonly listed?: ReadonlySet<string> | undefined;
}

class PermissionSearch {
  /** Files found so far, by absolute path. */
  readonly found = new Map<string, PermissionFile>();
  readonly unreadable: string[] = [];

  /** Lists the files at locations whose path contains a `*`; other locations are tried as they are. */
  async expand(root: string, places: readonly string[], isProject = true): Promise<readonly string[]> {
    const paths: string[] = [];
    for (const place of places) {
      const star = place.indexOf('*');
      if (star === -1) {
        paths.push(place);
        continue;
      }
      const within = isProject ? root : undefined;
      const depth = place.includes('**') ? undefined : place.slice(star).split('/').length;
      const folder = join(root, place.slice(0, place.lastIndexOf('/', star)));
      const { paths: below, failures } = await listRuleFiles(folder, { within, depth });
      const inside = below.map((path) => slashed(relative(root, path)));
      paths.push(...inside.filter(isAtPlace([place])));
      this.unreadable.push(...failures.map((failure) => `${failure}.`));
    }
    return paths;
  }

  async read(files: ProjectFiles, { root, paths, show, listed }: Reading): Promise<void> {
    for (const path of new Set(paths)) {
      const absolute = slashed(join(root, path));
      if (this.found.has(absolute)) continue;
      if (this.found.size >= maxFiles) {
        this.unreadable.push(`There are more than ${maxFiles} permission files; the rest are ignored.`);
        return;
      }
      const reading = await files.read(path);
      if (reading.state === 'read') {
        const isIgnored = listed && !listed.has(path);
        this.found.set(absolute, {
          path: absolute,
          text: reading.text,
          name: show(path),
          ...(listed && { isIgnored }),
        });
      } else if (reading.state === 'unreadable')
        this.unreadable.push(`${show(path)} cannot be read: ${reading.reason}.`);
    }
  }
}

function slashed(path: string): string {
  return sep === '\\' ? path.replaceAll('\\', '/') : path;
}
