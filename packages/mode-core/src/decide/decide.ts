import { allow, type Decision, defaultRule, refuse } from '../decision.ts';
import type { Policy } from '../policy/policy.ts';
import type { CompiledMode } from '../policy/policy-mode.ts';
import { type Call, findCachedByWireName, findMode, prepareCall } from './call.ts';
import { decideFile } from './check-file.ts';
import { checks } from './checks.ts';
import { type ExplainedStep, type Explanation, passedStep, settledStep } from './explanation.ts';
import type { ToolRequest } from './request.ts';

/**
 * Decides whether a call may go ahead. Deny by default, deny wins, errors deny: nothing is granted because something is missing,
 * unknown or failed. Does no I/O and never throws; the answer names the rule that decided.
 */
export function decide(policy: Policy, request: ToolRequest): Decision {
  try {
    const mode = findMode(policy, request);
    return recall(policy, request, mode) ?? runChecks(prepareCall(policy, request, mode), undefined);
  } catch {
    return evaluationFailed;
  }
}

/** Decides many requests against one policy; the answers are in the order of the requests. */
export function decideMany(policy: Policy, requests: Iterable<ToolRequest>): readonly Decision[] {
  return Array.from(requests, (request) => decide(policy, request));
}

/**
 * Decides on an operation on a task as on the agent's tool of the same meaning, but for this: a task whose mode has gone or is broken may
 * still leave it and end. It may not begin another.
 */
export function decideTaskTool(
  policy: Policy,
  { mode, tool }: { readonly mode: string; readonly tool: TaskTool },
): Decision {
  const decision = decide(policy, { mode, tool });
  if (decision.allowed || decision.kind !== 'mode' || tool === 'new_task') return decision;
  return allow(defaultRule('always-available', mode));
}

/** The tools of the agent that begin, move and end a task. */
export type TaskTool = 'switch_mode' | 'new_task' | 'attempt_completion';

/** Decides exactly as {@link decide} does and keeps every check on the way; the last step is the one that settled it. */
export function explain(policy: Policy, request: ToolRequest): Explanation {
  const steps: ExplainedStep[] = [];
  try {
    return { request, decision: runChecks(prepareCall(policy, request, findMode(policy, request)), steps), steps };
  } catch {
    steps.push(settledStep('tool', evaluationFailed));
    return { request, decision: evaluationFailed, steps };
  }
}

const evaluationFailed = refuse(
  'EVALUATION_FAILED',
  defaultRule('evaluation'),
  "The request could not be evaluated, so it is refused. It needs the texts 'mode' and 'tool', and arguments of plain data.",
);

/** Runs the checks until one settles the call. Steps are kept only where `steps` is given, so that nothing is built in vain. */
function runChecks(call: Call, steps: ExplainedStep[] | undefined): Decision {
  for (const entry of checks) {
    // By index: taking the pair apart would cost more than most checks do, and this runs for nearly every call.
    const decision = entry[1](call);
    if (steps !== undefined) {
      const step = decision === undefined ? passedStep(entry[0], call) : settledStep(entry[0], decision);
      if (step !== undefined) steps.push(step);
    }
    if (decision !== undefined) return decision;
  }
  // The last check settles every call that reaches it; should one pass anyway, it is refused.
  return evaluationFailed;
}

/** The decision already made for this tool, or this server and tool, where nothing else of the request can change it; or only its files can. */
function recall(policy: Policy, request: ToolRequest, mode: CompiledMode): Decision | undefined {
  if (request.mcp === undefined) {
    const known = mode.knownTools.get(request.tool);
    if (known === undefined || known.allowed !== undefined) return known;
    const { tool, group } = known;
    return decideFile(mode, { request, tool, group, projectRoot: policy.compiled.projectRoot });
  }
  return findCachedByWireName(mode, request);
}
