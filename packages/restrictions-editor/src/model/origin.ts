import { type Decision, formatRule } from '@modegate/mode-core';
import type { McpRestrictions } from '@modegate/mode-core/modes';
import type { ModeDraft } from './mode-draft.ts';

/**
 * The kind of rule that determines the decision: only the group and the defaults (`default`), an entry that refers to
 * the subject exactly (`explicit`), an entry with a wildcard (`pattern`), an allow list that does not contain the
 * subject (`closed-list`), an extended mode (`inherited`), a `schedule` or another condition, the file of the server
 * (`server-file`), a missing `group`, or the `mode` as a whole.
 */
export type OriginKind =
  | 'default'
  | 'explicit'
  | 'pattern'
  | 'closed-list'
  | 'inherited'
  | 'schedule'
  | 'server-file'
  | 'group'
  | 'mode';

/** The reason for a row's state, derived from the decision on that row. */
export interface Origin {
  readonly kind: OriginKind;
  /** The rule, with its file and line. */
  readonly rule: string;
  /** The reason for a refusal. */
  readonly reason: string | undefined;
  /** The mode that the rule belongs to, if it is a different mode. */
  readonly mode: string | undefined;
}

/** Sums up the reason for a decision in one word, based on its code and its rule. */
export function describeOrigin(decision: Decision, draft: ModeDraft): Origin {
  const { by } = decision;
  const mode = by.mode === undefined || by.mode === draft.slug ? undefined : by.mode;
  return {
    kind: mode === undefined ? kindOf(decision, draft.restrictions) : 'inherited',
    rule: formatRule(by),
    reason: decision.allowed ? undefined : decision.reason,
    mode,
  };
}

function kindOf(decision: Decision, restrictions: McpRestrictions | undefined): OriginKind {
  if (decision.allowed) return entryKind(decision.by.pointer, restrictions) ?? 'default';
  switch (decision.kind) {
    case 'mode':
    case 'restrictions':
    case 'evaluation':
      return 'mode';
    case 'circumstance':
      return 'schedule';
    case 'consent':
      return entryKind(decision.by.pointer, restrictions) ?? 'default';
    case 'entry':
      return decision.code === 'MCP_SERVER_UNKNOWN' ? 'default' : 'server-file';
    case 'server':
    case 'mcp-tool':
      if (decision.code === 'MCP_SERVER_NOT_ENABLED') return 'default';
      return entryKind(decision.by.pointer, restrictions) ?? 'closed-list';
    default:
      return 'group';
  }
}

/** Returns the kind of the entry that a pointer leads to; undefined if it does not lead to an entry. */
function entryKind(pointer: string, restrictions: McpRestrictions | undefined): 'explicit' | 'pattern' | undefined {
  const place = /\/((?:allowed|ask|disallowed)(?:Servers|Tools))\/(\d+)$/.exec(pointer);
  const key = place?.[1] as 'allowedServers' | 'allowedTools' | undefined;
  if (key === undefined) return /\/allowedMcpServers\/\d+$/.test(pointer) ? 'explicit' : undefined;
  return /[*?]/.test(JSON.stringify(restrictions?.[key]?.[Number(place?.[2])] ?? '')) ? 'pattern' : 'explicit';
}
