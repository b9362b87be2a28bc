import type { McpRestrictions } from '@modegate/mode-core/modes';
import { type Act, type ActContext, losesOthers } from './act-context.ts';
import type { DecisionState } from './decision-state.ts';
import { grantSubjects } from './grant-subjects.ts';
import type { ModeDraft, OpenedProject } from './mode-draft.ts';
import { arrayOf, type RowSubject, rowKey } from './permission-rows.ts';
import {
  addEntries,
  canBeNamed,
  isConditional,
  keepEntries,
  orUndefined,
  removeEntries,
} from './restriction-entries.ts';
import { type RowStates, readStates } from './row-states.ts';

/** The result of an action. */
export interface ActResult {
  readonly restrictions: McpRestrictions | undefined;
  /** The rows whose state has changed. */
  readonly changed: readonly RowSubject[];
  /**
   * The rows that changes to this mode's restrictions cannot bring into the requested state, each with the reason from
   * `decide`.
   */
  readonly refused: readonly RefusedSubject[];
}

/** A row that an action could not change. */
export interface RefusedSubject {
  readonly subject: RowSubject;
  /**
   * `name`: the row's name contains a wildcard, so no entry can refer to that row alone. `rule`: another rule applies.
   */
  readonly cause: 'name' | 'rule';
  /** The reason from `decide`, if `decide` refuses. */
  readonly reason: string | undefined;
}

/**
 * Carries out an action with as few entries as possible and checks the result with `decide`. A server includes all of
 * its tools. Grants no tool other than the subjects; subjects that the action cannot change are in `refused`.
 */
export function applyAct(
  opened: OpenedProject,
  draft: ModeDraft,
  { act, subjects }: { readonly act: Act; readonly subjects: readonly RowSubject[] },
): ActResult {
  const read = (restrictions: McpRestrictions) => readStates(opened, draft, restrictions);
  const original = draft.restrictions ?? {};
  const before = read(original);
  const goals = expand(subjects, before);
  const restrictions = change(original, { act, mode: draft.slug, subjects, goals, read, states: before });
  const after = read(restrictions);
  const wanted: DecisionState | undefined = wantedStates[act];
  const refused = goals.flatMap((subject) => {
    const decision = after.decisionOf(subject);
    if (wanted === undefined || after.stateOf(subject) === wanted) return [];
    const cause = canBeNamed(subject) ? 'rule' : 'name';
    return [{ subject, cause, reason: decision.allowed ? undefined : decision.reason } as const];
  });
  const changed = before.subjects.filter((subject) => before.stateOf(subject) !== after.stateOf(subject));
  return { restrictions: orUndefined(restrictions), changed, refused };
}

const wantedStates = { allow: 'allowed', ask: 'asks', deny: 'denied', clear: undefined } as const;

function change(before: McpRestrictions, context: ActContext): McpRestrictions {
  if (context.act === 'allow') return grantSubjects(before, context);
  if (context.act === 'ask') return askAboutSubjects(before, context);
  if (context.act === 'deny') return denySubjects(before, context);
  const cleared = (['allow', 'ask', 'deny'] as const).reduce(
    (rest, effect) => removeEntries(rest, effect, context.subjects),
    before,
  );
  return context.subjects
    .filter(({ tool }) => tool === undefined)
    .reduce((rest, { server }) => clearTools(rest, server), cleared);
}

/**
 * First allows the tools that are denied, then adds an entry that requires consent for tools that are still allowed
 * without it. If the list is an allow list, such a tool needs no entry that allows it.
 */
function askAboutSubjects(before: McpRestrictions, context: ActContext): McpRestrictions {
  const { subjects, goals, states, read } = context;
  const opened = goals.every(states.mayBeAllowed) ? before : grantSubjects(before, context);
  const after = read(opened);
  const asked = addEntries(
    opened,
    'ask',
    subjects.filter((subject) => after.stateOf(subject) !== 'asks'),
  );
  const without = removeEntries(asked, 'allow', subjects);
  const [longer, shorter] = [read(asked), read(without)];
  const isSame = longer.subjects.every((subject) => longer.stateOf(subject) === shorter.stateOf(subject));
  return isSame ? without : asked;
}

/**
 * First removes the entries that allow or require consent; anything still allowed, by default or by a pattern, is then
 * denied by name.
 */
function denySubjects(before: McpRestrictions, context: ActContext): McpRestrictions {
  const { subjects, read } = context;
  const without = removeEntries(removeEntries(before, 'allow', subjects), 'ask', subjects);
  // The entry may be the only mention of a server that no file configures; in that case the entry stays, and the deny
  // rule takes precedence.
  const withdrawn = losesOthers(context, read(without)) ? before : without;
  const states = read(withdrawn);
  const isOpen = (subject: RowSubject) =>
    states.mayBeAllowed(subject) ||
    (subject.tool === undefined &&
      states.subjects.some((row) => row.server === subject.server && states.mayBeAllowed(row)));
  return addEntries(withdrawn, 'deny', subjects.filter(isOpen));
}

function clearTools(restrictions: McpRestrictions, server: string): McpRestrictions {
  const isOther = (entry: NonNullable<McpRestrictions['allowedTools']>[number]) =>
    entry.serverName !== server || isConditional(entry);
  return (['allowedTools', 'askTools', 'disallowedTools'] as const).reduce(
    (rest, list) => keepEntries(rest, list, isOther),
    restrictions,
  );
}

function expand(subjects: readonly RowSubject[], { subjects: known }: RowStates): readonly RowSubject[] {
  const servers = new Set(subjects.filter(({ tool }) => tool === undefined).map(({ server }) => server));
  const all = [...subjects, ...known.filter(({ server }) => servers.has(server))];
  return [...new Map(all.map((subject) => [rowKey(subject), subject])).values()];
}

/** Returns the exclusive lists: anything not in them is denied, including anything added later. */
export function closedLists(restrictions: McpRestrictions | undefined): {
  readonly servers: boolean;
  readonly tools: boolean;
} {
  return { servers: restrictions?.allowedServers !== undefined, tools: restrictions?.allowedTools !== undefined };
}

/**
 * Makes a list exclusive or removes it. An exclusive list contains everything that is allowed now; removing the list
 * leaves the decision to the other rules.
 */
export function setClosed(
  opened: OpenedProject,
  draft: ModeDraft,
  { list, closed }: { readonly list: 'servers' | 'tools'; readonly closed: boolean },
): McpRestrictions | undefined {
  const restrictions = draft.restrictions ?? {};
  const key = list === 'servers' ? 'allowedServers' : 'allowedTools';
  if ((restrictions[key] !== undefined) === closed) return draft.restrictions;
  if (!closed) {
    const { [key]: _opened, ...rest } = restrictions;
    return orUndefined(rest);
  }
  const states = readStates(opened, draft, restrictions);
  const kept = states.subjects.filter(
    (subject) => (subject.tool === undefined) === (list === 'servers') && states.mayBeAllowed(subject),
  );
  const empty = { ...restrictions, [key]: arrayOf<never>(undefined) };
  return addEntries(empty, 'allow', kept);
}
