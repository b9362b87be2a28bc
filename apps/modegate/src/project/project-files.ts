import { join } from 'node:path';
import { type ConfigTextReading, loadConfigText } from '@modegate/mcp-host/config';
import { AppError } from '../app-error.ts';
import { git, gitText, listGitFiles, splitNames } from './git.ts';

/** The files of a project at one moment: as they are in a folder, or as they were in a revision. Paths are relative, with `/`. */
export interface ProjectFiles {
  readonly kind: 'folder' | 'revision';
  /** For messages: the folder, or the revision. */
  readonly name: string;
  readonly read: (path: string) => Promise<ConfigTextReading>;
  /** Every file that belongs to the project; undefined where only git could tell and does not. */
  readonly list: () => Promise<readonly string[] | undefined>;
}

/** The files of a folder. */
export function folderFiles(folder: string): ProjectFiles {
  return {
    kind: 'folder',
    name: folder,
    read: (path) => loadConfigText(join(folder, path)),
    list: () => listGitFiles(folder),
  };
}

/**
 * The files of a folder of a repository as a revision has them. The revision is resolved once, so that what moves it later does not matter.
 *
 * @throws {AppError} exit code 2 when there is no such revision, 4 when there is no git.
 */
export async function revisionFiles(folder: string, revision: string): Promise<ProjectFiles> {
  const commit = await resolveRevision(folder, revision);
  const prefix = (await gitText(folder, ['rev-parse', '--show-prefix'])).replace(/\n$/, '');
  const listing = splitNames(await gitText(folder, ['ls-tree', '-r', '-z', '--full-tree', commit]));
  const entries = new Map(
    listing.flatMap((line) => {
      const [meta = '', path = ''] = line.split(/\t(.*)/s);
      return path.startsWith(prefix) ? [[path.slice(prefix.length), meta.split(' ')] as const] : [];
    }),
  );
  return {
    kind: 'revision',
    name: revision,
    list: async () => [...entries.keys()],
    read: (path) => readBlob(folder, entries.get(path)),
  };
}

async function resolveRevision(folder: string, revision: string): Promise<string> {
  if (revision.startsWith('-')) throw new AppError(`'${revision}' is no revision: it must not start with '-'.`);
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const answer = await git(folder, args);
  if (answer.state === 'missing') await gitText(folder, args);
  const commit = answer.state === 'done' ? answer.output.toString('utf8').trim() : '';
  if (!/^[0-9a-f]{40,64}$/.test(commit)) {
    const hint =
      'Expected a branch, a tag, a commit or a folder; a clone of CI may have to be fetched with its history.';
    throw new AppError(`'${revision}' is no revision of this repository. ${hint}`);
  }
  return commit;
}

const maxBytes = 4 * 1024 * 1024;

async function readBlob(folder: string, entry: readonly string[] | undefined): Promise<ConfigTextReading> {
  if (entry === undefined) return { state: 'missing' };
  const [mode, , object = ''] = entry;
  const unreadable = (reason: string): ConfigTextReading => ({ state: 'unreadable', code: 'FILE_UNREADABLE', reason });
  if (mode === '120000') return unreadable('it is a symbolic link in this revision');
  if (mode === '160000') return unreadable('it is a submodule');
  const answer = await git(folder, ['cat-file', 'blob', object]);
  if (answer.state !== 'done') return unreadable(answer.state === 'refused' ? answer.message : 'git was not found');
  if (answer.output.length > maxBytes) return unreadable('it is larger than 4 MiB');
  try {
    return { state: 'read', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(answer.output) };
  } catch (cause) {
    return { state: 'unreadable', code: 'FILE_ENCODING', reason: 'it is not valid UTF-8', cause };
  }
}
