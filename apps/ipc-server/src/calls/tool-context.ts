import type { Schedule } from '@modegate/ipc-bridge';
import type { AgentLink } from '../agent/agent.ts';
import type { Settings } from '../settings.ts';
import type { FailureSurroundings } from './call-failure.ts';

/** What the tools and resources of this server work on. */
export interface ToolContext {
  readonly link: AgentLink;
  readonly settings: Settings;
  /** How failed tool calls are answered. */
  readonly toolErrors: 'result' | 'jsonrpc';
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly schedule: Schedule;
  /** What has been pushed to the clients. */
  readonly pushed: () => { readonly sent: number; readonly skipped: number };
}

/** What the message of a failed call is completed with. */
export function surroundingsOf({ link, settings }: ToolContext): FailureSurroundings {
  return { address: settings.address, lastError: link.lastError, mask: link.secrets.mask };
}
