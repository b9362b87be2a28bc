import type { RuleReference } from '@modegate/mode-core';
import type { Location } from '../../source/finding.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** Where the rule of a decision stands; undefined for rules that no file writes down. */
export function ruleLocation(workspace: Workspace, by: RuleReference): Location | undefined {
  if (by.file === undefined) return undefined;
  const source = workspace.source(by.file);
  return source.text === '' ? undefined : source.locate(by.pointer);
}
