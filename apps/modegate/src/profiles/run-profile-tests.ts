import type { AgentAnswer, AgentEffect, AgentToolCall, PermissionAgent } from '@modegate/agent-policies';
import { AppError } from '@modegate/cli-kit';
import { didYouMean } from '@modegate/nearest-name';
import {
  judgeProfileTest,
  type PolicyTestProblem,
  type ProfileTestCase,
  type ProfileTestResult,
} from '@modegate/policy-check/policy-test';
import { answerAgentCalls } from './answer-agent-call.ts';
import { checkCircumstances } from './check-circumstances.ts';
import { createAgentCall } from './create-agent-call.ts';
import { findProfile } from './find-profile.ts';
import type { LoadedProfiles } from './load-profiles.ts';

/** A test case for a profile, with the profile's answer or the reason why the case is not a valid question. */
export type ProfileTestOutcome =
  | {
      readonly result: ProfileTestResult;
      readonly effect: AgentEffect;
      /** Full name of the profile. */
      readonly profile: string;
    }
  | { readonly problem: PolicyTestProblem };

/**
 * Answers each case as its agent alone would, on Linux unless the case specifies another platform, and compares the
 * answer with the expected one.
 */
export function runProfileTests(
  loaded: readonly LoadedProfiles[],
  cases: readonly ProfileTestCase[],
): Promise<readonly ProfileTestOutcome[]> {
  return Promise.all(
    cases.map(async (test) => {
      try {
        return await runCase(loaded, test);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { problem: { ...test.place, message: error.message } };
      }
    }),
  );
}

async function runCase(loaded: readonly LoadedProfiles[], test: ProfileTestCase): Promise<ProfileTestOutcome> {
  const { loaded: own, profile } = findProfile(loaded, test.profile);
  const { tool, argument: main, arguments: given } = test;
  const call = createAgentCall(own.agent, { tool, main, arguments: given });
  const circumstances = checkCircumstances(test.circumstances);
  const [answer] = (await answerAgentCalls(own, { profile, calls: [call], circumstances })) as [AgentAnswer];
  const unknown = test.mayBeUnknown === true ? undefined : findUnknownTool(own.agent, call);
  const result = unknown === undefined ? judgeProfileTest(test, answer) : { test, passed: false, message: unknown };
  return { result, effect: answer.effect, profile: profile.name };
}

/** Among the tool names unknown to the agent, only those of server tools contain a `_`. */
function findUnknownTool({ title, tools }: PermissionAgent, { tool }: AgentToolCall): string | undefined {
  if (Object.hasOwn(tools, tool) || tool.includes('_')) return undefined;
  return `${title} has no tool '${tool}'.${didYouMean(tool, Object.keys(tools))} If the test needs a name that does not exist, add 'unknown: true'.`;
}

/**
 * Lists the profiles that no case covers; omits agents that are built into a program, because built-in modes are
 * omitted too.
 */
export function listUntestedProfiles(used: readonly LoadedProfiles[], tested: ReadonlySet<string>): readonly string[] {
  const own = used.flatMap(({ profiles }) => profiles.filter(({ isBuiltIn }) => isBuiltIn !== true));
  return own.map(({ name }) => name).filter((name) => !tested.has(name));
}
