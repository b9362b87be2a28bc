import { isAbsolute, join, posix } from 'node:path';
import { AppError } from '@modegate/cli-kit';
import { type ProjectFolders, showPath } from '@modegate/policy-check/node';
import type { FileReadResult } from '@modegate/project';
import { readTextFile } from '@modegate/text-files';
import { git, gitText, splitNames } from './git.ts';
import type { ListedFiles } from './listed-files.ts';

/**
 * Returns a project's files in a revision of its repository. The revision is resolved only once, so it does not matter
 * if its name later refers to another revision. Symbolic links are followed within the project as of that revision, and
 * refused if they lead out of it.
 *
 * @throws {AppError} exit code 2 if the revision does not exist, 4 if git is missing.
 */
export async function revisionFiles({ root, repository }: ProjectFolders, revision: string): Promise<ListedFiles> {
  const commit = await resolveRevision(root, revision);
  const prefix = (await gitText(root, ['rev-parse', '--show-prefix'])).replace(/\n$/, '');
  const listing = splitNames(await gitText(root, ['ls-tree', '-r', '-z', '--full-tree', commit]));
  const entries = new Map(
    listing.flatMap((line) => {
      const [meta = '', path = ''] = line.split(/\t(.*)/s);
      const [mode = '', , object = ''] = meta.split(' ');
      return path.startsWith(prefix) ? [[path.slice(prefix.length), { mode, object }] as const] : [];
    }),
  );
  return {
    kind: 'revision',
    name: revision,
    list: async () => [...entries.keys()],
    read: (path) => (isAbsolute(path) ? readTextFile(path) : readInTree({ folder: root, entries }, path)),
    show: (path) => showPath(repository, isAbsolute(path) ? path : join(root, path)),
  };
}

async function resolveRevision(folder: string, revision: string): Promise<string> {
  if (revision.startsWith('-')) throw new AppError(`'${revision}' is not a revision: it must not start with '-'.`);
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const answer = await git(folder, args);
  if (answer.state === 'missing') await gitText(folder, args);
  const commit = answer.state === 'done' ? answer.output.toString('utf8').trim() : '';
  if (!/^[0-9a-f]{40,64}$/.test(commit)) {
    const hint = 'Expected a branch, a tag, a commit or a folder. In CI, you may have to fetch the history first.';
    throw new AppError(`'${revision}' is not a revision of this repository. ${hint}`);
  }
  return commit;
}

interface Tree {
  readonly folder: string;
  readonly entries: ReadonlyMap<string, TreeEntry>;
}

/** Data that git stores for a file: its mode in octal, and the object name of its content. */
type TreeEntry = Readonly<Record<'mode' | 'object', string>>;

// The same limit as on Linux.
const maxLinks = 40;

async function readInTree(tree: Tree, path: string, links = 0): Promise<FileReadResult> {
  const link = findLink(tree, path);
  if (link === undefined) return readBlob(tree, tree.entries.get(path));
  if (links === maxLinks) return unreadable('its links form a loop');
  const target = await readBlob(tree, tree.entries.get(link));
  if (target.state !== 'read') return target;
  const followed = posix.join(posix.dirname(link), target.text, path.slice(link.length));
  if (posix.isAbsolute(target.text) || followed === '..' || followed.startsWith('../'))
    return { state: 'unreadable', code: 'FILE_OUTSIDE', reason: 'it is a link that points outside the project' };
  const reading = await readInTree(tree, followed, links + 1);
  // A file may be missing from a linked folder, as from any other folder.
  const isInFolder = link !== path && hasFolder(tree, posix.join(posix.dirname(link), target.text));
  return reading.state === 'missing' && !isInFolder
    ? unreadable('it is a link to a file that does not exist')
    : reading;
}

function hasFolder({ entries }: Tree, folder: string): boolean {
  return [...entries.keys()].some((path) => path.startsWith(`${folder}/`));
}

/** Returns the first symbolic link in a file's path, which may be the file itself. */
function findLink({ entries }: Tree, path: string): string | undefined {
  const parts = path.split('/');
  const places = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  return places.find((place) => entries.get(place)?.mode === '120000');
}

const maxBytes = 4 * 1024 * 1024;

async function readBlob({ folder }: Tree, entry: TreeEntry | undefined): Promise<FileReadResult> {
  if (entry === undefined) return { state: 'missing' };
  if (entry.mode === '160000') return unreadable('it is a submodule');
  const answer = await git(folder, ['cat-file', 'blob', entry.object]);
  if (answer.state !== 'done') return unreadable(answer.state === 'refused' ? answer.message : 'git was not found');
  if (answer.output.length > maxBytes)
    return { state: 'unreadable', code: 'FILE_TOO_LARGE', reason: 'it is larger than 4 MiB' };
  try {
    return { state: 'read', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(answer.output) };
  } catch {
    return { state: 'unreadable', code: 'FILE_ENCODING', reason: 'it is not valid UTF-8; save it as UTF-8' };
  }
}

function unreadable(reason: string): FileReadResult {
  return { state: 'unreadable', code: 'FILE_UNREADABLE', reason };
}
