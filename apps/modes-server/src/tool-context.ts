import { wireError } from '@modegate/mcp-protocol';
import { decideTaskTool, describeUnknownMode, type Policy, type PolicyMode, type TaskTool } from '@modegate/mode-core';
import type { Log } from '@modegate/program-shell';
import type { SessionHead, Sessions } from '@modegate/session-store';
import type { AskUser } from '@modegate/tool-gateway';
import type { AuditTrail } from './audit/audit-trail.ts';
import type { OtherServers } from './gateway/other-servers.ts';
import type { ModesState } from './modes/modes-state.ts';
import type { ConnectionModes } from './sessions/connection-modes.ts';
import type { Settings } from './settings/settings.ts';

/** What the tools, resources and prompts of this server work on. */
export interface ToolContext {
  readonly modes: ModesState;
  readonly sessions: Sessions;
  readonly settings: Settings;
  readonly connectionModes: ConnectionModes;
  readonly askUser: AskUser;
  readonly audit: AuditTrail | undefined;
  readonly log: Log;
  /** What is known of the servers behind this one. */
  readonly others: OtherServers;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The one mode that this server works in; undefined when tasks may choose. */
export function fixedMode({ mode, gateway }: Settings): string | undefined {
  return gateway.modeSwitching === 'never' ? mode : undefined;
}

/** The modes a client may see: all of them, or the one this server works in. */
export function visibleModes({ modes, settings }: Pick<ToolContext, 'modes' | 'settings'>): readonly PolicyMode[] {
  const all = modes.current.policy.modes;
  const fixed = fixedMode(settings);
  return fixed === undefined ? all : all.filter((mode) => mode.config.slug === fixed);
}

/**
 * The mode of a slug, if the client may see it.
 *
 * @throws {WireError} MODE_NOT_FOUND, as for a mode that does not exist.
 */
export function requireVisibleMode(context: Pick<ToolContext, 'modes' | 'settings'>, slug: string): PolicyMode {
  const fixed = fixedMode(context.settings);
  if (fixed === undefined || fixed === slug) return requireMode(context.modes.current.policy, slug);
  throw wireError('MODE_NOT_FOUND', `Unknown mode '${slug}'. This server works in mode '${fixed}' only.`, {
    mode: slug,
    known: [fixed],
  });
}

/**
 * The mode of a slug.
 *
 * @throws {WireError} MODE_NOT_FOUND with the nearest slug and all known ones.
 */
export function requireMode(policy: Policy, slug: string): PolicyMode {
  const mode = policy.modes.find((known) => known.config.slug === slug);
  if (mode !== undefined) return mode;
  throw wireError('MODE_NOT_FOUND', describeUnknownMode(policy, slug), {
    mode: slug,
    known: policy.modes.map((candidate) => candidate.config.slug),
  });
}

/**
 * Judges one of this server's own operations as the agent's tool of the same meaning, and refuses it where the policy does.
 *
 * @throws {WireError} TOOL_RESTRICTION_ERROR with the rule.
 */
export function requireTool(context: ToolContext, session: SessionHead, tool: TaskTool): void {
  const decision = decideTaskTool(context.modes.current.policy, { mode: session.task.mode, tool });
  if (decision.allowed) return;
  throw wireError('TOOL_RESTRICTION_ERROR', decision.reason, {
    tool,
    mode: session.task.mode,
    code: decision.code,
    rule: decision.by,
  });
}
