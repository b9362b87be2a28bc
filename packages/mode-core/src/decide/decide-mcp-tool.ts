import type { KnownCircumstances } from '../circumstances/circumstances.ts';
import { judgeConditions } from '../circumstances/compile-conditions.ts';
import { allow, type Decision, type Refusal, refuse } from '../decision.ts';
import type { ServerDecisions, ServerToolRules, ToolRule } from '../policy/mcp-rules.ts';
import type { Policy } from '../policy/policy.ts';
import type { CompiledMode } from '../policy/policy-mode.ts';
import { printable } from '../show.ts';
import { nameOwner, nameOwnerMidSentence } from './describe-mode.ts';
import { refuseByAllowance, refuseByDenial } from './refuse-conditions.ts';

/** @internal A tool on a server for which a decision has already been made. */
export interface McpToolQuestion {
  readonly decisions: ServerDecisions;
  readonly server: string;
  readonly tool: string;
  readonly circumstances: KnownCircumstances;
}

/**
 * @internal Decides on a tool of an allowed server: by the server's settings first, then by all denials, then by all
 * closed lists. Rules that depend on something unknown come last, so that a permanent reason is reported first.
 */
export function decideMcpTool(policy: Policy, mode: CompiledMode, question: McpToolQuestion): Decision {
  const refusal = refuseDisabled(policy, question) ?? refuseDisallowed(mode, question);
  if (refusal !== undefined && !isUnsure(refusal)) return refusal;
  let unsure = refusal;
  let granted: Decision | undefined;
  for (const rules of question.decisions.rules) {
    const byList = decideByList(mode, rules, question);
    if (byList?.allowed === false) {
      if (!isUnsure(byList)) return byList;
      unsure ??= byList;
    }
    // The decision names the nearest list.
    granted ??= byList;
  }
  return unsure ?? granted ?? question.decisions.server;
}

function isUnsure({ code }: Refusal): boolean {
  return code === 'TIME_UNKNOWN' || code === 'CONTEXT_UNKNOWN';
}

function refuseDisabled(policy: Policy, { server, tool }: McpToolQuestion): Refusal | undefined {
  const configured = policy.compiled.servers?.get(server);
  if (configured === undefined) return undefined;
  const { disabledTools, enabledTools, fieldRule } = configured;
  const disabled = disabledTools.find(({ matches }) => matches(tool));
  if (disabled !== undefined) {
    const reason = `Tool ${nameTool({ server, tool })} is disabled in the server's settings.`;
    return refuse('MCP_TOOL_DISABLED', disabled.by, reason);
  }
  if (enabledTools === undefined || enabledTools.some((matches) => matches(tool))) return undefined;
  const reason = `Tool ${nameTool({ server, tool })} is not enabled in the server's settings.`;
  return refuse('MCP_TOOL_DISABLED', fieldRule('enabledTools'), reason);
}

/** A denial applies unless its conditions certainly fail. One that certainly applies is named first. */
function refuseDisallowed(mode: CompiledMode, question: McpToolQuestion): Refusal | undefined {
  const { decisions, tool, circumstances } = question;
  let unsure: { readonly rule: ToolRule; readonly owner: string } | undefined;
  for (const { set, disallowed } of decisions.rules) {
    for (const rule of disallowed) {
      if (!rule.matchesTool(tool)) continue;
      const state = stateOf(rule, circumstances);
      if (state === 'holds') return refuseDenied(mode, question, { rule, owner: set.owner });
      if (state === 'unknown') unsure ??= { rule, owner: set.owner };
    }
  }
  return unsure && refuseDenied(mode, question, unsure);
}

function refuseDenied(
  mode: CompiledMode,
  question: McpToolQuestion,
  { rule, owner }: { readonly rule: ToolRule; readonly owner: string },
): Refusal {
  const start = `Tool ${nameTool(question)} is disallowed in`;
  if (rule.conditions === undefined)
    return refuse('MCP_TOOL_DISALLOWED', rule.by, `${start} ${nameOwner(mode, owner)}.`);
  return refuseByDenial(rule, `${start} ${nameOwnerMidSentence(mode, owner)}`, question.circumstances);
}

/** An allowance applies only if its conditions certainly hold. */
function decideByList(
  mode: CompiledMode,
  { set, allowed }: ServerToolRules,
  question: McpToolQuestion,
): Decision | undefined {
  if (set.closedTools === undefined || allowed === undefined) return undefined;
  const { tool, circumstances } = question;
  let hanging: ToolRule | undefined;
  for (const rule of allowed) {
    if (!rule.matchesTool(tool)) continue;
    if (stateOf(rule, circumstances) === 'holds') return allow(rule.by);
    hanging ??= rule;
  }
  const owner = nameOwnerMidSentence(mode, set.owner);
  if (hanging !== undefined)
    return refuseByAllowance(hanging, `Tool ${nameTool(question)} is allowed in ${owner}`, circumstances);
  const reason = `Tool ${nameTool(question)} is not among the tools that ${owner} allows.`;
  return refuse('MCP_TOOL_NOT_ALLOWED', set.closedTools.by, reason);
}

function stateOf({ conditions }: ToolRule, circumstances: KnownCircumstances) {
  return conditions === undefined ? 'holds' : judgeConditions(conditions, circumstances);
}

function nameTool({ server, tool }: { readonly server: string; readonly tool: string }): string {
  return `'${printable(tool)}' of MCP server '${printable(server)}'`;
}
