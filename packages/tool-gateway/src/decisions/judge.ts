import { decide, formatRule } from '@modegate/mode-core';
import type { ToolIdentity, UpstreamTool } from '../catalogue/upstream-tool.ts';
import type { AccessContext } from './access-context.ts';
import { type GatewayDecision, type GatewayRefusal, refuseByState } from './gateway-decision.ts';

/**
 * Decides whether an upstream tool may be called: first by the mode, because a toolset never grants what the mode
 * denies.
 */
export function judgeTool(access: AccessContext, tool: UpstreamTool): GatewayDecision {
  const decision = judgeMode(access, { tool: 'use_mcp_tool', server: tool.server, inner: tool.tool });
  if (!decision.allowed) return decision;
  if (access.configuring) {
    return refuseByState(
      'CONFIGURATION_MODE',
      `'${tool.exposedName}' is not available in configuration mode. Call exit-configuration-mode or equip a toolset first.`,
    );
  }
  const withheld = access.whyWithheld(tool);
  if (withheld !== undefined) return refuseByState('TOOL_WITHHELD', withheld);
  const unequipped = access.whyNotEquipped(tool);
  return unequipped === undefined ? decision : refuseByState('TOOL_NOT_EQUIPPED', unequipped);
}

/** Decides whether a server's resources and prompts may be accessed, which only the mode limits. */
export function judgeServer(access: AccessContext, server: string): GatewayDecision {
  return judgeMode(access, { tool: 'access_mcp_resource', server, inner: undefined });
}

/** True if {@link judgeTool} would allow the call. */
export function mayCall(access: AccessContext, tool: UpstreamTool): boolean {
  return (
    !access.configuring &&
    mayUse(access, tool) &&
    access.whyWithheld(tool) === undefined &&
    access.whyNotEquipped(tool) === undefined
  );
}

/** The mode and the task of a request. */
type Asker = Pick<AccessContext, 'policy' | 'mode'> & Partial<Pick<AccessContext, 'task'>>;

/** True if the mode allows the tool, regardless of the gateway's state. */
export function mayUse({ policy, mode, task }: Asker, { server, tool }: ToolIdentity): boolean {
  return mode !== undefined && decide(policy, { mode, task, tool: 'use_mcp_tool', mcp: { server, tool } }).allowed;
}

/** True if the mode denies a tool, as opposed to the server being missing or disabled. */
export function isDeniedByMode({ policy, mode, task }: Asker, { server, tool }: ToolIdentity): boolean {
  if (mode === undefined) return true;
  const decision = decide(policy, { mode, task, tool: 'use_mcp_tool', mcp: { server, tool } });
  // A refusal by the server's own entry says nothing about the mode.
  return !decision.allowed && decision.kind !== 'entry';
}

/** True if the mode allows the server's resources and prompts. */
export function mayRead({ policy, mode, task }: Asker, server: string): boolean {
  return mode !== undefined && decide(policy, { mode, task, tool: 'access_mcp_resource', mcp: { server } }).allowed;
}

interface Question {
  readonly tool: 'use_mcp_tool' | 'access_mcp_resource';
  readonly server: string;
  readonly inner: string | undefined;
}

function judgeMode(access: AccessContext, question: Question): GatewayDecision {
  const { policy, mode, task } = access;
  if (mode === undefined) return noMode(access);
  const { tool, server, inner } = question;
  const request = { tool, task, mcp: { server, tool: inner } };
  const decision = decide(policy, { ...request, mode });
  if (decision.allowed) return decision;
  const rule = `${decision.reason} Rule: ${formatRule(decision.by)}.`;
  return { ...decision, reason: `${rule}${wayOut(access, request)}` };
}

function noMode({ openModes }: AccessContext): GatewayRefusal {
  const modes = openModes().slice(0, 20);
  const way =
    modes.length > 0
      ? ` Call create_task with a mode_slug first (${modes.join(', ')}). In MCP 2026-07-28 and later, also pass its session_id to call_tool.`
      : '';
  return refuseByState('MODE_MISSING', `This call has no mode, and nothing is allowed without one.${way}`);
}

function wayOut(
  { policy, mode, openModes }: AccessContext,
  request: Omit<Parameters<typeof decide>[1], 'mode'>,
): string {
  const open = openModes();
  if (open.length === 0) return '';
  const others = open
    .filter((slug) => slug !== mode && decide(policy, { ...request, mode: slug }).allowed)
    .slice(0, 10);
  return others.length === 0
    ? ' No mode that is open to you allows it.'
    : ` Modes that allow it: ${others.join(', ')}.`;
}
