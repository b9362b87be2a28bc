import { homedir } from 'node:os';
import {
  type AgentReading,
  type PermissionAgent,
  type PermissionFile,
  type PermissionFiles,
  permissionAgents,
} from '@modegate/agent-policies';
import { lazy } from '@modegate/json';
import { findPermissionFiles } from '@modegate/project/node';
import { listGitFiles } from '../project/git.ts';
import type { ListedFiles } from '../project/listed-files.ts';
import type { OwnHook } from './own-hook.ts';
import { usedAgents } from './used-agents.ts';

/** Selects which agent files to read. */
export interface ProfileSource {
  /** Folder of the repository. */
  readonly root: string;
  /** True to also read the files of the user and the machine. */
  readonly withUser: boolean;
  /**
   * True to omit files below the project's folder that cannot be identified with certainty as an agent's and, unless
   * the user's files are included, files that git ignores, because ignored files are the user's own.
   */
  readonly onlyTracked?: boolean;
  /** True to omit agents that have no files of their own. */
  readonly onlyUsed?: boolean;
  /** Project files, for example from a revision. Default: the current files in the folder. */
  readonly files?: ListedFiles | undefined;
}

/** Profiles of an agent, with the files read for them. */
export interface LoadedProfiles extends AgentReading {
  readonly agent: PermissionAgent;
  readonly root: string;
  /** The files themselves, for rules that examine their text. */
  readonly files: PermissionFiles;
  /** File contents, keyed by the file names used in problems. */
  readonly texts: ReadonlyMap<string, string>;
  /** Sentences about files that exist but cannot be read, so that their content is unknown. */
  readonly unreadable: readonly string[];
  /** Finds the Modegate hook installed for the agent; searches only once. */
  readonly ownHook: () => Promise<OwnHook | undefined>;
}

/** Finds and reads the files of every agent. */
export async function loadProfiles({
  root,
  withUser,
  onlyTracked,
  onlyUsed,
  files: source,
}: ProfileSource): Promise<readonly LoadedProfiles[]> {
  const listed = await (source === undefined ? listGitFiles(root) : source.list());
  const home = withUser ? homedir() : undefined;
  const all = await Promise.all(
    permissionAgents.map(async (agent) => {
      const request = { projectRoot: root, files: source, listed, onlyListed: onlyTracked === true && !withUser, home };
      const { files: found, unreadable } = await findPermissionFiles(agent.places, request);
      const files = onlyTracked === true ? { ...found, files: found.files.filter(isMeant) } : found;
      const texts = new Map(files.files.map(({ name, text }) => [name, text]));
      const ownHook = lazy(async () => (await import('./own-hook.ts')).findOwnHook(agent.name, { root, withUser }));
      return { agent, root, files, texts, unreadable, ownHook };
    }),
  );
  return (onlyUsed === true ? usedAgents(all) : all).map((one) => ({ ...one.agent.readProfiles(one.files), ...one }));
}

/**
 * Fixtures and records may have the same names as settings files: below the project's folder, a file must be
 * identifiable by its content.
 */
function isMeant({ name, text }: PermissionFile): boolean {
  const isOutside = /^(?:[~/]|[A-Z]:)/.test(name);
  return isOutside || !name.includes('/') || /(?:^|\/)\./.test(name) || text.includes('"$schema"');
}
