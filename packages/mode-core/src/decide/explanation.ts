import { type Decision, formatRule, type RuleReference } from '../decision.ts';
import { printable } from '../show.ts';
import type { Call } from './call.ts';
import type { ToolRequest } from './request.ts';

/** The checks a request passes through, in order. */
export const checkNames = [
  'mode',
  'tool',
  'disabled',
  'always-available',
  'group',
  'file',
  'mcp-server',
  'mcp-tool',
  'mcp-conditions',
] as const;

/** The name of a check. */
export type CheckName = (typeof checkNames)[number];

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

/** @internal What is said of a check that passed a call on; undefined where the check had nothing to look at. */
export const describePassed: Readonly<Record<CheckName, (call: Call) => string | undefined>> = {
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

/** @internal The step of the check that settled the request. */
export function settledStep(check: CheckName, decision: Decision): ExplainedStep {
  return {
    check,
    outcome: decision.allowed ? 'allowed' : 'refused',
    detail: decision.allowed ? formatRule(decision.by) : decision.reason,
    by: decision.by,
  };
}
