import type { AgentName } from '@modegate/agent-hooks';

/** How far something is known: it was seen to hold, was seen not to hold, or cannot be seen from here. */
export type FindingStatus = 'proved' | 'failed' | 'unproved';

/** One thing that was looked at. */
export interface DoctorFinding {
  readonly status: FindingStatus;
  /** A sentence. */
  readonly detail: string;
}

/** Everything about one installed hook. */
export interface HookReport {
  readonly client: AgentName;
  /** The file of the agent that has the hook, or the plugin. */
  readonly file: string;
  /** The command as it is in that file; a plugin has none. */
  readonly command: string | undefined;
  readonly findings: readonly DoctorFinding[];
}

/** @internal */
export const proved = (detail: string): DoctorFinding => ({ status: 'proved', detail });
/** @internal */
export const failed = (detail: string): DoctorFinding => ({ status: 'failed', detail });
/** @internal */
export const unproved = (detail: string): DoctorFinding => ({ status: 'unproved', detail });
