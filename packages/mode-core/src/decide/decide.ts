import { explainCommand, recallCommand } from '../commands/check-command.ts';
import { allow, type Decision, defaultRule, refuse } from '../decision.ts';
import type { Policy } from '../policy/policy.ts';
import type { CompiledMode } from '../policy/policy-mode.ts';
import { type Call, findCachedByWireName, findMode, prepareCall } from './call.ts';
import { decideFile } from './check-file.ts';
import { checks } from './checks.ts';
import { type ExplainedStep, type Explanation, passedStep, settledStep } from './explanation.ts';
import type { ToolRequest } from './request.ts';

/**
 * Decides whether a call is allowed. Denies by default; a deny rule takes precedence over an allow rule, and an error
 * denies the call. Does no I/O and never throws. The decision identifies the rule on which it is based.
 */
export function decide(policy: Policy, request: ToolRequest): Decision {
  try {
    const mode = findMode(policy, request);
    return recall(policy, request, mode) ?? runChecks(prepareCall(policy, request, mode), undefined);
  } catch {
    return evaluationFailed;
  }
}

/** Decides on many requests; the decisions are returned in the order of the requests. */
export function decideMany(policy: Policy, requests: Iterable<ToolRequest>): readonly Decision[] {
  return Array.from(requests, (request) => decide(policy, request));
}

/**
 * Decides on a task operation in the same way as on the agent's corresponding tool, with one exception: a task whose
 * mode is missing or broken may still switch to another mode or end, but may not start a task.
 */
export function decideTaskTool(
  policy: Policy,
  { mode, tool }: { readonly mode: string; readonly tool: TaskTool },
): Decision {
  const decision = decide(policy, { mode, tool });
  if (decision.allowed || decision.kind !== 'mode' || tool === 'new_task') return decision;
  return allow(defaultRule('always-available', mode));
}

/** Agent tools that start a task, switch the mode of a task or end a task. */
export type TaskTool = 'switch_mode' | 'new_task' | 'attempt_completion';

/**
 * Decides exactly as {@link decide} does, and records every check. The last step settles the request; each part of a
 * command is also evaluated separately.
 */
export function explain(policy: Policy, request: ToolRequest): Explanation {
  const steps: ExplainedStep[] = [];
  try {
    const call = prepareCall(policy, request, findMode(policy, request));
    const decision = runChecks(call, steps);
    const parts = steps.at(-1)?.check === 'command' ? explainCommand(call) : undefined;
    return { request, decision, steps, ...(parts === undefined ? {} : { parts }) };
  } catch {
    steps.push(settledStep('tool', evaluationFailed));
    return { request, decision: evaluationFailed, steps };
  }
}

const evaluationFailed = refuse(
  'EVALUATION_FAILED',
  defaultRule('evaluation'),
  "The request could not be evaluated, so it is refused. It must have 'mode' and 'tool' as strings, and arguments that are plain data.",
);

/** Runs the checks until one settles the call. Builds steps only if `steps` is given. */
function runChecks(call: Call, steps: ExplainedStep[] | undefined): Decision {
  for (const [name, check] of checks) {
    const decision = check(call);
    if (steps !== undefined) {
      const step = decision === undefined ? passedStep(name, call) : settledStep(name, decision);
      if (step !== undefined) steps.push(step);
    }
    if (decision !== undefined) return decision;
  }
  // The last check settles every call that reaches it. If it does not, the call is refused.
  return evaluationFailed;
}

/**
 * Returns the cached decision if it depends only on the tool, on the command, or on the server and tool. If the
 * decision also depends on files, only the files are checked again.
 */
function recall(policy: Policy, request: ToolRequest, mode: CompiledMode): Decision | undefined {
  if (request.mcp === undefined) {
    const known = mode.knownTools.get(request.tool);
    if (known === undefined) return recallCommand(policy, request, mode);
    if (known.allowed !== undefined) return known;
    const { tool, group } = known;
    return decideFile(mode, { request, tool, group, projectRoot: policy.compiled.projectRoot });
  }
  return findCachedByWireName(mode, request);
}
