import type { AgentName } from '@modegate/agent-hooks';

/** Certainty of a finding: verified as true, verified as false, or not verifiable from here. */
export type FindingStatus = 'proved' | 'failed' | 'unproved';

/** Result of a single examination. */
export interface DoctorFinding {
  readonly status: FindingStatus;
  /** A sentence that describes the finding. */
  readonly detail: string;
}

/** All results for one installed hook. */
export interface HookReport {
  readonly client: AgentName;
  /** The plugin, or the agent's file that contains the hook. */
  readonly file: string;
  /** The command as written in that file; undefined for a plugin. */
  readonly command: string | undefined;
  readonly findings: readonly DoctorFinding[];
}

/** @internal */
export const proved = (detail: string): DoctorFinding => ({ status: 'proved', detail });
/** @internal */
export const failed = (detail: string): DoctorFinding => ({ status: 'failed', detail });
/** @internal */
export const unproved = (detail: string): DoctorFinding => ({ status: 'unproved', detail });
