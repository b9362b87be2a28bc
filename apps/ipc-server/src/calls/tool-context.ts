import type { Schedule } from '@modegate/ipc-bridge';
import type { Agent } from '../agent/agent.ts';
import type { Settings } from '../settings.ts';

/** The agent, the settings and the clock that every tool and resource works with. */
export interface ToolContext {
  readonly agent: Agent;
  readonly settings: Settings;
  /** How failed tool calls are answered. */
  readonly toolErrors: 'result' | 'jsonrpc';
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly schedule: Schedule;
  /** What has been pushed to the clients. */
  readonly pushed: () => { readonly sent: number; readonly skipped: number };
}
