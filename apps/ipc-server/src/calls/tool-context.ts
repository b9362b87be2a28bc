import type { Schedule } from '@modegate/ipc-bridge';
import type { Agent } from '../agent/agent.ts';
import type { Settings } from '../settings.ts';

/** The agent, the settings and the clock that all tools and resources use. */
export interface ToolContext {
  readonly agent: Agent;
  readonly settings: Settings;
  /** Form in which failed tool calls are reported. */
  readonly toolErrors: 'result' | 'jsonrpc';
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly schedule: Schedule;
  /** Counters for the notifications pushed to clients. */
  readonly pushed: () => { readonly sent: number; readonly skipped: number };
}
