import type { Allowance, RefusalCode, RefusalKind, RuleReference } from '@modegate/mode-core';

/** Why the gateway refuses a call: the codes of mode-core, and those of the gateway's own states. */
export type GatewayRefusalCode =
  | RefusalCode
  /** The connection has no mode yet. */
  | 'MODE_MISSING'
  /** The call leads to a mode that is not open to the client. */
  | 'MODE_NOT_OPEN'
  /** The connection is in configuration mode, where other servers' tools are hidden. */
  | 'CONFIGURATION_MODE'
  /** The tool is not in the toolset that is equipped. */
  | 'TOOL_NOT_EQUIPPED'
  /** The tool is new or has changed, and is not approved. */
  | 'TOOL_WITHHELD'
  /** The server leaves too many requests unanswered. */
  | 'SERVER_BUSY';

/** A call that may not go ahead, and what to do about it. */
export interface GatewayRefusal {
  readonly allowed: false;
  readonly code: GatewayRefusalCode;
  /** What the refusal is about: a kind of mode-core, or `state` for one of the gateway's own. */
  readonly kind: RefusalKind | 'state';
  /** What happened and the nearest way out, in words for a model or a person. */
  readonly reason: string;
  /** The rule that decided; absent when it was a state of the gateway. */
  readonly by?: RuleReference;
}

/** The gateway's answer to one request: what the mode says, then what the gateway's states say. */
export type GatewayDecision = Allowance | GatewayRefusal;

/** One decision, as it goes into the audit trail. */
export interface DecisionRecord {
  readonly connectionId: string;
  /** The request's id on its connection. */
  readonly requestId: string | number;
  /** The session whose mode decided, when a meta-tool carried one. */
  readonly sessionId: string | undefined;
  readonly mode: string | undefined;
  /** The agent's tool of the same meaning: `use_mcp_tool` or `access_mcp_resource`. */
  readonly tool: 'use_mcp_tool' | 'access_mcp_resource';
  readonly server: string;
  /** The upstream's name of the tool, the URI of the resource or the name of the prompt. */
  readonly subject: string;
  readonly decision: GatewayDecision;
  /** The arguments of the call. */
  readonly params: unknown;
}

/** A refusal by a state of the gateway. */
export function refuseByState(code: GatewayRefusalCode, reason: string): GatewayRefusal {
  return Object.freeze({ allowed: false, code, kind: 'state', reason });
}
