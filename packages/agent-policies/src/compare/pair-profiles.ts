import type { AgentProfile } from '../agent-answer.ts';
import type { PermissionAgent } from '../agents.ts';

/** Profiles of an agent in one state of its files. */
export interface ProfileSide {
  /** Absolute path of the project's folder. */
  readonly root: string;
  readonly profiles: readonly AgentProfile[];
  /** Sentences about files that exist but cannot be read, so that their content is unknown. Default: none. */
  readonly unreadable?: readonly string[];
}

/** A profile in two states, with its start folder in each state. */
export interface ProfilePair {
  readonly name: string;
  readonly before: PlacedProfile;
  readonly after: PlacedProfile;
  /**
   * `new` and `gone`: only one side has an agent with this name; on the other side, the agent is paired with the
   * session that starts in the same folder.
   */
  readonly kind: 'same' | 'new' | 'gone';
  /** Session that a new agent now replaces. */
  readonly session?: PlacedProfile;
}

/** A profile that applies in a different start folder. */
export interface PlacedProfile {
  readonly profile: AgentProfile;
  /** Absolute path of the start folder. */
  readonly cwd?: string;
}

/**
 * Pairs the profiles of two states. If a folder has its own files on one side only, its profile is paired with the
 * profile with which a session starts there on the other side; a new agent is paired with the session that it replaces.
 */
export function pairProfiles(
  { isDefault, name: agent }: Pick<PermissionAgent, 'isDefault' | 'name'>,
  before: ProfileSide,
  after: ProfileSide,
): readonly ProfilePair[] {
  const names = [...new Set([...after.profiles, ...before.profiles].map(({ name }) => name))];
  const folders = [...new Set([...after.profiles, ...before.profiles].map(({ folder }) => folder))];
  // A file may specify a default agent that does not exist.
  const sessionIn = (side: ProfileSide, folder: string | undefined) =>
    placed(side, folder, isDefault) ?? placed(side, folder, () => true);
  const pairs = names.flatMap((name): readonly ProfilePair[] => {
    const [own, other] = [find(after, name), find(before, name)];
    const folder = (own ?? other)?.profile.folder;
    const sameAgent = (one: AgentProfile) => tail(one) === name.slice(name.lastIndexOf(':') + 1);
    const [now, then] = [own ?? placed(after, folder, sameAgent), other ?? placed(before, folder, sameAgent)];
    if (now !== undefined && then !== undefined) return [{ name, before: then, after: now, kind: 'same' }];
    const [past, present] = [sessionIn(before, folder), sessionIn(after, folder)];
    if (past === undefined || present === undefined) return [];
    if (now === undefined) return then === undefined ? [] : [{ name, before: then, after: present, kind: 'gone' }];
    return [{ name, before: past, after: now, kind: 'new', session: present }];
  });
  // A session may start with a different agent.
  const sessions = folders.flatMap((folder): readonly ProfilePair[] => {
    const [then, now] = [sessionIn(before, folder), sessionIn(after, folder)];
    if (then === undefined || now === undefined || tail(then.profile) === tail(now.profile)) return [];
    return [{ name: folder === undefined ? agent : `${folder}:${agent}`, before: then, after: now, kind: 'same' }];
  });
  return [...sessions, ...pairs];
}

function find({ profiles }: ProfileSide, name: string): PlacedProfile | undefined {
  const profile = profiles.find((one) => one.name === name);
  return profile && { profile };
}

/**
 * Returns the profile of a folder; if the folder has none, returns the project folder's profile as it applies in that
 * folder.
 */
function placed(
  { profiles, root }: ProfileSide,
  folder: string | undefined,
  isMeant: (profile: AgentProfile) => boolean,
): PlacedProfile | undefined {
  const meant = profiles.filter(isMeant);
  const own = meant.find((one) => one.folder === folder);
  if (own !== undefined) return { profile: own };
  const profile = meant.find((one) => one.folder === undefined);
  return profile && { profile, cwd: `${root}/${folder}` };
}

/** Returns the name without the start folder. */
function tail({ name }: AgentProfile): string {
  return name.slice(name.lastIndexOf(':') + 1);
}
