import { type Decision, decide, formatRule, needsConsent } from '@modegate/mode-core';
import type { ToolIdentity, UpstreamTool } from '../catalogue/upstream-tool.ts';
import type { AccessContext } from './access-context.ts';
import { asksPerson, type GatewayDecision, type GatewayRefusal, refuseByState } from './gateway-decision.ts';

/**
 * Decides whether an upstream tool may be called. The mode is checked first, because a toolset never grants anything
 * that the mode denies.
 */
export function judgeTool(access: AccessContext, tool: UpstreamTool): GatewayDecision {
  const decision = judgeMode(access, { tool: 'use_mcp_tool', server: tool.server, inner: tool.tool });
  if (!decision.allowed && !asksPerson(decision)) return decision;
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

/** Decides whether a server's resources and prompts may be accessed; only the mode restricts this access. */
export function judgeServer(access: AccessContext, server: string): GatewayDecision {
  return judgeMode(access, { tool: 'access_mcp_resource', server, inner: undefined });
}

/** True if {@link judgeTool} would allow the call, perhaps subject to a person's consent. */
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

/** True if the mode allows the tool, perhaps subject to a person's consent, regardless of the gateway's state. */
export function mayUse(asker: Asker, tool: ToolIdentity): boolean {
  const decision = decideTool(asker, tool);
  return decision !== undefined && isOpen(decision);
}

/** Returns the reason why a call to the tool needs a person's consent; undefined if no consent is needed. */
export function consentReason(asker: Asker, tool: ToolIdentity): string | undefined {
  const decision = decideTool(asker, tool);
  return decision !== undefined && needsConsent(decision) ? decision.reason : undefined;
}

/** True if the mode denies a tool; false if the server is missing or disabled. */
export function isDeniedByMode(asker: Asker, tool: ToolIdentity): boolean {
  const decision = decideTool(asker, tool);
  // A refusal caused by the server's own entry does not reveal anything about the mode.
  return decision === undefined || !(decision.allowed || needsConsent(decision) || decision.kind === 'entry');
}

/** True if the mode allows the server's resources and prompts, perhaps subject to a person's consent. */
export function mayRead(asker: Asker, server: string): boolean {
  const decision = decideServer(asker, server);
  return decision !== undefined && isOpen(decision);
}

/** True if the mode allows the server's resources without anybody's consent, as required for unsolicited messages. */
export function mayFollow(asker: Asker, server: string): boolean {
  return decideServer(asker, server)?.allowed === true;
}

function isOpen(decision: Decision): boolean {
  return decision.allowed || needsConsent(decision);
}

function decideTool({ policy, mode, task }: Asker, { server, tool }: ToolIdentity): Decision | undefined {
  return mode === undefined ? undefined : decide(policy, { mode, task, tool: 'use_mcp_tool', mcp: { server, tool } });
}

function decideServer({ policy, mode, task }: Asker, server: string): Decision | undefined {
  return mode === undefined ? undefined : decide(policy, { mode, task, tool: 'access_mcp_resource', mcp: { server } });
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
  if (decision.allowed || needsConsent(decision)) return decision;
  const rule = `${decision.reason} Rule: ${formatRule(decision.by)}.`;
  return { ...decision, reason: `${rule}${wayOut(access, request)}` };
}

function noMode({ openModes }: AccessContext): GatewayRefusal {
  const modes = openModes().slice(0, 20);
  const way =
    modes.length > 0
      ? ` Call create_task with a mode_slug first (${modes.join(', ')}). In MCP 2026-07-28 and later, also pass the session_id of the task to call_tool.`
      : '';
  return refuseByState('MODE_MISSING', `This call has no mode, and nothing is allowed without a mode.${way}`);
}

function wayOut(
  { policy, mode, openModes }: AccessContext,
  request: Omit<Parameters<typeof decide>[1], 'mode'>,
): string {
  const open = openModes();
  if (open.length === 0) return '';
  const others = open
    .filter((slug) => slug !== mode)
    .flatMap((slug) => {
      const decision = decide(policy, { ...request, mode: slug });
      return isOpen(decision) ? [decision.allowed ? slug : `${slug} (asks a person)`] : [];
    })
    .slice(0, 10);
  return others.length === 0
    ? ' None of the modes that you may use allows it.'
    : ` Modes that allow it: ${others.join(', ')}.`;
}
