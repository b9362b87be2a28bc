import type { PermissionRule } from '../rules.ts';

/** @internal A rule from a file. */
export interface FiledRule extends PermissionRule {
  readonly file: string;
  readonly line: number;
}

/** @internal Returns a key that identifies a rule, because Kilo copies rules from one agent to another. */
export function keyOf({ file, line, shown }: FiledRule): string {
  return `${file}\n${line}\n${shown}`;
}

/** @internal True for a rule that is in a file as written; Kilo derives other rules from such a rule. */
export function isFiled(rule: PermissionRule): rule is FiledRule {
  return rule.file !== undefined && rule.line !== undefined && rule.shown.startsWith(rule.key);
}
