import { decide, formatRule, type Policy } from '@modegate/mode-core';
import type { CatalogueTool } from './catalogue.ts';
import { type GatewayDecision, type GatewayRefusal, refuseByState } from './gateway-decision.ts';

/** What decides about a request: who asks, in which mode, and the states of the gateway. */
export interface Standing {
  readonly policy: Policy;
  /** The session that the mode comes from, when a meta-tool carried one. */
  readonly sessionId: string | undefined;
  /** Undefined while the connection has no mode, which allows nothing. */
  readonly mode: string | undefined;
  /** Whether the connection is in configuration mode. */
  readonly configuring: boolean;
  /** Whether the mode may be changed by whoever asks, so that a refusal can name the modes that would allow it. */
  readonly mayChooseMode: boolean;
  /** Why the equipped toolset does not expose a tool; undefined when it does, or none is equipped. */
  readonly whyNotEquipped: (tool: CatalogueTool) => string | undefined;
  /** Why a new or changed tool is withheld; undefined when it is not. */
  readonly whyWithheld: (tool: CatalogueTool) => string | undefined;
}

/** The server and the name by which it knows the tool. */
export type ToolIdentity = Pick<CatalogueTool, 'server' | 'tool'>;

/** Judges the call of an upstream's tool: the mode first, since no toolset grants what the mode denies. */
export function judgeTool(standing: Standing, tool: CatalogueTool): GatewayDecision {
  const decision = judgeMode(standing, { tool: 'use_mcp_tool', server: tool.server, inner: tool.tool });
  if (!decision.allowed) return decision;
  if (standing.configuring) {
    return refuseByState(
      'CONFIGURATION_MODE',
      `'${tool.exposedName}' is not available in configuration mode. Call exit-configuration-mode or equip a toolset first.`,
    );
  }
  const withheld = standing.whyWithheld(tool);
  if (withheld !== undefined) return refuseByState('TOOL_WITHHELD', withheld);
  const unequipped = standing.whyNotEquipped(tool);
  return unequipped === undefined ? decision : refuseByState('TOOL_NOT_EQUIPPED', unequipped);
}

/** Judges access to a server's resources and prompts, which only the mode limits. */
export function judgeServer(standing: Standing, server: string): GatewayDecision {
  return judgeMode(standing, { tool: 'access_mcp_resource', server, inner: undefined });
}

/** Whether {@link judgeTool} would allow a call of the tool, without the words. */
export function mayCall(standing: Standing, tool: CatalogueTool): boolean {
  return (
    !standing.configuring &&
    mayUse(standing, tool) &&
    standing.whyWithheld(tool) === undefined &&
    standing.whyNotEquipped(tool) === undefined
  );
}

/** Whether the mode allows the tool, whatever the states of the gateway say. */
export function mayUse({ policy, mode }: Pick<Standing, 'policy' | 'mode'>, { server, tool }: ToolIdentity): boolean {
  return mode !== undefined && decide(policy, { mode, tool: 'use_mcp_tool', mcp: { server, tool } }).allowed;
}

/** Whether the mode denies a tool, and not merely a server that is not configured or switched off. */
export function isDeniedByMode(
  { policy, mode }: Pick<Standing, 'policy' | 'mode'>,
  { server, tool }: ToolIdentity,
): boolean {
  if (mode === undefined) return true;
  const decision = decide(policy, { mode, tool: 'use_mcp_tool', mcp: { server, tool } });
  // What a server's own entry says is no secret of the mode's.
  return !decision.allowed && decision.kind !== 'entry';
}

/** Whether the mode allows the server's resources and prompts. */
export function mayRead({ policy, mode }: Pick<Standing, 'policy' | 'mode'>, server: string): boolean {
  return mode !== undefined && decide(policy, { mode, tool: 'access_mcp_resource', mcp: { server } }).allowed;
}

interface Question {
  readonly tool: 'use_mcp_tool' | 'access_mcp_resource';
  readonly server: string;
  readonly inner: string | undefined;
}

function judgeMode(standing: Standing, question: Question): GatewayDecision {
  const { policy, mode } = standing;
  if (mode === undefined) return noMode(standing);
  const { tool, server, inner } = question;
  const request = { tool, mcp: { server, tool: inner } };
  const decision = decide(policy, { ...request, mode });
  if (decision.allowed) return decision;
  const rule = `${decision.reason} Rule: ${formatRule(decision.by)}.`;
  return { ...decision, reason: `${rule}${wayOut(standing, request)}` };
}

function noMode({ mayChooseMode, policy }: Standing): GatewayRefusal {
  const modes = policy.modes.map(({ config }) => config.slug).slice(0, 20);
  const way = mayChooseMode ? ` Call create_task with a mode_slug first (${modes.join(', ')}).` : '';
  return refuseByState('MODE_MISSING', `This connection has no mode yet, and without one nothing is allowed.${way}`);
}

function wayOut(
  { policy, mode, mayChooseMode }: Standing,
  request: Omit<Parameters<typeof decide>[1], 'mode'>,
): string {
  if (!mayChooseMode) return '';
  const others = policy.modes
    .map(({ config }) => config.slug)
    .filter((slug) => slug !== mode && decide(policy, { ...request, mode: slug }).allowed)
    .slice(0, 10);
  return others.length === 0 ? ' No mode allows it.' : ` Modes that allow it: ${others.join(', ')}.`;
}
