import type { Policy, TaskContext } from '@modegate/mode-core';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';

/** What decides about a request: in which mode it comes, and the states of the gateway. */
export interface AccessContext {
  readonly policy: Policy;
  /** The session that the mode comes from, when a meta-tool carried one. */
  readonly sessionId: string | undefined;
  /** Undefined while the connection has no mode, which allows nothing. */
  readonly mode: string | undefined;
  /** The task that the request is made for; undefined when there is none, so that conditions on it are not met. */
  readonly task: TaskContext | undefined;
  /** Whether the connection is in configuration mode. */
  readonly configuring: boolean;
  /** The modes that the client may choose, of which a refusal can name those that would allow the request. None where it may not choose. */
  readonly openModes: () => readonly string[];
  /** Why the equipped toolset does not expose a tool; undefined when it does, or none is equipped. */
  readonly whyNotEquipped: (tool: UpstreamTool) => string | undefined;
  /** Why a new or changed tool is withheld; undefined when it is not. */
  readonly whyWithheld: (tool: UpstreamTool) => string | undefined;
}

/** The mode of a session, which decides instead of that of the connection. */
export interface SessionMode {
  readonly sessionId: string;
  readonly mode: string;
  /** The session's task; undefined when no mode asks about it. */
  readonly task?: TaskContext | undefined;
}
