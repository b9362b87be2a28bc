import type { KnownCircumstances } from '../circumstances/circumstances.ts';
import { allow, askFor, type ConsentQuestion, type Decision, type Refusal, refuse } from '../decision.ts';
import type { ServerDecisions, ServerToolRules, ToolRule } from '../policy/mcp-rules.ts';
import type { Policy } from '../policy/policy.ts';
import type { CompiledMode } from '../policy/policy-mode.ts';
import { printable } from '../show.ts';
import { nameOwner, nameOwnerMidSentence, startWithOwner } from './describe-mode.ts';
import { isUnsure, judgeEntry, refuseByAllowance, refuseByDenial } from './refuse-conditions.ts';

/** @internal A tool on a server about which a decision has already been made. */
export interface McpToolQuestion {
  readonly decisions: ServerDecisions;
  readonly server: string;
  readonly tool: string;
  readonly circumstances: KnownCircumstances;
}

/**
 * @internal Decides on a tool on an allowed server: by the server's settings first, then by all deny rules, then by all
 * allowlists, then by the ask rules. Rules that depend on something unknown come last, so that a permanent reason is
 * reported first.
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
    // The decision reports the nearest list.
    granted ??= byList;
  }
  return unsure ?? askFor(granted ?? question.decisions.server, listQuestions(mode, question));
}

/**
 * Lists the questions about the server, then those about the tool: for each mode, the first rule whose conditions do
 * not certainly fail.
 */
function listQuestions(mode: CompiledMode, question: McpToolQuestion): readonly ConsentQuestion[] {
  const { decisions, tool, circumstances } = question;
  const aboutTool = decisions.rules.flatMap(({ set, asked }) => {
    const rule = asked.find((one) => one.matchesTool(tool) && judgeEntry(one, circumstances) !== 'fails');
    if (rule === undefined) return [];
    const reason = `${startWithOwner(mode, set.owner)} asks before a call to tool ${nameTool(question)}.`;
    return [{ reason, by: rule.by }];
  });
  return [...decisions.questions, ...aboutTool];
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

/**
 * Refuses a tool that a deny rule matches. A deny rule applies unless its conditions certainly fail. A deny rule that
 * certainly applies is reported first.
 */
function refuseDisallowed(mode: CompiledMode, question: McpToolQuestion): Refusal | undefined {
  const { decisions, tool, circumstances } = question;
  let unsure: { readonly rule: ToolRule; readonly owner: string } | undefined;
  for (const { set, disallowed } of decisions.rules) {
    for (const rule of disallowed) {
      if (!rule.matchesTool(tool)) continue;
      const state = judgeEntry(rule, circumstances);
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
  const name = rule.conditions === undefined ? nameOwner : nameOwnerMidSentence;
  const start = `Tool ${nameTool(question)} is disallowed in ${name(mode, owner)}`;
  return refuseByDenial('MCP_TOOL_DISALLOWED', { rule, start }, question.circumstances);
}

/**
 * Decides on a tool by an allowlist. An allow rule applies only if its conditions are certainly true; an ask rule
 * allows the tool with consent.
 */
function decideByList(
  mode: CompiledMode,
  { set, allowed, asked }: ServerToolRules,
  question: McpToolQuestion,
): Decision | undefined {
  if (set.closedTools === undefined || allowed === undefined) return undefined;
  const { tool, circumstances } = question;
  let hanging: ToolRule | undefined;
  for (const rule of [...allowed, ...asked]) {
    if (!rule.matchesTool(tool)) continue;
    if (judgeEntry(rule, circumstances) === 'holds') return allow(rule.by);
    hanging ??= rule;
  }
  const owner = nameOwnerMidSentence(mode, set.owner);
  const start = `Tool ${nameTool(question)} is allowed in ${owner}`;
  if (hanging !== undefined) return refuseByAllowance('MCP_TOOL_NOT_ALLOWED', { rule: hanging, start }, circumstances);
  const reason = `Tool ${nameTool(question)} is not among the tools that ${owner} allows.`;
  return refuse('MCP_TOOL_NOT_ALLOWED', set.closedTools.by, reason);
}

function nameTool({ server, tool }: { readonly server: string; readonly tool: string }): string {
  return `'${printable(tool)}' of MCP server '${printable(server)}'`;
}
