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

/** Which files of agents are read. */
export interface ProfileSource {
  /** Folder of the repository. */
  readonly root: string;
  /** True to read the files of the user and of the machine too. */
  readonly withUser: boolean;
  /**
   * True to leave out files below the project's folder that are not certainly an agent's, and, without those of the user,
   * files that git ignores: these are the user's own.
   */
  readonly onlyTracked?: boolean;
  /** True to leave out agents without a file of their own. */
  readonly onlyUsed?: boolean;
  /** Files of the project, for example in a revision. Default: as they are in the folder. */
  readonly files?: ListedFiles | undefined;
}

/** Profiles of an agent, with what was read for them. */
export interface LoadedProfiles extends AgentReading {
  readonly agent: PermissionAgent;
  readonly root: string;
  /** The files themselves, for rules that examine their texts. */
  readonly files: PermissionFiles;
  /** Texts by the names that problems have. */
  readonly texts: ReadonlyMap<string, string>;
  /** Sentences about files that are there and cannot be read; what they say is unknown. */
  readonly unreadable: readonly string[];
  /** Finds the Modegate hook that is installed for the agent, once. */
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

/** Fixtures and records have the names of settings too: below the project's folder, such a file must say what it is. */
function isMeant({ name, text }: PermissionFile): boolean {
  const isOutside = /^(?:[~/]|[A-Z]:)/.test(name);
  return isOutside || !name.includes('/') || /(?:^|\/)\./.test(name) || text.includes('"$schema"');
}
