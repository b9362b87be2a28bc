import type { ExplainedPart } from '../commands/explained-part.ts';
import { type Decision, formatRule, needsConsent, type RuleReference } from '../decision.ts';
import { printable } from '../show.ts';
import type { Call } from './call.ts';
import type { CheckName } from './checks.ts';
import type { ToolRequest } from './request.ts';

/** One check and its outcome. */
export interface ExplainedStep {
  readonly check: CheckName;
  readonly outcome: 'passed' | 'allowed' | 'asks' | 'refused';
  readonly detail: string;
  /** Rule that settled the request; absent for steps that passed. */
  readonly by?: RuleReference;
}

/** A decision with the steps that led to it. */
export interface Explanation {
  readonly request: ToolRequest;
  readonly decision: Decision;
  readonly steps: readonly ExplainedStep[];
  /**
   * Parts of a command in the order of the text, at most 200 of each kind; absent unless the last step is `command`.
   */
  readonly parts?: readonly ExplainedPart[];
}

/** @internal Describes a check that passed; returns undefined if the check did not apply. */
export function passedStep(check: CheckName, call: Call): ExplainedStep | undefined {
  const detail = describePassed(check, call);
  return detail === undefined ? undefined : { check, outcome: 'passed', detail };
}

/** @internal Describes the check that settled the request. */
export function settledStep(check: CheckName, decision: Decision): ExplainedStep {
  return {
    check,
    outcome: decision.allowed ? 'allowed' : needsConsent(decision) ? 'asks' : 'refused',
    detail: decision.allowed ? formatRule(decision.by) : decision.reason,
    by: decision.by,
  };
}

function describePassed(check: CheckName, { request, mode, tool, group, mcp }: Call): string | undefined {
  switch (check) {
    case 'mode':
      return `mode '${request.mode}' of the ${mode.mode.source} layer`;
    case 'tool':
      if (tool === undefined) return 'a tool of an MCP server';
      return tool.name === request.tool ? 'a known tool' : `an alias of '${tool.name}'`;
    case 'disabled':
      return tool && 'not switched off';
    case 'always-available':
      return tool && 'not an always-available tool';
    case 'group':
      return `in the group '${tool?.group ?? 'mcp'}'`;
    case 'file':
      return tool && group?.limits.length ? 'every path matches the limits of the group' : undefined;
    case 'command':
      return undefined;
    case 'mcp-server':
      return mcp && `server '${printable(mcp.identity.server)}' may be used`;
    case 'mcp-tool':
      if (tool?.name === 'access_mcp_resource') return undefined;
      return `tool '${printable(mcp?.identity.tool ?? '')}' may be used`;
    case 'mcp-conditions':
      return undefined;
  }
}
