import type { Allowance, ConsentRequest, RefusalCode, RefusalKind, RuleReference } from '@modegate/mode-core';
import type { UpstreamTool } from '../catalogue/upstream-tool.ts';

/** Reason codes for refusals: the codes from mode-core, and the codes for the gateway's own state. */
export type GatewayRefusalCode =
  | RefusalCode
  /** The connection has no mode yet. */
  | 'MODE_MISSING'
  /** The call would switch to a mode that the client may not choose. */
  | 'MODE_NOT_OPEN'
  /** The connection is in configuration mode, which hides upstream tools. */
  | 'CONFIGURATION_MODE'
  /** The tool is not in the equipped toolset. */
  | 'TOOL_NOT_EQUIPPED'
  /** The tool is new or has changed, and has not been approved. */
  | 'TOOL_WITHHELD'
  /** The server has too many unanswered requests. */
  | 'SERVER_BUSY';

/** A denied call, with a suggested solution. */
export interface GatewayRefusal {
  readonly allowed: false;
  readonly code: GatewayRefusalCode;
  /** The kind of rule in mode-core, or `state` for the gateway's own state. */
  readonly kind: RefusalKind | 'state';
  /** Describes the problem and the closest solution, for a model or a person. */
  readonly reason: string;
  /** The rule that determined the decision; absent for the gateway's own state. */
  readonly by?: RuleReference;
}

/** The decision about a request, made first by the mode, and then by the gateway's state. */
export type GatewayDecision = Allowance | ConsentRequest | GatewayRefusal;

/** True if the call would be allowed with a person's consent. */
export function asksPerson(decision: GatewayDecision): decision is ConsentRequest {
  return 'questions' in decision;
}

/** The current target of a request and the decision about it. */
export interface JudgedTarget {
  readonly server: string;
  /** The server's own name for the target. */
  readonly subject: string;
  /** The name that the client used. */
  readonly shownName: string;
  /** The tool's current definition; undefined for a resource or a prompt. */
  readonly tool?: UpstreamTool | undefined;
  readonly decision: GatewayDecision;
}

/** A decision as written to the audit log. */
export interface DecisionRecord {
  readonly connectionId: string;
  /** The request's id on its connection. */
  readonly requestId: string | number;
  /** The session whose mode determined the decision, if a meta-tool specified one. */
  readonly sessionId: string | undefined;
  readonly mode: string | undefined;
  /** The equivalent agent tool: `use_mcp_tool` or `access_mcp_resource`. */
  readonly tool: 'use_mcp_tool' | 'access_mcp_resource';
  readonly server: string;
  /** The upstream's name for the tool or prompt, or the URI of the resource. */
  readonly subject: string;
  readonly decision: GatewayDecision;
  /** The arguments of the call. */
  readonly params: unknown;
}

/** Creates a refusal due to the gateway's own state. */
export function refuseByState(code: GatewayRefusalCode, reason: string): GatewayRefusal {
  return Object.freeze({ allowed: false, code, kind: 'state', reason });
}
