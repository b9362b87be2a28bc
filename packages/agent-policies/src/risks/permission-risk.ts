import type { PermissionFileProblem } from '../permission-files.ts';

/** Names of the checker rules that report risks. */
export const permissionRiskNames = [
  'rule-does-nothing',
  'allow-reaches-further',
  'defeated-rule',
  'denial-reaches-less',
  'denial-evaded',
  'file-denial-evaded',
  'open-without-a-rule',
  'everything-allowed',
  'duplicate-rule',
  'servers-approved-wholesale',
  'fetch-and-run',
  'unknown-tool-name',
  'key-not-read',
  'personal-path',
  'local-settings-shared',
  'other-agent-may-more',
  'subagent-may-more',
] as const;

/** Name of a checker rule that reports risks. */
export type PermissionRiskName = (typeof permissionRiskNames)[number];

/** Something in the files that the agent interprets more narrowly, or more broadly, than its wording suggests. */
export interface PermissionRisk extends Omit<PermissionFileProblem, 'code'> {
  readonly rule: PermissionRiskName;
  /** Other locations to which the message refers; only a few if there are many. */
  readonly related: readonly RiskPlace[];
}

/** Another location to which a risk refers. */
export type RiskPlace = Pick<PermissionFileProblem, 'message' | 'file' | 'line' | 'column'>;
