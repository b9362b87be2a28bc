import { formatRule, type RuleReference } from '@modegate/mode-core';

/** A rule in results, task histories and the audit log. */
export interface RuleDescription {
  readonly layer: string;
  readonly pointer: string;
  readonly source_file?: string;
  /** Line number, starting at 1. */
  readonly line?: number;
  readonly text: string;
}

// A policy contains one object per rule, so each rule is described only once. The description is frozen, so that
// histories can share it.
const shownRules = new WeakMap<RuleReference, RuleDescription>();

/** Describes a rule reference. */
export function describeDecidingRule(by: RuleReference): RuleDescription {
  const known = shownRules.get(by);
  if (known !== undefined) return known;
  const shown = Object.freeze({
    layer: by.layer,
    pointer: by.pointer,
    ...(by.file === undefined ? {} : { source_file: by.file }),
    ...(by.line === undefined ? {} : { line: by.line }),
    text: formatRule(by),
  });
  shownRules.set(by, shown);
  return shown;
}
