import { type Decision, needsConsent } from '@modegate/mode-core';
import type { McpRestrictions } from '@modegate/mode-core/modes';
import { decisionState } from './decision-state.ts';
import { compileObject, type ModeDraft, type OpenedProject } from './mode-draft.ts';
import { decideRow, listRowSubjects, type RowSubject, rowKey } from './permission-rows.ts';

/** Decisions on every known server and tool under given restrictions. */
export type RowStates = ReturnType<typeof readStates>;

/** Uses `decide` to evaluate a draft with other restrictions; decides each row on demand and at most once. */
export function readStates(opened: OpenedProject, draft: ModeDraft, restrictions: McpRestrictions) {
  const policy = compileObject(opened, { ...draft, restrictions });
  const known = new Map<string, Decision>();
  const decisionOf = (subject: RowSubject): Decision => {
    const key = rowKey(subject);
    const decision = known.get(key) ?? decideRow(policy, opened.project, { ...subject, mode: draft.slug });
    known.set(key, decision);
    return decision;
  };
  return {
    subjects: listRowSubjects(opened.project, { ...draft, restrictions }).flatMap(
      ({ name, tools }): readonly RowSubject[] => [
        { server: name },
        ...[...tools.keys()].map((tool) => ({ server: name, tool })),
      ],
    ),
    decisionOf,
    stateOf: (subject: RowSubject) => decisionState(decisionOf(subject)),
    /**
     * True if the subject is allowed, requires a person's consent, or is refused only by a condition on all MCP access
     * for the mode.
     */
    mayBeAllowed: (subject: RowSubject) => isOpen(decisionOf(subject)),
  };
}

/**
 * True if calls are allowed, or refused only by a condition that does not belong to an entry; an entry's condition
 * concerns only that entry.
 */
function isOpen(decision: Decision): boolean {
  if (decision.allowed || needsConsent(decision)) return true;
  return decision.kind === 'circumstance' && !/\/(?:(?:dis)?allowed|ask)Tools\/\d/.test(decision.by.pointer);
}
