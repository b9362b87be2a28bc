import type { Decision } from '@modegate/mode-core';
import type { McpRestrictions } from '@modegate/mode-core/modes';
import { compileObject, type ModeDraft, type OpenedProject } from './mode-draft.ts';
import { decideRow, listRowSubjects, type RowSubject, rowKey } from './permission-rows.ts';

/** Decisions on every known server and tool under some restrictions. */
export interface RowStates {
  readonly subjects: readonly RowSubject[];
  readonly decisionOf: (subject: RowSubject) => Decision;
  readonly isAllowed: (subject: RowSubject) => boolean;
  /** True if it is allowed, or refused only by a condition on all MCP access of the mode. */
  readonly mayBeAllowed: (subject: RowSubject) => boolean;
}

/** Asks `decide` about a draft with other restrictions; each row is decided at most once, on demand. */
export function readStates(opened: OpenedProject, draft: ModeDraft, restrictions: McpRestrictions): RowStates {
  const policy = compileObject(opened, { ...draft, restrictions });
  const known = new Map<string, Decision>();
  const decisionOf = (subject: RowSubject): Decision => {
    const key = rowKey(subject);
    const decision = known.get(key) ?? decideRow(policy, opened.project, { ...subject, mode: draft.slug });
    known.set(key, decision);
    return decision;
  };
  return {
    subjects: listRowSubjects(opened.project, { ...draft, restrictions }).flatMap(({ name, tools }) => [
      { server: name },
      ...[...tools.keys()].map((tool) => ({ server: name, tool })),
    ]),
    decisionOf,
    isAllowed: (subject) => decisionOf(subject).allowed,
    mayBeAllowed: (subject) => isOpen(decisionOf(subject)),
  };
}

/** A refusal by an entry's conditions concerns only that entry, which stays. */
function isOpen(decision: Decision): boolean {
  return (
    decision.allowed || (decision.kind === 'circumstance' && !/\/(?:dis)?allowedTools\/\d/.test(decision.by.pointer))
  );
}
