import type { JsonObject } from '@modegate/json';
import type { AgentMessage } from '../messages/agent-message.ts';
import type { AskGroup } from '../messages/message-words.ts';

/** The state of a task. */
export type TaskStatus =
  /** Nothing was heard of it yet. */
  | { readonly status: 'unknown' }
  | { readonly status: 'running' }
  | WaitingStatus
  | {
      readonly status: 'completed';
      /** What showed it: the event, or that the agent asks whether its result will do, or that it presented a result and went idle. */
      readonly via: 'taskCompleted' | 'ask' | 'say' | 'headlessTaskResult';
      /** What the agent says it did; undefined when it said nothing. */
      readonly result: string | undefined;
    }
  | { readonly status: 'aborted' }
  | { readonly status: 'failed'; readonly reason: string };

/** The agent asks something and does not go on before it is answered. */
export interface WaitingStatus {
  readonly status: 'waiting';
  /** `followup`, `tool`, `command`, `resume_task`, … */
  readonly ask: string;
  readonly group: AskGroup;
  /** The message that asks; undefined where the ask came without one. */
  readonly ts: number | undefined;
  /** What it asks; JSON within the text for `followup`, `tool` and `use_mcp_server`. */
  readonly text: string;
  /** Whether the agent said that it waits. Before that it may still approve of the ask by itself; fork never says it. */
  readonly settled: boolean;
}

/** What is known of one task. */
export type TaskOutcome = TaskStatus & {
  readonly taskId: string;
  /** Increases when an ended task is at work again, because it was answered or resumed; begins with 1. */
  readonly round: number;
  /** The message with the highest ts; its text is that of the last frame alone unless the tracker knows how to ask for all of it. */
  readonly lastMessage: AgentMessage | undefined;
  /** As the agent last reported it. */
  readonly tokenUsage: JsonObject | undefined;
  /** Attempts and failures by tool, as the agent last reported it. */
  readonly toolUsage: JsonObject | undefined;
  /** The mode it last switched to; undefined when it did not. */
  readonly mode: string | undefined;
};
