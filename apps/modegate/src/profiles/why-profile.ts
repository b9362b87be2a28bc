import { findCommandEffects } from '@modegate/agent-policies';
import { print, printError } from '@modegate/cli-kit';
import { escapeControls, escapedJson } from '@modegate/policy-check/reporters';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type AgentFlags, describeCircumstances, readAgentFlags } from './agent-circumstances.ts';
import { answerAgentCall } from './answer-agent-call.ts';
import { createAgentCall } from './create-agent-call.ts';
import { describeAnswer } from './describe-answer.ts';
import { findProfile } from './find-profile.ts';
import { type LoadedProfiles, loadProfiles } from './load-profiles.ts';
import { readArgumentsFlag } from './read-arguments-flag.ts';

/** A question about a profile on the command line. */
export interface ProfileQuestion {
  readonly profile: string;
  readonly tool: string;
  /** Value of the tool's main argument. */
  readonly main?: string | undefined;
  /** Folder of the repository. */
  readonly root: string;
}

/** Flags for a question about a profile. */
export interface ProfileFlags extends AgentFlags {
  /** Arguments as JSON. */
  readonly args?: string | undefined;
  /** True to also read the agent files of the user and the machine. Default true. */
  readonly withUser?: boolean;
  readonly json: boolean;
}

/**
 * Reports an agent's response to a call. Returns 0 if the call is allowed, 4 if the question cannot be settled,
 * otherwise 1.
 */
export async function whyProfile(question: ProfileQuestion, flags: ProfileFlags): Promise<ExitCode> {
  const all = await loadProfiles({ root: question.root, withUser: flags.withUser ?? true });
  const { loaded, profile } = findProfile(all, question.profile);
  const { agent } = loaded;
  const { tool, main } = question;
  const call = createAgentCall(agent, { tool, main, arguments: readArgumentsFlag(flags.args) });
  const circumstances = readAgentFlags(flags);
  const answer = await answerAgentCall(loaded, { profile, call, circumstances });
  const effects = findCommandEffects(agent, call);
  printFaults(loaded);
  if (flags.json)
    print(
      escapedJson({ profile: profile.name, ...call, circumstances, ...answer, ...(effects && { runs: effects }) }, 2),
    );
  else {
    const about = {
      profile: profile.name,
      tool: call.tool,
      circumstances: describeCircumstances(circumstances, agent),
    };
    for (const line of describeAnswer(answer, { ...about, effects })) print(line);
  }
  return exitCodeOf(answer.effect);
}

function exitCodeOf(effect: string): ExitCode {
  if (effect === 'allow') return exitCodes.clean;
  return effect === 'unknown' ? exitCodes.unevaluated : exitCodes.findings;
}

/** Prints faults, because a file that the agent ignores often explains an answer. */
function printFaults({ problems, unreadable }: LoadedProfiles): void {
  for (const { severity, file, line, column, message } of problems)
    if (severity === 'error') printError(escapeControls(`${file}:${line}:${column}: ${message}`));
  for (const sentence of unreadable) printError(escapeControls(sentence));
}
