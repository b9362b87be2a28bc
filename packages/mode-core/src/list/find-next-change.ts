import { type ModeQuestion, resolveQuestion } from '../circumstances/circumstances.ts';
import { iterateConditions } from '../policy/collect-needs.ts';
import type { Policy } from '../policy/policy.ts';
import { requireMode } from './list-tools.ts';

// A mode with more schedules than these is asked about again in a minute, which is never too late.
const maxSchedules = 64;
const soonMs = 60_000;

/**
 * The time, in epoch milliseconds, before which no schedule of a mode opens or closes after the time of the question: when to look again
 * at what the mode may use. Undefined when the mode has no schedule, none of them changes within a fortnight, or the time is not known.
 *
 * @throws {ModeError} MODE_NOT_FOUND when no layer defines the mode.
 */
export function findNextChange(policy: Policy, question: ModeQuestion): number | undefined {
  const { mode, at } = resolveQuestion(policy, question);
  const { mcp } = requireMode(policy, mode);
  if (at === undefined) return undefined;
  let next: number | undefined;
  let seen = 0;
  for (const { schedule } of iterateConditions(mcp)) {
    if (schedule === undefined) continue;
    if (seen++ === maxSchedules) return Math.min(next ?? Number.POSITIVE_INFINITY, at + soonMs);
    const change = schedule.nextChange(at);
    if (change !== undefined && change < (next ?? Number.POSITIVE_INFINITY)) next = change;
  }
  return next;
}
