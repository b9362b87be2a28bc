import { type ModeQuestion, resolveQuestion } from '../circumstances/circumstances.ts';
import { iterateConditions } from '../policy/collect-needs.ts';
import type { Policy } from '../policy/policy.ts';
import { requireMode } from './list-tools.ts';

// For a mode with more schedules than this, the result is one minute from now, which is never too late.
const maxSchedules = 64;
const soonMs = 60_000;

/**
 * Finds the next time, in epoch milliseconds, at which a schedule of a mode may start or stop allowing access. Returns
 * undefined if the mode has no schedule, if no schedule changes within a fortnight, or if the current time is unknown.
 *
 * @throws {ModeError} MODE_NOT_FOUND if no layer defines the mode.
 */
export function findNextChange(policy: Policy, question: ModeQuestion): number | undefined {
  const { mode, at } = resolveQuestion(policy, question);
  const compiled = requireMode(policy, mode);
  if (at === undefined) return undefined;
  let next: number | undefined;
  let seen = 0;
  for (const { schedule } of iterateConditions(compiled)) {
    if (schedule === undefined) continue;
    if (seen++ === maxSchedules) return Math.min(next ?? Number.POSITIVE_INFINITY, at + soonMs);
    const change = schedule.nextChange(at);
    if (change !== undefined && change < (next ?? Number.POSITIVE_INFINITY)) next = change;
  }
  return next;
}
