import { join, resolve } from 'node:path';
import {
  type AgentAnswer,
  type AgentCircumstances,
  type AgentProfile,
  type AgentToolCall,
  pathsOfCall,
} from '@modegate/agent-policies';
import { readLinks } from '@modegate/project/node';
import type { LoadedProfiles } from './load-profiles.ts';
import type { HookedAnswer } from './own-hook.ts';

/** A call and the time at which it is made. */
export interface ProfileCall {
  readonly profile: AgentProfile;
  readonly call: AgentToolCall;
  readonly circumstances: AgentCircumstances;
}

/**
 * Answers a call as the agent would, following symbolic links on this disk, and as the Modegate hook would if one is
 * installed. The agent's answer is unknown if any of its files cannot be read.
 */
export async function answerAgentCall(loaded: LoadedProfiles, question: ProfileCall): Promise<HookedAnswer> {
  const { call, ...asked } = question;
  const [answer] = (await answerAgentCalls(loaded, { ...asked, calls: [call] })) as [AgentAnswer];
  const hook = await loaded.ownHook();
  if (hook === undefined || answer.effect === 'not offered') return answer;
  const { withHook } = await import('./own-hook.ts');
  const { profile, circumstances } = question;
  const caller = profile.name.split('/').at(-1);
  const isDefault = loaded.agent.isDefault(profile);
  const cwd = absoluteFolder(circumstances.cwd, loaded.root) ?? startOf(loaded, profile);
  return withHook(answer, hook.file, await hook.judge({ ...call, cwd, caller: isDefault ? undefined : caller }));
}

/** Calls made under the same profile and circumstances. */
export interface ProfileCalls extends Omit<ProfileCall, 'call'> {
  readonly calls: readonly AgentToolCall[];
}

/** Answers calls in order, as the agent alone would, regardless of installed hooks. */
export async function answerAgentCalls(
  loaded: LoadedProfiles,
  { profile, calls, circumstances }: ProfileCalls,
): Promise<readonly AgentAnswer[]> {
  const { agent, root, unreadable } = loaded;
  const cwd = absoluteFolder(circumstances.cwd, root);
  const from = cwd ?? startOf(loaded, profile);
  const paths = new Set(calls.flatMap((call) => pathsOfCall(agent, call)));
  const links = await readLinks(
    root,
    [...paths].map((path) => resolve(from, path)),
  );
  const answers = calls.map(agent.open(profile, { ...circumstances, cwd, links }));
  if (unreadable.length === 0) return answers;
  const because = `The result is unknown because some files cannot be read. ${unreadable.join(' ')}`;
  return answers.map((answer) => ({ ...answer, effect: 'unknown', because }));
}

function startOf({ root }: LoadedProfiles, { folder }: AgentProfile): string {
  return folder === undefined ? root : join(root, folder);
}

/** Converts the folder in a question, which may be about another platform, to an absolute path. */
function absoluteFolder(folder: string | undefined, root: string): string | undefined {
  return folder === undefined || /^[A-Za-z]:[\\/]/.test(folder) ? folder : resolve(root, folder);
}
