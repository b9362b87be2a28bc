import { type AgentCircumstances, compareProfiles, type ProfileChange } from '@modegate/agent-policies';
import { AppError } from '@modegate/cli-kit';
import { escapeControls } from '@modegate/policy-check/reporters';
import { listFirst } from '../list-words.ts';
import type { ListedFiles } from '../project/listed-files.ts';
import { type LoadedProfiles, loadProfiles } from './load-profiles.ts';
import { usedAgents } from './used-agents.ts';

/** A change in the permissions of an agent's profiles, with a sentence that describes it. */
export interface DescribedChange extends ProfileChange {
  readonly mayGrant: boolean;
  /**
   * A complete sentence with the location of the rule: "claude-code may now run any `npm run` without asking
   * (a.json:7)."
   */
  readonly message: string;
}

/** Files of a project on both sides of a comparison. */
export interface ComparedFiles {
  /**
   * Absolute path of the folder in which both sides are assumed to be located, because rules may contain absolute
   * paths.
   */
  readonly root: string;
  readonly before: ListedFiles;
  readonly after: ListedFiles;
}

/** Differences between the profiles of agents. */
export interface ProfileDifferences {
  /** Changes, those that grant permissions first. */
  readonly changes: readonly DescribedChange[];
  /** True if an agent has its own files on at least one side. */
  readonly isUsed: boolean;
}

/**
 * Compares the profiles of every agent that has its own files on at least one side.
 *
 * @throws {AppError} exit code 2 when a file cannot be read, because its content is unknown and a comparison would be
 * misleading.
 */
export async function diffProfiles(
  { root, before, after }: ComparedFiles,
  circumstances: AgentCircumstances = {},
): Promise<ProfileDifferences> {
  const load = (files: ListedFiles) => loadProfiles({ root, withUser: false, onlyTracked: true, files });
  const [then, now] = [await load(before), await load(after)];
  const used = new Set([...usedAgents(then), ...usedAgents(now)].map(({ agent }) => agent.name));
  const isUsed = ({ agent }: LoadedProfiles) => used.has(agent.name);
  refuseUnreadable(then.filter(isUsed), before);
  refuseUnreadable(now.filter(isUsed), after);
  const changes = now.flatMap((one): readonly ProfileChange[] => {
    const other = then.find(({ agent }) => agent.name === one.agent.name);
    if (other === undefined || !isUsed(one) || isSame(other, one)) return [];
    return compareProfiles(one.agent, [other, one], circumstances);
  });
  const ordered = directions.flatMap((direction) => changes.filter((change) => change.direction === direction));
  const described = ordered.map((change) => ({
    ...change,
    mayGrant: change.direction === 'granted',
    message: describeProfileChange(change),
  }));
  return { changes: described, isUsed: used.size > 0 };
}

function refuseUnreadable(loaded: readonly LoadedProfiles[], { kind, name }: ListedFiles): void {
  const [sentence] = loaded.flatMap(({ unreadable }) => unreadable);
  if (sentence === undefined) return;
  throw new AppError(`${escapeControls(sentence)}${kind === 'revision' ? ` (revision ${name})` : ''}`);
}

/** Directions of changes, in display order. */
export const directions: readonly ProfileChange['direction'][] = ['granted', 'unknown', 'tightened', 'other'];

/** True if both sides have the same files, and therefore the same permissions. */
function isSame(before: LoadedProfiles, after: LoadedProfiles): boolean {
  return (
    before.texts.size === after.texts.size && [...after.texts].every(([name, text]) => before.texts.get(name) === text)
  );
}

/** Lists the first three profiles, and states how many more there are. */
export function nameProfiles({ profiles }: Pick<ProfileChange, 'profiles'>): string {
  return listFirst(profiles, 3);
}

/** Returns the file and line of the deciding rule, and those of a removed rule. */
export function placesOf({ rule, formerly }: Pick<ProfileChange, 'rule' | 'formerly'>): readonly string[] {
  const place = ({ file, line }: NonNullable<ProfileChange['rule']>) =>
    `${file}${line === undefined ? '' : `:${line}`}`;
  return [
    ...(rule?.file === undefined ? [] : [place(rule)]),
    ...(formerly?.file === undefined ? [] : [`was ${place(formerly)}`]),
  ];
}

/** Describes a change in a sentence that contains the locations of the rules. */
export function describeProfileChange(change: ProfileChange): string {
  const places = placesOf(change);
  return `${nameProfiles(change)} ${change.what}${places.length === 0 ? '' : ` (${places.join(', ')})`}.`;
}
