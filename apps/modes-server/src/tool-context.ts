import type { Log } from '@modegate/cli-kit';
import { wireError } from '@modegate/mcp-protocol';
import { decideTaskTool, describeUnknownMode, type PolicyMode, type TaskTool } from '@modegate/mode-core';
import type { SessionHead, Sessions } from '@modegate/session-store';
import type { AskUser } from '@modegate/tool-gateway';
import type { AuditTrail } from './audit/audit-trail.ts';
import type { UpstreamView } from './gateway/upstream-view.ts';
import type { ConnectionModeView } from './modes/describe-mode.ts';
import type { ModesState } from './modes/modes-state.ts';
import type { ConnectionModes } from './sessions/connection-modes.ts';
import { type ConnectionScopes, isOpenMode } from './sessions/connection-scopes.ts';
import type { Settings } from './settings/settings.ts';

/** A connection, identified by its id. */
export interface ConnectionRef {
  readonly connectionId: string;
}

/** The modes, sessions and connections of this server. */
export interface ServerContext {
  readonly modes: ModesState;
  /** All sessions, for the server itself; ids from clients must go through `sessionsOf`. */
  readonly sessions: Sessions;
  /** Returns the sessions of the connection's principal. */
  readonly sessionsOf: (connection: ConnectionRef) => Sessions;
  readonly scopes: ConnectionScopes;
  readonly settings: Settings;
  readonly connectionModes: ConnectionModes;
  readonly askUser: AskUser;
  readonly audit: AuditTrail | undefined;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The context of this server's tools, resources and prompts. */
export interface ToolContext extends ServerContext {
  readonly upstreams: UpstreamView;
}

/** Parts of the context that determine which modes a connection may use. */
export type ModeScope = Pick<ServerContext, 'settings' | 'scopes'>;

/** Parts of the context that determine which modes a connection may see and use. */
type ModeRules = ModeScope & Pick<ServerContext, 'modes'>;

/** Returns the only mode of this server; undefined if tasks may choose their mode. */
export function serverMode({ mode, gateway }: Settings): string | undefined {
  return gateway.modeSwitching === 'never' ? mode : undefined;
}

/**
 * Returns the only mode of a connection, as fixed by its path or the server; undefined if its tasks may choose their
 * mode.
 */
export function fixedMode({ scopes, settings }: ModeScope, { connectionId }: ConnectionRef): string | undefined {
  return scopes.of(connectionId).mode ?? serverMode(settings);
}

/** True if tasks of a connection may work in a mode, provided that the mode exists. */
export function mayWorkIn(context: ModeScope, slug: string, connection: ConnectionRef): boolean {
  const fixed = fixedMode(context, connection);
  return (fixed === undefined || fixed === slug) && isOpenMode(context.scopes.of(connection.connectionId), slug);
}

/** Returns the modes from which a connection's tasks may choose; empty if the mode is fixed. */
export function choosableModes(context: ModeRules, connection: ConnectionRef): readonly string[] {
  if (fixedMode(context, connection) !== undefined) return [];
  return visibleModes(context, connection).map((mode) => mode.config.slug);
}

/** Returns the view of a mode that is available to a connection. */
export function viewOf(context: ModeRules, mode: PolicyMode, connection: ConnectionRef): ConnectionModeView {
  const maySwitch = fixedMode(context, connection) === undefined;
  return { mode, policy: context.modes.current.policy, maySwitch };
}

/** Returns the modes that a client may see: the modes in which its tasks may work. */
export function visibleModes(context: ModeRules, connection: ConnectionRef): readonly PolicyMode[] {
  return context.modes.current.policy.modes.filter((mode) => mayWorkIn(context, mode.config.slug, connection));
}

/**
 * Returns the mode with the given slug, if the client may see it.
 *
 * @throws {WireError} MODE_NOT_FOUND, also for a mode that does not exist.
 */
export function requireVisibleMode(context: ModeRules, slug: string, connection: ConnectionRef): PolicyMode {
  const mode = visibleModes(context, connection).find(({ config }) => config.slug === slug);
  if (mode === undefined) throw unknownMode(context, slug, connection);
  return mode;
}

/**
 * Returns the mode with the given slug, even if the client's tasks may not work in it.
 *
 * @throws {WireError} MODE_NOT_FOUND with the nearest slug and the known slugs that the client may see.
 */
export function requireExistingMode(context: ModeRules, slug: string, connection: ConnectionRef): PolicyMode {
  const mode = context.modes.current.policy.modes.find((known) => known.config.slug === slug);
  if (mode === undefined) throw unknownMode(context, slug, connection);
  return mode;
}

function unknownMode(context: ModeRules, slug: string, connection: ConnectionRef): Error {
  const known = visibleModes(context, connection).map(({ config }) => config.slug);
  const fixed = fixedMode(context, connection);
  const message =
    fixed === undefined
      ? describeUnknownMode(context.modes.current.policy, slug, known)
      : `Unknown mode '${slug}'. This server works only in mode '${fixed}'.`;
  return wireError('MODE_NOT_FOUND', message, { mode: slug, known });
}

/**
 * Evaluates an operation of this server as if it were the agent's tool with the same meaning.
 *
 * @throws {WireError} TOOL_RESTRICTION_ERROR with the rule.
 */
export function requireTool(context: ServerContext, session: SessionHead, tool: TaskTool): void {
  const decision = decideTaskTool(context.modes.current.policy, { mode: session.task.mode, tool });
  if (decision.allowed) return;
  throw wireError('TOOL_RESTRICTION_ERROR', decision.reason, {
    tool,
    mode: session.task.mode,
    code: decision.code,
    rule: decision.by,
  });
}
