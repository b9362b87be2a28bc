import type { JsonObject } from '@modegate/json';
import type { AgentMessage } from '../messages/agent-message.ts';
import type { AskGroup } from '../messages/message-words.ts';

/** The state of a task. */
export type TaskStatus =
  /** No event for the task has arrived yet. */
  | { readonly status: 'unknown' }
  | { readonly status: 'running' }
  | WaitingStatus
  | {
      readonly status: 'completed';
      /**
       * Evidence of completion: the event, the question about the result, or a result after which the agent went idle.
       */
      readonly via: 'taskCompleted' | 'ask' | 'say' | 'headlessTaskResult';
      /** Result that the agent reported; undefined if it reported none. */
      readonly result: string | undefined;
    }
  | { readonly status: 'aborted' }
  | { readonly status: 'failed'; readonly reason: string };

/** The agent is asking a question and does not continue until the question is answered. */
export interface WaitingStatus {
  readonly status: 'waiting';
  /** Kind of question: `followup`, `tool`, `command`, `resume_task`, … */
  readonly ask: string;
  readonly group: AskGroup;
  /** The `ts` of the message that asks the question; undefined if the question came without a message. */
  readonly ts: number | undefined;
  /** Text of the question; JSON for `followup`, `tool` and `use_mcp_server`. */
  readonly text: string;
  /**
   * True if the agent announced that it is waiting. Until then, it may still approve the question on its own; fork
   * never makes this announcement.
   */
  readonly settled: boolean;
}

/** Known state of one task. */
export type TaskOutcome = TaskStatus & {
  readonly taskId: string;
  /**
   * Number of the round; starts at 1 and increases when a task that had ended continues because it was answered or
   * resumed.
   */
  readonly round: number;
  /**
   * The message with the highest ts; its text comes from the last frame alone, unless the tracker can obtain the whole
   * text.
   */
  readonly lastMessage: AgentMessage | undefined;
  /** Token usage, as last reported by the agent. */
  readonly tokenUsage: JsonObject | undefined;
  /** Attempts and failures by tool, as last reported by the agent. */
  readonly toolUsage: JsonObject | undefined;
  /** The mode set by the last switch; undefined if the mode was never switched. */
  readonly mode: string | undefined;
};
