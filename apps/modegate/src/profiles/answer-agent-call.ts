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

/** A call, and when it is made. */
export interface ProfileCall {
  readonly profile: AgentProfile;
  readonly call: AgentToolCall;
  readonly circumstances: AgentCircumstances;
}

/** Answers a call as the agent does, with the links of this disk. Where a file cannot be read, nothing is known. */
export async function answerAgentCall(loaded: LoadedProfiles, { call, ...asked }: ProfileCall): Promise<AgentAnswer> {
  const [answer] = await answerAgentCalls(loaded, { ...asked, calls: [call] });
  return answer as AgentAnswer;
}

/** Calls of one profile under the same circumstances. */
export interface ProfileCalls extends Omit<ProfileCall, 'call'> {
  readonly calls: readonly AgentToolCall[];
}

/** Answers calls in their order, like `answerAgentCall`. */
export async function answerAgentCalls(
  { agent, root, unreadable }: LoadedProfiles,
  { profile, calls, circumstances }: ProfileCalls,
): Promise<readonly AgentAnswer[]> {
  const start = profile.folder === undefined ? root : join(root, profile.folder);
  const cwd = absoluteFolder(circumstances.cwd, root);
  const from = cwd ?? start;
  const paths = new Set(calls.flatMap((call) => pathsOfCall(agent, call)));
  const links = await readLinks(
    root,
    [...paths].map((path) => resolve(from, path)),
  );
  const answers = calls.map((call) => agent.decideFor(profile, call, { ...circumstances, cwd, links }));
  if (unreadable.length === 0) return answers;
  const because = `Not settled: what a file says that cannot be read. ${unreadable.join(' ')}`;
  return answers.map((answer) => ({ ...answer, effect: 'unknown', because }));
}

/** A folder of a question, which may be about another platform, as an absolute one. */
function absoluteFolder(folder: string | undefined, root: string): string | undefined {
  return folder === undefined || /^[A-Za-z]:[\\/]/.test(folder) ? folder : resolve(root, folder);
}
