import type { CallContext, KnownCircumstances } from '../circumstances/circumstances.ts';
import { judgeConditions } from '../circumstances/compile-conditions.ts';
import type { CompiledCondition, ConditionState } from '../circumstances/condition.ts';
import { type Refusal, type RefusalCode, type RuleReference, refuse } from '../decision.ts';
import type { CompiledMode } from '../policy/policy-mode.ts';
import { printable } from '../show.ts';
import { startWithOwner } from './describe-mode.ts';

/**
 * @internal Refuses a call unless the conditions on all MCP access or on all commands, set by the mode or by a mode
 * that it extends, are certainly true.
 */
export function refuseByConditions(
  mode: CompiledMode,
  what: 'use MCP' | 'run commands',
  circumstances: KnownCircumstances,
): Refusal | undefined {
  const sets = what === 'use MCP' ? mode.mcp.sets : (mode.commands?.sets ?? []);
  for (const { conditions, owner } of sets) {
    const unmet = findUnmet(conditions, circumstances);
    if (unmet !== undefined) return refuseUnmet(unmet, `${startWithOwner(mode, owner)} may ${what}`, circumstances);
  }
  return undefined;
}

/** @internal An entry with conditions, and a sentence that describes the entry, without a final full stop. */
export interface ConditionalEntry {
  readonly rule: { readonly by: RuleReference; readonly conditions: readonly CompiledCondition[] | undefined };
  readonly start: string;
}

/** @internal Returns the state of an entry's conditions. */
export function judgeEntry(
  { conditions }: ConditionalEntry['rule'],
  circumstances: KnownCircumstances,
): ConditionState {
  return conditions === undefined ? 'holds' : judgeConditions(conditions, circumstances);
}

/** @internal True for a refusal that depends on something unknown. A permanent reason is reported first. */
export function isUnsure({ code }: Refusal): boolean {
  return code === 'TIME_UNKNOWN' || code === 'CONTEXT_UNKNOWN';
}

/**
 * @internal Refuses a call because the conditions of an allow rule are not certainly true; `code` specifies the kind of
 * subject that the rule would allow.
 */
export function refuseByAllowance(
  code: RefusalCode,
  { rule, start }: ConditionalEntry,
  circumstances: KnownCircumstances,
): Refusal {
  const { conditions = [], by } = rule;
  const unmet = findUnmet(conditions, circumstances);
  // Always defined at this point, because an allow rule whose conditions are all true never gets this far. The sentence
  // is correct even without the condition.
  return unmet === undefined
    ? refuse(code, by, `${start} only under a condition.`)
    : refuseUnmet(unmet, start, circumstances);
}

/**
 * @internal Refuses a call because a deny rule applies or may apply; `code` specifies the kind of subject that the rule
 * denies.
 */
export function refuseByDenial(
  code: RefusalCode,
  { rule, start }: ConditionalEntry,
  circumstances: KnownCircumstances,
): Refusal {
  const { conditions, by } = rule;
  if (conditions === undefined) return refuse(code, by, `${start}.`);
  const words = conditions.map((condition) => condition.words).join(', ');
  const unknown = conditions.find((condition) => condition.judge(circumstances) === 'unknown');
  if (unknown !== undefined)
    return refuse(codeOf(unknown, 'unknown'), unknown.by, `${start} ${words}, and ${unknown.asks} is not known.`);
  return refuse(code, by, `${start} ${words}.${describeEnd(conditions, circumstances)}`);
}

/**
 * Finds the first condition that fails or, if no condition fails, the first unknown condition, because a known failure
 * is more useful.
 */
function findUnmet(
  conditions: readonly CompiledCondition[],
  circumstances: KnownCircumstances,
): CompiledCondition | undefined {
  const state = judgeConditions(conditions, circumstances);
  return state === 'holds' ? undefined : conditions.find((condition) => condition.judge(circumstances) === state);
}

function refuseUnmet(condition: CompiledCondition, start: string, circumstances: KnownCircumstances): Refusal {
  const state = condition.judge(circumstances) === 'unknown' ? 'unknown' : 'fails';
  const end =
    state === 'unknown' ? `, and ${condition.asks} is not known.` : `.${describeNow(condition, circumstances)}`;
  return refuse(codeOf(condition, state), condition.by, `${start} only ${condition.words}${end}`);
}

function codeOf({ kind }: CompiledCondition, state: 'unknown' | 'fails'): RefusalCode {
  if (kind === 'time') return state === 'unknown' ? 'TIME_UNKNOWN' : 'OUTSIDE_SCHEDULE';
  return state === 'unknown' ? 'CONTEXT_UNKNOWN' : 'CONTEXT_MISMATCH';
}

/**
 * States when a schedule next allows access, the current branch, or the state of the task, but never a value of `env`:
 * the author of a rule could learn such a value letter by letter.
 */
function describeNow({ kind, schedule, now }: CompiledCondition, known: KnownCircumstances): string {
  const { at, context } = known;
  if (now !== undefined) return now(known);
  if (kind === 'branch') return describeBranch(context);
  if (at === undefined || schedule === undefined) return '';
  const opens = schedule.nextChange(at);
  return opens === undefined ? '' : ` The schedule next opens on ${schedule.showTime(opens)}.`;
}

function describeBranch(context: CallContext | undefined): string {
  return context?.branch === undefined ? '' : ` The branch is '${printable(context.branch)}'.`;
}

function describeEnd(conditions: readonly CompiledCondition[], { at }: KnownCircumstances): string {
  const schedule = conditions.find(({ kind }) => kind === 'time')?.schedule;
  const ends = at === undefined ? undefined : schedule?.nextChange(at);
  return schedule === undefined || ends === undefined ? '' : ` This restriction ends on ${schedule.showTime(ends)}.`;
}
