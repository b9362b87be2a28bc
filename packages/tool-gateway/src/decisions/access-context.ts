import type { Policy, TaskContext } from '@modegate/mode-core';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';

/** Inputs for a decision: the mode of the request and the state of the gateway. */
export interface AccessContext {
  readonly policy: Policy;
  /** The session to which the mode belongs, if a meta-tool specified one. */
  readonly sessionId: string | undefined;
  /**
   * Mode of the connection or session; undefined while the connection has no mode, in which case nothing is allowed.
   */
  readonly mode: string | undefined;
  /** The task of the request; undefined if there is none, in which case conditions on tasks are not met. */
  readonly task: TaskContext | undefined;
  /** True if the connection is in configuration mode. */
  readonly configuring: boolean;
  /** Returns the modes that the client may choose, for the message in a refusal. Empty if the client may not choose. */
  readonly openModes: () => readonly string[];
  /**
   * Returns the reason why the equipped toolset does not expose a tool; undefined if it does expose the tool, or if no
   * toolset is equipped.
   */
  readonly whyNotEquipped: (tool: UpstreamTool) => string | undefined;
  /** Returns the reason why a new or changed tool is withheld; undefined if the tool is not withheld. */
  readonly whyWithheld: (tool: UpstreamTool) => string | undefined;
}

/** The mode of a session, which overrides the mode of the connection. */
export interface SessionMode {
  readonly sessionId: string;
  readonly mode: string;
  /** The session's task; undefined if no mode depends on it. */
  readonly task?: TaskContext | undefined;
}
