import { type Decision, formatRule, type RuleReference } from '../decision.ts';
import { printable } from '../show.ts';
import type { Call } from './call.ts';
import type { CheckName } from './checks.ts';
import type { ToolRequest } from './request.ts';

/** One check as it went: passed on to the next, or settled the request. */
export interface ExplainedStep {
  readonly check: CheckName;
  readonly outcome: 'passed' | 'allowed' | 'refused';
  readonly detail: string;
  /** The rule that settled the request; absent on steps that passed. */
  readonly by?: RuleReference;
}

/** A decision with the way to it. */
export interface Explanation {
  readonly request: ToolRequest;
  readonly decision: Decision;
  readonly steps: readonly ExplainedStep[];
}

/** @internal Adds the step of a check: what settled the call, or what is said of a check that passed it on and had something to look at. */
export function keepStep(
  steps: ExplainedStep[],
  check: CheckName,
  { call, decision }: { readonly call: Call; readonly decision: Decision | undefined },
): void {
  const detail = decision === undefined ? describePassed[check](call) : undefined;
  if (decision !== undefined) steps.push(settledStep(check, decision));
  else if (detail !== undefined) steps.push({ check, outcome: 'passed', detail });
}

/** @internal The step of the check that settled the request. */
export function settledStep(check: CheckName, decision: Decision): ExplainedStep {
  return {
    check,
    outcome: decision.allowed ? 'allowed' : 'refused',
    detail: decision.allowed ? formatRule(decision.by) : decision.reason,
    by: decision.by,
  };
}

/** What is said of a check that passed a call on; undefined where the check had nothing to look at. */
const describePassed: Readonly<Record<CheckName, (call: Call) => string | undefined>> = {
  mode: ({ request, mode }) => `mode '${request.mode}' of the ${mode.mode.source} layer`,
  tool: ({ request, tool }) => {
    if (tool === undefined) return 'a tool of an MCP server';
    return tool.name === request.tool ? 'a known tool' : `an alias of '${tool.name}'`;
  },
  disabled: ({ tool }) => tool && 'not switched off',
  'always-available': ({ tool }) => tool && 'not an always-available tool',
  group: ({ tool }) => `held by the group '${tool?.group ?? 'mcp'}'`,
  file: ({ tool, group }) => (tool && group?.limits.length ? 'every path matches the limits of the group' : undefined),
  'mcp-server': ({ mcp }) => mcp && `server '${printable(mcp.identity.server)}' may be used`,
  'mcp-tool': ({ mcp, tool }) =>
    tool?.name === 'access_mcp_resource' ? undefined : `tool '${printable(mcp?.identity.tool ?? '')}' may be used`,
  'mcp-conditions': () => undefined,
};
